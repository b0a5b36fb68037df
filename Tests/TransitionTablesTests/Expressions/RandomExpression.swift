@testable import TransitionTables

/// Well-typed random expressions over a few small slots, for comparing evaluators.
struct RandomExpression {
  /// A generator that gives the same numbers on every machine (SplitMix64).
  struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Two booleans, two members of three, two sets of three, two integers with odd ranges.
  static let declarations = """
    enums: { E: [a, b, c] }
    variables:
      p: { bool }
      q: { bool }
      x: { enum: E }
      y: { enum: E }
      s: { set: E }
      t: { set: E }
      m: { range: 0..2 }
      n: { range: 3..7 }
    """

  var numbers: Numbers

  init(seed: UInt64) { numbers = Numbers(state: seed) }

  private mutating func pick(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }

  mutating func bool(_ depth: Int) -> Expression {
    guard depth > 0 else { return [.slot(0), .slot(1), .yes, .no][pick(4)] }
    let d = depth - 1
    switch pick(13) {
    case 0: return .not(bool(d))
    case 1: return .and((0..<pick(4)).map { _ in bool(d) })
    case 2: return .or((0..<pick(4)).map { _ in bool(d) })
    case 3: return .equal(bool(d), bool(d))
    case 4: return .equal(member(d), member(d))
    case 5: return .equal(set(d), set(d))
    case 6: return .equal(integer(d), integer(d))
    case 7: return .less(integer(d), integer(d))
    case 8: return .contains(set: set(d), member: member(d))
    case 9: return .subset(set(d), set(d))
    case 10: return .conditional(bool(d), bool(d), bool(d))
    case 11: return .choose(member(d), (0..<3).map { _ in bool(d) })
    default: return bool(0)
    }
  }

  mutating func member(_ depth: Int) -> Expression {
    guard depth > 0 else { return [.slot(2), .slot(3), .constant(pick(3))][pick(3)] }
    let d = depth - 1
    switch pick(3) {
    case 0: return .conditional(bool(d), member(d), member(d))
    case 1: return .choose(member(d), (0..<3).map { _ in member(d) })
    default: return member(0)
    }
  }

  mutating func set(_ depth: Int) -> Expression {
    guard depth > 0 else { return [.slot(4), .slot(5), .constant(pick(8))][pick(3)] }
    let d = depth - 1
    switch pick(7) {
    case 0: return .union(set(d), set(d))
    case 1: return .minus(set(d), set(d))
    case 2: return .intersection(set(d), set(d))
    case 3: return .gathering((0..<3).map { _ in bool(d) })
    case 4: return .conditional(bool(d), set(d), set(d))
    case 5: return .choose(member(d), (0..<3).map { _ in set(d) })
    default: return set(0)
    }
  }

  mutating func integer(_ depth: Int) -> Expression {
    guard depth > 0 else { return [.slot(6), .slot(7), .constant(pick(9))][pick(3)] }
    let d = depth - 1
    switch pick(6) {
    case 0: return .sum(integer(d), integer(d))
    case 1: return .difference(integer(d), integer(d))
    case 2: return .tally((0..<pick(4)).map { _ in bool(d) })
    case 3: return .conditional(bool(d), integer(d), integer(d))
    case 4: return .choose(member(d), (0..<3).map { _ in integer(d) })
    default: return integer(0)
    }
  }
}
