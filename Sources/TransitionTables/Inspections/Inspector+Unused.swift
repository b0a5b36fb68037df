extension Inspector {
  /// Reports declarations without influence: parameters and variables that are never read,
  /// variables that are never written, messages that are never sent.
  func unused() -> [Diagnostic] {
    let read = model.slotsRead
    let written = Set(model.rows.flatMap { $0.updates.map(\.slot) })
      .union(model.observers.filter { !$0.updates.isEmpty }.map(\.slot))
    var found: [Diagnostic] = []
    for symbol in model.symbols.values.sorted(by: { $0.name < $1.name }) {
      guard let slot = symbol.slots.first.map({ model.slots[$0] }) else { continue }
      let isRead = !read.isDisjoint(with: symbol.slots)
      if slot.isParameter {
        if !isRead { found.append(warning(symbol, at: slot.location, "nothing reads")) }
        continue
      }
      guard isVariable(slot) else { continue }
      if !isRead { found.append(warning(symbol, at: slot.location, "nothing reads")) }
      if written.isDisjoint(with: symbol.slots) {
        found.append(warning(symbol, at: slot.location, "nothing writes"))
      }
    }
    return found
  }

  private func isVariable(_ slot: Slot) -> Bool {
    if case .variable = slot.kind { return true }
    return slot.kind == .observer
  }

  private func warning(
    _ symbol: Symbol, at location: SourceLocation, _ fault: String
  ) -> Diagnostic {
    model.diagnostic(
      "inspect.unused", .warning, at: location, "\(fault) `\(symbol.name)`",
      remedy: "use it in a row, or delete it")
  }
}

extension Model {
  /// The slots that are read by rows, actions, rules, properties, observers, evidence or attempts.
  package var slotsRead: Set<Int> {
    var expressions = rows.flatMap { [$0.when] + $0.updates.map(\.value) }
    expressions += actions.map(\.enabled)
    expressions += legality.map(\.forbid)
    expressions += properties.flatMap(\.expressions)
    expressions += never.map(\.states)
    expressions += observers.flatMap { $0.updates.map(\.value) }
    if let attempt { expressions += [attempt.underway, attempt.ready] }
    return Set(expressions.flatMap(\.slots)).union(
      evidence.values.flatMap { $0.classes + $0.depends })
  }
}
