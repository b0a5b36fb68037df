extension ModelLoader {
  /// The keys of a message that describe its form on the wire.
  static let wireKeys = ["wire", "api", "also", "answer", "text", "implies"]

  /// Reads the wire names of an enum that is a mapping, `{ sms: SMS_MFA, none: ~ }`.
  mutating func readWireNames(of entry: LocatedNode.Entry, id: Int) throws(Diagnostic) {
    guard let entries = entry.value.entries else { return }
    let names = try entries.map { entry throws(Diagnostic) -> String? in
      entry.value.isNull ? nil : try entry.value.requireText()
    }
    let known = model.types.enums[id].wireNames
    guard known.isEmpty || known == names else {
      throw Diagnostic(
        "table.duplicate", at: entry.keyLocation,
        "`\(entry.key)` has the members of `\(model.types.enums[id].name)` and other wire names",
        remedy: "use one enum for both, or name its members otherwise")
    }
    model.types.setWireNames(names, of: id)
  }

  /// Reads the wire forms of messages, once all names that their conditions use are known.
  mutating func readWire() {
    for entry in sections["messages"] ?? [] {
      guard let message = model.message(named: entry.key) else { continue }
      attempt { loader throws(Diagnostic) in try loader.readWire(entry, of: message) }
    }
    for entry in sections["messages"] ?? [] {
      guard let message = model.message(named: entry.key), let node = entry.value["answer"] else {
        continue
      }
      attempt { loader throws(Diagnostic) in try loader.readAnswer(node, to: message) }
    }
  }

  private mutating func readWire(
    _ entry: LocatedNode.Entry, of message: Int
  ) throws(Diagnostic) {
    var form = WireForm(name: try entry.value["api"]?.requireText() ?? entry.key)
    form.text = try entry.value["text"]?.requireText() ?? ""
    for (slot, node) in try absences(entry, of: message) {
      let type = model.slots[slot].type
      form.absent[slot] = try constant(node, as: type)
    }
    for other in entry.value["also"]?.entries ?? [] {
      form.others[other.key] = try fieldSlot(other.value, of: message)
    }
    if let node = entry.value["implies"] {
      form.implies = try parameterChanges(
        node, of: "what a call implies", remedy: "a call implies settings by settings alone")
    }
    if let node = entry.value["wire"] {
      form.members = try wireMembers(node, within: [], of: message, in: &form)
    }
    model.messages[message].wire = form
  }

  /// The `absent:` nodes of the fields that have one, by slot.
  private func absences(
    _ entry: LocatedNode.Entry, of message: Int
  ) throws(Diagnostic) -> [(slot: Int, node: LocatedNode)] {
    let slots = fieldSlots(of: message)
    return (entry.value["fields"]?.entries ?? []).compactMap { field in
      guard let slot = slots[field.key], let node = field.value["absent"] else { return nil }
      return (slot, node)
    }
  }

  /// Reads the members that answer a challenge; their fields belong to the answering message.
  private mutating func readAnswer(
    _ node: LocatedNode, to challenge: Int
  ) throws(Diagnostic) {
    let reply = model.messages.indices.first { model.messages[$0].wire.answering != nil }
    guard let reply, let answering = model.messages[reply].wire.answering else {
      throw Diagnostic(
        "table.shape", at: node.location, "no message answers challenges",
        remedy: "write `answers: FIELD` next to the `members:` that hold the answers")
    }
    var form = model.messages[challenge].wire
    form.answers = try wireMembers(node, within: answering.path, of: reply, in: &form)
    model.messages[challenge].wire = form
  }

  private mutating func wireMembers(
    _ node: LocatedNode, within path: [String], of message: Int, in form: inout WireForm
  ) throws(Diagnostic) -> [WireMember] {
    guard let entries = node.entries else {
      throw Diagnostic(
        "table.shape", at: node.location, "members on the wire are a mapping of names",
        remedy: "write `NAME: field`, or `NAME: { made: maker }`")
    }
    var members: [WireMember] = []
    for entry in entries {
      let own = path + [entry.key]
      if let inner = entry.value["members"] {
        var reader = try MappingReader(entry.value, subject: "a member on the wire")
        _ = reader.optional("members")
        if let field = reader.optional("answers") {
          form.answering = WireForm.Answering(field: try fieldSlot(field, of: message), path: own)
        }
        if let node = reader.optional("as") {
          form.containers[own] = try word(
            node, "no way to hold members", of: WireForm.Container.self)
        }
        diagnostics += reader.unknownKeys()
        members += try wireMembers(inner, within: own, of: message, in: &form)
      } else {
        members.append(try wireMember(entry, path: own, of: message))
      }
    }
    return members
  }

  private mutating func wireMember(
    _ entry: LocatedNode.Entry, path: [String], of message: Int
  ) throws(Diagnostic) -> WireMember {
    var member = WireMember(
      path: path, field: nil, encoding: .bytes, maker: "", evidence: "", words: [], when: .yes,
      isSecret: false, required: .no, limit: 0, location: entry.keyLocation)
    guard entry.value.entries != nil else {
      let word = try entry.value.requireText()
      if let slot = carriedSlots(of: message)[word] {
        member.field = slot
        member.encoding = encoding(of: slot, hasMaker: false)
      } else {
        member.maker = word
      }
      return member
    }
    var reader = try MappingReader(entry.value, subject: "a member on the wire")
    if let node = reader.optional("field") { member.field = try carriedSlot(node, of: message) }
    member.evidence = try reader.text("evidence")
    member.maker = try reader.text("made")
    let words = try reader.text("words").split(separator: ",").map { $0.trimmed }
    member.words = words.filter { !$0.isEmpty }
    member.isSecret = try reader.truth("secret")
    if let node = reader.optional("limit") {
      guard let limit = Int(try node.requireText()), limit > 0 else {
        throw Diagnostic(
          "table.shape", at: node.location, "`limit` is a number of bytes above zero",
          remedy: "write a number")
      }
      member.limit = limit
    }
    if let node = reader.optional("when") { member.when = try condition(node, on: message) }
    if let node = reader.optional("required") {
      member.required = try condition(node, on: message)
    }
    try readEncoding(&reader, of: &member)
    diagnostics += reader.unknownKeys()
    return member
  }

  private func condition(_ node: LocatedNode, on message: Int) throws(Diagnostic) -> Expression {
    try checked(
      node, expecting: .bool, by: checker(forFieldsOf: message), in: .table(action: nil))
  }

  private func readEncoding(
    _ reader: inout MappingReader, of member: inout WireMember
  ) throws(Diagnostic) {
    let isMade = !member.maker.isEmpty || !member.evidence.isEmpty
    if let text = reader.optional("text") {
      member.words = [try text.requireText()]
      member.encoding = .constant
    } else if let slot = member.field {
      member.encoding = encoding(of: slot, hasMaker: isMade)
    }
    guard let node = reader.optional("as") else { return }
    member.encoding = try word(node, "no way to write a value", of: WireMember.Encoding.self)
    guard let slot = member.field, [.among, .holds].contains(member.encoding),
      model.slots[slot].type.isSet != (member.encoding == .holds)
    else { return }
    let isSet = model.slots[slot].type.isSet
    throw Diagnostic(
      "table.shape", at: node.location,
      "`\(model.slots[slot].ownName)` is \(isSet ? "a set" : "no set")",
      remedy: "write `as: \(isSet ? "holds" : "among")`")
  }

  /// Reads one of the keywords of the language.
  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: LocatedNode, _ complaint: String, of type: Word.Type
  ) throws(Diagnostic) -> Word {
    let text = try node.requireText()
    let words = type.allCases.map(\.rawValue)
    guard let word = Word(rawValue: text) else {
      throw .unknownName(
        text, at: node.location, "`\(text)` is \(complaint)", among: words,
        else: "use one of \(words.list)")
    }
    return word
  }

  /// The default encoding of a field.
  private func encoding(of slot: Int, hasMaker: Bool) -> WireMember.Encoding {
    switch model.slots[slot].type {
    case .bool: hasMaker ? .presence : .flag
    case .set: .list
    case .member, .integer: hasMaker ? .bytes : .word
    }
  }

  /// The slots of a message's fields, by their own names.
  private func fieldSlots(of message: Int) -> [String: Int] {
    let slots = model.messages[message].fields
    let pairs = slots.map { (model.slots[$0].ownName, $0) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The slots that a member may carry, by name: the message's fields and, for messages that show
  /// or change settings, the parameters.
  private func carriedSlots(of message: Int) -> [String: Int] {
    let fields = fieldSlots(of: message)
    let kind = model.messages[message].kind
    guard kind == "result" || kind == "administration" else { return fields }
    let parameters = model.parameters.map { (model.slots[$0].name, $0) }
    return fields.merging(parameters) { field, _ in field }
  }

  private func fieldSlot(_ node: LocatedNode, of message: Int) throws(Diagnostic) -> Int {
    try slot(node, of: message, among: fieldSlots(of: message))
  }

  private func carriedSlot(_ node: LocatedNode, of message: Int) throws(Diagnostic) -> Int {
    try slot(node, of: message, among: carriedSlots(of: message))
  }

  private func slot(
    _ node: LocatedNode, of message: Int, among fields: [String: Int]
  ) throws(Diagnostic) -> Int {
    let name = try node.requireText()
    guard let slot = fields[name] else {
      throw .unknownName(
        name, at: node.location, "`\(model.messages[message].name)` has no field `\(name)`",
        among: fields.keys.sorted(), else: "declare it under `fields:`")
    }
    return slot
  }

  /// Returns the type checker with a message's fields visible by name, before all other names.
  func checker(forFieldsOf message: Int) -> TypeChecker {
    var checker = self.checker
    for (name, slot) in fieldSlots(of: message) {
      checker.scope[name] = TypedExpression(.slot(slot), model.slots[slot].type)
    }
    return checker
  }

  /// Returns the names of all members that a message can have on the wire, sorted.
  func wireNames(of message: Int) -> [String] {
    let form = model.messages[message].wire
    let answers = form.answering == nil ? [] : model.messages.flatMap(\.wire.answers)
    return Set((form.members + answers).map(\.name)).sorted()
  }

  // MARK: Checks

  /// Checks wire forms once evidence is known: no member may occur twice, and members that carry
  /// evidence or secrets must be marked as secrets.
  mutating func checkWire() {
    let reply = model.messages.first { $0.wire.answering != nil }
    let members = model.messages.flatMap { $0.wire.members + $0.wire.answers }
    let makersOfSecrets = Set(members.filter(\.isSecret).map(\.maker)).subtracting([""])
    for (position, message) in model.messages.enumerated() {
      checkOperations(of: position)
      checkTwice(message.wire.members)
      for member in message.wire.members + message.wire.answers {
        checkEvidence(member)
        checkRedaction(member, of: message.name, makersOfSecrets)
      }
      guard let reply, let answering = reply.wire.answering, !message.wire.answers.isEmpty else {
        continue
      }
      checkTwice(message.wire.answers)
      let fixed = challenge(message.wire.name, in: answering.field)
      for member in message.wire.answers {
        for own in reply.wire.members where own.path == member.path {
          if canMeet(own.when, member.when, fixed) { complain(of: member, twice: own) }
        }
      }
    }
  }

  /// Checks that a text distinguishes an operation of `also:` from a message with the same name.
  private mutating func checkOperations(of position: Int) {
    let message = model.messages[position]
    for (operation, field) in message.wire.others.sorted(by: { $0.key < $1.key })
    where model.texts(of: position, under: field).isEmpty {
      let owner = model.messages.enumerated().first {
        $0.element.wire.name == operation && $0.offset != position
      }
      guard let owner = owner?.element else { continue }
      let name = model.slots[field].ownName
      diagnostics.append(
        Diagnostic(
          "table.duplicate", at: message.location,
          "`\(operation)` is `\(message.name)` and `\(owner.name)`, and nothing distinguishes them",
          remedy: "add a member to `wire:` with `text:` and `when: \(name)`"))
    }
  }

  private mutating func checkTwice(_ members: [WireMember]) {
    for (position, member) in members.enumerated() {
      for other in members[..<position]
      where other.path == member.path && canMeet(other.when, member.when, [:]) {
        complain(of: member, twice: other)
      }
    }
  }

  private mutating func complain(of member: WireMember, twice first: WireMember) {
    let path = member.path.joined(separator: ".")
    diagnostics.append(
      .duplicate("`\(path)` on the wire", at: member.location, first: first.location))
  }

  /// The value of the field that names a challenge, for the answer to that challenge.
  private func challenge(_ name: String, in slot: Int) -> [Int: Int] {
    guard case .member(let id) = model.slots[slot].type,
      let member = model.types.enums[id].members(onWire: name).first
    else { return [:] }
    return [slot: member]
  }

  /// Whether two conditions can hold together, decided by trying all values that they read.
  private func canMeet(_ a: Expression, _ b: Expression, _ fixed: [Int: Int]) -> Bool {
    let both = Expression.and([a, b])
    let slots = Set(both.slots).subtracting(fixed.keys).sorted()
    var valuation = model.slots.map(\.initial)
    for (slot, value) in fixed { valuation[slot] = value }
    func meets(_ rest: ArraySlice<Int>) -> Bool {
      guard let slot = rest.first else { return ConcreteEvaluator(valuation).holds(both) }
      return model.types.values(of: model.slots[slot].type).contains { value in
        valuation[slot] = value
        return meets(rest.dropFirst())
      }
    }
    return meets(slots[...])
  }

  private mutating func checkEvidence(_ member: WireMember) {
    guard !member.evidence.isEmpty, model.evidence[member.evidence] == nil else { return }
    diagnostics.append(
      .unknownName(
        member.evidence, at: member.location, "`\(member.evidence)` is no kind of evidence",
        among: model.evidence.keys.sorted(), else: "declare it under `evidence:`"))
  }

  /// Checks that evidence, and every value of a maker that makes secrets elsewhere, is a secret.
  private mutating func checkRedaction(
    _ member: WireMember, of message: String, _ makersOfSecrets: Set<String>
  ) {
    let isOfSecrets = makersOfSecrets.contains(member.maker)
    guard !member.isSecret, isOfSecrets || !member.evidence.isEmpty else { return }
    let carried = isOfSecrets ? member.maker : member.evidence
    diagnostics.append(
      Diagnostic(
        "table.unredacted-secret", at: member.location,
        "`\(member.name)` of `\(message)` carries `\(carried)`, and logs would show it",
        remedy: "add `secret: true`"))
  }
}
