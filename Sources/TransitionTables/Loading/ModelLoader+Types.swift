extension ModelLoader {
  mutating func readEnums() {
    for entry in sections["enums"] ?? [] {
      attempt { loader throws(Diagnostic) in
        let members = try loader.members(of: entry)
        let id = try loader.internEnum(entry.key, members: members, at: entry.keyLocation)
        try loader.readWireNames(of: entry, id: id)
      }
    }
  }

  private func members(of entry: LocatedNode.Entry) throws(Diagnostic) -> [String] {
    if let elements = entry.value.elements {
      return try elements.map { element throws(Diagnostic) in try element.requireText() }
    }
    if let entries = entry.value.entries { return entries.map(\.key) }
    let text = try entry.value.requireText()
    if let sequences = try sequences(entry.value) { return sequences }
    guard let count = enumSizes[entry.key] ?? Int(text), count > 0 else {
      throw Diagnostic(
        "table.shape", at: entry.value.location,
        "an enum is a list of members, a mapping of members to wire names, or a number",
        remedy: "write `\(entry.key): [a, b]`, `\(entry.key): { a: A, b: B }` or `\(entry.key): 3`")
    }
    let stem = entry.key.prefix(1).lowercased() + entry.key.dropFirst()
    return (1...min(count, EnumType.mostMembers + 1)).map { "\(stem)\($0)" }
  }

  /// Returns the members of `1..3 of right, wrong`: all sequences of one to three of these words,
  /// the short ones first, as `rightWrongRight`. A sequence of one word has the suffix 1, since the
  /// bare word is often a member of another enum.
  private func sequences(_ node: LocatedNode) throws(Diagnostic) -> [String]? {
    let text = try node.requireText()
    let halves = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard halves.count == 3, halves[1] == "of" else { return nil }
    let ends = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let words = halves[2].split(separator: ",").map(\.trimmed)
    guard ends.count == 3, ends[0] == "1", ends[1].isEmpty, let most = Int(ends[2]), most >= 1,
      words.count >= 2, !words.contains("")
    else {
      throw Diagnostic(
        "table.shape", at: node.location, "`\(text)` names no sequences of words",
        remedy: "write `1..3 of right, wrong`")
    }
    var longest = [[String]()]
    var members: [String] = []
    for length in 1...min(most, 16) where members.count <= EnumType.mostMembers {
      longest = longest.flatMap { start in words.map { start + [$0] } }
      members += longest.map { sequence in
        sequence.dropFirst().reduce(sequence[0] + (length == 1 ? "1" : "")) {
          $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
      }
    }
    return members
  }

  @discardableResult
  mutating func internEnum(
    _ name: String, members: [String], at location: SourceLocation
  ) throws(Diagnostic) -> Int {
    guard !members.isEmpty, members.count <= EnumType.mostMembers else {
      throw Diagnostic(
        "table.shape", at: location,
        "an enum has 1 to \(EnumType.mostMembers) members, not \(members.count)",
        remedy: "split it")
    }
    guard Set(members).count == members.count else {
      throw Diagnostic(
        "table.duplicate", at: location, "a member of `\(name)` stands twice",
        remedy: "keep one of them")
    }
    for member in members where Self.isReserved(member) {
      throw Diagnostic(
        "table.shape", at: location, "`\(member)` is a word of the language and can be no member",
        remedy: "choose another word")
    }
    return model.types.intern(name, members: members)
  }

  /// Whether a word is a keyword of the expression language.
  static func isReserved(_ word: String) -> Bool {
    ExpressionParser.reserved.contains(word) || word == "true" || word == "false"
  }

  /// Reads the type of a declaration: `bool`, `values:`, `classes:`, `enum:`, `set:`, `range:`.
  mutating func readType(
    _ reader: inout MappingReader, named name: String
  ) throws(Diagnostic) -> ValueType {
    if reader.optional("bool") != nil { return .bool }
    if let node = reader.optional("values"), let entries = node.entries {
      let id = try internEnum(name, members: entries.map(\.key), at: node.location)
      try readWireNames(
        of: LocatedNode.Entry(key: name, keyLocation: node.location, value: node), id: id)
      return .member(id)
    }
    for key in ["values", "classes"] {
      if let words = try reader.words(key) {
        let members = words.compactMap(\.text)
        return .member(
          try internEnum(name, members: members, at: words.first?.location ?? reader.location))
      }
    }
    if let node = reader.optional("enum") { return .member(try enumNamed(node)) }
    if let node = reader.optional("set") {
      let id = try enumNamed(node)
      guard model.types.enums[id].members.count <= 16 else {
        throw Diagnostic(
          "table.shape", at: node.location, "a set is of an enum of at most 16 members",
          remedy: "split the enum")
      }
      return .set(id)
    }
    if let node = reader.optional("range") { return try range(node) }
    if let node = reader.optional("like") { return try typeLike(node) }
    throw Diagnostic(
      "table.missing-key", at: reader.location, "\(reader.subject) has no type",
      remedy: "add `bool`, `values: […]`, `enum: E`, `set: E` or `range: 0..5`")
  }

  /// The type of another variable, or of a component's location, for `like:`.
  private func typeLike(_ node: LocatedNode) throws(Diagnostic) -> ValueType {
    let name = try node.requireText()
    guard let known = model.symbols[name] else {
      throw Diagnostic(
        "table.unknown-name", at: node.location, "`\(name)` is no variable or location",
        remedy: model.symbols.keys.sorted().nearest(to: name).map { "did you mean `\($0)`?" }
          ?? "declare it")
    }
    return known.type
  }

  func enumNamed(_ node: LocatedNode) throws(Diagnostic) -> Int {
    let name = try node.requireText()
    guard let id = model.types.named(name) else {
      throw Diagnostic(
        "table.unknown-name", at: node.location, "`\(name)` is no enum",
        remedy: model.types.names.nearest(to: name).map { "did you mean `\($0)`?" }
          ?? "declare it under `enums:`")
    }
    return id
  }

  private func range(_ node: LocatedNode) throws(Diagnostic) -> ValueType {
    let text = try node.requireText()
    let ends = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]),
      low >= 0, low <= high, high < 4096
    else {
      throw Diagnostic(
        "table.shape", at: node.location, "`\(text)` is no range",
        remedy: "write two integers from 0 to 4095, as in `0..5`")
    }
    return .integer(low...high)
  }

  /// Reads a constant as in `default:` and `initially:`; where it is absent, it is the first value.
  func constant(_ node: LocatedNode?, as type: ValueType) throws(Diagnostic) -> Int {
    guard let node else { return model.types.first(of: type) }
    if case .set(let id) = type {
      var words = node.elements
      if words == nil, let entries = node.entries {
        words = entries.map { LocatedNode(.scalar($0.key, quoted: false), at: $0.keyLocation) }
      }
      if let words {
        var bits = 0
        for word in words { bits |= 1 << (try member(word, of: id)) }
        return bits
      }
    }
    let expression = try checker.check(try node.expression(), expecting: type)
    guard let value = ConcreteEvaluator.constant(expression) else {
      throw Diagnostic(
        "table.type", at: node.location, "a constant is needed here",
        remedy: "write a value, not a name of something that varies")
    }
    if case .integer(let range) = type, !range.contains(value) {
      throw Diagnostic(
        "table.type", at: node.location, "\(value) is not in \(model.types.text(of: type))",
        remedy: "choose a value inside the range")
    }
    return value
  }

  func member(_ node: LocatedNode, of id: Int) throws(Diagnostic) -> Int {
    let text = try node.requireText()
    let members = model.types.enums[id].members
    guard let at = members.firstIndex(of: text) else {
      throw Diagnostic(
        "table.unknown-name", at: node.location, "`\(text)` is not one of \(members.list)",
        remedy: members.nearest(to: text).map { "did you mean `\($0)`?" } ?? "choose one of them")
    }
    return at
  }
}
