/// Applies the changes of a layer to the sections of a model, before any name is resolved.
///
/// The file of a layer drops, replaces and extends declarations of earlier files, in this order;
/// its other declarations are new, and `insert:` puts rows at a place. The merge only knows
/// sections, names and ids, not the content of declarations. Later code reads the result like any
/// model, with locations in the layer's own file.
struct LayerMerge {
  /// The keys that only the file of a layer has.
  static let keys = ["layer", "extends", "drop", "replace", "extend", "insert"]

  /// The number of names in the path to a replaced element, where it is not a whole declaration: an
  /// entry of a translation, a variable of a component.
  private static let depths = ["translations": 2, "components": 3]

  /// The sections by name: mappings of declarations, and lists of elements with ids.
  var sections: [String: LocatedNode]
  /// The sections that are lists.
  let lists: Set<String>
  /// The places of replacements and removals, by ``Subject/key``.
  var changed: [String: SourceLocation]
  /// The diagnostics of changes that failed; the other changes are applied.
  var diagnostics: [Diagnostic] = []

  /// Applies the changes of a layer's file to some sections, except `insert:`.
  mutating func apply(_ root: LocatedNode, to isMeant: (String) -> Bool) {
    for key in ["drop", "replace", "extend"] {
      guard let node = root[key] else { continue }
      guard let parts = node.entries else {
        diagnostics.append(
          Diagnostic(
            "table.shape", at: node.location, "`\(key)` is a mapping of sections",
            remedy: "write `transitions:`, `messages:` or another section below it"))
        continue
      }
      for part in parts where isMeant(part.key) {
        attempt { merge throws(Diagnostic) in try merge.change(part, by: key) }
      }
    }
  }

  /// Runs a change and records its diagnostic instead of stopping.
  mutating func attempt(_ body: (inout LayerMerge) throws(Diagnostic) -> Void) {
    do {
      try body(&self)
    } catch {
      diagnostics.append(error)
    }
  }

  private mutating func change(_ part: LocatedNode.Entry, by key: String) throws(Diagnostic) {
    let section = part.key
    guard var base = sections[section] else {
      throw .unknownName(
        section, at: part.keyLocation, "the model has no section `\(section)`",
        among: sections.keys.sorted(), else: "use one of \(sections.keys.sorted().list)")
    }
    if lists.contains(section) {
      guard let elements = part.value.elements else {
        throw Diagnostic(
          "table.shape", at: part.value.location, "`\(section)` must be a list",
          remedy: "start each entry with `- `")
      }
      for element in elements {
        attempt { merge throws(Diagnostic) in
          switch key {
          case "drop": try merge.drop(element, from: section)
          case "replace": try merge.replace(element, in: section)
          default: try merge.extend(element, in: section)
          }
        }
      }
      return
    }
    switch key {
    case "drop": try drop(part.value, from: &base, path: [section])
    case "replace":
      try replace(part.value, in: &base, path: [section], depth: Self.depths[section] ?? 1)
    default: try extend(&base, with: part.value, path: [section])
    }
    sections[section] = base
  }

  /// Records that an element is replaced or dropped.
  /// - Throws: `layer.conflict` where it has been already.
  mutating func note(_ key: String, named name: String, at place: SourceLocation) throws(Diagnostic)
  {
    try refuseChanged(key, named: name, at: place)
    changed[key] = place
  }

  /// Refuses the change of an element that was replaced or dropped before.
  func refuseChanged(_ key: String, named name: String, at place: SourceLocation) throws(Diagnostic)
  {
    guard let first = changed[key] else { return }
    throw Diagnostic(
      "layer.conflict", at: place, "`\(name)` is replaced or dropped twice",
      remedy: "it is also replaced or dropped at \(first); keep one of the two")
  }

  /// The diagnostic of a name that the section lacks.
  func unknown(
    _ name: String, key: String, at place: SourceLocation, in section: String, among names: [String]
  ) -> Diagnostic {
    if let dropped = changed[key] {
      return Diagnostic(
        "layer.conflict", at: place, "`\(name)` is dropped at \(dropped)",
        remedy: "keep one of the two changes")
    }
    return .unknownName(
      name, at: place, "`\(section)` has no `\(name)`", among: names,
      else: "name what the model declares there")
  }

  // MARK: Declarations with names

  /// Removes names from a mapping, or members from a list.
  private mutating func drop(
    _ names: LocatedNode, from base: inout LocatedNode, path: [String]
  ) throws(Diagnostic) {
    for entry in names.entries ?? [] {
      let position = try self.position(of: entry, in: base, path: path)
      guard var entries = base.entries else { continue }
      try drop(entry.value, from: &entries[position].value, path: path + [entry.key.stem])
      base.content = .mapping(entries)
    }
    guard names.entries == nil else { return }
    for word in names.elements ?? [names] {
      let name = try word.requireText()
      let key = (path + [name]).joined(separator: ".")
      guard base.words.contains(name) else {
        throw unknown(
          name, key: key, at: word.location, in: path.joined(separator: "."), among: base.words)
      }
      try note(key, named: name, at: word.location)
      switch base.content {
      case .mapping(let entries): base.content = .mapping(entries.filter { $0.key.stem != name })
      case .sequence(let elements): base.content = .sequence(elements.filter { $0.text != name })
      case .scalar: break
      }
    }
  }

