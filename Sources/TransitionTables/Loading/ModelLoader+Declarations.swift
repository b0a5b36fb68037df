extension ModelLoader {
  mutating func readParameters() {
    for (section, kind) in [("parameters", Slot.Kind.parameter), ("assumptions", .assumption)] {
      for entry in sections[section] ?? [] {
        attempt { loader throws(Diagnostic) in
          try loader.readParameter(entry, kind: kind)
        }
      }
    }
  }

  private mutating func readParameter(
    _ entry: LocatedNode.Entry, kind: Slot.Kind
  ) throws(Diagnostic) {
    let subject = kind == .parameter ? "a parameter" : "an assumption"
    var reader = try MappingReader(entry.value, subject: subject)
    // An assumption is a boolean unless it declares another type.
    let isPlain =
      kind == .assumption
      && ["bool", "values", "enum", "set", "range"]
        .allSatisfy { entry.value[$0] == nil }
    let index = try reader.optional("for").map { node throws(Diagnostic) in try enumNamed(node) }
    let type = isPlain ? .bool : try readType(&reader, named: entry.key)
    if isPlain { _ = reader.optional("bool") }
    let initial = try constant(reader.optional("default"), as: type)
    let documentation = try reader.text("doc")
    let isSetting = try readSetting(&reader)
    let property = try reader.optional("document").map { node throws(Diagnostic) in
      try documentProperty(node)
    }
    let source = kind == .assumption ? try readAssumptionSource(&reader) : nil
    diagnostics += reader.unknownKeys()
    let slots = slotNames(of: entry.key, index: index).map { name in
      addSlot(
        Slot(
          name: name, type: type, kind: kind, initial: initial, documentation: documentation,
          location: entry.keyLocation, isSetting: isSetting, source: source, property: property))
    }
    try declare(
      Symbol(name: entry.key, index: index, slots: slots, type: type), at: entry.keyLocation)
  }

  /// Reads `fact:` and `evidence:` of an assumption, which are written next to its default.
  private func readAssumptionSource(_ reader: inout MappingReader) throws(Diagnostic) -> Source? {
    let confidence = try reader.text("confidence")
    let evidence = try reader.text("evidence")
    let source = Source(
      fact: try reader.text("fact"), document: try reader.text("source"),
      confidence: evidence.isEmpty ? confidence : evidence)
    return source.fact.isEmpty ? nil : source
  }

  /// Reads `document: { OWNER: PROPERTY, absent: … }` of a parameter.
  private func documentProperty(_ node: LocatedNode) throws(Diagnostic) -> DocumentProperty {
    let texts = ["answer", "absent"]
    let owners = (node.entries ?? []).filter { !texts.contains($0.key) }
    guard let owner = owners.first, owners.count == 1 else {
      throw Diagnostic(
        "table.shape", at: node.location, "`document` names one property by what has it",
        remedy: "write `document: { OWNER: PROPERTY }`, perhaps with `answer:` and `absent:`")
    }
    return DocumentProperty(
      owner: owner.key, name: try owner.value.requireText(),
      answer: try node[texts[0]]?.requireText() ?? "",
      absence: try node[texts[1]]?.requireText() ?? "")
  }

  /// Reads `setting: false` of a parameter that selects what is explored instead of being
  /// configured.
  private func readSetting(_ reader: inout MappingReader) throws(Diagnostic) -> Bool {
    guard let node = reader.optional("setting") else { return true }
    guard try node.requireText() == "false" else {
      throw Diagnostic(
        "table.type", at: node.location, "`setting` is `false` or absent",
        remedy: "leave it out where the parameter is a setting")
    }
    return false
  }

  /// The name itself, or one name for each member of the index enum: `define[start]`.
  private func slotNames(of name: String, index: Int?) -> [String] {
    index.map { id in model.types.enums[id].members.map { "\(name)[\($0)]" } } ?? [name]
  }

  /// Reads the shared variables: first those that declare their own type and, once the components
  /// are known, those with the type of another variable (`like:`).
  mutating func readVariables(like isLike: Bool) {
    for entry in sections["variables"] ?? [] where (entry.value["like"] != nil) == isLike {
      attempt { loader throws(Diagnostic) in try loader.readVariable(entry, component: nil) }
    }
  }

  mutating func readVariable(
    _ entry: LocatedNode.Entry, component: Int?
  ) throws(Diagnostic) {
    var reader = try MappingReader(entry.value, subject: "a variable")
    let index = try reader.optional("for").map { node throws(Diagnostic) in try enumNamed(node) }
    let type = try readType(&reader, named: entry.key)
    let initial = try constant(reader.optional("initially"), as: type)
    let documentation = try reader.text("doc")
    let presence = try readPresence(&reader)
    let sayings = try readSayings(&reader, of: type, index: index)
    diagnostics += reader.unknownKeys()
    let slots = slotNames(of: entry.key, index: index).enumerated().map { position, name in
      addSlot(
        Slot(
          name: name, type: type, kind: .variable(component: component), initial: initial,
          documentation: documentation, location: entry.keyLocation, presence: presence,
          sayings: sayings.isEmpty ? nil : sayings[position]))
    }
    try declare(
      Symbol(name: entry.key, index: index, slots: slots, type: type), at: entry.keyLocation)
  }

  /// Reads `where:` of a variable, a condition on parameters; true if it is absent.
  private func readPresence(_ reader: inout MappingReader) throws(Diagnostic) -> Expression {
    guard let node = reader.optional("where") else { return .yes }
    let presence = try checker.check(try node.expression(), expecting: .bool)
    guard presence.slots.allSatisfy({ model.slots[$0].isParameter }) else {
      throw Diagnostic(
        "table.type", at: node.location, "`where` of a variable reads parameters only",
        remedy: "say for which configurations the variable is followed")
    }
    return presence
  }

  mutating func readComponents() {
    for entry in sections["components"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readComponent(entry) }
    }
  }

  private mutating func readComponent(_ entry: LocatedNode.Entry) throws(Diagnostic) {
    var reader = try MappingReader(entry.value, subject: "a component")
    if let instances = reader.optional("instances"), try instances.requireText() != "1" {
      throw Diagnostic(
        "table.unsupported", at: instances.location,
        "a second instance of a component is written as variables and a row",
        remedy: "declare variables `like:` those of the component, and a row that exchanges them")
    }
    var places = try MappingReader(try reader.required("locations"), subject: "`locations`")
    guard let words = try places.words("values") else {
      throw Diagnostic(
        "table.missing-key", at: places.location, "`locations` lacks `values`",
        remedy: "list the locations")
    }
    let id = try internEnum(
      "\(entry.key).at", members: words.compactMap(\.text),
      at: words.first?.location ?? places.location)
    let initial = try constant(places.optional("initially"), as: .member(id))
    var urgent: [Int] = []
    for word in try places.words("urgent") ?? [] { urgent.append(try member(word, of: id)) }
    try readLocationGroups(places.optional("groups"), of: id)
    diagnostics += places.unknownKeys()
    let component = model.components.count
    let slot = addSlot(
      Slot(
        name: "\(entry.key).at", type: .member(id), kind: .location(component: component),
        initial: initial, documentation: try reader.text("doc"), location: entry.keyLocation))
    model.components.append(
      Component(name: entry.key, locationSlot: slot, locations: id, urgent: urgent.sorted()))
    try declare(
      Symbol(name: "\(entry.key).at", index: nil, slots: [slot], type: .member(id)),
      at: entry.keyLocation)
    let variables = reader.optional("variables")
    diagnostics += reader.unknownKeys()
    for variable in variables?.entries ?? [] {
      attempt { loader throws(Diagnostic) in
        try loader.readVariable(variable, component: component)
      }
    }
  }

  mutating func readDefinitions() {
    for entry in sections["definitions"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readDefinition(entry) }
    }
  }

  private mutating func readDefinition(_ entry: LocatedNode.Entry) throws(Diagnostic) {
    let name = entry.key.prefix { $0 != "(" }.trimmed
    let rest = entry.key.drop { $0 != "(" }.trimmed
    guard !name.isEmpty, rest.isEmpty || rest.hasSuffix(")") else {
      throw Diagnostic(
        "table.shape", at: entry.keyLocation, "`\(entry.key)` names no definition",
        remedy: "write `name:` or `name(f in SomeEnum):`")
    }
    var parameters: [(name: String, domain: Int)] = []
    if !rest.isEmpty {
      for part in rest.dropFirst().dropLast().split(separator: ",") {
        let words = part.split(separator: " ").map(String.init)
        guard words.count == 3, words[1] == "in" else {
          throw Diagnostic(
            "table.shape", at: entry.keyLocation,
            "`\(part.trimmed)` is no parameter of a definition",
            remedy: "write `\(name)(f in SomeEnum)`")
        }
        let node = LocatedNode(.scalar(words[2], quoted: false), at: entry.keyLocation)
        parameters.append((words[0], try enumNamed(node)))
      }
    }
    guard definitions[name] == nil, model.symbols[name] == nil, groups[name] == nil else {
      throw .duplicate("`\(name)`", at: entry.keyLocation, first: nil)
    }
    definitions[name] = TypeChecker.Definition(
      parameters: parameters, body: try definitionBody(entry.value, of: parameters))
  }

  /// Returns the body of a definition. A mapping gives a value for each member of its parameter, or
  /// for some and `else:`.
  private func definitionBody(
    _ node: LocatedNode, of parameters: [(name: String, domain: Int)]
  ) throws(Diagnostic) -> SyntaxTree {
    guard let cases = node.entries else { return try node.expression() }
    guard parameters.count == 1 else {
      throw Diagnostic(
        "table.shape", at: node.location, "only a definition of one parameter is a mapping",
        remedy: "write `name(f in SomeEnum): { member: value }`")
    }
    let members = model.types.enums[parameters[0].domain].members
    let named = cases.filter { $0.key != "else" }
    for wrong in named where !members.contains(wrong.key) {
      throw .unknownName(
        wrong.key, at: wrong.keyLocation, "`\(wrong.key)` is not one of \(members.list)",
        among: members, else: "choose one of them")
    }
    let lacking = members.filter { member in !named.contains { $0.key == member } }
    guard let last = node["else"] ?? (lacking.isEmpty ? named.last?.value : nil) else {
      throw Diagnostic(
        "table.missing-key", at: node.location, "the definition says nothing of \(lacking.list)",
        remedy: "add `\(lacking[0]): …`, or `else: …`")
    }
    var body = try last.expression()
    for entry in named.dropLast(node["else"] == nil ? 1 : 0).reversed() {
      let place = entry.keyLocation
      let test = SyntaxTree.Phrase.binary(
        .equal, SyntaxTree(.word(parameters[0].name), at: place),
        SyntaxTree(.word(entry.key), at: place))
      body = SyntaxTree(
        .conditional(SyntaxTree(test, at: place), try entry.value.expression(), body), at: place)
    }
    return body
  }

  mutating func readEffects() {
    for entry in sections["effects"] ?? [] {
      attempt { loader throws(Diagnostic) in
        loader.model.effects[entry.key] = try loader.effect(entry)
      }
    }
  }

  private mutating func effect(_ entry: LocatedNode.Entry) throws(Diagnostic) -> Effect {
    var effect = Effect(
      name: entry.key, action: entry.key, evidence: "", seconds: 0, saying: "",
      documentation: entry.value.text ?? "", location: entry.keyLocation)
    guard entry.value.entries != nil else { return effect }
    var reader = try MappingReader(entry.value, subject: "an effect")
    effect.documentation = try reader.text("doc")
    if let node = reader.optional("does") { effect.action = try node.requireText() }
    effect.evidence = try reader.text("of")
    effect.saying = try reader.text("says")
    if let node = reader.optional("seconds") {
      guard let seconds = Int(try node.requireText()), seconds > 0 else {
        throw Diagnostic(
          "table.shape", at: node.location, "`seconds` is a number above zero",
          remedy: "write a life in seconds")
      }
      effect.seconds = seconds
    }
    diagnostics += reader.unknownKeys()
    return effect
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
