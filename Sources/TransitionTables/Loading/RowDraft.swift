/// A row that is being read: one instance of a `for:`, with the names that are visible in it.
struct RowDraft {
  let context: ModelLoader.RowContext
  let instance: [(name: String, value: TypedExpression, text: String)]
  let location: SourceLocation
  let loader: ModelLoader
  /// The type checker with the inputs, fields and bound members that are visible in the row.
  private var checker: TypeChecker
  private var action: Int?
  /// The mutants of the guard, if they are to be kept.
  private(set) var mutants: [GuardMutant] = []

  init(
    context: ModelLoader.RowContext,
    instance: [(name: String, value: TypedExpression, text: String)], location: SourceLocation,
    loader: ModelLoader
  ) {
    self.context = context
    self.instance = instance
    self.location = location
    self.loader = loader
    checker = loader.checker
  }

  /// Reads one row instance.
  /// - Throws: the first diagnostic of the row.
  mutating func read(_ reader: inout MappingReader) throws(Diagnostic) -> Row {
    let id = try reader.required("id").requireText()
    // A row that names its single message itself needs no suffix in its id.
    let ownMessage = reader.entries.first { $0.key == "receive" }?.value.text
    let received = context.received?.text
    let members =
      instance.map(\.text) + [received == ownMessage ? nil : received].compactMap(\.self)
    var row = Row(
      id: id, instance: members, group: 0, component: nil, trigger: .none, from: nil, when: .yes,
      whenText: "", updates: [], target: nil, sends: nil, effects: [], judgements: [],
      source: nil, documentation: try reader.text("doc"), location: location)
    if let node = reader.optional("component") ?? context.component {
      row.component = try loader.componentNamed(node)
    }
    try readTrigger(&reader, of: &row)
    row.from = try readFrom(&reader, of: row)
    if let node = reader.optional("when") {
      row.when = try loader.checked(
        node, expecting: .bool, by: checker, in: .table(action: action))
      row.whenText = node.text ?? ""
      if loader.keepsMutants {
        mutants = try loader.mutants(in: node, by: checker)
        mutants += try loader.mutants(
          adding: (context.guardBefore, context.guardBehind), to: node, by: checker)
      }
    }
    try readUpdates(&reader, of: &row)
    try readTarget(&reader, of: &row)
    try readSend(&reader, of: &row)
    row.text = try reader.text("text")
    row.who = try readWho(&reader)
    try readCarries(&reader, of: &row)
    try readEvidence(&reader, of: &row)
    if let node = reader.optional("because") ?? context.because {
      row.source = try Source(reading: node)
    }
    return row
  }

  private mutating func readTrigger(
    _ reader: inout MappingReader, of row: inout Row
  ) throws(Diagnostic) {
    if let node = reader.optional("on") ?? context.on {
      let name = try node.requireText()
      let action = try actionNamed(node)
      let answering = loader.model.actions[action].component
      row.component = row.component ?? answering
      guard row.component == answering else {
        let owner = answering.map { "`\(loader.model.components[$0].name)`" } ?? "no component"
        throw Diagnostic(
          "table.shape", at: node.location, "`\(name)` is answered by the rows of \(owner)",
          remedy: "give the row and the action the same `component:`")
      }
      row.trigger = .action(action)
      self.action = action
      checker = loader.checker(forInputsOf: action)
    }
    let own = reader.optional("receive")
    if let node = context.received ?? own ?? context.receive {
      guard row.trigger == .none else {
        throw Diagnostic(
          "table.shape", at: node.location, "a row has one trigger, `on` or `receive`",
          remedy: "write two rows")
      }
      let message = try loader.messageNamed(node)
      let receiver = loader.model.messages[message].receiver
      if !context.isBefore { row.component = row.component ?? receiver }
      guard receiver != nil, receiver == row.component || context.isBefore else {
        let to = receiver.map { loader.model.components[$0].name }
        throw Diagnostic(
          "table.shape", at: node.location,
          "`\(loader.model.messages[message].name)` goes to `\(to ?? Action.app)`",
          remedy: to.map { "only rows with `component: \($0)` receive it" }
            ?? "what the app receives is received by no row")
      }
      row.trigger = .message(message)
      for field in loader.model.messages[message].fields {
        let slot = loader.model.slots[field]
        checker.fields[slot.ownName] = TypedExpression(.slot(field), slot.type)
      }
    }
    for bound in instance { checker.scope[bound.name] = bound.value }
  }