  /// Replaces declarations by others with the same names.
  private mutating func replace(
    _ new: LocatedNode, in base: inout LocatedNode, path: [String], depth: Int
  ) throws(Diagnostic) {
    guard let replacements = new.entries, var entries = base.entries else {
      throw Diagnostic(
        "table.shape", at: new.location,
        "`\(path.joined(separator: "."))` takes `name: …` here", remedy: "name what is replaced")
    }
    for entry in replacements {
      let position = try self.position(of: entry, in: base, path: path)
      let inner = path + [entry.key.stem]
      if depth > 1, entry.value.entries != nil, entries[position].value.entries != nil {
        try replace(entry.value, in: &entries[position].value, path: inner, depth: depth - 1)
      } else {
        try note(inner.joined(separator: "."), named: entry.key.stem, at: entry.keyLocation)
        entries[position] = entry
      }
    }
    base.content = .mapping(entries)
  }

  /// Adds keys to a mapping and members to a list, at any depth.
  mutating func extend(
    _ base: inout LocatedNode, with more: LocatedNode, path: [String]
  ) throws(Diagnostic) {
    if let place = try Placement(reading: more) {
      return try extend(&base, at: place, path: path)
    }
    switch (base.content, more.content) {
    case (.mapping(var entries), .mapping(let added)):
      for entry in added {
        // At the top level the extended entry must exist; deeper entries may be new.
        let isKnown = base.words.contains(entry.key.stem)
        guard isKnown || path.count == 1 else {
          entries.append(entry)
          continue
        }
        let position = try position(of: entry, in: base, path: path)
        let inner = path + [entry.key.stem]
        try extend(&entries[position].value, with: entry.value, path: inner)
      }
      base.content = .mapping(entries)
    case (.sequence(let members), .sequence(let added)):
      try refuseKnown(added, among: members)
      base.content = .sequence(members + added)
    case (.scalar(let word, _), .sequence(let added)) where Int(word) == nil:
      // A single word counts as a list of one; a number is an enum's count of members.
      try refuseKnown(added, among: [base])
      base = LocatedNode(.sequence([base] + added), at: base.location)
    default:
      throw Diagnostic(
        "table.shape", at: more.location,
        "`\(path.joined(separator: "."))` is \(base.form) and cannot be extended by \(more.form)",
        remedy: "write it under `replace:`, or extend a list or a mapping")
    }
  }

  private func refuseKnown(
    _ added: [LocatedNode], among members: [LocatedNode]
  ) throws(Diagnostic) {
    for word in added {
      guard let text = word.text, let known = members.first(where: { $0.text == text }) else {
        continue
      }
      throw .duplicate("`\(text)`", at: word.location, first: known.location, isInLayer: true)
    }
  }

  /// Adds elements before or after a member of a list.
  private mutating func extend(
    _ base: inout LocatedNode, at place: Placement, path: [String]
  ) throws(Diagnostic) {
    let name = try place.anchor.requireText()
    guard let position = base.words.firstIndex(of: name) else {
      let key = (path + [name]).joined(separator: ".")
      throw unknown(
        name, key: key, at: place.anchor.location, in: path.joined(separator: "."),
        among: base.words)
    }
    let split = place.isAfter ? position + 1 : position
    var front = base
    switch base.content {
    case .mapping(let entries):
      front.content = .mapping(entries)
      try extend(&front, with: place.added, path: path)
      let added = (front.entries ?? []).dropFirst(entries.count)
      base.content = .mapping(Array(entries[..<split]) + added + entries[split...])
    case .sequence(let members):
      try extend(&front, with: place.added, path: path)
      let added = (front.elements ?? []).dropFirst(members.count)
      base.content = .sequence(Array(members[..<split]) + added + members[split...])
    case .scalar: break
    }
  }

  /// The position of an entry's name in a mapping.
  private func position(
    of entry: LocatedNode.Entry, in base: LocatedNode, path: [String]
  ) throws(Diagnostic) -> Int {
    let name = entry.key.stem
    guard let position = base.entries?.firstIndex(where: { $0.key.stem == name }) else {
      throw unknown(
        name, key: (path + [name]).joined(separator: "."), at: entry.keyLocation,
        in: path.joined(separator: "."), among: base.words)
    }
    return position
  }
}

/// A place in a list where something is added: `{ before: member, add: […] }`, or `after:`.
struct Placement {
  let anchor: LocatedNode
  let isAfter: Bool
  let added: LocatedNode

  /// Reads a place; nil where the node adds at the end.
  init?(reading node: LocatedNode, adding key: String = "add") throws(Diagnostic) {
    guard node[key] != nil, node["before"] != nil || node["after"] != nil else { return nil }
    var reader = try MappingReader(node, subject: "a place")
    let before = reader.optional("before")
    let after = reader.optional("after")
    added = try reader.required(key)
    if let unknown = reader.unknownKeys().first { throw unknown }
    guard let anchor = before ?? after, before == nil || after == nil else {
      throw Diagnostic(
        "table.shape", at: node.location, "a place is `before:` or `after:` one thing",
        remedy: "keep one of the two")
    }
    self.anchor = anchor
    isAfter = before == nil
  }
}

extension StringProtocol {
  /// A name without its parameters: `usable` of `usable(f in MFAFactor)`.
  var stem: String { prefix { $0 != "(" }.trimmed }
}

extension LocatedNode {
  /// The names in a mapping, or the words of a list.
  fileprivate var words: [String] {
    entries?.map(\.key.stem) ?? elements?.map { $0.text ?? "" } ?? []
  }

  /// The form of the node, for messages.
  fileprivate var form: String {
    switch content {
    case .scalar: "one value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
