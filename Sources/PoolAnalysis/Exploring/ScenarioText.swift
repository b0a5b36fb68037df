import TransitionTables

/// Parses scenario files as people write them.
enum ScenarioText {
  /// Reads a scenario. Diagnostics refer to places and lines of the original text.
  /// - Throws: the errors of `LocatedDocument`.
  static func document(parsing text: String, file: String) throws -> LocatedDocument {
    // Swift treats CR LF as a single character, so that no line would end at its line feed.
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

  /// Removes the added quotes, which are not in the original lines and shift the text by one
  /// column.
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

  /// The text with quotes around the values of `call:` that have none.
  ///
  /// The calls of a scenario are written `- call: signIn(userSRP, password: right)`, but YAML takes
  /// the second colon for a mapping. A quoted value begins where the plain one did.
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
    // A comment behind the call stays a comment.
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
