/// Changes of elements that have an id: rows, rungs and ladders, rules, properties, statements.
extension LayerMerge {
  /// The element that a layer changes: a row by its id, or a ladder by its name.
  struct Subject {
    /// Whether a ladder is named; nil where the name may be that of a row or else of a ladder.
    var isLadder: Bool?
    var name: String
    var place: SourceLocation

    /// Reads a plain word, `{ id: … }` or `{ ladder: … }`.
    init(reading node: LocatedNode) throws(Diagnostic) {
      let id = node["id"] ?? node["parameter"]
      let named = node["ladder"] ?? id ?? node
      guard node.entries == nil || node["ladder"] != nil || id != nil else {
        throw Diagnostic(
          "table.missing-key", at: node.location, "this names no row and no ladder",
          remedy: "write an id, `{ id: … }` or `{ ladder: … }`")
      }
      isLadder = node["ladder"] != nil ? true : id != nil ? false : nil
      name = try named.requireText()
      place = named.location
    }

    /// Returns the key of the element in the record of all changes.
    func key(in section: String) -> String {
      section + (isLadder == true ? ".ladder " : ".") + name
    }

    func matches(_ node: LocatedNode, asLadder: Bool) -> Bool {
      guard asLadder == (node["ladder"] != nil) else { return false }
      return (node["ladder"] ?? node["id"] ?? node["parameter"])?.text == name
    }
  }

  /// The position of an element with an id: in a list, or among the rungs of a ladder in the list.
  struct Position {
    var element: Int
    var rung: Int?
  }

  /// Removes the element that a node names.
  mutating func drop(_ element: LocatedNode, from section: String) throws(Diagnostic) {
    if element.entries != nil {
      var reader = try MappingReader(element, subject: "what is dropped")
      for key in ["id", "ladder", "parameter"] { _ = reader.optional(key) }
      _ = try reader.text("doc")
      if let node = reader.optional("because") { _ = try Source(reading: node) }
      diagnostics += reader.unknownKeys()
    }
    try put(nil, at: try Subject(reading: element), in: section)
  }

  /// Replaces a row, a ladder or a rule by another with the same id.
  mutating func replace(_ element: LocatedNode, in section: String) throws(Diagnostic) {
    try put(element, at: try Subject(reading: element), in: section)
  }

  private mutating func put(
    _ new: LocatedNode?, at subject: Subject, in section: String
  ) throws(Diagnostic) {
    try refuseChanged(subject.key(in: section), named: subject.name, at: subject.place)
    let position = try position(of: subject, in: section)
    var list = sections[section]?.elements ?? []
    let old = position.rung.flatMap { list[position.element].rungs?[$0] } ?? list[position.element]
    // A change of a ladder counts as a change of all its rungs.
    var keys = [old["ladder"] == nil ? "\(section).\(subject.name)" : ladderKey(section, subject)]
    for rung in (old.rungs ?? []) + (new?.rungs ?? []) {
      guard let id = rung["id"]?.text, !keys.contains("\(section).\(id)") else { continue }
      keys.append("\(section).\(id)")
    }
    for key in keys { try note(key, named: subject.name, at: subject.place) }
    if let rung = position.rung {
      list[position.element].rungs?.replaceSubrange(rung...rung, with: new.map { [$0] } ?? [])
      // A ladder without rungs is removed.
      if list[position.element].rungs?.isEmpty == true { list.remove(at: position.element) }
    } else {
      list.replaceSubrange(position.element...position.element, with: new.map { [$0] } ?? [])
    }
    sections[section]?.content = .sequence(list)
  }

  private func ladderKey(_ section: String, _ subject: Subject) -> String {
    var ladder = subject
    ladder.isLadder = true
    return ladder.key(in: section)
  }

  /// Extends an element with an id: adds locations to `from:`, fields to `send:`, rungs to a
  /// ladder's end.
  mutating func extend(_ element: LocatedNode, in section: String) throws(Diagnostic) {
    let subject = try Subject(reading: element)
    guard let entries = element.entries else {
      throw Diagnostic(
        "table.shape", at: element.location, "this adds nothing to `\(subject.name)`",
        remedy: "write `{ id: \(subject.name), from: […] }`")
    }
    let position = try position(of: subject, in: section)
    var more = element
    more.content = .mapping(entries.filter { !["id", "ladder", "parameter"].contains($0.key) })
    guard var list = sections[section]?.elements else { return }
    var known =
      position.rung.flatMap { list[position.element].rungs?[$0] }
      ?? list[position.element]
    // New documentation or a new source replaces the old one.
    let replaced = ["doc", "because"].filter { element[$0] != nil }
    known.content = .mapping((known.entries ?? []).filter { !replaced.contains($0.key) })
    try extend(&known, with: more, path: [section, subject.name])
    // A row that a layer extends belongs to the layer.
    known.location = element.location
    if let rung = position.rung {
      list[position.element].rungs?[rung] = known
    } else {
      list[position.element] = known
    }
    sections[section]?.content = .sequence(list)
  }

  /// Inserts rows before or after a row or a ladder; next to a rung they become rungs of its
  /// ladder.
  mutating func insert(_ node: LocatedNode) throws(Diagnostic) {
    guard let place = try Placement(reading: node, adding: "rows"),
      let rows = place.added.elements
    else {
      throw Diagnostic(
        "table.shape", at: node.location, "this puts no rows at a place",
        remedy: "write `before: ID` or `after: ID`, and a list of `rows:`")
    }
    let section = "transitions"
    let position = try position(of: try Subject(reading: place.anchor), in: section)
    guard var list = sections[section]?.elements else { return }
    let step = place.isAfter ? 1 : 0
    if let rung = position.rung {
      list[position.element].rungs?.insert(contentsOf: rows, at: rung + step)
    } else {
      list.insert(contentsOf: rows, at: position.element + step)
    }
    sections[section]?.content = .sequence(list)
  }

  /// The position of an element; a plain word names a row, or else a ladder.
  private func position(of subject: Subject, in section: String) throws(Diagnostic) -> Position {
    let list = sections[section]?.elements ?? []
    if subject.isLadder != true {
      for (element, node) in list.enumerated() {
        if subject.matches(node, asLadder: false) { return Position(element: element) }
        let rung = node.rungs?.firstIndex { subject.matches($0, asLadder: false) }
        if let rung { return Position(element: element, rung: rung) }
      }
    }
    let ladder = list.firstIndex { subject.matches($0, asLadder: true) }
    if subject.isLadder != false, let ladder { return Position(element: ladder) }
    let names = list.flatMap { [$0] + ($0.rungs ?? []) }.compactMap { node in
      (node["ladder"] ?? node["id"] ?? node["parameter"])?.text
    }
    throw unknown(
      subject.name, key: subject.key(in: section), at: subject.place, in: section, among: names)
  }
}

extension LocatedNode {
  /// The rungs of a ladder; nil for every other node.
  fileprivate var rungs: [LocatedNode]? {
    get { self["ladder"] == nil ? nil : self["rows"]?.elements }
    set {
      guard var entries, let position = entries.firstIndex(where: { $0.key == "rows" }) else {
        return
      }
      entries[position].value.content = .sequence(newValue ?? [])
      content = .mapping(entries)
    }
  }
}
