import Foundation
import SignIn

/// Finds the files of values that Terraform loads by itself.
extension TerraformFolder {
  /// The paths of the files of values in a folder that Terraform loads automatically, in the order
  /// of increasing precedence.
  /// - Parameter folder: the folder's path, empty for the current folder.
  static func variableFiles(in folder: String) -> [String] {
    let found =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let names = Set(found)
    let endings = [".tfvars", ".tfvars.json"]
    let first = endings.map { "terraform\($0)" }.filter(names.contains)
    let others = names.filter { name in endings.contains { name.hasSuffix(".auto\($0)") } }
    return (first + others.sorted()).map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }
}