  private func actionNamed(_ node: LocatedNode) throws(Diagnostic) -> Int {
    let name = try node.requireText()
    guard let action = loader.model.action(named: name) else {
      throw .unknownName(
        name, at: node.location, "`\(name)` is no action",
        among: loader.model.actions.map(\.name), else: "declare it under `actions:`")
    }
    return action
  }

  private func readFrom(
    _ reader: inout MappingReader, of row: Row
  ) throws(Diagnostic) -> [Int]? {
    guard let node = reader.optional("from") ?? context.from else { return nil }
    guard let component = row.component else {
      throw Diagnostic(
        "table.shape", at: node.location,
        "a row without a component has no location to leave", remedy: "add `component:`")
    }
    return try loader.locations(node, of: loader.model.components[component].locations)
  }

  private func readTarget(
    _ reader: inout MappingReader, of row: inout Row
  ) throws(Diagnostic) {
    guard let node = reader.optional("to") else { return }
    guard let component = row.component else {
      throw Diagnostic(
        "table.shape", at: node.location, "a row without a component goes nowhere",
        remedy: "add `component:`")
    }
    let place = loader.model.components[component]
    let target = try loader.member(node, of: place.locations)
    row.target = target
    row.updates.append(
      Row.Update(
        slot: place.locationSlot, value: .constant(target), location: node.location))
  }

  private func readSend(
    _ reader: inout MappingReader, of row: inout Row
  ) throws(Diagnostic) {
    let model = loader.model
    if let node = try readAnswer(&reader) {
      let entry = node.entries?.first
      if let entries = node.entries, entries.count != 1 {
        throw Diagnostic(
          "table.shape", at: node.location, "a row sends one message",
          remedy: "write `send: { Message: { field: value } }`")
      }
      let name = entry.map { LocatedNode(.scalar($0.key, quoted: false), at: $0.keyLocation) }
      let position = try loader.messageNamed(name ?? node)
      let message = model.messages[position]
      row.sends = position
      let register = message.receiver == nil ? model.answerSlot : model.messageSlot
      if let register {
        row.updates.append(
          Row.Update(slot: register, value: .constant(message.code), location: node.location))
      }
      try readFields(entry?.value, of: message, into: &row)
    }
    row.passes = try passesOn(&reader, row)
    // The row that receives a message clears it, unless it sends another one or passes the message
    // on.
    if !row.passes, case .message = row.trigger, let register = model.messageSlot,
      !row.updates.contains(where: { $0.slot == register })
    {
      row.updates.append(Row.Update(slot: register, value: .constant(0), location: location))
    }
  }

  /// Reads `passes: true` of a rung before the receivers: the message stays under way.
  private func passesOn(_ reader: inout MappingReader, _ row: Row) throws(Diagnostic) -> Bool {
    guard let node = reader.optional("passes") else { return false }
    guard try node.requireText() == "true", context.isBefore, row.sends == nil else {
      throw Diagnostic(
        "table.shape", at: node.location,
        "only a rung of a ladder with `before: true` that sends nothing has `passes: true`",
        remedy: "delete it, or let the rung pass the message on")
    }
    return true
  }

  /// Reads `send:`; the name of a translation stands for its entry for the received message.
  private func readAnswer(_ reader: inout MappingReader) throws(Diagnostic) -> LocatedNode? {
    guard let node = reader.optional("send") else { return nil }
    guard let translation = loader.translations[node.text ?? ""] else { return node }
    guard let entry = translation.first(where: { $0.key == context.received?.text }) else {
      throw Diagnostic(
        "table.unknown-name", at: node.location,
        "the translation `\(node.text ?? "")` has no entry for what this row receives",
        remedy: "receive messages of the translation, or send a message by its name")
    }
    return entry.value
  }

  private func readFields(
    _ node: LocatedNode?, of message: Message, into row: inout Row
  ) throws(Diagnostic) {
    let given = node?.entries ?? []
    let names = message.fields.map { loader.model.slots[$0].ownName }
    for entry in given where !names.contains(entry.key) {
      throw Diagnostic(
        "table.unknown-key", at: entry.keyLocation,
        "`\(message.name)` has no field `\(entry.key)`",
        remedy: names.nearest(to: entry.key).map { "did you mean `\($0)`?" }
          ?? "its fields are \(names.list)")
    }
    for (slot, name) in zip(message.fields, names) {
      let type = loader.model.slots[slot].type
      var value = Expression.constant(loader.model.types.first(of: type))
      if let entry = given.first(where: { $0.key == name }) {
        value = try setOrExpression(entry.value, type: type, by: checker)
      }
      row.updates.append(
        Row.Update(slot: slot, value: value, location: node?.location ?? location))
    }
  }

