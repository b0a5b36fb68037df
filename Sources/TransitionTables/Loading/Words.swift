/// The values of the placeholders in a part of a table that is written out several times. A part
/// with `each: code` is written once for each key of the table `code`, with `<code>` for the key
/// and `<code.place>` for the word `place` of that key.
struct Words {
  /// The value of each placeholder, by its name without brackets.
  let values: [String: LocatedNode]
  /// Whether an unknown placeholder is an error; false while others remain to be filled.
  let isLast: Bool

  /// Returns the node with its placeholders filled, in keys and values.
  /// - Throws: a diagnostic of an unknown placeholder.
  func filled(_ node: LocatedNode) throws(Diagnostic) -> LocatedNode {
    var result = node
    switch node.content {
    case .scalar(let text, let quoted):
      guard text.utf8.contains(UInt8(ascii: "<")) else { return node }
      if let whole = try value(of: text, at: node.location), whole.text == nil { return whole }
      let (filled, pieces) = try fill(text, at: node.textPlace)
      result.content = .scalar(filled, quoted: quoted)
      result.pieces = pieces
    case .sequence(let elements):
      result.content = .sequence(
        try elements.map { element throws(Diagnostic) in try filled(element) })
    case .mapping(let entries):
      result.content = .mapping(
        try entries.map { entry throws(Diagnostic) in
          var copy = entry
          copy.key = try fill(entry.key, at: TextPlace(start: entry.keyLocation)).text
          copy.value = try filled(entry.value)
          return copy
        })
    }
    return result
  }

  /// The value of a text that consists of a single placeholder.
  private func value(
    of text: String, at location: SourceLocation
  ) throws(Diagnostic) -> LocatedNode? {
    guard text.hasPrefix("<"), text.hasSuffix(">") else { return nil }
    let name = String(text.dropFirst().dropLast())
    return Self.isName(name) ? try value(of: name, standingAt: location) : nil
  }

  private func value(
    of name: String, standingAt location: SourceLocation
  ) throws(Diagnostic) -> LocatedNode? {
    if let value = values[name] { return value }
    guard isLast else { return nil }
    throw .unknownName(
      name, at: location, "nothing says what `<\(name)>` stands for", among: values.keys.sorted(),
      else: values.isEmpty
        ? "write the word itself, or give it with the fragment's name"
        : "use one of \(values.keys.sorted().map { "<\($0)>" }.list)")
  }

  /// Returns a text with its placeholders filled, and the places of its parts.
  private func fill(
    _ text: String, at place: TextPlace
  ) throws(Diagnostic) -> (text: String, pieces: [TextPlace.Piece]) {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return (text, place.pieces) }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var pieces: [TextPlace.Piece] = []
    var next = 0
    func note(_ position: Int) {
      pieces.append(.init(offset: result.count, location: place.location(at: position)))
    }
    note(0)
    while next < scalars.count {
      if scalars[next] == "<", let end = scalars[next...].firstIndex(of: ">"),
        case let name = String(String.UnicodeScalarView(scalars[(next + 1)..<end])),
        Self.isName(name), let word = try value(of: name, standingAt: place.location(at: next))
      {
        note(next)
        result.append(contentsOf: try word.requireText().unicodeScalars)
        next = end + 1
        note(next)
      } else {
        if place.pieces.contains(where: { $0.offset == next }) { note(next) }
        result.append(scalars[next])
        next += 1
      }
    }
    return (String(result), pieces)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "."
      }
  }
}

extension ModelLoader {
  /// Writes out the transitions with `each:`, once for each row of a table of words, before any row
  /// is read. Ids are those of the result.
  mutating func writeOutTransitions() {
    let elements = lists["transitions"] ?? []
    lists["transitions"] = []
    for element in elements {
      attempt { loader throws(Diagnostic) in
        loader.lists["transitions", default: []] += try loader.writtenOut(element)
      }
    }
  }

  /// Returns a ladder or a row, several of them with `each:`; its rungs are treated alike.
  private func writtenOut(_ node: LocatedNode) throws(Diagnostic) -> [LocatedNode] {
    var element = node
    if let rows = node["rows"]?.elements, rows.contains(where: { $0["each"] != nil }) {
      let isLast = node["each"] == nil
      var rungs: [LocatedNode] = []
      for rung in rows {
        for written in try repeated(rung, isLast: isLast) { rungs += try unfolded(written) }
      }
      element = node.replacing("rows", by: .sequence(rungs))
    }
    var written: [LocatedNode] = []
    for part in try repeated(element, isLast: true) { written += try unfolded(part) }
    return written
  }

  /// The rows of a part that only has `each:` and `rows:`, which are written out together.
  private func unfolded(_ node: LocatedNode) throws(Diagnostic) -> [LocatedNode] {
    guard node["ladder"] == nil, let rows = node["rows"] else { return [node] }
    var reader = try MappingReader(node, subject: "a part with `each:` and `rows:`")
    _ = reader.optional("rows")
    if let unknown = reader.unknownKeys().first { throw unknown }
    guard let elements = rows.elements else {
      throw Diagnostic(
        "table.shape", at: rows.location, "`rows` must be a list", remedy: "start rows with `- `")
    }
    return elements
  }

