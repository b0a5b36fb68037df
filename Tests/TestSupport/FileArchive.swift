import Foundation
import PoolAnalysis
import TransitionTables

/// The files of a folder in one text: a line `=== main.tf` begins the file of that name.
///
/// A mutator changes names too: what would lead out of the folder is left out of them.
package struct FileArchive {
  /// By their names.
  package private(set) var files: [String: [UInt8]] = [:]

  private static let heading = Array("=== ".utf8)

  package init(_ bytes: [UInt8]) {
    var name: String?
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      if line.starts(with: Self.heading) {
        name = Self.name(in: line.dropFirst(Self.heading.count))
      } else if let name {
        files[name, default: []] += line + [10]
      }
    }
  }

  /// At most six folders deep, and nil where nothing of it can be a name.
  private static func name(in line: ArraySlice<UInt8>) -> String? {
    let parts = String(decoding: line, as: UTF8.self).split(separator: "/").map { $0.prefix(40) }
      .filter { $0 != "." && $0 != ".." && !$0.unicodeScalars.contains("\0") }
    return parts.isEmpty ? nil : parts.suffix(6).joined(separator: "/")
  }

  /// What is noted of the folder with the files, without the place where it is.
  package func notes(
    reading read: (_ folder: String) throws -> [Diagnostic]
  ) throws -> [Diagnostic] {
    let folder = try Folder()
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }).prefix(40) {
      // Where a name is also that of a folder, the first one counts.
      let file = URL(filePath: folder[name])
      try? FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data(bytes).write(to: file)
    }
    let inside = { (diagnostic: Diagnostic) in
      var diagnostic = diagnostic
      let path = folder.path
      diagnostic.location.file =
        diagnostic.location.file.replacing("\(path)/", with: "").replacing(path, with: "folder")
      diagnostic.message = diagnostic.message.replacing(path, with: "folder")
      return diagnostic
    }
    do {
      return try read(folder.path).map(inside)
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.diagnostics.map(inside), status: failure.status)
    } catch let list as DiagnosticList {
      throw DiagnosticList(list.diagnostics.map(inside))
    }
  }
}
