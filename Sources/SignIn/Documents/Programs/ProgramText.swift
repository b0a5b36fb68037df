import TransitionTables

/// A document that is a program, as its text and its lines.
struct ProgramText: Sendable {
  let text: String
  let document: LocatedDocument

  init(_ text: String, file: String) {
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
