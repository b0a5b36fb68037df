extension ModelLoader {
  mutating func readLegality() {
    for node in lists["legality"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readLegalityRule(node) }
    }
  }

  private mutating func readLegalityRule(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a legality rule")
    let id = try reader.required("id").requireText()
    let forbidNode = try reader.required("forbid")
    let forbid = try configured(
      forbidNode, of: "a legality rule",
      remedy: "rules of legality are about the configuration alone")
    let severity = try self.severity(&reader, among: ["error", "warning", "note"])
    let named = try reader.words("parameters") ?? []
    let known = model.parameters.map { model.slots[$0].name }
    for word in named where !known.contains(word.text ?? "") {
      throw .unknownName(
        word.text ?? "", at: word.location, "`\(word.text ?? "")` is no parameter", among: known,
        else: "name declared parameters")
    }
    var parameters = named.compactMap(\.text)
    if parameters.isEmpty { parameters = forbid.slots.map { model.slots[$0].name } }
    let source = try reader.optional("because").map { n throws(Diagnostic) in try Source(reading: n)
    }
    model.legality.append(
      LegalityRule(
        id: id, forbid: forbid, forbidText: forbidNode.text ?? "",
        refusal: try reader.text("refusal"), parameters: parameters,
        isError: severity == "error", isNote: severity == "note",
        isNoteOnPages: try reader.truth("noteOnPages"), source: source,
        remedy: try reader.text("remedy"),
        documentation: try reader.text("doc"), location: node.location))
    diagnostics += reader.unknownKeys()
  }

  mutating func readBounds() {
    for node in lists["bounds"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readBound(node) }
    }
  }

  private mutating func readBound(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a bound of the exploration")
    let named = try reader.required("parameter")
    let parameters = model.parameters.filter { model.slots[$0].kind == .parameter }
    let name = try named.requireText()
    guard let parameter = parameters.first(where: { model.slots[$0].name == name }) else {
      throw .unknownName(
        name, at: named.location, "no parameter is named `\(name)`",
        among: parameters.map { model.slots[$0].name }, else: "name a declared parameter")
    }
    let counted = try reader.required("counts").requireText()
    let condition = try configured(
      try reader.required("where"), of: "the condition of a bound",
      remedy: "say which configurations the bound concerns")
    model.bounds.append(
      ExplorationBound(parameter: parameter, counted: counted, condition: condition))
    diagnostics += reader.unknownKeys()
  }

  /// Reads the value of `severity:`, `error` where it is absent.
  func severity(
    _ reader: inout MappingReader, among words: [String]
  ) throws(Diagnostic) -> String {
    guard let node = reader.optional("severity") else { return "error" }
    return try severity(named: node, among: words)
  }

  /// Reads a severity from a node.
  func severity(
    named node: LocatedNode, among words: [String]
  ) throws(Diagnostic) -> String {
    let word = try node.requireText()
    guard words.contains(word) else {
      throw .unknownName(
        word, at: node.location, "`\(word)` is no severity", among: words,
        else: "write one of \(words.list)")
    }
    return word
  }

  mutating func readNever() {
    for node in lists["never"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(node, subject: "a never constraint")
        let id = try reader.required("id").requireText()
        let states = try reader.required("states")
        let expression = try loader.checked(
          states, expecting: .bool, by: loader.checker, in: .states)
        loader.model.never.append(
          NeverConstraint(
            id: id, states: expression, statesText: states.text ?? "",
            documentation: try reader.text("doc"), location: node.location))
        _ = reader.optional("because")
        loader.diagnostics += reader.unknownKeys()
      }
    }
  }

  mutating func readObserverSlots() {
    for entry in sections["observers"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(entry.value, subject: "an observer")
        let type = try loader.readType(&reader, named: entry.key)
        let initial = try loader.constant(reader.optional("initially"), as: type)
        let slot = loader.addSlot(
          Slot(
            name: entry.key, type: type, kind: .observer, initial: initial,
            documentation: try reader.text("doc"), location: entry.keyLocation))
        _ = reader.optional("updates")
        loader.diagnostics += reader.unknownKeys()
        try loader.declare(
          Symbol(name: entry.key, index: nil, slots: [slot], type: type), at: entry.keyLocation)
        loader.model.observers.append(Observer(name: entry.key, slot: slot, updates: []))
      }
    }
  }

  mutating func readObservers() {
    for position in model.observers.indices {
      let name = model.observers[position].name
      guard let entry = sections["observers"]?.first(where: { $0.key == name }) else { continue }
      for node in entry.value["updates"]?.elements ?? [] {
        attempt { loader throws(Diagnostic) in
          let update = try loader.observerUpdate(node, of: loader.model.observers[position].slot)
          loader.model.observers[position].updates.append(update)
        }
      }
    }
  }

  private mutating func observerUpdate(
    _ node: LocatedNode, of slot: Int
  ) throws(Diagnostic) -> Observer.Update {
    var reader = try MappingReader(node, subject: "an observer's update")
    var trigger: Observer.Trigger?
    var checker = self.checker
    var own: Int?
    if let name = reader.optional("onAction") {
      guard let action = model.action(named: try name.requireText()) else {
        throw .unknownName(
          name.text ?? "", at: name.location, "`\(name.text ?? "")` is no action",
          among: model.actions.map(\.name), else: "declare it under `actions:`")
      }
      checker = self.checker(forInputsOf: action)
      own = action
      trigger = .action(action)
    }
    if let name = reader.optional("onRow") {
      let id = try name.requireText()
      let ids = model.rows.map(\.id) + model.groups.compactMap(\.ladder)
      guard ids.contains(id) else {
        throw .unknownName(
          id, at: name.location, "no row or ladder is named `\(id)`", among: ids,
          else: "name a row's id")
      }
      trigger = .row(id)
    }
    if let name = reader.optional("onAccepts") {
      let kind = try name.requireText()
      let kinds = model.rows.flatMap(\.judgements).filter(\.isAccepted).map(\.evidence)
      guard kinds.contains(kind) else {
        throw .unknownName(
          kind, at: name.location, "no row accepts `\(kind)`", among: kinds,
          else: "name evidence that a row `accepts:`")
      }
      trigger = .accepts(kind)
    }
    if let name = reader.optional("onSend") {
      guard let message = model.message(named: try name.requireText()) else {
        throw .unknownName(
          name.text ?? "", at: name.location, "`\(name.text ?? "")` is no message",
          among: model.messages.map(\.name), else: "declare it under `messages:`")
      }
      trigger = .sends(message)
    }
    let value = try reader.required("to")
    diagnostics += reader.unknownKeys()
    guard let trigger else {
      throw Diagnostic(
        "table.missing-key", at: node.location, "an update needs a trigger",
        remedy: "add `onAction`, `onRow`, `onAccepts` or `onSend`")
    }
    let type = model.slots[slot].type
    let expression =
      value.text == nil
      ? Expression.constant(try constant(value, as: type))
      : try checked(value, expecting: type, by: checker, in: .observer(action: own))
    return Observer.Update(trigger: trigger, value: expression, location: value.location)
  }

  mutating func readProperties() {
    for node in lists["properties"] ?? [] {
      attempt { loader throws(Diagnostic) in
        for instance in try loader.instances(of: node["for"]) {
          var checker = loader.checker
          for bound in instance { checker.scope[bound.name] = bound.value }
          try loader.readProperty(node, checker: checker, instance: instance.map(\.text))
        }
      }
    }
  }

  private mutating func readProperty(
    _ node: LocatedNode, checker: TypeChecker, instance: [String]
  ) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a property")
    let id = try reader.required("id").requireText()
    _ = reader.optional("for")
    let severity = try self.severity(&reader, among: ["error", "warning", "note"])
    let (claim, text) = try self.claim(&reader, checker: checker)
    let premise = try reader.optional("premise").map { n throws(Diagnostic) in
      try checked(n, expecting: .bool, by: checker, in: .property)
    }
    let weighing = try reader.optional("noteUnlessStated").map { n throws(Diagnostic) in
      try parameter(n)
    }
    let source = try reader.optional("because").map { n throws(Diagnostic) in
      try Source(reading: n)
    }
    model.properties.append(
      Property(
        id: id, severity: severity, noteUnlessStated: weighing, claim: claim, claimText: text,
        premise: premise, prose: try reader.text("prose"), remedy: try reader.text("remedy"),
        source: source, location: node.location, instance: instance))
    diagnostics += reader.unknownKeys()
  }

  private mutating func claim(
    _ reader: inout MappingReader, checker: TypeChecker
  ) throws(Diagnostic) -> (Property.Claim, String) {
    var claims: [(Property.Claim, String)] = []
    let kinds: [(String, (Expression) -> Property.Claim)] = [
      ("configuration", { .configuration($0) }), ("always", { .always($0) }),
      ("alwaysWithin", { .alwaysWithin($0) }), ("sometimes", { .sometimes($0) }),
    ]
    for (key, make) in kinds {
      guard let node = reader.optional(key) else { continue }
      let expression = try checked(node, expecting: .bool, by: checker, in: .property)
      if key == "configuration",
        let slot = expression.slots.first(where: { !model.slots[$0].isParameter })
      {
        throw Diagnostic(
          "table.type", at: node.location,
          "`configuration` reads `\(model.slots[slot].name)`, which varies",
          remedy: "use `always:` for claims about states")
      }
      claims.append((make(expression), "\(key) \(node.text ?? "")"))
    }
    if let from = reader.optional("from") {
      let goal = try reader.required("reachable")
      let filter = try stepFilter(&reader)
      claims.append(
        (
          .staysReachable(
            from: try checked(from, expecting: .bool, by: checker, in: .property),
            goal: try checked(goal, expecting: .bool, by: checker, in: .property), allowed: filter),
          "from \(from.text ?? "") reachable \(goal.text ?? "")"
        ))
    }
    if let node = reader.optional("noDeadEnd") {
      guard node.text == "true" else {
        throw Diagnostic(
          "table.shape", at: node.location, "`noDeadEnd` is claimed or left out",
          remedy: "write `noDeadEnd: true`")
      }
      claims.append((.noDeadEnd, "no dead end"))
    }
    if let temporal = try temporalClaim(&reader, checker: checker) { claims.append(temporal) }
    guard claims.count == 1 else {
      throw Diagnostic(
        "table.shape", at: reader.location, "a property makes exactly one claim",
        remedy: "write one of `configuration`, `always`, `alwaysWithin`, `sometimes`, "
          + "`from` with `reachable`, `noDeadEnd`, `temporal`, `response`, `precedence`, "
          + "`existence`")
    }
    return claims[0]
  }

  /// Reads `without:`, which names actors and actions, and `within:`, which names actions; unknown
  /// names are errors.
  private func stepFilter(_ reader: inout MappingReader) throws(Diagnostic) -> Property.StepFilter {
    var filter = Property.StepFilter()
    let known = model.actions.map(\.actor) + model.actions.map(\.name)
    for word in try reader.words("without") ?? [] {
      let name = word.text ?? ""
      guard known.contains(name) else {
        throw .unknownName(
          name, at: word.location, "`\(name)` is no actor and no action", among: known,
          else: "name an actor, as in `by:`, or a declared action")
      }
      filter.without.append(name)
    }
    guard let words = try reader.words("within") else { return filter }
    filter.within = []
    for word in words {
      let action = word.text ?? ""
      guard model.action(named: action) != nil else {
        throw .unknownName(
          action, at: word.location, "`\(action)` is no action",
          among: model.actions.map(\.name), else: "name a declared action")
      }
      filter.within?.append(action)
    }
    return filter
  }
}
