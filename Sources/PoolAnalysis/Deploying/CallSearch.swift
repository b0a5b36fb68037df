import TransitionTables

/// Searches for the shortest sequences of calls that lead from one configuration to another, such
/// that the service accepts each call.
///
/// On the way a parameter has its old value or its new one. A call changes some of the parameters
/// that it carries and repeats the others. It is accepted if the configuration after it breaks no
/// rule of legality and no rule about changes rejects the step.
struct CallSearch {
  /// A call, with the parameters that it changes.
  struct Step: Hashable {
    /// The position of the call in `Model.updates`.
    var call: Int
    var slots: [Int]
  }

  let model: Model
  let old: [Int]
  let new: [Int]
  /// The parameters that differ and that some call carries.
  let changed: [Int]
  private let units: [Unit]
  private let errors: [LegalityRule]
  private let refusing: [ChangeRule]

  /// The greatest number of calls in a sequence.
  static let longest = 5
  /// The greatest number of sequences of one length that are listed.
  static let mostOrders = 16

  /// Parameters that change together: a single one that a rule reads, or all those that no rule
  /// reads and the same calls carry.
  private struct Unit {
    var slots: [Int]
    /// Whether a rule reads the parameters.
    var isBound: Bool
    var calls: Set<Int>
  }

  init(model: Model, from old: [Int], to new: [Int]) {
    (self.model, self.old, self.new) = (model, old, new)
    errors = model.legality.filter(\.isError)
    refusing = model.changes.filter { $0.severity == .error }
    let read =
      errors.flatMap { $0.forbid.slots } + refusing.flatMap(\.parameters)
      + model.updates.flatMap(\.only)
    let isRead = Set(read)
    var units: [Unit] = []
    for slot in model.parameters where old[slot] != new[slot] {
      let calls = Set(model.updates.indices.filter { model.updates[$0].slots.contains(slot) })
      guard !calls.isEmpty else { continue }
      let isBound = isRead.contains(slot)
      if !isBound, let known = units.firstIndex(where: { !$0.isBound && $0.calls == calls }) {
        units[known].slots.append(slot)
      } else {
        units.append(Unit(slots: [slot], isBound: isBound, calls: calls))
      }
    }
    self.units = units
    changed = units.flatMap(\.slots).sorted()
  }

  /// The shortest sequences, and those with one more call, each list in a fixed order; empty where
  /// no sequence of at most ``longest`` calls is accepted.
  var orders: (shortest: [[Step]], longer: [[Step]]) {
    guard !units.isEmpty else { return ([[]], []) }
    for length in 1...Self.longest {
      let found = orders(of: length)
      guard found.isEmpty else {
        return (found, length < Self.longest ? orders(of: length + 1) : [])
      }
    }
    return ([], [])
  }

  // MARK: Rules

  /// The rules that reject a call from one valuation to another, by id, with the service's words.
  func refusals(
    from before: [Int], to after: [Int], by call: SettingCall
  ) -> [(id: String, words: String)] {
    let evaluator = ConcreteEvaluator(after)
    let broken = errors.filter { evaluator.holds($0.forbid) }
      .map { (id: $0.id, words: $0.words) }
    let refused = refusing.filter {
      !call.lifts.contains($0.id) && $0.applies(from: before, to: after, leaving: [])
    }
    return broken + refused.map { ($0.id, $0.refusal.isEmpty ? $0.documentation : $0.refusal) }
  }

  /// The valuation with some parameters at their new values.
  func valuation(_ before: [Int], changing slots: [Int]) -> [Int] {
    var after = before
    for slot in slots { after[slot] = new[slot] }
    return after
  }

  /// The changed parameters that a call carries.
  func carried(by call: Int) -> [Int] {
    let slots = Set(model.updates[call].slots)
    return changed.filter(slots.contains)
  }

  // MARK: Search

  private func orders(of length: Int) -> [[Step]] {
    var (found, dead) = ([[Step]](), Set<[Int]>())
    extend([], from: 0, old, length, &found, &dead)
    return found
  }

  /// Extends a prefix that has changed the units in a bit set; remembers dead ends.
  @discardableResult
  private func extend(
    _ steps: [Step], from done: Int, _ before: [Int], _ left: Int, _ found: inout [[Step]],
    _ dead: inout Set<[Int]>
  ) -> Bool {
    let pending = units.indices.filter { done & (1 << $0) == 0 }
    guard !pending.isEmpty else {
      if left == 0 { found.append(steps) }
      return left == 0
    }
    guard left > 0, !dead.contains([done, left]) else { return false }
    var isFound = false
    for call in model.updates.indices {
      // Shortest orders have two calls of one kind in a row only if a rule keeps them apart.
      for chosen in choices(of: pending.filter { units[$0].calls.contains(call) }) {
        guard found.count < Self.mostOrders else { return true }
        let slots = chosen.flatMap { units[$0].slots }.sorted()
        let only = model.updates[call].only
        guard only.isEmpty || slots.contains(where: only.contains) else { continue }
        let after = valuation(before, changing: slots)
        guard refusals(from: before, to: after, by: model.updates[call]).isEmpty else { continue }
        let next = chosen.reduce(done) { $0 | 1 << $1 }
        let step = Step(call: call, slots: slots)
        if extend(steps + [step], from: next, after, left - 1, &found, &dead) { isFound = true }
      }
    }
    if !isFound { dead.insert([done, left]) }
    return isFound
  }

  /// The sets of units that one call can change, the largest first. Units that no rule reads join
  /// the first call; of more than six others, only sets that lack or have at most two are tried.
  private func choices(of units: [Int]) -> [[Int]] {
    let bound = units.filter { self.units[$0].isBound }
    let free = units.filter { !self.units[$0].isBound }
    guard !bound.isEmpty else { return free.isEmpty ? [] : [free] }
    let all = (0..<(1 << bound.count)).filter { set in
      let size = set.nonzeroBitCount
      return bound.count <= 6 || size <= 2 || size >= bound.count - 2
    }
    let sorted = all.sorted { (-$0.nonzeroBitCount, $0) < (-$1.nonzeroBitCount, $1) }
    return sorted.compactMap { set in
      let chosen = bound.indices.filter { set & (1 << $0) != 0 }.map { bound[$0] } + free
      return chosen.isEmpty ? nil : chosen
    }
  }
}
