import Yams

/// Turns Yams' nodes into located nodes, and remembers what was wrong on the way.
///
/// Yams shares what an alias repeats, so a few hundred bytes can stand for billions of values; the
/// converter counts what it makes and gives up at ``LocatedDocument/mostValues``.
struct NodeConverter {
  let file: String
  private(set) var diagnostics: [Diagnostic] = []
  private var values = 0

  init(file: String) { self.file = file }

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
      return abandon(.tooManyValues(at: mark), at: mark)
    }
    guard depth <= LocatedDocument.deepestNesting else {
      return abandon(.tooDeep(at: mark), at: mark)
    }
    switch node {
    case .scalar(let scalar):
      let quoted = scalar.style != .plain
      return LocatedNode(
        .scalar(scalar.string, quoted: quoted), at: mark, tag: localTag(node.tag))
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
