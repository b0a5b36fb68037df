/// Reads each key of a mapping once and reports the keys that were not read.
struct MappingReader {
  let entries: [LocatedNode.Entry]
  let location: SourceLocation
  /// The name of the described thing in messages: “a variable”.
  let subject: String
  private var known: [String] = []

  init(_ node: LocatedNode, subject: String) throws(Diagnostic) {
    guard let entries = node.entries else {
      throw Diagnostic(
        "table.shape", at: node.location, "\(subject) must be a mapping of keys to values",
        remedy: "write `key: value` lines, or `{ key: value }`")
    }
    self.entries = entries
    location = node.location
    self.subject = subject
  }

  mutating func optional(_ key: String) -> LocatedNode? {
    known.append(key)
    return entries.first { $0.key == key }?.value
  }

  mutating func required(_ key: String) throws(Diagnostic) -> LocatedNode {
    guard let value = optional(key) else {
      throw Diagnostic(
        "table.missing-key", at: location, "\(subject) lacks `\(key)`",
        remedy: "add `\(key): …`")
    }
    return value
  }

  /// Returns the text of a scalar, or "" where the key is absent.
  mutating func text(_ key: String) throws(Diagnostic) -> String {
    guard let node = optional(key) else { return "" }
    return try node.requireText()
  }

  /// Returns a scalar or a sequence of scalars as a list; nil where the key is absent.
  mutating func words(_ key: String) throws(Diagnostic) -> [LocatedNode]? {
    guard let node = optional(key) else { return nil }
    if let elements = node.elements {
      for element in elements { _ = try element.requireText() }
      return elements
    }
    _ = try node.requireText()
    return [node]
  }

  /// Returns the boolean value of a key, false where it is absent.
  mutating func truth(_ key: String) throws(Diagnostic) -> Bool {
    guard let node = optional(key) else { return false }
    let text = try node.requireText()
    guard let value = ["true": true, "false": false][text] else {
      throw Diagnostic(
        "table.type", at: node.location, "`\(key)` cannot be `\(text)`",
        remedy: "write `\(key): true`, or leave it out")
    }
    return value
  }

  /// The diagnostics of the keys that were not read.
  func unknownKeys() -> [Diagnostic] {
    entries.filter { !known.contains($0.key) }.map { entry in
      Diagnostic(
        "table.unknown-key", at: entry.keyLocation, "\(subject) has no key `\(entry.key)`",
        remedy: known.nearest(to: entry.key).map { "did you mean `\($0)`?" }
          ?? "use one of \(Set(known).sorted().list)")
    }
  }
}

extension LocatedNode {
  /// Returns the text of a scalar.
  func requireText() throws(Diagnostic) -> String {
    guard let text else {
      throw Diagnostic(
        "table.shape", at: location, "one word or one line of text is needed here",
        remedy: "write a plain value")
    }
    return text
  }

  /// Parses the scalar as an expression; diagnostics have the columns of the file.
  func expression() throws(Diagnostic) -> SyntaxTree {
    try ExpressionParser.parse(try requireText(), in: textPlace)
  }
}
