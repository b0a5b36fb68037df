import Yams

/// A parsed file together with its text, so that a diagnostic can show the offending line.
///
/// Reads YAML 1.1 and the JSON that is a part of it. The readers of other formats make the same
/// value, so that all that follows works on located nodes alone.
public struct LocatedDocument: Sendable {
  /// The file's name as the user gave it.
  public var file: String
  /// The lines of the text, without their ends.
  public var lines: [String]
  public var root: LocatedNode

  public init(file: String, lines: [String], root: LocatedNode) {
    self.file = file
    self.lines = lines
    self.root = root
  }

  /// The deepest nesting that is read; deeper documents are refused before they exhaust the stack.
  public static let deepestNesting = 64
  /// The largest document that is read, in bytes of UTF-8.
  public static let largestSize = 8 << 20

  /// Parses a document.
  /// - Throws: a ``DiagnosticList`` with code `document.empty`, `document.too-large`,
  ///   `document.too-deep`, `document.not-yaml` or `document.duplicate-key`.
  public init(parsing text: String, file: String) throws(DiagnosticList) {
    let whole = SourceLocation(file: file)
    func refuse(_ diagnostic: Diagnostic) -> DiagnosticList { DiagnosticList([diagnostic]) }
    guard text.utf8.count <= Self.largestSize else {
      throw refuse(
        Diagnostic(
          "document.too-large", at: whole,
          "the file holds \(text.utf8.count) bytes; a pool or a model is never that large",
          remedy: "give a file of at most \(Self.largestSize) bytes"))
    }
    let lines = Self.split(text)
    if let line = Self.tooDeepLine(lines) {
      throw refuse(
        Diagnostic(
          "document.too-deep", at: SourceLocation(file: file, line: line),
          "nesting is deeper than \(Self.deepestNesting) levels",
          remedy: "flatten the document; no pool needs more than a dozen levels"))
    }
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw refuse(
          Diagnostic(
            "document.empty", at: whole, "the file is empty", remedy: "write a document into it"))
      }
      var converter = NodeConverter(file: file, lines: lines)
      let root = converter.convert(
        node, fallback: SourceLocation(file: file, line: 1), depth: 0)
      guard converter.diagnostics.isEmpty else { throw DiagnosticList(converter.diagnostics) }
      self.init(file: file, lines: lines, root: root)
    } catch let list as DiagnosticList {
      throw list
    } catch {
      throw refuse(Self.diagnostic(for: error, file: file, lines: lines))
    }
  }

  /// A diagnostic at a place of this document, with the offending line.
  public func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String = ""
  ) -> Diagnostic {
    Diagnostic(
      code, severity, at: location, message, remedy: remedy,
      sourceLine: lines.indices.contains(location.line - 1) ? lines[location.line - 1] : nil)
  }

  static func split(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
    }
  }

  /// The first line that opens more flow brackets, or is indented further, than any pool needs.
  private static func tooDeepLine(_ lines: [String]) -> Int? {
    var depth = 0
    for (index, line) in lines.enumerated() {
      for character in line.utf8 {
        if character == UInt8(ascii: "[") || character == UInt8(ascii: "{") { depth += 1 }
        if character == UInt8(ascii: "]") || character == UInt8(ascii: "}") { depth -= 1 }
        if depth > deepestNesting { return index + 1 }
      }
      if line.prefix(while: { $0 == " " || $0 == "-" }).count > deepestNesting * 8 {
        return index + 1
      }
      depth = max(depth, 0)
    }
    return nil
  }

  private static func diagnostic(for error: any Error, file: String, lines: [String]) -> Diagnostic
  {
    var location = SourceLocation(file: file)
    var message = "the file is not YAML or JSON"
    if let yaml = error as? YamlError {
      switch yaml {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        location = SourceLocation(file: file, line: mark.line, column: mark.column)
        message += ": \(problem)"
      case .reader(let problem, _, _, _):
        message += ": \(problem)"
      case .duplicatedKeysInMapping(let duplicates, let context):
        location = SourceLocation(
          file: file, line: context.mark.line, column: context.mark.column)
        let keys = duplicates.sorted().joined(separator: ", ")
        return Diagnostic(
          "document.duplicate-key", at: location, "the same key stands twice: \(keys)",
          remedy: "keep one of them",
          sourceLine: lines.indices.contains(location.line - 1) ? lines[location.line - 1] : nil)
      default:
        break
      }
    }
    return Diagnostic(
      "document.not-yaml", at: location, message,
      remedy: "correct the syntax; `waymark explain document.not-yaml` lists common slips",
      sourceLine: lines.indices.contains(location.line - 1) ? lines[location.line - 1] : nil)
  }
}

/// Turns Yams' nodes into located nodes, and remembers what was wrong on the way.
private struct NodeConverter {
  var file: String
  var lines: [String]
  var diagnostics: [Diagnostic] = []

  init(file: String, lines: [String]) {
    self.file = file
    self.lines = lines
  }

  private func location(_ mark: Mark) -> SourceLocation {
    SourceLocation(file: file, line: mark.line, column: mark.column)
  }

  mutating func convert(_ node: Node, fallback: SourceLocation, depth: Int) -> LocatedNode {
    let mark = node.mark.map(location) ?? fallback
    if depth > LocatedDocument.deepestNesting {
      if diagnostics.isEmpty {
        diagnostics.append(
          Diagnostic(
            "document.too-deep", at: mark,
            "nesting is deeper than \(LocatedDocument.deepestNesting) levels",
            remedy: "flatten the document"))
      }
      return LocatedNode(.scalar("", quoted: false), at: mark)
    }
    switch node {
    case .scalar(let scalar):
      let quoted = scalar.style != .plain
      return LocatedNode(
        .scalar(scalar.string, quoted: quoted), at: mark, tag: localTag(node.tag))
    case .sequence(let sequence):
      let elements = sequence.map { convert($0, fallback: mark, depth: depth + 1) }
      return LocatedNode(.sequence(elements), at: mark, tag: localTag(node.tag))
    case .mapping(let mapping):
      return convert(mapping, mark: mark, tag: localTag(node.tag), depth: depth)
    case .alias(let alias):
      diagnostics.append(
        Diagnostic(
          "document.not-yaml", at: alias.mark.map(location) ?? mark, "an alias has no anchor",
          remedy: "write the value out"))
      return LocatedNode(.scalar("", quoted: false), at: mark)
    }
  }

  private mutating func convert(
    _ mapping: Node.Mapping, mark: SourceLocation, tag: String?, depth: Int
  ) -> LocatedNode {
    var entries: [LocatedNode.Entry] = []
    for (key, value) in mapping {
      let keyMark = key.mark.map(location) ?? mark
      guard let name = key.scalar?.string else {
        diagnostics.append(
          Diagnostic(
            "document.not-yaml", at: keyMark, "a key is not a word",
            remedy: "write plain words as keys"))
        continue
      }
      entries.append(
        LocatedNode.Entry(
          key: name, keyLocation: keyMark,
          value: convert(value, fallback: keyMark, depth: depth + 1)))
    }
    return LocatedNode(.mapping(entries), at: mark, tag: tag)
  }

  /// Only tags that the author wrote, such as `!Ref`; YAML's own are resolved by nobody.
  private func localTag(_ tag: Tag) -> String? {
    let text = tag.description
    return text.hasPrefix("!") && text.count > 1 ? text : nil
  }
}
