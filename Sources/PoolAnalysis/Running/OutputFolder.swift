import Foundation
import TransitionTables

/// A folder for results, which no link inside it may lead out of.
///
/// The folder itself may be a link, since the user named it. Its contents may come from a stranger,
/// as in a clone, and a link would redirect our files to unexpected places.
package struct OutputFolder {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The diagnostic for the first link on the way to a file that leads out of the folder, or nil.
  ///
  /// - Parameter file: a path that begins with the folder's path.
  package func fault(at file: String) -> Diagnostic? {
    // Nothing can exist below a missing folder.
    guard let root = Self.resolved(path) else { return nil }
    var place = path
    for part in file.dropFirst(path.count).split(separator: "/") {
      place += "/\(part)"
      guard Self.isLink(place), let target = Self.resolved(place) else { continue }
      guard root == "/" || target == root || target.hasPrefix("\(root)/") else {
        return Diagnostic(
          "usage.link", at: SourceLocation(file: place),
          "this link leads out of the folder that is written to",
          remedy: "remove the link, or name another folder with `--output DIR`")
      }
    }
    return nil
  }

  /// The links that lead out of the folder, among the files of a pool's results and the contents of
  /// its own folder.
  package func faults(ofPool name: String) -> [Diagnostic] {
    let name = CommandOutput.folderName(name)
    let files = Self.entries(of: path).filter { $0 == name || $0.hasPrefix("\(name).") }
    let own = Self.entries(of: "\(path)/\(name)").map { "\(name)/\($0)" }
    let faults = (files + own).compactMap { fault(at: "\(path)/\($0)") }
    return DiagnosticList(faults).diagnostics
  }

  private static func entries(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  /// Whether a path is a regular file, and not a link.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func resolved(_ path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }
}
