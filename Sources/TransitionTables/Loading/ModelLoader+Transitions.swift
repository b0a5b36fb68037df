extension ModelLoader {
  mutating func readTransitions() {
    for node in lists["transitions"] ?? [] {
      attempt { loader throws(Diagnostic) in
        if node["ladder"] != nil {
          try loader.readLadder(node)
        } else {
          try loader.readRows(node)
        }
      }
    }
    enableGrantedActions()
    putBefore()
    var seen: [String: SourceLocation] = [:]
    for group in model.groups {
      for row in group.rows.map({ model.rows[$0] }) {
        if let first = seen[row.fullID], first != row.location {
          // A layer may insert its row before the existing one.
          let isOwn = layerOfFile[row.location.file] == nil && layerOfFile[first.file] != nil
          complain(
            ofDuplicate: "the row `\(row.fullID)`", at: isOwn ? first : row.location,
            first: isOwn ? row.location : first)
        }
        seen[row.fullID] = row.location
      }
    }
  }

  /// Removes the messages that a ladder before the receivers takes up from those that the
  /// receivers' rows accept: their guards are conjoined with the negation of its rungs' guards.
  private mutating func putBefore() {
    for group in model.groups where group.isBefore {
      guard let first = group.rows.first.map({ model.rows[$0] }) else { continue }
      let taken = Expression.or(group.rows.map { model.rows[$0].when })
      for other in model.groups where !other.isBefore {
        for row in other.rows where model.rows[row].trigger == first.trigger {
          model.rows[row].ownWhen = model.rows[row].ownWhen ?? model.rows[row].when
          model.rows[row].when = .and([.not(taken), model.rows[row].when])
        }
      }
      for mutant in model.mutantsOfGuards.indices {
        let row = model.rows[model.mutantsOfGuards[mutant].row]
        guard row.trigger == first.trigger, !model.groups[row.group].isBefore else { continue }
        model.mutantsOfGuards[mutant].when = .and([.not(taken), model.mutantsOfGuards[mutant].when])
      }
    }
  }

  /// The context that the rows of a ladder share.
  struct RowContext {
    var ladder: String?
    /// Whether the ladder takes messages up before their receivers.
    var isBefore = false
    var component: LocatedNode?
    var on: LocatedNode?
    var receive: LocatedNode?
    /// The message of this instance, where `receive:` names several.
    var received: LocatedNode?
    var from: LocatedNode?
    var bindings: LocatedNode?
    var because: LocatedNode?
    /// The guards of the adjacent rungs, from which mutants take a conjunct.
    var guardBefore: LocatedNode?
    var guardBehind: LocatedNode?
  }

  private mutating func readLadder(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a ladder")
    var context = RowContext()
    context.ladder = try reader.required("ladder").requireText()
    context.component = reader.optional("component")
    context.on = reader.optional("on")
    context.receive = reader.optional("receive")
    context.from = reader.optional("from")
    context.bindings = reader.optional("for")
    context.because = reader.optional("because")
    context.isBefore = try isBefore(&reader)
    _ = try reader.text("doc")
    let rows = try reader.required("rows")
    diagnostics += reader.unknownKeys()
    guard let elements = rows.elements else {
      throw Diagnostic(
        "table.shape", at: rows.location, "`rows` must be a list", remedy: "start rungs with `- `")
    }
    let messages = try singly(context.receive)
    var rungs: [(node: LocatedNode, messages: Set<String>?)] = []
    for element in elements {
      attempt { loader throws(Diagnostic) in
        let rung = try loader.complete(element)
        // A rung that names messages itself is only part of the ladders for those.
        rungs.append((rung, try loader.messages(ofRung: rung, in: messages)))
      }
    }
    // A ladder with `for:` becomes one ladder for each member; its rungs keep their order in each.
    for instance in try instances(of: context.bindings) {
      for received in messages {
        var shared = context
        shared.bindings = nil
        shared.received = received
        let group = model.groups.count
        model.groups.append(
          RowGroup(ladder: context.ladder, rows: [], isBefore: context.isBefore))
        let own = rungs.filter { rung in
          received?.text.map { rung.messages?.contains($0) ?? true } ?? true
        }
        for (position, rung) in own.enumerated() {
          shared.guardBefore = position > 0 ? own[position - 1].node["when"] : nil
          shared.guardBehind = position + 1 < own.count ? own[position + 1].node["when"] : nil
          attempt { loader throws(Diagnostic) in
            try loader.readRow(rung.node, context: shared, group: group, outer: instance)
          }
        }
      }
    }
  }

  /// Reads a row that is not in a ladder, once for each message that it receives.
  private mutating func readRows(_ element: LocatedNode) throws(Diagnostic) {
    let node = try complete(element)
    for received in try singly(node["receive"]) {
      var context = RowContext()
      context.received = received
      try readRow(node, context: context, group: nil)
    }
  }

  /// Reads `before: true` of a ladder, which takes messages up before their receivers, as a channel
  /// between components does. Such a ladder belongs to no component.
  private func isBefore(_ reader: inout MappingReader) throws(Diagnostic) -> Bool {
    guard let node = reader.optional("before") else { return false }
    guard try node.requireText() == "true" else {
      throw Diagnostic(
        "table.shape", at: node.location, "`before` is true or absent",
        remedy: "write `before: true`, or delete it")
    }
    guard reader.entries.contains(where: { $0.key == "receive" }),
      !reader.entries.contains(where: { $0.key == "component" })
    else {
      throw Diagnostic(
        "table.shape", at: node.location,
        "a ladder before the receivers has `receive:` and no `component:`",
        remedy: "name the messages under `receive:`, and write no `component:`")
    }
    return true
  }

  /// The messages of a `receive:` that names several; `[nil]` otherwise.
  private func singly(_ node: LocatedNode?) throws(Diagnostic) -> [LocatedNode?] {
    guard let node else { return [nil] }
    if let name = node.text, messageGroups[name] == nil, translations[name] == nil { return [nil] }
    return try messages(of: node, among: nil).map(Optional.some)
  }

  /// The messages of its ladder that a rung names itself; nil where it names none.
  private func messages(
    ofRung rung: LocatedNode, in ladder: [LocatedNode?]
  ) throws(Diagnostic) -> Set<String>? {
    guard let own = rung["receive"] else { return nil }
    return Set(try messages(of: own, among: ladder.compactMap(\.self)).compactMap(\.text))
  }

  /// Requires the rungs of a ladder to share trigger and component, since they are alternatives.
  private func requireSameTrigger(_ row: Row, in group: Int) throws(Diagnostic) {
    guard let first = model.groups[group].rows.first.map({ model.rows[$0] }) else { return }
    guard first.trigger == row.trigger, first.component == row.component else {
      throw Diagnostic(
        "table.shape", at: row.location,
        "the rung `\(row.fullID)` has another trigger or component than `\(first.fullID)`",
        remedy: "write `component:`, `on:` and `receive:` once, next to `ladder:`")
    }
  }

  /// Returns the members that a `for:` binds, one array for each combination, in order.
  func instances(
    of node: LocatedNode?
  ) throws(Diagnostic) -> [[(name: String, value: TypedExpression, text: String)]] {
    var result: [[(name: String, value: TypedExpression, text: String)]] = [[]]
    guard let node else { return result }
    guard let entries = node.entries else {
      throw Diagnostic(
        "table.shape", at: node.location, "`for` binds names to enums",
        remedy: "write `for: { f: SomeEnum }`")
    }
    for entry in entries {
      let id = try enumNamed(entry.value)
      let members = model.types.enums[id].members
      result = result.flatMap { prefix in
        members.indices.map { member in
          prefix + [
            (
              entry.key, TypedExpression(.constant(member), .member(id)),
              "\(entry.key) = \(members[member])"
            )
          ]
        }
      }
    }
    return result
  }

  private mutating func readRow(
    _ node: LocatedNode, context: RowContext, group: Int?,
    outer: [(name: String, value: TypedExpression, text: String)] = []
  ) throws(Diagnostic) {
    let reader = try MappingReader(node, subject: "a row")
    let bindings = node["for"] ?? context.bindings
    for (position, instance) in try instances(of: bindings).enumerated() {
      var copy = reader
      _ = copy.optional("for")
      var (row, mutants) = try read(&copy, context, outer + instance, at: node.location)
      if position == 0 { diagnostics += copy.unknownKeys() }
      if let group {
        try requireSameTrigger(row, in: group)
        row.group = group
        model.groups[group].rows.append(model.rows.count)
      } else {
        row.group = model.groups.count
        model.groups.append(RowGroup(ladder: nil, rows: [model.rows.count]))
      }
      for mutant in mutants.indices { mutants[mutant].row = model.rows.count }
      model.mutantsOfGuards += mutants
      model.rows.append(row)
    }
  }

  /// Reads one instance of a row with its mutants. The draft shares the array of rows so far; it
  /// must end before rows are appended, or the whole array would be copied.
  private func read(
    _ reader: inout MappingReader, _ context: RowContext,
    _ instance: [(name: String, value: TypedExpression, text: String)], at location: SourceLocation
  ) throws(Diagnostic) -> (row: Row, mutants: [GuardMutant]) {
    var draft = RowDraft(context: context, instance: instance, location: location, loader: self)
    return (try draft.read(&reader), draft.mutants)
  }
}