  private func repeated(_ node: LocatedNode, isLast: Bool) throws(Diagnostic) -> [LocatedNode] {
    guard let each = node["each"] else { return [node] }
    let (name, table) = try wordTable(each)
    return try rows(of: table).map { row throws(Diagnostic) in
      var values = [name: row.key]
      for entry in row.words { values["\(name).\(entry.key)"] = entry.value }
      return try Words(values: values, isLast: isLast).filled(node.replacing("each", by: nil))
    }
  }

  /// The table that an `each:` names, or that it contains as `{ name: table }`.
  private func wordTable(
    _ each: LocatedNode
  ) throws(Diagnostic) -> (name: String, table: LocatedNode) {
    if let entry = each.entries?.first, each.entries?.count == 1 { return (entry.key, entry.value) }
    let name = try each.requireText()
    let tables = sections["words"] ?? []
    guard let table = tables.first(where: { $0.key == name }) else {
      throw .unknownName(
        name, at: each.location, "`\(name)` is no table of words", among: tables.map(\.key),
        else: "declare it under `words:`")
    }
    return (name, table.value)
  }

  /// The rows of a table of words: keys with their words, or a list of keys.
  private func rows(
    of table: LocatedNode
  ) throws(Diagnostic) -> [(key: LocatedNode, words: [LocatedNode.Entry])] {
    if let elements = table.elements {
      return try elements.map { element throws(Diagnostic) in
        _ = try element.requireText()
        return (element, [])
      }
    }
    guard let entries = table.entries else {
      throw Diagnostic(
        "table.shape", at: table.location, "a table of words has keys with words under them",
        remedy: "write `key: { column: word }` lines, or a list of keys")
    }
    return try entries.map { entry throws(Diagnostic) in
      guard let words = entry.value.entries else {
        throw Diagnostic(
          "table.shape", at: entry.value.location, "`\(entry.key)` has no words under it",
          remedy: "write `\(entry.key): { column: word }`")
      }
      return (LocatedNode(.scalar(entry.key, quoted: false), at: entry.keyLocation), words)
    }
  }
}

extension ModelLoader {
  /// Stores all tables of words, and reads `plain`, one plain word for each name, and `factors`,
  /// several words for each.
  mutating func readPlainWords() {
    let tables = sections["words"] ?? []
    for table in tables { model.wordTables[table.key] = table.value }
    for entry in tables.first(where: { $0.key == "plain" })?.value.entries ?? [] {
      attempt { loader throws(Diagnostic) in
        loader.model.plainWords[entry.key] = try entry.value.requireText()
      }
    }
    for entry in tables.first(where: { $0.key == "factors" })?.value.entries ?? [] {
      for word in entry.value.elements ?? [entry.value] {
        attempt { loader throws(Diagnostic) in
          loader.model.factorWords[entry.key, default: []].append(try word.requireText())
        }
      }
    }
  }

  /// Reads the table `documents`: for each kind of document and each parameter, the words and the
  /// members that they stand for.
  mutating func readDocumentWords() {
    let table = sections["words"]?.first { $0.key == "documents" }
    for document in table?.value.entries ?? [] {
      for parameter in document.value.entries ?? [] {
        for word in parameter.value.entries ?? [] {
          attempt { loader throws(Diagnostic) in
            try loader.take(word, of: parameter, in: document.key)
          }
        }
      }
    }
  }

  private mutating func take(
    _ word: LocatedNode.Entry, of parameter: LocatedNode.Entry, in document: String
  ) throws(Diagnostic) {
    // One parameter, or all parameters of an indexed one.
    let slots = model.parameters.filter { slot in
      let name = model.slots[slot].name
      return name == parameter.key || name.hasPrefix("\(parameter.key)[")
    }
    guard let slot = slots.first,
      let members = model.types.enumeration(of: model.slots[slot].type)?.members
    else {
      throw .unknownName(
        parameter.key, at: parameter.keyLocation,
        "`\(parameter.key)` is no parameter with named values",
        among: model.parameters.map { model.slots[$0].name }, else: "declare it")
    }
    let member = word.value.isNull ? nil : try word.value.requireText()
    if let member, !members.contains(member) {
      throw .unknownName(
        member, at: word.value.location, "`\(parameter.key)` has no value `\(member)`",
        among: members, else: "write \(members.list)")
    }
    model.documentWords += slots.map { slot in
      DocumentWord(
        document: document, parameter: slot, word: word.key, member: member,
        location: word.keyLocation)
    }
  }
}

extension LocatedNode {
  /// Returns a mapping with another value for a key, or without the key.
  func replacing(_ key: String, by content: Content?) -> LocatedNode {
    var copy = self
    copy.content = .mapping(
      (entries ?? []).compactMap { entry in
        guard entry.key == key else { return entry }
        var entry = entry
        guard let content else { return nil }
        entry.value.content = content
        return entry
      })
    return copy
  }
}
