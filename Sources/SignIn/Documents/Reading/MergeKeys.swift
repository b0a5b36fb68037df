import TransitionTables

/// Expands YAML's merge keys: `<<: *defaults` adds the entries of another record.
///
/// An entry of the record itself takes precedence over a merged one, an earlier merged record over
/// a later one. Merged entries keep their place, so that a diagnostic points at the line that
/// states them. Linear in the document; nothing is copied beyond what the aliases already expanded
/// to. Source: the merge key language-independent type for YAML 1.1.
struct MergeKeys {
  static let key = "<<"

  let document: LocatedDocument
  /// The places of the merge keys.
  private(set) var places: [SourceLocation] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(document: LocatedDocument) { self.document = document }

  /// The document with every merge key expanded.
  /// - Throws: a ``DiagnosticList`` with `document.malformed-merge`.
  mutating func expanded() throws(DiagnosticList) -> LocatedDocument {
    var expanded = document
    expanded.root = expand(document.root)
    guard diagnostics.isEmpty else { throw DiagnosticList(diagnostics) }
    return expanded
  }

  /// A note for templates with merge keys, or nil where there are none.
  var noteForTemplates: Diagnostic? {
    places.first.map { place in
      document.diagnostic(
        "template.merge-key", .note, at: place,
        "CloudFormation itself reads no merge keys; they are read here as YAML means them",
        remedy: "deploy what `aws cloudformation package` writes, which has them written out")
    }
  }

  private mutating func expand(_ node: LocatedNode) -> LocatedNode {
    var node = node
    switch node.content {
    case .scalar: break
    case .sequence(let elements): node.content = .sequence(elements.map { expand($0) })
    case .mapping(let entries): node.content = .mapping(expand(entries))
    }
    return node
  }

  private mutating func expand(_ entries: [LocatedNode.Entry]) -> [LocatedNode.Entry] {
    var own: [LocatedNode.Entry] = []
    var merged: [LocatedNode.Entry] = []
    for entry in entries {
      let value = expand(entry.value)
      if entry.key == Self.key {
        places.append(entry.keyLocation)
        merged += sources(value, at: entry.keyLocation)
      } else {
        own.append(LocatedNode.Entry(key: entry.key, keyLocation: entry.keyLocation, value: value))
      }
    }
    var known = Set(own.map(\.key))
    return own + merged.filter { known.insert($0.key).inserted }
  }

  /// The entries that a merge key adds, in the order of precedence.
  private mutating func sources(
    _ value: LocatedNode, at location: SourceLocation
  ) -> [LocatedNode.Entry] {
    var entries: [LocatedNode.Entry] = []
    for record in value.elements ?? [value] {
      guard record.tag == nil, let more = record.entries else {
        diagnostics.append(
          document.diagnostic(
            "document.malformed-merge", at: location,
            "the merge key `<<` is given something else than a record",
            remedy: "write `<<: *name`, where `&name` stands at a record, or a list of such"))
        continue
      }
      entries += more
    }
    return entries
  }
}
