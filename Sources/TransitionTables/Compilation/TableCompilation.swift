import StateSpace

/// A table compiled under one configuration, of which a slip compiles only the ladders that it is
/// in.
///
/// The diagrams of the configuration are kept, so that the thousandth slip costs as little as the
/// second: the rules of the other ladders are those of the table as it is. One thread works at a
/// time.
public final class TableCompilation {
  /// The table as it is.
  public let compiled: CompiledModel
  let compiler: RuleCompiler
  private let pieces: [(rules: [TransitionRule], labels: [CompiledModel.Label])]
  /// By group, what its guards and right-hand sides read.
  private lazy var slotsRead = compiler.model.groups.map { group in
    let model = compiler.model
    return group.rows.reduce(into: Set<Int>()) { slots, position in
      let row = model.rows[position]
      slots.formUnion(model.guardExpression(of: row).slots)
      for update in model.updates(of: row, observers: compiled.observers) {
        slots.formUnion(update.value.slots)
      }
    }
  }

  /// Compiles the whole table, at the cost of ``Model/compiled(parameters:observers:invariants:)``;
  /// `never:` constraints are watched for in urgent states too.
  public init(model: Model, parameters: [Int: Int], observers: Set<Int>) {
    var all = parameters
    for slot in model.parameters where all[slot] == nil { all[slot] = model.slots[slot].initial }
    let compiler = RuleCompiler(model: model, parameters: all, observers: observers)
    self.compiler = compiler
    pieces = model.groups.map { compiler.rules(of: $0) }
    let (rules, labels) = Self.joined(pieces)
    let system = compiler.system(rules: rules, invariants: model.watchedConstraints)
    compiled = CompiledModel(
      model: model, parameters: all, observers: observers, layout: compiler.layout, system: system,
      labels: labels)
  }

  /// The table with a slip; nil where the configuration's rules are the same with it.
  public func compiled(with mutant: Mutant) -> CompiledModel? {
    let changed = mutant.changedRows
    let model = compiler.model
    var pieces = self.pieces
    var isDifferent = false
    for group in Set(mutant.rows.map { model.rows[$0.position].group }).sorted() {
      let own = compiler.rules(of: model.groups[group], changed: changed)
      if own.rules == pieces[group].rules, own.labels == pieces[group].labels { continue }
      isDifferent = true
      pieces[group] = own
    }
    guard isDifferent else { return nil }
    let (rules, labels) = Self.joined(pieces)
    var system = compiled.system
    system.rules = rules
    return CompiledModel(
      model: model.applying(mutant), parameters: compiled.parameters,
      observers: compiled.observers, layout: compiled.layout, system: system, labels: labels)
  }

  /// The table under a configuration that differs in one parameter; only what reads it is compiled
  /// anew.
  public func compiled(setting slot: Int, to value: Int) -> CompiledModel {
    let model = compiler.model
    var parameters = compiled.parameters
    parameters[slot] = value
    let other = RuleCompiler(model: model, parameters: parameters, observers: compiled.observers)
    let isAlike = other.layout == compiler.layout
    let pieces = model.groups.indices.map { group in
      isAlike && !slotsRead[group].contains(slot)
        ? self.pieces[group] : other.rules(of: model.groups[group])
    }
    let (rules, labels) = Self.joined(pieces)
    return CompiledModel(
      model: model, parameters: parameters, observers: compiled.observers, layout: other.layout,
      system: other.system(rules: rules, invariants: model.watchedConstraints), labels: labels)
  }

  private static func joined(
    _ pieces: [(rules: [TransitionRule], labels: [CompiledModel.Label])]
  ) -> (rules: [TransitionRule], labels: [CompiledModel.Label]) {
    var rules: [TransitionRule] = []
    var labels: [CompiledModel.Label] = []
    for piece in pieces {
      rules += piece.rules.map { rule in
        var rule = rule
        rule.label += Int32(labels.count)
        return rule
      }
      labels += piece.labels
    }
    return (rules, labels)
  }
}

extension Model {
  /// The `never:` constraints as invariants of a machine, urgent states included.
  public var watchedConstraints: [(name: String, bad: Expression, within: Bool)] {
    never.map { (name: "never.\($0.id)", bad: $0.states, within: true) }
  }
}
