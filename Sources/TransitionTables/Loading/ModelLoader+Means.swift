extension ModelLoader {
  /// Reads `means:`, `access:`, and the means that actions need and give.
  mutating func readMeans() {
    for entry in sections["means"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readMeans(entry) }
    }
    readAccess()
    for entry in sections["actions"] ?? [] {
      guard let action = model.action(named: entry.key) else { continue }
      attempt { loader throws(Diagnostic) in try loader.readUses(entry, of: action) }
    }
  }

  private mutating func readMeans(_ entry: LocatedNode.Entry) throws(Diagnostic) {
    var reader = try MappingReader(entry.value, subject: "means")
    let factors = Means.Factor.allCases.map(\.rawValue)
    let word = try reader.required("factor")
    guard let factor = Means.Factor(rawValue: try word.requireText()) else {
      throw .unknownName(
        word.text ?? "", at: word.location, "`\(word.text ?? "")` is no factor", among: factors,
        else: "use one of \(factors.list)")
    }
    let title = try reader.text("says")
    model.means.append(
      Means(
        name: entry.key, title: title.isEmpty ? entry.key : title, factor: factor,
        cost: try number("cost", &reader), rarity: try number("rarity", &reader),
        documentation: try reader.text("doc"), location: entry.keyLocation))
    diagnostics += reader.unknownKeys()
  }

  func number(_ key: String, _ reader: inout MappingReader) throws(Diagnostic) -> Int {
    let node = try reader.required(key)
    // The limit prevents an overflow of sums.
    guard let number = Int(try node.requireText()), (1...1_000_000).contains(number) else {
      throw Diagnostic(
        "table.type", at: node.location, "`\(key)` cannot be `\(node.text ?? "")`",
        remedy: "write a number from 1 to 1000000")
    }
    return number
  }

  private mutating func readAccess() {
    let entries = sections["access"] ?? []
    guard !entries.isEmpty else { return }
    attempt { loader throws(Diagnostic) in
      let values = Dictionary(
        entries.map { ($0.key, $0.value) }, uniquingKeysWith: { one, _ in one })
      let known = ["start", "places", "account", "help", "outsiders", "claim", "follows"]
      for entry in entries where !known.contains(entry.key) {
        throw .unknownName(
          entry.key, at: entry.keyLocation, "`access` has no key `\(entry.key)`", among: known,
          else: "use one of \(known.list)")
      }
      func condition(_ node: LocatedNode?) throws(Diagnostic) -> Expression {
        guard let node else { return .no }
        return try loader.checked(node, expecting: .bool, by: loader.checker, in: .states)
      }
      var access = Access(
        start: try condition(values["start"]), places: [],
        account: try condition(values["account"]), help: nil)
      for place in values["places"]?.entries ?? [] {
        access.places.append(
          MeansUse(
            means: try loader.meansNamed(place.key, at: place.keyLocation),
            condition: try condition(place.value)))
      }
      if let node = values["help"] {
        access.help = try loader.meansNamed(try node.requireText(), at: node.location)
      }
      for node in values["outsiders"]?.elements ?? [] {
        access.outsiders.append(try loader.meansNamed(try node.requireText(), at: node.location))
      }
      if values["claim"] != nil { access.claim = try condition(values["claim"]) }
      for node in values["follows"]?.elements ?? [] {
        access.follows.append(try loader.switchNamed(try node.requireText(), at: node.location))
      }
      loader.model.access = access
    }
  }

  /// Returns the slot of a boolean parameter.
  private func switchNamed(_ name: String, at place: SourceLocation) throws(Diagnostic) -> Int {
    let switches = model.parameters.filter { model.slots[$0].type == .bool }
    guard let slot = switches.first(where: { model.slots[$0].name == name }) else {
      throw .unknownName(
        name, at: place, "`\(name)` is no parameter that is true or false",
        among: switches.map { model.slots[$0].name }, else: "name such a parameter")
    }
    return slot
  }

  func meansNamed(_ name: String, at place: SourceLocation) throws(Diagnostic) -> Int {
    guard let position = model.means.firstIndex(where: { $0.name == name }) else {
      throw .unknownName(
        name, at: place, "`\(name)` is no means", among: model.means.map(\.name),
        else: "declare it under `means:`")
    }
    return position
  }

  private mutating func readUses(_ entry: LocatedNode.Entry, of action: Int) throws(Diagnostic) {
    if let node = entry.value["needs"] {
      model.actions[action].needs += try uses(node, of: action, where: .yes)
    }
    if let node = entry.value["command"] {
      model.actions[action].command = try command(node, of: action)
    }
    if let node = entry.value["gives"] {
      model.actions[action].gives += try uses(node, of: action, where: .yes)
    }
    for input in entry.value["inputs"]?.entries ?? [] {
      guard let needs = input.value["needs"]?.entries,
        let position = model.actions[action].inputs.firstIndex(where: { $0.name == input.key })
      else { continue }
      let slot = model.actions[action].inputs[position].slot
      let type = model.slots[slot].type
      for need in needs {
        guard
          let value = model.types.values(of: type).first(where: {
            model.types.text(of: $0, as: type) == need.key
          })
        else {
          let members = model.types.values(of: type).map { model.types.text(of: $0, as: type) }
          throw .unknownName(
            need.key, at: need.keyLocation, "`needs` names `\(need.key)`, which is no class",
            among: members, else: "name a class of the input")
        }
        model.actions[action].inputs[position].classesWithNeeds.insert(value)
        model.actions[action].needs += try uses(
          need.value, of: action, where: .equal(.slot(slot), .constant(value)))
      }
    }
  }

  /// Reads a command line, or its parts with conditions, which are joined in order.
  private func command(_ node: LocatedNode, of action: Int) throws(Diagnostic) -> [CommandPart] {
    guard let elements = node.elements else {
      return [CommandPart(condition: .yes, text: try node.requireText())]
    }
    var parts: [CommandPart] = []
    for element in elements {
      guard element.entries != nil else {
        parts.append(CommandPart(condition: .yes, text: try element.requireText()))
        continue
      }
      var reader = try MappingReader(element, subject: "a part of a command")
      let when = try checked(
        try reader.required("when"), expecting: .bool, by: checker(forInputsOf: action),
        in: .table(action: action))
      parts.append(CommandPart(condition: when, text: try reader.required("run").requireText()))
    }
    return parts
  }

  /// Reads `none`, a single means, a list of them, or a condition for each means.
  private func uses(
    _ node: LocatedNode, of action: Int, where premise: Expression
  ) throws(Diagnostic) -> [MeansUse] {
    var found: [MeansUse] = []
    if let entries = node.entries {
      for entry in entries {
        let condition = try checked(
          entry.value, expecting: .bool, by: checker(forInputsOf: action),
          in: .table(action: action))
        found.append(
          MeansUse(
            means: try meansNamed(entry.key, at: entry.keyLocation),
            condition: .and([premise, condition])))
      }
      return found
    }
    for word in node.elements ?? [node] {
      let name = try word.requireText()
      guard name != "none" else { continue }
      found.append(
        MeansUse(means: try meansNamed(name, at: word.location), condition: premise))
    }
    return found
  }
}

