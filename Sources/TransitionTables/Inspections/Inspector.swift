import StateSpace

/// Inspects a table without exploring it, symbolically over all legal parameters and states.
///
/// Guards must be disjoint outside ladders; ladders, urgent locations and app calls must be
/// complete; no row may be dead, shadowed or without source, no chain of urgent rows endless, no
/// update out of range. Every diagnostic shows a configuration and a state with the fault. These
/// are the checks of Parnas's tables and of SCR.
public final class Inspector {
  let model: Model
  let space: SymbolicSpace
  /// The condition under which each row fires: trigger, place, `when:` and no earlier rung.
  let effective: RowConditions
  /// The condition under which each row's own guard holds.
  let own: RowConditions
  private(set) var legal = Diagram.yes
  private(set) var possible = Diagram.yes
  /// The variables of parameters.
  private let configured: Set<Int>
  /// The cached result of ``meetings(tracking:)``; nil before its first use.
  var knownMeetings: Diagram?

  /// The codes of the inspections, each with its subject.
  public static let codes: [(code: String, about: String)] = [
    ("inspect.overlap", "two rows outside a ladder want to fire in one state"),
    ("inspect.incomplete", "an urgent location, a message or an app call finds no row"),
    ("inspect.dead-row", "a row's guard never holds in a legal configuration"),
    ("inspect.shadowed-row", "a rung is never reached because earlier ones take every state"),
    ("inspect.no-source", "a row does not say where it comes from"),
    ("inspect.urgent-cycle", "urgent rows can chase each other without rest"),
    ("inspect.range", "an update can leave its variable's range"),
    ("inspect.absent", "a row changes a variable where the configuration does not have it"),
    ("inspect.private", "a component reads or writes another's private variable"),
    ("inspect.unused", "a parameter or variable that nothing reads, or that nothing writes"),
  ]

  /// An inspector of a model. The diagrams of rows, which are most of the work, are built on
  /// demand.
  public init(_ model: Model) {
    self.model = model
    let order = Self.order(of: model)
    let space = SymbolicSpace(model: model, slots: order)
    self.space = space
    own = RowConditions(model: model, space: space)
    effective = RowConditions(model: model, space: space, own: own)
    legal = space.legal()
    configured = Set(
      model.slots.indices.filter { model.slots[$0].isParameter }
        .flatMap { space.bits[$0] ?? [] })
    possible = space.diagrams.and(
      space.diagrams.not(space.diagrams.or(model.never.map { space.condition($0.states) })),
      space.diagrams.and(
        model.slots.indices.filter { model.slots[$0].presence != .yes }.map { slot in
          space.diagrams.or(
            space.condition(model.slots[slot].presence),
            space.equality(slot, model.slots[slot].initial))
        }))
  }

  /// The slots in the variable order of the diagrams.
  ///
  /// The slots that select rows come first, the places and the message: below them most rungs of a
  /// ladder are excluded. Then come the parameters, which guards of all rows share. Parameters with
  /// an index come last: a diagram must know the index before it reads them, or it would have to
  /// remember them all.
  private static func order(of model: Model) -> [Int] {
    let selectors = model.components.map(\.locationSlot) + [model.messageSlot].compactMap(\.self)
    let indexed = Set(
      model.symbols.values.filter { $0.index != nil }.flatMap(\.slots)
        .filter { model.slots[$0].isParameter })
    let rest = model.slots.indices.filter {
      !model.slots[$0].isParameter && !selectors.contains($0)
    }
    return selectors + model.parameters.filter { !indexed.contains($0) } + rest + indexed.sorted()
  }

  /// Returns all diagnostics, errors first, in the order of their places.
  public func inspect() -> [Diagnostic] {
    let found =
      sources() + deadRows() + overlaps() + incompleteMessages() + incompleteLocations()
      + incompleteCalls() + ranges() + absences() + urgentCycles() + privacy() + unused()
    let sorted = DiagnosticList(found).diagnostics
    return sorted.filter { $0.severity == .error } + sorted.filter { $0.severity != .error }
  }

  /// Returns an example of a condition that is legal and possible, or nil where there is none.
  ///
  /// The conjunction is built step by step, so that simple cases stay cheap.
  func witness(_ condition: Diagram) -> String? {
    guard condition != .no else { return nil }
    let diagrams = space.diagrams
    var narrowed = diagrams.and(condition, space.validity(around: condition))
    guard narrowed != .no else { return nil }
    narrowed = diagrams.and(narrowed, legal)
    guard narrowed != .no else { return nil }
    narrowed = diagrams.and(narrowed, possible)
    guard let example = space.example(of: narrowed) else { return nil }
    return describe(example.filter { relevant(condition).contains($0.slot) })
  }

  /// Whether a condition has a legal and possible example; see ``witness(_:)``.
  ///
  /// The first configuration usually has one, which takes far less work than a conjunction over all
  /// configurations.
  func isMet(_ condition: Diagram) -> Bool {
    let diagrams = space.diagrams
    let narrowed = diagrams.and(
      diagrams.and(condition, space.validity(around: condition)), legal)
    guard let member = diagrams.smallestAssignment(of: narrowed) else { return false }
    let configuration = diagrams.cube(
      member.filter { configured.contains($0.variable) }
        .map { Literal(variable: $0.variable, value: $0.value) })
    let first = diagrams.and(narrowed, configuration)
    if diagrams.and(first, diagrams.and(possible, configuration)) != .no { return true }
    return diagrams.and(narrowed, possible) != .no
  }

  private func relevant(_ condition: Diagram) -> Set<Int> {
    Set(space.slots(of: space.diagrams.support(of: condition)))
  }

