import StateSpace
import TransitionTables

/// The configurations that a design can choose from, as decision diagrams, with the subsets that
/// fulfil each wish, rule and property.
struct DesignSpace {
  /// A condition that a design has to fulfil.
  struct Demand {
    /// The source of a demand.
    enum Origin: Hashable {
      /// A rule of legality, by its position.
      case rule(Int)
      /// A property, by its full id.
      case property(String)
      /// A fixed value of a setting, by slot.
      case setting(Int)
      /// The settings of a wish, by its position among the wishes.
      case wish(Int)
      /// A property that a wish names: the position of the wish, and the id of the property.
      case claim(Int, String)

      /// The full id of the property; nil for demands about settings.
      var property: String? {
        switch self {
        case .property(let id), .claim(_, let id): id
        case .rule, .setting, .wish: nil
        }
      }
    }

    var origin: Origin
    /// The set of configurations that fulfil the demand.
    var diagram: Diagram

    var isRule: Bool {
      if case .rule = origin { true } else { false }
    }
    /// Whether the demand can be judged without exploring states.
    var isAboutSettings: Bool { origin.property == nil }
  }

  let model: Model
  let wishes: [Wish]
  let open: [Int]
  let closed: [Int: Int]
  let space: SymbolicSpace
  /// The configurations that the service accepts.
  let legal: Diagram
  /// The values of open settings that do not count as changes, by slot; others have their defaults.
  private let usual: [Int: Int]

  init(
    model: Model, wishes: [Wish], open: [Int], closed: [Int: Int], usual: [Int: Int] = [:]
  ) {
    (self.model, self.wishes, self.open, self.closed) = (model, wishes, open, closed)
    self.usual = usual
    space = SymbolicSpace(model: model, slots: open, fixed: closed)
    legal = space.legal(open)
  }

  var diagrams: DecisionDiagrams { space.diagrams }

  /// The demands of the rules of legality and of the settings of the wishes, the last wish first.
  var settings: [Demand] {
    model.legality.indices.filter { model.legality[$0].isError }.map {
      Demand(
        origin: .rule($0), diagram: diagrams.not(space.condition(model.legality[$0].forbid)))
    }
      + wishes.indices.reversed().map {
        Demand(origin: .wish($0), diagram: space.condition(wishes[$0].condition))
      }
  }

  /// The demands of fixed settings, in the order in which they are dropped.
  func laidDown(_ values: [(slot: Int, value: Int)]) -> [Demand] {
    values.map { Demand(origin: .setting($0.slot), diagram: space.equality($0.slot, $0.value)) }
  }

  /// Whether a demand can be fulfilled with a given value of an open setting.
  func leaves(_ value: Int, of slot: Int, in demand: Demand) -> Bool {
    diagrams.and([demand.diagram, space.validity(of: slot), space.equality(slot, value)]) != .no
  }

  /// The demands that verdicts over legal configurations imply.
  ///
  /// - Parameter severities: the severities whose properties must all hold; properties that wishes
  ///   name must hold in any case.
  func claims(_ verdicts: [FamilyVerdict], severities: [String]) -> [Demand] {
    let cover = ConditionCover(space: space, slots: open)
    var demands: [Demand] = []
    for verdict in verdicts {
      let (id, severity) = (verdict.property.fullID, verdict.property.severity)
      // Nothing is known about configurations that the service refuses, so these count as holding.
      let holds = diagrams.not(diagrams.and(legal, cover.diagram(of: verdict.fails.terms)))
      if severities.contains(severity) {
        demands.append(Demand(origin: .property(id), diagram: holds))
      }
      for (number, wish) in wishes.enumerated() {
        if wish.properties.contains(verdict.property.id) {
          demands.append(Demand(origin: .claim(number, id), diagram: holds))
        }
        if wish.happening.contains(verdict.property.id) {
          let never = diagrams.and(legal, cover.diagram(of: verdict.isVacuous.terms))
          demands.append(Demand(origin: .claim(number, id), diagram: diagrams.not(never)))
        }
      }
    }
    return demands
  }

  /// The configurations that fulfil all the demands.
  func fulfilling(_ demands: [Demand]) -> Diagram {
    demands.reduce(diagrams.and(open.map(space.validity))) { diagrams.and($0, $1.diagram) }
  }

  /// A minimal set of demands that nothing fulfils together; earlier ones are dropped first. If
  /// properties are among them, the rules are assumed, because nothing is known about properties of
  /// configurations that the service rejects.
  func conflict(among demands: [Demand]) -> [Demand] {
    let (rules, others) = (demands.filter(\.isRule), demands.filter { !$0.isRule })
    let kept = smallest(others, next: rules)
    guard kept.allSatisfy(\.isAboutSettings) else { return kept }
    return smallest(rules, next: kept) + kept
  }