extension Model {
  /// Returns the command line for a step of an action with some inputs; nil where the table has
  /// none.
  public func command(of action: Int, inputs: [Int]) -> String? {
    var valuation = slots.map(\.initial)
    for (input, value) in zip(actions[action].inputs, inputs) { valuation[input.slot] = value }
    let evaluator = ConcreteEvaluator(valuation)
    let parts = actions[action].command.filter { evaluator.holds($0.condition) }.map(\.text)
    guard !parts.isEmpty else { return nil }
    return zip(actions[action].inputs, inputs).reduce(parts.joined(separator: " ")) { line, input in
      line.replacing("<\(input.0.name)>", with: text(of: input.1, in: input.0.slot))
    }
  }
}

extension CompiledModel {
  /// Returns the means that a step of an action with some inputs needs, each with its condition.
  public func needs(of action: Int, inputs: [Int]) -> [MeansUse] {
    given(model.actions[action].needs, action, inputs)
  }

  /// Returns the means that a successful step of an action gives, each with its condition.
  public func gives(of action: Int, inputs: [Int]) -> [MeansUse] {
    given(model.actions[action].gives, action, inputs)
  }

  private func given(_ uses: [MeansUse], _ action: Int, _ inputs: [Int]) -> [MeansUse] {
    let known = zip(model.actions[action].inputs, inputs).map {
      ($0.slot, Expression.constant($1))
    }
    let values = Dictionary(uniqueKeysWithValues: known)
    return uses.map { MeansUse(means: $0.means, condition: $0.condition.replacing(values)) }
  }
}
