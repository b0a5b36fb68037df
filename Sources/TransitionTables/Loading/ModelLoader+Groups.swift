extension ModelLoader {
  /// Returns the names that a node selects: one name or group, a list of such, `{ not: … }` for all
  /// others, or `{ in: …, not: … }` for all in one selection and not in another.
  ///
  /// - Parameters:
  ///   - all: the complement for a `not:` without `in:`; nil where that is not permitted.
  ///   - resolve: returns the names that a word stands for.
  func picked(
    _ node: LocatedNode, among all: [LocatedNode]?,
    by resolve: (LocatedNode) throws(Diagnostic) -> [LocatedNode]
  ) throws(Diagnostic) -> [LocatedNode] {
    if let elements = node.elements {
      var union: [LocatedNode] = []
      for element in elements { union += try picked(element, among: all, by: resolve) }
      return union
    }
    guard node.entries != nil else { return try resolve(node) }
    var reader = try MappingReader(node, subject: "a choice of names")
    var base = all
    if let inner = reader.optional("in") { base = try picked(inner, among: all, by: resolve) }
    let others = try picked(try reader.required("not"), among: all, by: resolve)
    if let unknown = reader.unknownKeys().first { throw unknown }
    guard let base else {
      throw Diagnostic(
        "table.missing-key", at: node.location, "nothing says of what these are the exceptions",
        remedy: "write `{ in: group, not: … }`")
    }
    let known = Set(base.compactMap(\.text))
    for other in others where !known.contains(other.text ?? "") {
      throw Diagnostic(
        "table.shape", at: other.location, "`\(other.text ?? "")` is no exception here",
        remedy: "leave it out; `in:` does not have it")
    }
    let excluded = Set(others.compactMap(\.text))
    let rest = base.filter { !excluded.contains($0.text ?? "") }
    guard !rest.isEmpty else {
      throw Diagnostic(
        "table.shape", at: node.location, "nothing is left of this choice",
        remedy: "leave out an exception")
    }
    return rest
  }

  // MARK: Locations

  /// Reads the `groups:` of a component's locations; a group may use those above it.
  mutating func readLocationGroups(_ node: LocatedNode?, of id: Int) throws(Diagnostic) {
    guard let node else { return }
    for entry in try MappingReader(node, subject: "`groups`").entries {
      try requireFree(entry, among: model.types.enums[id].members)
      groups[entry.key] = MemberGroup(domain: id, members: try locations(entry.value, of: id))
    }
  }

  /// Returns the locations that a `from:` or a group selects.
  func locations(_ node: LocatedNode, of id: Int) throws(Diagnostic) -> [Int] {
    let words = node.elements ?? [node]
    if words.allSatisfy({ $0.text != nil }) {
      var chosen: [Int] = []
      for word in words { chosen += try locations(named: word, of: id) }
      return chosen
    }
    let names = model.types.enums[id].members
    func nodes(_ members: [Int]) -> [LocatedNode] {
      members.map { LocatedNode(.scalar(names[$0], quoted: false), at: node.location) }
    }
    let chosen = try picked(node, among: nodes(Array(names.indices))) { word throws(Diagnostic) in
      nodes(try locations(named: word, of: id)).map { LocatedNode($0.content, at: word.location) }
    }
    return try chosen.map { word throws(Diagnostic) in try member(word, of: id) }
  }

  /// The locations that one word stands for.
  private func locations(named word: LocatedNode, of id: Int) throws(Diagnostic) -> [Int] {
    if let group = groups[try word.requireText()], group.domain == id { return group.members }
    return [try location(word, of: id)]
  }

  private func location(_ word: LocatedNode, of id: Int) throws(Diagnostic) -> Int {
    let names = model.types.enums[id].members
    let known = groups.filter { $0.value.domain == id }.keys.sorted()
    let text = try word.requireText()
    if names.contains(text) || known.isEmpty { return try member(word, of: id) }
    throw .unknownName(
      text, at: word.location, "`\(text)` is neither one of \(names.list) nor a group of them",
      among: names + known, else: "choose one of them")
  }

  // MARK: Messages

  /// Reads the `groups:` of messages, where a group may use those above it, and expands them in the
  /// keys of `translations:`.
  mutating func readMessageGroups() {
    for entry in sections["groups"] ?? [] {
      attempt { loader throws(Diagnostic) in
        try loader.requireFree(entry, among: loader.model.messages.map(\.name))
        let members = try loader.messages(of: entry.value, among: nil)
        for member in members { _ = try loader.messageNamed(member) }
        loader.messageGroups[entry.key] = members
      }
    }
    for entry in sections["translations"] ?? [] {
      translations[entry.key] = (entry.value.entries ?? []).flatMap { rule in
        messageGroups[rule.key]?.map { message in
          LocatedNode.Entry(
            key: message.text ?? "", keyLocation: rule.keyLocation, value: rule.value)
        } ?? [rule]
      }
    }
  }

  /// Returns the messages that a `receive:` selects; it may name groups, translations and
  /// exceptions.
  func messages(
    of node: LocatedNode, among all: [LocatedNode]?
  ) throws(Diagnostic) -> [LocatedNode] {
    try picked(node, among: all) { word throws(Diagnostic) in
      let name = try word.requireText()
      if let group = messageGroups[name] { return group }
      guard let translation = translations[name] else { return [word] }
      return translation.map { LocatedNode(.scalar($0.key, quoted: false), at: $0.keyLocation) }
    }
  }

  /// Returns the position of a message that a node names.
  func messageNamed(_ node: LocatedNode) throws(Diagnostic) -> Int {
    let name = try node.requireText()
    guard let message = model.message(named: name) else {
      throw .unknownName(
        name, at: node.location, "`\(name)` is no message", among: model.messages.map(\.name),
        else: "declare it under `messages:`")
    }
    return message
  }

  /// Requires a group to have a unique name, so that a word has the same meaning everywhere.
  private func requireFree(
    _ entry: LocatedNode.Entry, among names: [String]
  ) throws(Diagnostic) {
    let isTaken =
      names.contains(entry.key) || groups[entry.key] != nil || messageGroups[entry.key] != nil
      || model.symbols[entry.key] != nil || definitions[entry.key] != nil
    guard !isTaken, !Self.isReserved(entry.key) else {
      throw .duplicate("`\(entry.key)`", at: entry.keyLocation, first: nil)
    }
  }
}
