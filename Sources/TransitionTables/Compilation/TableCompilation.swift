import StateSpace

/// A table compiled under one configuration. For a mutant only the ladders that contain it are
/// compiled again.
///
/// The diagrams of the configuration are kept, so that every mutant after the first compilation is
/// cheap: the rules of the other ladders are reused. Only one thread may use it at a time.
public final class TableCompilation {
  /// The rules of a group with their meanings, which are numbered from 0.
  typealias Piece = (rules: [TransitionRule], labels: [CompiledModel.Label])

  /// The table without mutants.
  public let compiled: CompiledModel
  let compiler: RuleCompiler
  private let pieces: [Piece]

  /// Compiles the whole table, at the cost of ``Model/compiled(parameters:observers:invariants:)``.
  /// `never:` constraints are checked in urgent states too.
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

  /// Returns the table with a mutant; nil where the rules of the configuration stay the same.
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

  /// Concatenates the rules of several groups, with their meanings.
  static func joined(
    _ pieces: [Piece]
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