  private func describe(_ example: [(slot: Int, value: Int)]) -> String {
    func part(_ title: String, _ isChosen: (Slot) -> Bool) -> String? {
      let chosen = example.filter { isChosen(model.slots[$0.slot]) }.map {
        "\(model.slots[$0.slot].name) = \(model.text(of: $0.value, in: $0.slot))"
      }
      return chosen.isEmpty ? nil : "\(title) \(chosen.joined(separator: ", "))"
    }
    let isInput: (Slot) -> Bool = { if case .input = $0.kind { true } else { false } }
    let parts = [
      part("configuration", \.isParameter), part("state", \.isState), part("input", isInput),
    ].compactMap { $0 }
    return parts.isEmpty ? "in every configuration and state" : parts.joined(separator: "; ")
  }

  // MARK: Rows alone

  private func sources() -> [Diagnostic] {
    model.rows.filter { $0.source == nil || $0.source?.fact.isEmpty == true }.map { row in
      model.diagnostic(
        "inspect.no-source", at: row.location, "row `\(row.id)` has no source",
        remedy: "add `because: { fact: …, source: …, confidence: … }`")
    }
  }

  /// The condition under which an action's row fires when a script takes the action where it is not
  /// enabled: `enabled:` excludes repetitions that an exploration does not need.
  private func beyondEnabling(_ position: Int) -> Diagram {
    let row = model.rows[position]
    guard case .action = row.trigger else { return .no }
    let group = model.groups[row.group].rows
    func condition(_ row: Row) -> Diagram {
      space.condition(.and([.not(model.urgency), model.placeExpression(of: row), row.when]))
    }
    return group.prefix { $0 != position }.reduce(condition(row)) { left, earlier in
      space.diagrams.and(left, space.diagrams.not(condition(model.rows[earlier])))
    }
  }

  /// Reports dead rows; a row with instances is dead only if all of them are.
  private func deadRows() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var seen = Set<String>()
    let byID = Dictionary(grouping: model.rows.indices, by: { model.rows[$0].id })
    for row in model.rows where seen.insert(row.id).inserted {
      let instances = byID[row.id] ?? []
      guard !instances.contains(where: { isMet(effective[$0]) }),
        !instances.contains(where: { isMet(beyondEnabling($0)) })
      else { continue }
      if let alone = instances.lazy.compactMap({ self.witness(self.own[$0]) }).first {
        found.append(
          model.diagnostic(
            "inspect.shadowed-row", at: row.location,
            "earlier rungs take every state of `\(row.id)`; its own guard holds with \(alone)",
            remedy: "move the rung up, or delete it"))
      } else {
        found.append(
          model.diagnostic(
            "inspect.dead-row", at: row.location,
            "`\(row.id)` can fire in no legal configuration and no state",
            remedy: "correct its guard, or delete it"))
      }
    }
    return found
  }

  private func ranges() -> [Diagnostic] {
    var found: [Diagnostic] = []
    let observers = Set(model.observers.map(\.slot))
    for (position, row) in model.rows.enumerated() {
      // Observers are included: one that leaves its range would block the step.
      for update in model.updates(of: row, observers: observers) {
        guard case .integer(let range) = model.slots[update.slot].type else { continue }
        let outside = space.cases(update.value).filter { !range.contains($0.value) }
        let condition = space.diagrams.and(
          effective[position], space.diagrams.or(outside.map(\.condition)))
        guard let example = witness(condition) else { continue }
        found.append(
          model.diagnostic(
            "inspect.range", at: update.location,
            "`\(row.fullID)` takes \(model.slots[update.slot].name) out of "
              + "\(model.types.text(of: model.slots[update.slot].type)), with \(example)",
            remedy: "guard the row, or bound the value with `if … then … else …`"))
      }
    }
    return found
  }

  /// Reports updates that change a variable where its `where:` does not hold.
  private func absences() -> [Diagnostic] {
    var found: [Diagnostic] = []
    for (position, row) in model.rows.enumerated() {
      for update in row.updates where model.slots[update.slot].presence != .yes {
        let slot = model.slots[update.slot]
        let isAbsent = space.condition(.not(slot.presence))
        let keeps = space.condition(.equal(update.value, .constant(slot.initial)))
        let changes = space.diagrams.and(effective[position], space.diagrams.not(keeps))
        guard let example = witness(space.diagrams.and(changes, isAbsent)) else { continue }
        found.append(
          model.diagnostic(
            "inspect.absent", at: update.location,
            "`\(row.fullID)` changes `\(slot.name)` where no configuration has it: \(example)",
            remedy: "guard the row with the variable's `where:`"))
      }
    }
    return found
  }

  private func privacy() -> [Diagnostic] {
    var found: [Diagnostic] = []
    for row in model.rows {
      // The part of the guard that excludes a channel's messages is not knowledge of the receiver.
      let read =
        (row.ownWhen ?? row.when).slots + row.updates.flatMap { $0.value.slots + [$0.slot] }
      for slot in Set(read).sorted() {
        let owner: Int? =
          switch model.slots[slot].kind {
          case .variable(let component): component
          case .location(let component): component
          default: nil
          }
        guard let owner, let component = row.component, owner != component else { continue }
        found.append(
          model.diagnostic(
            "inspect.private", at: row.location,
            "`\(row.fullID)` belongs to `\(model.components[component].name)` but uses "
              + "`\(model.slots[slot].name)` of `\(model.components[owner].name)`",
            remedy: "send it in a message"))
      }
    }
    return found
  }
}
