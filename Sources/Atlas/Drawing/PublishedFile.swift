import Foundation
import PoolAnalysis
import SignIn
import TransitionTables

/// A published picture: updating it, and checking whether it is current.
package enum PublishedFile {
  /// Returns the text of a Markdown file with a picture inserted between its markers,
  /// `<!-- waymark:begin NAME -->` and `<!-- waymark:end -->`.
  ///
  /// - Throws: 150 if the file cannot be read, 64 if it has no such markers.
  package static func injecting(
    _ picture: String, named name: String, into path: String
  ) throws(CommandFailure) -> String {
    let text = try read(path)
    let begin = "<!-- waymark:begin \(name) -->"
    guard let start = text.range(of: begin),
      let end = text.range(of: "<!-- waymark:end -->", range: start.upperBound..<text.endIndex)
    else {
      throw .usage(
        "usage.no-marker", "`\(path)` has no place for `\(name)`",
        remedy: "put the lines `\(begin)` and `<!-- waymark:end -->` where it shall stand",
        at: path)
    }
    let body = picture.hasSuffix("\n") ? picture : picture + "\n"
    return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: "\n" + body)
  }

  /// The problem of a published file; nil if it is current.
  ///
  /// An SVG whose bytes differ is current if its ids and texts are the same, since positions depend
  /// on the version of Graphviz.
  package static func complaint(about path: String, wanted: [UInt8]) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return "is missing" }
    // Reading anything but a regular file, such as a pipe, could block.
    guard status.st_mode & S_IFMT == S_IFREG,
      let found = FileManager.default.contents(atPath: path)
    else { return "cannot be read as a file" }
    guard Array(found) != wanted else { return nil }
    let (old, new) = (
      String(decoding: found, as: UTF8.self), String(decoding: wanted, as: UTF8.self)
    )
    if path.hasSuffix(".svg"), SVGOutline(old) == SVGOutline(new) { return nil }
    return "is out of date"
  }

  /// Throws if a picture cannot be inserted into a file, such as a pipe.
  /// - Throws: 150 if the file cannot be read.
  package static func requireReadable(_ path: String) throws(CommandFailure) {
    var status = stat()
    guard stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw CommandFailure(
        [
          Diagnostic(
            "document.unreadable", at: SourceLocation(file: path),
            "a picture is put into a file, not into a pipe or a device",
            remedy: "name a Markdown file")
        ], status: .unreadable)
    }
    _ = try read(path)
  }

  private static func read(_ path: String) throws(CommandFailure) -> String {
    do throws(Diagnostic) {
      let bytes = try PoolReader.bytes(of: path)
      if let text = String(validating: bytes, as: UTF8.self) { return text }
    } catch {
      throw CommandFailure([error], status: .unreadable)
    }
    throw CommandFailure(
      [
        Diagnostic(
          "document.not-text", at: SourceLocation(file: path), "the file is not UTF-8 text",
          remedy: "give a Markdown file in UTF-8")
      ], status: .unreadable)
  }
}

/// The content of an SVG independent of its layout: its ids, classes and texts, sorted.
struct SVGOutline: Hashable {
  /// Sorted, because the order of elements depends on the layout.
  let ids: [String]
  let words: [String]

  init(_ svg: String) {
    ids = Self.all(between: "<g id=\"", and: ">", in: svg).sorted()
    words = Self.all(between: "<text", and: "</text>", in: svg).map { text in
      String(text.drop { $0 != ">" }.dropFirst())
    }.sorted()
  }

  private static func all(between open: String, and close: String, in text: String) -> [String] {
    text.components(separatedBy: open).dropFirst().map { part in
      part.components(separatedBy: close)[0]
    }
  }
}
