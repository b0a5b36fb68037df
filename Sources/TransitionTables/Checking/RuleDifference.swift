import StateSpace

/// The rules in which two compilations of a table differ.
///
/// Rules are compared with their guards, their updates and their labels. Both compilations have
/// their rules in the order of the table, so the equal ones before the first difference and behind
/// the last one are passed over.
struct RuleDifference {
  /// What a rule does, its guard apart.
  struct Effect: Hashable, Sendable {
    var label: CompiledModel.Label
    var clear: [UInt64]
    var set: [UInt64]
  }

  /// By effect, its guards in the first compilation and in the second; some may be equal.
  let guards: (before: [Effect: Set<PackedCube>], after: [Effect: Set<PackedCube>])
  /// The rules of the first compilation among which the differences are.
  let rules: Range<Int>

  /// The differences; nil where the states have other variables, so that everything may differ.
  init?(from old: CompiledModel, to new: CompiledModel) {
    guard old.layout == new.layout, old.system.initialStates == new.system.initialStates,
      old.system.urgent == new.system.urgent
    else { return nil }
    func isSame(_ a: Int, _ b: Int) -> Bool {
      let (x, y) = (old.system.rules[a], new.system.rules[b])
      return x.cubes == y.cubes && x.clear == y.clear && x.set == y.set
        && old.label(ofRule: a) == new.label(ofRule: b)
    }
    let (olds, news) = (old.system.rules.count, new.system.rules.count)
    var first = 0
    while first < min(olds, news), isSame(first, first) { first += 1 }
    var last = 0
    while first + last < min(olds, news), isSame(olds - 1 - last, news - 1 - last) { last += 1 }
    rules = first..<(olds - last)
    guards = (Self.guards(of: old, rules), Self.guards(of: new, first..<(news - last)))
  }

  private static func guards(
    of compiled: CompiledModel, _ rules: Range<Int>
  ) -> [Effect: Set<PackedCube>] {
    var guards: [Effect: Set<PackedCube>] = [:]
    for rule in rules {
      guards[effect(of: rule, in: compiled), default: []].formUnion(
        compiled.system.rules[rule].cubes)
    }
    return guards
  }

  static func effect(of rule: Int, in compiled: CompiledModel) -> Effect {
    let own = compiled.system.rules[rule]
    return Effect(label: compiled.label(ofRule: rule), clear: own.clear, set: own.set)
  }

  /// The effects whose guards are not the same cubes before and after.
  var effects: [Effect] {
    Set(guards.before.keys).union(guards.after.keys)
      .filter { guards.before[$0] != guards.after[$0] }
  }
}
