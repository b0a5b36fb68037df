/// For each state, with which sets of means the goal is reached from there: for all sets at once.
///
/// A set of means is a number, so that a set of such sets is a row of bits, one for each number. A
/// step that needs `n` and gives `g` lets a person with `m` take it where `n` is part of `m`; from
/// then on the person holds `m` with `g`. So what a step contributes to its source is made of what
/// is known of its target by a shift and a mask, and the least solution over all steps is found by
/// a work list.
///
/// Cost: a state's row has 2^n bits for n means; a row only grows, in practice a few times.
struct MeansReach {
  /// How many words a row has.
  let width: Int
  private(set) var rows: [UInt64]

  /// The bits of a word whose number has bit `b` set, for b < 6.
  private static let patterns: [UInt64] = [
    0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000,
  ]

  /// - Parameters:
  ///   - graph: the pool's states and steps.
  ///   - isGoal: whether a step reaches the goal by being taken.
  init(_ graph: MeansGraph, where isGoal: (MeansGraph.Step) -> Bool = { $0.signsIn }) {
    self.init(graph, bits: graph.used.count, giving: \.gives, seeds: { _, _ in }, where: isGoal)
  }

  /// The same over sets with further members that steps give.
  ///
  /// - Parameters:
  ///   - graph: the pool's states and steps.
  ///   - bits: how many members a set can have; the first are the means.
  ///   - gives: what a step adds to a set.
  ///   - seeds: fills in the sets for which a state is the goal itself.
  ///   - isFree: whether a step may be taken at all on the way.
  ///   - isGoal: whether a step reaches the goal by being taken.
  init(
    _ graph: MeansGraph, bits: Int, giving gives: (MeansGraph.Step) -> UInt32,
    seeds: (Int, inout [UInt64]) -> Void,
    taking isFree: (MeansGraph.Step) -> Bool = { _ in true },
    where isGoal: (MeansGraph.Step) -> Bool
  ) {
    width = max(1, (1 << bits) / 64)
    rows = [UInt64](repeating: 0, count: graph.stateCount * width)
    let full: UInt64 = bits >= 6 ? .max : UInt64(1) << UInt64(1 << bits) - 1
    var queue: [Int] = []
    var isQueued = [Bool](repeating: false, count: graph.stateCount)
    var scratch = [UInt64](repeating: 0, count: width)
    func note(_ state: Int, _ grew: Bool) {
      guard grew, !isQueued[state] else { return }
      isQueued[state] = true
      queue.append(state)
    }
    for state in 0..<graph.stateCount {
      for word in 0..<width { scratch[word] = 0 }
      seeds(state, &scratch)
      note(state, merge(scratch, into: state))
    }
    for step in graph.steps where isGoal(step) {
      for word in 0..<width { scratch[word] = full }
      Self.require(step.needs, &scratch)
      note(Int(step.source), merge(scratch, into: Int(step.source)))
    }
    let (arriving, into) = Self.arrivals(graph)
    var place = 0
    while place < queue.count {
      let state = queue[place]
      place += 1
      isQueued[state] = false
      for position in into[state]..<into[state + 1] {
        let step = graph.steps[Int(arriving[position])]
        guard isFree(step) else { continue }
        for word in 0..<width { scratch[word] = rows[state * width + word] }
        Self.give(gives(step), &scratch)
        Self.require(step.needs, &scratch)
        note(Int(step.source), merge(scratch, into: Int(step.source)))
      }
      if place > 1 << 16 {
        queue.removeFirst(place)
        place = 0
      }
    }
  }

  /// The steps that lead on, by target, and where those of each target begin.
  private static func arrivals(_ graph: MeansGraph) -> (steps: [Int32], starts: [Int]) {
    var starts = [Int](repeating: 0, count: graph.stateCount + 1)
    for step in graph.steps where !step.endsAccount { starts[Int(step.target) + 1] += 1 }
    for state in 0..<graph.stateCount { starts[state + 1] += starts[state] }
    var next = starts
    var arriving = [Int32](repeating: 0, count: starts[graph.stateCount])
    for (number, step) in graph.steps.enumerated() where !step.endsAccount {
      arriving[next[Int(step.target)]] = Int32(number)
      next[Int(step.target)] += 1
    }
    return (arriving, starts)
  }

  /// Whether a person who holds a set reaches the goal from a state.
  func reaches(from state: Int, holding set: UInt32) -> Bool {
    rows[state * width + Int(set >> 6)] >> UInt64(set & 63) & 1 == 1
  }

  /// Adds to a row; whether it grew.
  private mutating func merge(_ bits: [UInt64], into state: Int) -> Bool {
    var grew = false
    for word in 0..<width where bits[word] & ~rows[state * width + word] != 0 {
      rows[state * width + word] |= bits[word]
      grew = true
    }
    return grew
  }

  /// Keeps the sets that hold all of `means`.
  static func require(_ means: UInt32, _ bits: inout [UInt64]) {
    var rest = means
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      if bit < 6 {
        for word in bits.indices { bits[word] &= patterns[bit] }
      } else {
        for word in bits.indices where word >> (bit - 6) & 1 == 0 { bits[word] = 0 }
      }
    }
  }

  /// The sets that are among the given ones once `means` are added to them.
  static func give(_ means: UInt32, _ bits: inout [UInt64]) {
    var rest = means
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      if bit < 6 {
        for word in bits.indices {
          let having = bits[word] & patterns[bit]
          bits[word] = having | having >> UInt64(1 << bit)
        }
      } else {
        let distance = 1 << (bit - 6)
        for word in bits.indices where word >> (bit - 6) & 1 == 0 {
          bits[word] = bits[word + distance]
        }
      }
    }
  }
}
