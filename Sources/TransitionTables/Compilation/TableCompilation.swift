import StateSpace

/// A table compiled under one configuration, of which a mutant compiles only the ladders that it is
/// in.
///
/// The diagrams of the configuration are kept, so that the thousandth mutant costs as little as the
/// second: the rules of the other ladders are those of the table as it is. One thread works at a
/// time.
public final class TableCompilation {
  /// The rules of a group with their meanings, which are numbered from 0.
  typealias Piece = (rules: [TransitionRule], labels: [CompiledModel.Label])

  /// The table as it is.
  public let compiled: CompiledModel
  let compiler: RuleCompiler
  private let pieces: [Piece]

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

  /// The table with a mutant; nil where the configuration's rules are the same with it.
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

  /// The rules of several groups with their meanings, one group behind the other.
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
