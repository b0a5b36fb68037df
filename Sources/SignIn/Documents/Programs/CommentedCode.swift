/// Leaves out of a program what is commented out over several lines.
package enum CommentedCode {
  /// The program with the lines of block comments, and of Python's texts that begin a line, empty.
  /// Comments that begin behind code, or within a text, stay.
  package static func blanked(_ text: String, of path: String) -> String {
    let marks = path.hasSuffix(".py") ? [("\"\"\"", "\"\"\""), ("'''", "'''")] : [("/*", "*/")]
    guard marks.contains(where: { text.contains($0.0) }) else { return text }
    var end: String?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { line -> Substring in
      if let mark = end {
        if line.contains(mark) { end = nil }
        return ""
      }
      let code = line.drop { $0.isWhitespace }
      guard let mark = marks.first(where: { code.hasPrefix($0.0) }) else { return line }
      if !code.dropFirst(mark.0.count).contains(mark.1) { end = mark.1 }
      return ""
    }.joined(separator: "\n")
  }
}
