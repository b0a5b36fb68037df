import TransitionTables

/// The configuration of a pool where there is only one, as exports need it.
package struct ClosedConfiguration {
  package let model: Model
  package let pool: LoadedPool

  package init(model: Model, pool: LoadedPool) {
    self.model = model
    self.pool = pool
  }

  /// The value of every parameter, by slot.
  /// - Throws: the broken rules (151); `export.open` where more than one legal configuration is
  ///   left (75).
  package func parameters() throws(CommandFailure) -> [Int: Int] {
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    guard family.legalCount > 1 else {
      try LegalityGate(model: model, pool: pool, family: family).pass()
      return family.members.first ?? family.closed
    }
    let names = family.open.map { slot in
      "`\(model.slots[slot].name)` (\(model.types.values(of: model.slots[slot].type).count) values)"
    }
    let options = closing(family).map(model.option)
    throw CommandFailure(
      [
        Diagnostic(
          "export.open", at: SourceLocation(file: pool.files.first ?? pool.name),
          "an export has a single configuration; "
            + "\(LegalityGate.approximate(family.legalCount)) legal ones are left open by "
            + names.joined(separator: ", "),
          remedy: "close them, for instance with \(options.joined(separator: " "))")
      ], status: .cannotEvaluate)
  }

  /// A value for each open parameter; together they are a legal configuration where one is found.
  private func closing(_ family: ConfigurationFamily) -> [(slot: Int, value: Int)] {
    var family = family
    var chosen: [Int: Int] = [:]
    while family.members.isEmpty, let slot = family.open.max(by: { size($0) < size($1) }) {
      chosen[slot] = model.slots[slot].initial
      family = ConfigurationFamily(
        model: model, closed: family.closed.merging(chosen) { _, new in new },
        open: family.open.filter { $0 != slot })
      if family.legalCount == 0 { break }
    }
    if let member = family.members.first {
      for slot in family.open { chosen[slot] = member[slot] ?? model.slots[slot].initial }
    }
    return chosen.sorted { $0.key < $1.key }.map { (slot: $0.key, value: $0.value) }
  }

  private func size(_ slot: Int) -> Int { model.types.values(of: model.slots[slot].type).count }
}
