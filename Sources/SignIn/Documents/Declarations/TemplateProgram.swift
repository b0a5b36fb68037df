import TransitionTables

/// Reads CloudFormation resources that a TypeScript or JavaScript program writes as literals, as a
/// template: objects with `Type: 'AWS::…'`, as in `serverless.ts`, and the CDK's constructs that
/// stand for one resource each, such as `new CfnUserPool(…)`.
///
/// Computed values stay open. Linear in the text.
struct TemplateProgram {
  /// The constructs that are read, with the types of their resources.
  private static let constructs = [
    "CfnUserPool": TemplateImporter.poolType, "CfnUserPoolClient": TemplateImporter.clientType,
    "CfnUserPoolDomain": TemplateImporter.domainType,
  ]

  private struct Resource {
    var name: String
    var location: SourceLocation
    /// The record with the keys `Type` and `Properties`, among others.
    var body: Fact
  }

  private let program: ProgramText
  private var scanner: SourceScanner
  private var resources: [Resource] = []
  /// The events of Serverless Framework functions that make these triggers of a pool.
  private var events: [Fact] = []
  /// The name that the current statement declares, or the property of `this` that it sets.
  private var declared = ""

  /// Whether a program writes a user pool or an app client in one of the two ways.
  static func isOne(_ text: String) -> Bool {
    if constructs.keys.contains(where: { text.contains("\($0)(") }), text.contains("new "),
      !makesPoolOtherwise(text)
    {
      return true
    }
    if text.contains("\(ServerlessProject.event):"), text.contains("trigger:") { return true }
    let types = [TemplateImporter.poolType, TemplateImporter.clientType]
    return ["Type: ", "Type\": ", "Type:"].contains { key in
      types.contains { text.contains("\(key)'\($0)'") || text.contains("\(key)\"\($0)\"") }
    }
  }

  /// Whether the program's pool is a CDK construct that stands for several resources: its app
  /// clients alone would say little.
  private static func makesPoolOtherwise(_ text: String) -> Bool {
    !text.contains("CfnUserPool(")
      && [".UserPool(", "new UserPool("].contains(where: text.contains)
  }

  /// Reads the template that a program writes.
  /// - Parameter others: programs with app clients of the pool, whose resources are deployed
  ///   together with the program's own.
  /// - Throws: the refusal of a literal that nests too deep or holds too many values, and
  ///   `template.no-pool` where the program writes no resource as a literal.
  static func document(
    _ program: ProgramText, with others: [ProgramText] = []
  ) throws(Diagnostic) -> LocatedDocument {
    var document = program.document
    let start = document.root.location
    var resources: [Resource] = []
    var events: [Fact] = []
    for part in [program] + others {
      var reader = TemplateProgram(program: part, scanner: part.scanner(.typeScript))
      try reader.read()
      resources += reader.resources
      events += reader.events
    }
    for other in others { document.joined[other.document.file] = other.document.lines }
    guard !resources.isEmpty || !events.isEmpty else {
      throw document.diagnostic(
        "template.no-pool", at: start,
        "the program names \(TemplateImporter.poolType), but writes no resource as a literal",
        remedy: "give the template that it is deployed as")
    }
    let names = Set(resources.map(\.name))
    let entries = resources.map { resource in
      LocatedNode.Entry(
        key: resource.name, keyLocation: resource.location,
        value: node(resource.body, given: names))
    }
    document.root = LocatedNode(
      .mapping([
        LocatedNode.Entry(
          key: "Resources", keyLocation: start, value: LocatedNode(.mapping(entries), at: start)),
        LocatedNode.Entry(
          key: "functions", keyLocation: start, value: functions(events, at: start)),
      ]), at: start)
    return document
  }

  /// A `functions` section with these events, as in the framework's own file.
  private static func functions(_ events: [Fact], at place: SourceLocation) -> LocatedNode {
    func mapping(_ key: String, _ value: LocatedNode) -> LocatedNode {
      LocatedNode(
        .mapping([LocatedNode.Entry(key: key, keyLocation: place, value: value)]), at: place)
    }
    let list = events.map { mapping(ServerlessProject.event, node($0, given: [])) }
    return mapping("function", mapping("events", LocatedNode(.sequence(list), at: place)))
  }

  private init(program: ProgramText, scanner: SourceScanner) {
    self.program = program
    self.scanner = scanner
  }

  // MARK: Statements

  private mutating func read() throws(Diagnostic) {
    /// The word or sign before the current position.
    var before = ""
    while let next = scanner.peek {
      scanner.skipBlanks()
      if scanner.isAtString {
        _ = scanner.string()
        before = ""
      } else if scanner.isAtWord {
        before = scanner.word()
        try read(word: before)
      } else if scanner.peek == "{", ["=", "(", "default", "return"].contains(before) {
        try readObject(isStatement: before != "(")
        before = ""
      } else if let sign = scanner.peek {
        before = String(Character(sign))
        scanner.advance()
      } else if next == scanner.peek {
        return
      }
    }
  }