  /// A minimal subset of the demands that nothing fulfils together with the others; earlier ones
  /// are dropped first.
  func smallest(_ demands: [Demand], next others: [Demand]) -> [Demand] {
    let granted = fulfilling(others)
    return demands.reduce(demands) { kept, demand in
      let rest = kept.filter { $0.origin != demand.origin }
      return diagrams.and([granted] + rest.map(\.diagram)) == .no ? rest : kept
    }
  }

  // MARK: The cheapest

  /// The cost of a configuration: its prices, plus one for each setting that differs from its usual
  /// value.
  func cost(of member: [Int: Int]) -> Int {
    let evaluator = ConcreteEvaluator(
      model.slots.indices.map { member[$0] ?? model.slots[$0].initial })
    let prices = model.prices.filter { evaluator.holds($0.condition) }.map(\.cost)
    return prices.reduce(0, +) + changes(in: member).count
  }

  /// The open settings of a configuration that differ from their usual values.
  func changes(in member: [Int: Int]) -> [Int] {
    open.filter { member[$0] != usualValue(of: $0) }
  }

  private func usualValue(of slot: Int) -> Int { usual[slot] ?? model.slots[slot].initial }

  /// The configuration in a set with the fewest changed settings; nil for the empty set.
  func nearest(in set: Diagram) -> [Int: Int]? {
    var known: [Place: (changes: Int, value: Int)] = [:]
    return fewest(set, from: 0, &known).map { _ in member(of: set, known) }
  }

  /// The configuration in a set with the lowest cost; among equals, defaults come first. Nil for
  /// the empty set.
  func cheapest(in set: Diagram) -> [Int: Int]? {
    var best: (cost: Int, member: [Int: Int])?
    for number in 0..<(1 << model.prices.count) {
      let paid = model.prices.indices.filter { number >> $0 & 1 == 1 }
      let price = paid.reduce(0) { $0 + model.prices[$1].cost }
      if let best, best.cost <= price { continue }
      let own = model.prices.indices.reduce(set) { rest, position in
        let condition = space.condition(model.prices[position].condition)
        return paid.contains(position)
          ? diagrams.and(rest, condition) : diagrams.minus(rest, condition)
      }
      var known: [Place: (changes: Int, value: Int)] = [:]
      guard let changes = fewest(own, from: 0, &known) else { continue }
      if let best, best.cost <= price + changes { continue }
      best = (price + changes, member(of: own, known))
    }
    return best?.member
  }

  private struct Place: Hashable {
    var position: Int
    var rest: Diagram
  }

  /// The smallest number of unusual settings in a set, over the open settings from a position on;
  /// nil for the empty set.
  private func fewest(
    _ rest: Diagram, from position: Int, _ known: inout [Place: (changes: Int, value: Int)]
  ) -> Int? {
    guard rest != .no else { return nil }
    guard position < open.count else { return 0 }
    let place = Place(position: position, rest: rest)
    if let found = known[place] { return found.changes }
    let slot = open[position]
    let initial = usualValue(of: slot)
    let values = model.types.values(of: model.slots[slot].type)
    var best: (changes: Int, value: Int)?
    for value in [initial] + values.filter({ $0 != initial }) {
      guard let others = fewest(remainder(rest, slot, value), from: position + 1, &known) else {
        continue
      }
      let changes = others + (value == initial ? 0 : 1)
      if best.map({ changes < $0.changes }) ?? true { best = (changes, value) }
    }
    known[place] = best
    return best?.changes
  }

  /// The set over the other settings that remains when one setting has a given value.
  private func remainder(_ set: Diagram, _ slot: Int, _ value: Int) -> Diagram {
    diagrams.exists(
      space.bits[slot] ?? [], in: diagrams.and(set, space.equality(slot, value)))
  }

  private func member(
    of set: Diagram, _ known: [Place: (changes: Int, value: Int)]
  ) -> [Int: Int] {
    var member = closed
    var rest = set
    for (position, slot) in open.enumerated() {
      guard let value = known[Place(position: position, rest: rest)]?.value else { break }
      member[slot] = value
      rest = remainder(rest, slot, value)
    }
    return member
  }

  /// The set without the configurations that include all the changes of the given one.
  func without(_ member: [Int: Int], in set: Diagram) -> Diagram {
    diagrams.minus(
      set, diagrams.and(changes(in: member).map { space.equality($0, member[$0] ?? 0) }))
  }

  /// The set with a single configuration.
  func only(_ member: [Int: Int]) -> Diagram {
    diagrams.and(open.map { space.equality($0, member[$0] ?? 0) })
  }

  /// A set in words, as an irredundant sum of prime implicants among the legal configurations.
  func words(of set: Diagram) -> [[String]] {
    let cover = ConditionCover(space: space, slots: open)
    return cover.terms(true: set, false: diagrams.minus(legal, set)).map {
      cover.words(of: $0, among: legal)
    }
  }
}
