extension ModelLoader {
  /// The most values of a message register; no set of messages is ever built.
  static let mostMessages = 256

  /// Reads `messages:`. Messages to components share one register and answers to the app another,
  /// so that one of each can be under way.
  mutating func readMessages() {
    var declared: [(entry: LocatedNode.Entry, receiver: Int?)] = []
    for entry in sections["messages"] ?? [] {
      attempt { loader throws(Diagnostic) in
        declared.append((entry, try loader.receiver(of: entry)))
      }
    }
    declareRegister(named: "message", for: declared.filter { $0.receiver != nil }.map(\.entry.key))
    declareRegister(named: "answer", for: declared.filter { $0.receiver == nil }.map(\.entry.key))
    var codes = (component: 0, app: 0)
    for (entry, receiver) in declared {
      if receiver == nil { codes.app += 1 } else { codes.component += 1 }
      let code = receiver == nil ? codes.app : codes.component
      attempt { loader throws(Diagnostic) in
        try loader.readMessage(entry, receiver: receiver, code: code)
      }
    }
  }

  private func receiver(of entry: LocatedNode.Entry) throws(Diagnostic) -> Int? {
    var reader = try MappingReader(entry.value, subject: "a message")
    let node = try reader.required("to")
    let name = try node.requireText()
    if name == Action.app { return nil }
    guard let component = model.component(named: name) else {
      throw Diagnostic(
        "table.unknown-name", at: node.location, "`\(name)` is no component",
        remedy: "send it to `app` or to one of \(model.components.map(\.name).list)")
    }
    return component
  }

  private mutating func declareRegister(named name: String, for messages: [String]) {
    guard !messages.isEmpty else { return }
    let isMessage = name == "message"
    attempt { loader throws(Diagnostic) in
      let place = loader.sections["messages"]?.first?.keyLocation ?? SourceLocation(file: "")
      let members = ["none"] + messages
      guard members.count <= Self.mostMessages else {
        throw Diagnostic(
          "table.shape", at: place,
          "there are at most \(Self.mostMessages - 1) messages of a kind, not \(messages.count)",
          remedy: "join messages that differ in a field only")
      }
      let id = loader.model.types.intern(isMessage ? "Message" : "Answer", members: members)
      let slot = loader.addSlot(
        Slot(
          name: name, type: .member(id), kind: isMessage ? .message : .answer, initial: 0,
          documentation: "", location: place))
      if isMessage { loader.model.messageSlot = slot } else { loader.model.answerSlot = slot }
      try loader.declare(
        Symbol(name: name, index: nil, slots: [slot], type: .member(id)), at: place)
    }
  }

  private mutating func readMessage(
    _ entry: LocatedNode.Entry, receiver: Int?, code: Int
  ) throws(Diagnostic) {
    var reader = try MappingReader(entry.value, subject: "a message")
    _ = reader.optional("to")
    let message = model.messages.count
    let kind = try reader.text("kind")
    let documentation = try reader.text("doc")
    let fields = reader.optional("fields")?.entries ?? []
    for key in ["source", "confidence", "fact", "because"] + Self.wireKeys {
      _ = reader.optional(key)
    }
    diagnostics += reader.unknownKeys()
    var slots: [Int] = []
    for field in fields {
      attempt { loader throws(Diagnostic) in
        var fieldReader = try MappingReader(field.value, subject: "a field")
        let type = try loader.readType(&fieldReader, named: "\(entry.key).\(field.key)")
        for key in ["doc", "evidence", "absent"] { _ = try fieldReader.text(key) }
        loader.diagnostics += fieldReader.unknownKeys()
        let name = "\(entry.key).\(field.key)"
        let slot = loader.addSlot(
          Slot(
            name: name, type: type,
            kind: receiver == nil ? .answerField(message: message) : .field(message: message),
            initial: loader.model.types.first(of: type), documentation: "",
            location: field.keyLocation))
        slots.append(slot)
        try loader.declare(
          Symbol(name: name, index: nil, slots: [slot], type: type), at: field.keyLocation)
      }
    }
    model.messages.append(
      Message(
        name: entry.key, receiver: receiver, kind: kind, fields: slots, code: code,
        documentation: documentation, wire: WireForm(name: entry.key), location: entry.keyLocation))
  }

  mutating func readActionInputs() {
    for entry in sections["actions"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readAction(entry) }
    }
  }

  private mutating func readAction(_ entry: LocatedNode.Entry) throws(Diagnostic) {
    var reader = try MappingReader(entry.value, subject: "an action")
    let actor = try reader.required("by").requireText()
    var component: Int?
    if let node = reader.optional("component") {
      component = try componentNamed(node)
    }
    let call = try reader.text("call")
    let word = try reader.text("as")
    let inputs = reader.optional("inputs")?.entries ?? []
    for key in ["enabled", "possible", "needs", "gives", "command"] { _ = reader.optional(key) }
    let documentation = try reader.text("doc")
    _ = reader.optional("because")
    diagnostics += reader.unknownKeys()
    let position = model.actions.count
    model.actions.append(
      Action(
        name: entry.key, call: call.isEmpty ? entry.key : call, word: word, actor: actor,
        component: component, inputs: [], enabled: .yes, documentation: documentation,
        location: entry.keyLocation))
    for input in inputs {
      attempt { loader throws(Diagnostic) in
        try loader.readInput(input, of: position)
      }
    }
  }

  private mutating func readInput(
    _ entry: LocatedNode.Entry, of action: Int
  ) throws(Diagnostic) {
    var reader = try MappingReader(entry.value, subject: "an input")
    let name = "\(model.actions[action].name).\(entry.key)"
    let type = try readType(&reader, named: name)
    let evidence = try reader.text("evidence")
    _ = reader.optional("needs")
    _ = try reader.text("doc")
    diagnostics += reader.unknownKeys()
    let slot = addSlot(
      Slot(
        name: name, type: type, kind: .input(action: action),
        initial: model.types.first(of: type), documentation: "", location: entry.keyLocation))
    try declare(
      Symbol(name: name, index: nil, slots: [slot], type: type), at: entry.keyLocation)
    model.actions[action].inputs.append(
      Action.Input(
        name: entry.key, slot: slot, evidence: evidence.isEmpty ? nil : evidence))
  }

  mutating func readActionGuards() {
    for entry in sections["actions"] ?? [] {
      guard let action = model.action(named: entry.key) else { continue }
      attempt { loader throws(Diagnostic) in
        if let node = entry.value["enabled"] {
          loader.model.actions[action].enabled = try loader.condition(node, on: action)
        }
        if let node = entry.value["possible"] {
          loader.model.actions[action].possible = try loader.condition(node, on: action)
        }
      }
    }
  }

  /// Reads a condition on the state and on an action's inputs.
  private func condition(_ node: LocatedNode, on action: Int) throws(Diagnostic) -> Expression {
    try checked(
      node, expecting: .bool, by: checker(forInputsOf: action), in: .table(action: action))
  }

  /// Returns the type checker with an action's inputs visible by name.
  func checker(forInputsOf action: Int) -> TypeChecker {
    var checker = self.checker
    for input in model.actions[action].inputs {
      checker.scope[input.name] = TypedExpression(
        .slot(input.slot), model.slots[input.slot].type)
    }
    return checker
  }

  func componentNamed(_ node: LocatedNode) throws(Diagnostic) -> Int {
    let name = try node.requireText()
    guard let component = model.component(named: name) else {
      let names = model.components.map(\.name)
      throw Diagnostic(
        "table.unknown-name", at: node.location, "`\(name)` is no component",
        remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "declare it")
    }
    return component
  }
}
