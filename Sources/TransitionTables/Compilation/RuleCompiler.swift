import StateSpace

/// Compiles the rows of a model under fixed parameters into packed rules.
///
/// Guards are partially evaluated as decision diagrams, and each rung of a ladder is conjoined with
/// the negation of the rungs before it. Rows that cannot fire are dropped. A row whose right-hand
/// sides depend on the state is split into rules with constant updates. Cubes are irredundant sums
/// of products, with the unused bit patterns as don't-cares.
final class RuleCompiler {
  let model: Model
  private(set) var parameters: [Int: Int]
  let observers: Set<Int>
  let layout: StateLayout
  let space: SymbolicSpace
  private var labels: [CompiledModel.Label] = []
  private var rules: [TransitionRule] = []
  /// Rows that replace the model's, by position.
  private var changed: [Int: Row] = [:]
  private let placeOfVariable: [(word: Int, bit: UInt64)]
  /// If set, receives the parts of rows instead of packed rules: the condition, the cleared and set
  /// bits, the label. Needed for conditions on open parameters, which no packed word contains.
  var takesPart: ((Diagram, (clear: [UInt64], set: [UInt64]), Int) -> Void)?

  /// A compiler for one configuration, or for all that differ in some open parameters, whose
  /// variables then come first in the order.
  init(model: Model, parameters: [Int: Int], observers: Set<Int>, open: [Int] = []) {
    self.model = model
    self.parameters = parameters
    self.observers = observers
    let closed = parameters.filter { !open.contains($0.key) }
    let absent = model.absentVariables(under: closed)
    let layout = StateLayout(model: model, observers: observers, absent: absent)
    self.layout = layout
    let slots = model.slots.indices.filter { layout.fields[$0] != nil }
    let fixed = absent.reduce(into: closed) { $0[$1] = model.slots[$1].initial }
    space = SymbolicSpace(model: model, slots: open + slots, fixed: fixed)
    placeOfVariable = (open + slots).flatMap { slot -> [(word: Int, bit: UInt64)] in
      guard let field = layout.fields[slot] else {
        let width = model.types.width(of: model.slots[slot].type)
        return Array(repeating: (0, 0), count: width)
      }
      return (0..<field.width).map { (field.word, 1 << UInt64(field.shift + $0)) }
    }
  }

  /// Continues with another configuration that has the same variables; the diagrams are kept.
  func turn(to parameters: [Int: Int]) {
    self.parameters = parameters
    space.fixed.merge(parameters) { $1 }
  }

  /// Compiles all rows for ``takesPart`` and returns the meanings of their labels.
  func compileParts() -> [CompiledModel.Label] {
    for group in model.groups { compile(group) }
    return labels
  }

  /// Returns the rules of one group, with their meanings, which are numbered from 0. Changed rows
  /// replace the model's, by position.
  func rules(
    of group: RowGroup, changed: [Int: Row] = [:]
  ) -> (rules: [TransitionRule], labels: [CompiledModel.Label]) {
    self.changed = changed
    (rules, labels) = ([], [])
    compile(group)
    self.changed = [:]
    defer { (rules, labels) = ([], []) }
    var system = TransitionSystem(
      wordCount: layout.wordCount, restingWordCount: layout.restingWordCount)
    system.rules = rules
    return (system.mergingRules().rules, labels)
  }

  /// Returns the machine with some rules; `cubes` computes the cubes of a condition.
  func system(
    rules: [TransitionRule], invariants: [(name: String, bad: Expression, within: Bool)],
    _ cubes: ((Expression) -> [PackedCube])? = nil
  ) -> TransitionSystem {
    let cubes = cubes ?? { self.packedCubes(where: $0) }
    var system = TransitionSystem(
      wordCount: layout.wordCount, restingWordCount: layout.restingWordCount)
    system.initialStates = [initialState]
    system.selectorBits = layout.selectorBits
    system.transient = mask { $0.isTransient }
    system.observed = mask {
      if case .answerField = $0.kind { return true }
      return $0.kind == .answer
    }
    system.urgent = cubes(model.urgency)
    system.rules = rules
    system.invariants = invariants.map {
      StateInvariant(name: $0.name, badCubes: cubes($0.bad), within: $0.within)
    }
    return system
  }

  var initialState: [UInt64] {
    var words = [UInt64](repeating: 0, count: layout.wordCount)
    for (slot, field) in layout.fields.enumerated() {
      guard let field else { continue }
      let bits = model.types.encode(model.slots[slot].initial, as: model.slots[slot].type)
      words[field.word] |= bits << UInt64(field.shift)
    }
    return words
  }