  /// Reads a value as an expression; a YAML list or flow mapping of words is a set.
  private func setOrExpression(
    _ node: LocatedNode, type: ValueType, by checker: TypeChecker
  ) throws(Diagnostic) -> Expression {
    if node.text == nil { return .constant(try loader.constant(node, as: type)) }
    return try loader.checked(node, expecting: type, by: checker, in: .table(action: action))
  }

  private func readUpdates(
    _ reader: inout MappingReader, of row: inout Row
  ) throws(Diagnostic) {
    guard let node = reader.optional("set") else { return }
    guard let entries = node.entries else {
      throw Diagnostic(
        "table.shape", at: node.location, "`set` maps variables to values",
        remedy: "write `set: { variable: value }`")
    }
    for entry in entries {
      let assignment = try Assignment.parse(entry, loader: loader, checker: checker)
      for target in assignment.targets {
        var inner = checker
        if let (name, value) = target.binding { inner.scope[name] = value }
        let type = loader.model.slots[target.slot].type
        var value = try setOrExpression(entry.value, type: type, by: inner)
        if let condition = target.condition {
          value = .conditional(condition, value, .slot(target.slot))
        }
        if row.updates.contains(where: { $0.slot == target.slot }) {
          throw Diagnostic(
            "table.duplicate", at: entry.keyLocation,
            "`\(loader.model.slots[target.slot].name)` is set twice in one row",
            remedy: "join the two with `if … then … else …`")
        }
        row.updates.append(
          Row.Update(slot: target.slot, value: value, location: entry.value.location))
      }
    }
  }

  /// Reads `carries:` of a row that sends a request: members with another maker than usual.
  private func readCarries(_ reader: inout MappingReader, of row: inout Row) throws(Diagnostic) {
    guard let node = reader.optional("carries") else { return }
    guard let entries = node.entries, let sent = row.sends else {
      throw Diagnostic(
        "table.shape", at: node.location, "`carries` maps members of what the row sends",
        remedy: "write `carries: { MEMBER: maker }`, or `MEMBER: none`, next to `send:`")
    }
    let names = loader.wireNames(of: sent)
    for entry in entries {
      guard names.contains(entry.key) else {
        throw .unknownName(
          entry.key, at: entry.keyLocation,
          "`\(loader.model.messages[sent].name)` has no member `\(entry.key)` on the wire",
          among: names, else: "declare it under `wire:` of the message")
      }
      let maker = try entry.value.requireText()
      row.carries[entry.key] = maker == "none" ? "" : maker
    }
  }

  /// Reads `who:` of a row: a phrase, or a phrase for each member that a `for:` binds.
  private func readWho(_ reader: inout MappingReader) throws(Diagnostic) -> String {
    guard let node = reader.optional("who") else { return "" }
    guard node.entries != nil else { return try node.requireText() }
    for member in instance {
      let name = member.text.split(separator: " ").last.map(String.init) ?? member.text
      if let words = node[name] { return try words.requireText() }
    }
    return ""
  }

  private func readEvidence(
    _ reader: inout MappingReader, of row: inout Row
  ) throws(Diagnostic) {
    for node in try reader.words("accepts") ?? [] {
      row.judgements.append(
        Judgement(evidence: node.text ?? "", isAccepted: true, reason: ""))
    }
    if let node = reader.optional("refuses") {
      for entry in node.entries ?? [] {
        row.judgements.append(
          Judgement(
            evidence: entry.key, isAccepted: false, reason: try entry.value.requireText()))
      }
      if node.entries == nil {
        row.judgements.append(
          Judgement(evidence: try node.requireText(), isAccepted: false, reason: ""))
      }
    }
    for node in try reader.words("effects") ?? [] {
      let name = node.text ?? ""
      guard loader.model.effects[name] != nil else {
        throw .unknownName(
          name, at: node.location, "`\(name)` is no effect",
          among: loader.model.effects.keys.sorted(), else: "declare it under `effects:`")
      }
      row.effects.append(name)
    }
    for node in try reader.words("grants") ?? [] { row.grants.append(try actionNamed(node)) }
  }
}

extension Source {
  /// Reads `because: { fact, source, confidence }`.
  init(reading node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "`because`")
    self.init(
      fact: try reader.text("fact"), document: try reader.text("source"),
      confidence: try reader.text("confidence"))
    if let unknown = reader.unknownKeys().first { throw unknown }
    guard ["", "A", "B", "C", "D"].contains(confidence) else {
      throw Diagnostic(
        "table.shape", at: node.location, "`\(confidence)` is no confidence",
        remedy: "write A, B, C or D")
    }
  }
}
