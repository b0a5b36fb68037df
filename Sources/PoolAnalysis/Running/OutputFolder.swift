import Foundation
import TransitionTables

/// A folder that results are written into, which no link below it may lead out of.
///
/// The folder itself may be a link, since its user named it; what lies in it may be of a stranger,
/// as in a clone, and would send our files to where nobody expects them.
package struct OutputFolder {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The first link on the way to a file in the folder that leads out of it, as a complaint.
  ///
  /// - Parameter file: a path that begins with that of the folder.
  package func fault(at file: String) -> Diagnostic? {
    // Below what is not there is nothing.
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

  /// The links that lead out of the folder where the results of a pool go: its files, and what its
  /// own folder has.
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

  /// Whether an ordinary file has a path, and no link.
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
