/// Reduces the number of a machine's rules.
///
/// If the right-hand side of a table row reads the state, such as `heard ∪ {r}`, a compiler splits
/// the row into one rule for each value read. Most of these rules write bits back that their guards
/// have just found. As changes of single bits they are equal, and their guards together are one
/// cube again: two-phase commit with nine managers shrinks from 4,637 rules to 47.
extension TransitionSystem {
  /// The same machine, in which adjacent rules with the same label are merged if they exclude each
  /// other and one update has the effect of each.
  ///
  /// The steps, their number and order, and their labels do not change; the indices of rules do.
  /// Costs about the square of the number of rules with one label.
  public func mergingRules() -> TransitionSystem {
    var merged = self
    merged.rules = []
    var start = rules.startIndex
    while start < rules.endIndex {
      let end = rules[start...].firstIndex { $0.label != rules[start].label } ?? rules.endIndex
      merged.rules += end - start == 1 ? [rules[start]] : Self.merged(rules[start..<end])
      start = end
    }
    return merged
  }

  private static func merged(_ rules: ArraySlice<TransitionRule>) -> [TransitionRule] {
    guard areExclusive(rules) else { return Array(rules) }
    var groups: [RuleGroup] = []
    for rule in rules {
      let effect = RuleGroup(rule)
      if !groups.indices.contains(where: { groups[$0].absorb(effect) }) { groups.append(effect) }
    }
    return groups.map(\.rule)
  }

  /// Whether no state matches two of the rules.
  private static func areExclusive(_ rules: ArraySlice<TransitionRule>) -> Bool {
    rules.indices.allSatisfy { one in
      rules[(one + 1)...].allSatisfy { other in
        rules[one].cubes.allSatisfy { cube in other.cubes.allSatisfy { cube.excludes($0) } }
      }
    }
  }
}

/// Rules that exclude each other, with one update that has the effect of each.
private struct RuleGroup {
  private var label: Int32
  private var cubes: [PackedCube]
  private var clear: [UInt64]
  private var set: [UInt64]

  /// A group of one rule, without the bits that its guard requires to have the value written.
  init(_ rule: TransitionRule) {
    label = rule.label
    cubes = rule.cubes
    // Bits that are set count as written too, so that every written bit is in `clear`.
    clear = zip(rule.clear, rule.set).map { $0 | $1 }
    set = rule.set
    for word in clear.indices {
      let idle = cubes.reduce(clear[word]) { idle, cube in
        idle & cube.mask[word] & ~(cube.value[word] ^ set[word])
      }
      clear[word] &= ~idle
      set[word] &= ~idle
    }
  }

  /// Adds the rules of another group if one update has the effect of both; returns whether it has.
  mutating func absorb(_ other: RuleGroup) -> Bool {
    let words = clear.indices
    let together = words.map { clear[$0] | other.clear[$0] }
    let values = words.map { set[$0] | other.set[$0] }
    let agree = words.allSatisfy { clear[$0] & other.clear[$0] & (set[$0] ^ other.set[$0]) == 0 }
    guard agree, leaves(together, values), other.leaves(together, values) else { return false }
    (clear, set) = (together, values)
    cubes += other.cubes
    return true
  }

  /// Whether writing `values` under `written` has the same effect as the group in all states that
  /// its guards match.
  private func leaves(_ written: [UInt64], _ values: [UInt64]) -> Bool {
    cubes.allSatisfy { cube in
      clear.indices.allSatisfy { word in
        let more = written[word] & ~clear[word]
        return more & ~cube.mask[word] == 0 && more & (cube.value[word] ^ values[word]) == 0
      }
    }
  }

  var rule: TransitionRule {
    TransitionRule(cubes: PackedCube.joined(cubes), clear: clear, set: set, label: label)
  }
}

extension PackedCube {
  /// Whether no state matches both cubes.
  fileprivate func excludes(_ other: PackedCube) -> Bool {
    mask.indices.contains { mask[$0] & other.mask[$0] & (value[$0] ^ other.value[$0]) != 0 }
  }

  /// The same states in fewer cubes: two cubes that differ in the value of one bit become one.
  fileprivate static func joined(_ cubes: [PackedCube]) -> [PackedCube] {
    guard let words = cubes.first?.mask.indices, cubes.count > 1 else { return cubes }
    // Joining at no bit removes duplicates.
    var cubes = joined(cubes, at: 0, 0)
    for word in words {
      var below: UInt64 = 0
      while cubes.count > 1 {
        let joints = joints(of: cubes, at: word) & ~below
        guard joints != 0 else { break }
        let bit = joints & ~(joints - 1)
        let before = cubes.count
        cubes = joined(cubes, at: word, bit)
        if cubes.count < before { cubes = joined(cubes, at: 0, 0) }
        below = bit | (bit - 1)
      }
    }
    return cubes
  }

  /// The maximum number of cubes that are compared in pairs.
  private static var mostInPairs: Int { 64 }

  /// The bits of a word in which two of the cubes may differ while they agree in all others. The
  /// result is exact for few cubes; for many it may contain further bits.
  private static func joints(of cubes: [PackedCube], at word: Int) -> UInt64 {
    guard cubes.count <= mostInPairs else { return cubes.reduce(0) { $0 | $1.mask[word] } }
    var bits: UInt64 = 0
    for (number, one) in cubes.enumerated() {
      for other in cubes[(number + 1)...] {
        let difference = one.value[word] ^ other.value[word]
        guard difference.nonzeroBitCount == 1, one.mask == other.mask else { continue }
        let isAlone = one.value.indices.allSatisfy {
          $0 == word || one.value[$0] == other.value[$0]
        }
        if isAlone { bits |= difference }
      }
    }
    return bits
  }

  private static func joined(_ cubes: [PackedCube], at word: Int, _ bit: UInt64) -> [PackedCube] {
    var result: [PackedCube] = []
    var places: [PackedCube: Int] = [:]
    for cube in cubes {
      var partner = cube
      partner.value[word] ^= bit
      if cube.mask[word] & bit != 0, let place = places[partner] {
        result[place].mask[word] &= ~bit
        result[place].value[word] &= ~bit
        places[partner] = nil
      } else if places[cube] == nil {
        places[cube] = result.count
        result.append(cube)
      }
    }
    return result
  }
}
