import Foundation
import SignIn

/// Finds configurations that share the place of their state, so that only one can be deployed.
extension TerraformFolder {
  /// The lines with the bucket and the key of a block `backend "s3"`.
  static func backend(in text: String) -> Set<String>? {
    guard let start = text.firstRange(of: "backend \"s3\"") else { return nil }
    let lines = text[start.upperBound...].prefix { $0 != "}" }.split(separator: "\n")
      .map { $0.filter { !$0.isWhitespace } }
      .filter { line in ["bucket=", "key="].contains(where: line.hasPrefix) }
    return lines.count == 2 ? Set(lines) : nil
  }

  /// The configurations with a pool that share their state with another one, where GitHub workflows
  /// use only the other: usually older copies.
  /// - Parameters:
  ///   - folders: the known folders, by their paths.
  ///   - project: the folder of the project.
  /// - Returns: the older configurations, each with the one that is deployed.
  static func superseded(
    in folders: [String: TerraformFolder], of project: String
  ) -> [String: String] {
    let kept = folders.filter { $0.value.hasPool && !$0.value.state.isEmpty }
    let groups = Dictionary(grouping: kept) { $0.value.state }.values
      .map { $0.map(\.key) }.filter { $0.count > 1 }
    guard !groups.isEmpty else { return [:] }
    let lines = workflowLines(of: project)
    return groups.reduce(into: [:]) { superseded, group in
      let deployed = group.filter { folder in
        let own =
          folder.hasPrefix(project + "/") ? folder.dropFirst(project.count + 1) : folder[...]
        let ways = ["cd \(own)", "working-directory: \(own)", "-chdir=\(own)"]
        return !own.isEmpty && own != project
          && lines.contains { line in
            let plain = line.replacing("./", with: "")
            return ways.contains { plain.contains($0 + " ") || plain.hasSuffix($0) }
          }
      }
      guard deployed.count == 1 else { return }
      for folder in group where folder != deployed[0] { superseded[folder] = deployed[0] }
    }
  }

  private static func workflowLines(of project: String) -> [String] {
    let folder = project + "/.github/workflows"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.flatMap { name in
      let bytes = (try? PoolReader.bytes(of: "\(folder)/\(name)")) ?? []
      return FolderSearch.lines(with: ["cd ", "working-directory:", "-chdir="], in: bytes)
        .map(String.init)
    }
  }
}