  private mutating func read(word: String) throws(Diagnostic) {
    switch word {
    case "const", "let", "var":
      scanner.skipBlanks()
      declared = scanner.word()
    case "this":
      guard scanner.take(".") else { return }
      let name = scanner.word()
      var ahead = scanner
      ahead.skipBlanks()
      if ahead.take("="), ahead.peek != "=" { declared = name }
    case "new": try readConstruct()
    default: break
    }
  }

  private mutating func readObject(isStatement: Bool) throws(Diagnostic) {
    let place = scanner.place
    let value = try literal(isStatement: isStatement)
    collect(value, named: declared, at: place)
  }

  private mutating func literal(isStatement: Bool) throws(Diagnostic) -> Fact {
    var reader = TypeScriptLiteral(scanner: scanner)
    let value = isStatement ? reader.assignedValue() : reader.value()
    scanner = reader.scanner
    if let refusal = scanner.refusal { throw refusal.pointing(into: program.document.lines) }
    return value
  }

  /// Collects the resources in an object, each named by its key.
  private mutating func collect(_ fact: Fact, named name: String, at place: SourceLocation) {
    switch fact.content {
    case .list(let elements):
      for element in elements { collect(element, named: name, at: place) }
    case .record(let entries):
      if fact["Type"].text?.hasPrefix("AWS::") == true {
        resources.append(Resource(name: name, location: place, body: fact))
        return
      }
      for entry in entries {
        if entry.key == ServerlessProject.event, entry.value.entries != nil {
          events.append(entry.value)
        } else {
          collect(entry.value, named: entry.key, at: entry.keyLocation)
        }
      }
    case .absent, .text, .opaque, .uncertain: break
    }
  }

  // MARK: Constructs

  /// Reads `new CfnUserPool(scope, 'Users', { … })`; the resource gets the name that the program
  /// uses.
  private mutating func readConstruct() throws(Diagnostic) {
    scanner.skipBlanks()
    let place = scanner.place
    var word = scanner.word()
    while scanner.take(".") { word = scanner.word() }
    guard let type = Self.constructs[word], scanner.take("(") else { return }
    scanner.skipExpression()
    guard scanner.take(",") else { return }
    scanner.skipBlanks()
    let label = scanner.isAtString ? scanner.string() : nil
    scanner.skipExpression()
    var properties = Fact(.record([]), at: place)
    if scanner.take(",") { properties = try literal(isStatement: false) }
    let name = declared.isEmpty ? label ?? word : declared
    func entry(_ key: String, _ value: Fact) -> Fact.Entry {
      Fact.Entry(key: key, keyLocation: place, value: value)
    }
    resources.append(
      Resource(
        name: name, location: place,
        body: Fact(
          .record([
            entry("Type", Fact(.text(type, quoted: true), at: place)),
            entry("Properties", properties.renamed(CamelCase.property)),
          ]), at: place)))
    declared = ""
  }

  // MARK: Values

  /// The trigger that a member of an enumeration stands for, as in `Trigger.PostConfirmation`. A
  /// variable, whose name begins with a small letter, is not a member.
  private static func member(_ entry: Fact.Entry) -> LocatedNode? {
    guard entry.key == "trigger", let path = entry.value.variable, path.count > 1,
      let name = path.last, name.first?.isUppercase == true
    else { return nil }
    return LocatedNode(.scalar(name, quoted: true), at: entry.value.location)
  }

  /// Writes a fact as a node of a template: a name that leads to one of the resources becomes a
  /// reference to it; other computed values are known only at deployment.
  private static func node(_ fact: Fact, given names: Set<String>) -> LocatedNode {
    func tagged(_ tag: String, _ text: String) -> LocatedNode {
      LocatedNode(.scalar(text, quoted: true), at: fact.location, tag: tag)
    }
    switch fact.content {
    case .absent: return LocatedNode(.scalar("null", quoted: false), at: fact.location)
    case .text(let text, let quoted):
      return LocatedNode(.scalar(text, quoted: quoted), at: fact.location)
    case .opaque(let reason):
      if let name = fact.variable?.first(where: names.contains) { return tagged("!Ref", name) }
      return tagged(IntrinsicCall.computed, reason)
    case .uncertain(let reason): return tagged(IntrinsicCall.uncertain, reason)
    case .list(let elements):
      return LocatedNode(.sequence(elements.map { node($0, given: names) }), at: fact.location)
    case .record(let entries):
      if entries.count == 1, entries[0].key == "Ref", let name = entries[0].value.text,
        !names.contains(name), !name.hasPrefix("AWS::")
      {
        // Another file may declare the resource under this name:
        // `Resources: { UserPool: userPool }`.
        let held = names.filter { $0.lowercased() == name.lowercased() }
        if held.count == 1, let own = held.first { return tagged("!Ref", own) }
        return tagged(IntrinsicCall.computed, "\(name.prefix(40)) stands in another file")
      }
      return LocatedNode(
        .mapping(
          entries.map {
            LocatedNode.Entry(
              key: $0.key, keyLocation: $0.keyLocation,
              value: member($0) ?? node($0.value, given: names))
          }), at: fact.location)
    }
  }
}
