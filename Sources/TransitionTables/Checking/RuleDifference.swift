import StateSpace

/// The rules in which two compilations of a table differ.
///
/// Rules are compared by their guards, updates and labels. Both compilations list their rules in
/// the order of the table, so equal rules before the first difference and after the last are
/// skipped.
struct RuleDifference {
  /// The effect of a rule, without its guard.
  struct Effect: Hashable, Sendable {
    var label: CompiledModel.Label
    var clear: [UInt64]
    var set: [UInt64]
  }

  /// The guards of each effect in the first compilation and in the second; some may be equal.
  let guards: (before: [Effect: Set<PackedCube>], after: [Effect: Set<PackedCube>])
  /// The range of rules in the first compilation that contains all differences.
  let rules: Range<Int>

  /// The difference; nil where the states have different variables, so that every rule may differ.
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

  /// The effects whose guards changed.
  var effects: [Effect] {
    Set(guards.before.keys).union(guards.after.keys)
      .filter { guards.before[$0] != guards.after[$0] }
  }
}
