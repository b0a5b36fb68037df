import Yams

/// Turns Yams' nodes into located nodes, and remembers what was wrong on the way.
///
/// Yams shares what an alias repeats, so a few hundred bytes can stand for billions of values; the
/// converter counts what it makes and gives up at ``LocatedDocument/mostValues``, or where the
/// texts of all values are longer than any document.
struct NodeConverter {
  let file: String
  private let lines: [String]
  /// Whether keys that begin with one of the ``marks`` are left out.
  private let leavesMarkedOut: Bool
  private(set) var diagnostics: [Diagnostic] = []
  private var values = 0
  private var bytes = 0

  /// The most bytes of all texts together; only aliases can bring more than the document has.
  private static let mostBytes = 2 * LocatedDocument.largestSize

  /// The longest line, in bytes, that is searched for where a scalar ends in it.
  private static let longestWritten = 2_000

  /// What a key begins with that stands a second time further on; nobody writes them.
  static let marks = (UInt32(0xE000)...0xE0FF).compactMap { Unicode.Scalar($0) }

  init(file: String, lines: [String], leavesMarkedOut: Bool = false) {
    self.file = file
    self.lines = lines
    self.leavesMarkedOut = leavesMarkedOut
  }

  /// Notes why the document is not read to its end; the first reason is enough.
  private mutating func abandon(_ reason: Diagnostic, at mark: SourceLocation) -> LocatedNode {
    if !diagnostics.contains(where: { $0.code == reason.code }) { diagnostics.append(reason) }
    return LocatedNode(.scalar("", quoted: false), at: mark)
  }

  private func location(_ mark: Mark) -> SourceLocation {
    SourceLocation(file: file, line: mark.line, column: mark.column)
  }

  mutating func convert(_ node: Node, fallback: SourceLocation, depth: Int) -> LocatedNode {
    let mark = node.mark.map(location) ?? fallback
    values += 1
    guard values <= LocatedDocument.mostValues else {
      let remedy = "write out what its aliases repeat, or give a smaller document"
      return abandon(.tooManyValues(at: mark, remedy: remedy), at: mark)
    }
    guard depth <= LocatedDocument.deepestNesting else {
      return abandon(.tooDeep(at: mark), at: mark)
    }
    switch node {
    case .scalar(let scalar):
      bytes += scalar.string.utf8.count
      guard bytes <= Self.mostBytes else {
        values = LocatedDocument.mostValues
        return abandon(.tooManyBytes(Self.mostBytes, at: mark), at: mark)
      }
      let quoted = scalar.style != .plain
      var located = LocatedNode(
        .scalar(scalar.string, quoted: quoted), at: mark, tag: localTag(node.tag))
      located.pieces = pieces(of: scalar, at: mark)
      return located
    case .sequence(let sequence):
      var elements: [LocatedNode] = []
      for element in sequence where values <= LocatedDocument.mostValues {
        elements.append(convert(element, fallback: mark, depth: depth + 1))
      }
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
    for (key, value) in mapping where values <= LocatedDocument.mostValues {
      let keyMark = key.mark.map(location) ?? mark
      guard let name = key.scalar?.string else {
        diagnostics.append(
          Diagnostic(
            "document.not-yaml", at: keyMark, "a key is not a word",
            remedy: "write plain words as keys"))
        continue
      }
      if leavesMarkedOut, let first = name.unicodeScalars.first, Self.marks.contains(first) {
        continue
      }
      bytes += name.utf8.count
      var entry = LocatedNode.Entry(
        key: name, keyLocation: keyMark,
        value: convert(value, fallback: keyMark, depth: depth + 1))
      entry.isQuoted = key.scalar.map { $0.style != .plain } ?? false
      entries.append(entry)
    }
    return LocatedNode(.mapping(entries), at: mark, tag: tag)
  }

  /// The lines of a scalar that is written over several of them.
  private func pieces(of scalar: Node.Scalar, at mark: SourceLocation) -> [TextPlace.Piece] {
    let isBlock = scalar.style == .literal || scalar.style == .folded
    let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
    guard lines.indices.contains(mark.line - 1) else { return [] }
    // Nobody writes a scalar over several lines in a file that a machine put into one.
    guard lines[mark.line - 1].utf8.count <= Self.longestWritten else { return [] }
    // The common case, a scalar in one line, needs no walk.
    let written = lines[mark.line - 1].utf8.dropFirst(mark.column - (isQuoted ? 0 : 1))
    if !isBlock, written.starts(with: scalar.string.utf8) { return [] }
    guard isBlock || !lines[mark.line - 1].contains(scalar.string) else { return [] }
    return TextPlace.pieces(
      of: scalar.string, at: mark.advanced(by: isQuoted ? 1 : 0), isBlock: isBlock, lines: lines)
  }

  /// Only tags that the author wrote, such as `!Ref`; YAML's own are resolved by nobody.
  private func localTag(_ tag: Tag) -> String? {
    let text = tag.description
    return text.hasPrefix("!") && text.count > 1 ? text : nil
  }
}
