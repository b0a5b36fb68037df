import TransitionTables

/// Scenario files as people write them.
enum ScenarioText {
  /// Reads a scenario. Places and lines in complaints are those of the text as it is written.
  /// - Throws: as `LocatedDocument` does.
  static func document(parsing text: String, file: String) throws -> LocatedDocument {
    // An end of two characters is one for Swift, and no line ends at the second.
    let ends = /\r\n?/.matchingSemantics(.unicodeScalar)
    let text = text.utf8.contains(13) ? text.replacing(ends, with: "\n") : text
    let quoted = quotingCalls(text)
    var document = try LocatedDocument(parsing: quoted, file: file)
    guard quoted != text else { return document }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == document.lines.count else { return document }
    document.lines = lines
    document.root = unquoting(document.root, where: lines)
    return document
  }

  /// A node without the quotes that are in no line: they move the text by one column.
  private static func unquoting(_ node: LocatedNode, where lines: [String]) -> LocatedNode {
    var node = node
    switch node.content {
    case .sequence(let elements):
      node.content = .sequence(elements.map { unquoting($0, where: lines) })
    case .mapping(var entries):
      for index in entries.indices {
        entries[index].value = unquoting(entries[index].value, where: lines)
      }
      node.content = .mapping(entries)
    case .scalar(let text, quoted: true):
      guard lines.indices.contains(node.location.line - 1) else { break }
      let behind = lines[node.location.line - 1].unicodeScalars.dropFirst(node.location.column - 1)
      if let first = behind.first, first == text.unicodeScalars.first {
        node.content = .scalar(text, quoted: false)
      }
    case .scalar: break
    }
    return node
  }

  /// The text with the values of `call:` in quotes where they have none.
  ///
  /// `- call: signIn(userSRP, password: right)` is how the calls of a scenario are written, but
  /// YAML takes the second colon for a mapping. A quoted value stands where the plain one stood.
  static func quotingCalls(_ text: String) -> String {
    let call = /(\s*(?:-\s+)?(?:call|request):\s+)([^\s"'|>{\[&*].*)/
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { quotingCall(String($0), call) }.joined(separator: "\n")
  }

  private static func quotingCall(
    _ line: String, _ pattern: Regex<(Substring, Substring, Substring)>
  ) -> String {
    guard line.contains("call:") || line.contains("request:"),
      let match = line.wholeMatch(of: pattern)
    else { return line }
    // A comment behind the call stays one.
    let value = String(match.2)
    let parts = value.firstRange(of: " #").map {
      (value[..<$0.lowerBound], value[$0.lowerBound...])
    }
    let call = (parts?.0 ?? value[...]).replacing("'", with: "''")
    guard call.contains(": ") else { return line }
    var written = call
    while written.last?.isWhitespace == true { written.removeLast() }
    return "\(match.1)'\(written)'\(parts?.1 ?? "")"
  }
}