  func mask(_ isChosen: (Slot) -> Bool) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: layout.wordCount)
    for (slot, field) in layout.fields.enumerated() where isChosen(model.slots[slot]) {
      if let field { words[field.word] |= field.mask }
    }
    return words
  }

  // MARK: Rows

  private func compile(_ group: RowGroup) {
    forEachInputs(of: group) { compile(group, action: $0, inputs: $1) }
  }

  /// Calls a closure for each combination of inputs of a group's action, with the inputs fixed.
  func forEachInputs(of group: RowGroup, _ body: (_ action: Int?, _ inputs: [Int]) -> Void) {
    guard let first = group.rows.first else { return }
    guard case .action(let action) = model.rows[first].trigger else { return body(nil, []) }
    for inputs in model.inputCombinations(of: action) {
      for (input, value) in zip(model.actions[action].inputs, inputs) {
        space.fixed[input.slot] = value
      }
      body(action, inputs)
    }
    for input in model.actions[action].inputs { space.fixed[input.slot] = nil }
  }

  private func compile(_ group: RowGroup, action: Int?, inputs: [Int]) {
    var remaining = Diagram.yes
    for position in group.rows {
      let row = changed[position] ?? model.rows[position]
      let own = space.condition(model.guardExpression(of: row))
      let effective = space.diagrams.and(remaining, own)
      remaining = space.diagrams.and(remaining, space.diagrams.not(own))
      let live = space.diagrams.and(effective, space.validity(around: effective))
      guard live != .no else { continue }
      let label = CompiledModel.Label(row: position, action: action, inputs: inputs)
      labels.append(label)
      emit(live, updates: model.updates(of: row, observers: observers))
    }
  }

  /// Splits a row until all its updates are constant, and adds a rule for each part.
  private func emit(_ condition: Diagram, updates: [Row.Update]) {
    var pieces: [(condition: Diagram, change: Change)] = [(condition, Change(layout.wordCount))]
    for update in updates {
      pieces = pieces.flatMap { piece in
        split(piece.condition, update.slot, update.value).map { part in
          var change = piece.change
          if let value = part.value { assign(value, to: update.slot, in: &change) }
          return (part.condition, change)
        }
      }
    }
    // Parts with the same effect become one rule.
    var order: [Change] = []
    var merged: [Change: Diagram] = [:]
    for piece in pieces {
      if merged[piece.change] == nil { order.append(piece.change) }
      merged[piece.change] = space.diagrams.or(merged[piece.change] ?? .no, piece.condition)
    }
    for change in order {
      if let takesPart {
        takesPart(merged[change] ?? .no, (change.clear, change.set), labels.count - 1)
        continue
      }
      rules.append(
        TransitionRule(
          cubes: packedCubes(of: merged[change] ?? .no), clear: change.clear, set: change.set,
          label: Int32(labels.count - 1)))
    }
  }

  /// A constant update of the packed words.
  private struct Change: Hashable {
    var clear: [UInt64]
    var set: [UInt64]
    init(_ words: Int) {
      clear = [UInt64](repeating: 0, count: words)
      set = clear
    }
  }

  private func assign(_ value: Int, to slot: Int, in change: inout Change) {
    guard let field = layout.fields[slot] else { return }
    change.clear[field.word] |= field.mask
    change.set[field.word] |=
      model.types.encode(value, as: model.slots[slot].type) << UInt64(field.shift)
  }

  /// The possible values of an update, each with its condition; nil where the slot keeps its value.
  private func split(
    _ condition: Diagram, _ slot: Int, _ expression: Expression
  ) -> [(condition: Diagram, value: Int?)] {
    let diagrams = space.diagrams
    switch expression {
    case .slot(slot): return [(condition, nil)]
    case .conditional(let test, let yes, let no):
      let holds = space.condition(test)
      let first = diagrams.and(condition, holds)
      let second = diagrams.and(condition, diagrams.not(holds))
      return (first == .no ? [] : split(first, slot, yes))
        + (second == .no ? [] : split(second, slot, no))
    default:
      let cases =
        model.slots[slot].type.isSet ? space.setCases(expression) : space.cases(expression)
      let parts: [(condition: Diagram, value: Int?)] = cases.map {
        (diagrams.and(condition, $0.condition), $0.value)
      }
      return parts.filter { $0.condition != .no && isInRange($0.value, slot) }
    }
  }

  private func isInRange(_ value: Int?, _ slot: Int) -> Bool {
    guard let value, case .integer(let range) = model.slots[slot].type else { return true }
    return range.contains(value)
  }

  // MARK: Cubes

  func packedCubes(where expression: Expression) -> [PackedCube] {
    packedCubes(of: space.condition(expression))
  }

  /// Returns the cubes of a condition that reads only the state.
  func packedCubes(of condition: Diagram) -> [PackedCube] {
    let diagrams = space.diagrams
    let valid = space.validity(around: condition)
    let cubes = diagrams.cubes(
      from: diagrams.and(condition, valid), within: diagrams.or(condition, diagrams.not(valid)))
    return cubes.map { literals in
      var mask = [UInt64](repeating: 0, count: layout.wordCount)
      var value = mask
      for literal in literals {
        let place = placeOfVariable[literal.variable]
        mask[place.word] |= place.bit
        if literal.value { value[place.word] |= place.bit }
      }
      return PackedCube(mask: mask, value: value)
    }
  }
}

extension ValueType {
  var isSet: Bool { if case .set = self { true } else { false } }
}

extension SymbolicSpace {
  /// Returns the cases of a set-valued expression, including slots and constants.
  func setCases(_ expression: Expression) -> Cases {
    members(expression).enumerated().reduce([(0, .yes)]) { sets, member in
      sets.flatMap { set -> Cases in
        let without = diagrams.and(set.condition, diagrams.not(member.element))
        let with = diagrams.and(set.condition, member.element)
        let both: Cases = [(set.value, without), (set.value | 1 << member.offset, with)]
        return both.filter { $0.condition != .no }
      }
    }
  }
}
