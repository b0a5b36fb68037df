extension ModelLoader {
  /// The keys that fragments may not contain, because each row has its own.
  private static let ownKeys = ["id", "for", "each"]

  /// Returns a row with the fragments merged that it names under `with:`.
  ///
  /// The row's own keys take precedence over those of a fragment; only `set:`, `effects:` and the
  /// fields of a message that both send are joined.
  /// - Parameter open: the fragments that are being expanded, to detect cycles.
  /// - Throws: a diagnostic of a fragment that is unknown or contains itself, of a variable that is
  ///   set twice, or of a key that two fragments have.
  func complete(
    _ node: LocatedNode, within open: [String] = []
  ) throws(Diagnostic) -> LocatedNode {
    guard let with = node["with"] else { return node }
    var entries: [LocatedNode.Entry] = []
    for use in with.elements ?? [with] {
      for entry in try fragment(use, within: open) {
        if try Self.join(entry, to: &entries) { continue }
        throw Diagnostic(
          "table.duplicate", at: use.location, "two fragments of this row say `\(entry.key)`",
          remedy: "write `\(entry.key):` in the row, or take one fragment")
      }
    }
    for entry in node.entries ?? [] where entry.key != "with" {
      if try Self.join(entry, to: &entries) { continue }
      entries.removeAll { $0.key == entry.key }
      entries.append(entry)
    }
    var result = node
    result.content = .mapping(entries)
    return result
  }

  /// Adds a new entry, or joins it with the existing one: updates, effects, and the fields of one
  /// message.
  /// - Returns: false where the key exists and cannot be joined.
  private static func join(
    _ entry: LocatedNode.Entry, to entries: inout [LocatedNode.Entry]
  ) throws(Diagnostic) -> Bool {
    guard let at = entries.firstIndex(where: { $0.key == entry.key }) else {
      entries.append(entry)
      return true
    }
    let known = entries[at].value
    switch entry.key {
    case "effects":
      entries[at].value.content = .sequence(
        (known.elements ?? [known]) + (entry.value.elements ?? [entry.value]))
    case "set":
      guard let first = known.entries, let second = entry.value.entries else { return false }
      entries[at].value.content = .mapping(try joined(first, second))
    case "send":
      guard var message = known.entries?.first, let other = entry.value.entries?.first,
        message.key == other.key, let first = message.value.entries,
        let second = other.value.entries
      else { return false }
      message.value.content = .mapping(try joined(first, second))
      entries[at].value.content = .mapping([message])
    default: return false
    }
    return true
  }

  private static func joined(
    _ first: [LocatedNode.Entry], _ second: [LocatedNode.Entry]
  ) throws(Diagnostic) -> [LocatedNode.Entry] {
    if let double = second.first(where: { entry in first.contains { $0.key == entry.key } }) {
      throw Diagnostic(
        "table.duplicate", at: double.keyLocation,
        "a fragment of this row sets `\(double.key)`, too", remedy: "set it in one of them")
    }
    return first + second
  }

  /// The entries of a fragment that is used by name, or as `{ name: { placeholder: word } }`.
  private func fragment(
    _ use: LocatedNode, within open: [String]
  ) throws(Diagnostic) -> [LocatedNode.Entry] {
    let given = use.entries
    if let given, given.count != 1 || given[0].value.entries == nil {
      throw Diagnostic(
        "table.shape", at: use.location, "`with` names fragments, each with its words",
        remedy: "write `with: name`, `with: { name: { placeholder: word } }`, or a list of such")
    }
    var name = given?[0].key ?? ""
    if given == nil { name = try use.requireText() }
    let fragments = sections["fragments"] ?? []
    let place = given?[0].keyLocation ?? use.location
    guard let found = fragments.first(where: { $0.key == name }) else {
      throw .unknownName(
        name, at: place, "`\(name)` is no fragment", among: fragments.map(\.key),
        else: "declare it under `fragments:`")
    }
    guard !open.contains(name) else {
      throw Diagnostic(
        "table.shape", at: place, "the fragment `\(name)` names itself",
        remedy: "take it out of its own `with:`")
    }
    var values: [String: LocatedNode] = [:]
    for word in given?[0].value.entries ?? [] { values[word.key] = word.value }
    let filled = try Words(values: values, isLast: true).filled(found.value)
    let entries = try MappingReader(
      try complete(filled, within: open + [name]), subject: "a fragment"
    ).entries
    if let wrong = entries.first(where: { Self.ownKeys.contains($0.key) }) {
      throw Diagnostic(
        "table.shape", at: wrong.keyLocation, "a fragment has no `\(wrong.key)`",
        remedy: "write it in each row")
    }
    return entries
  }
}
