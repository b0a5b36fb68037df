import TransitionTables

/// A program document, as its text and its lines.
struct ProgramText: Sendable {
  let text: String
  let document: LocatedDocument

  init(_ text: String, file: String) {
    // A lone carriage return ends a line too, for places and for comments.
    var bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\r") {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if next != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: "\n") }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    self.text = text
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }.map(String.init)
    let start = SourceLocation(file: file, line: 1)
    document = LocatedDocument(
      file: file, lines: lines, root: LocatedNode(.scalar("", quoted: false), at: start))
  }

  /// A scanner at the start of the text.
  func scanner(_ language: SourceScanner.Language) -> SourceScanner {
    SourceScanner(text, file: document.file, language: language)
  }
}
