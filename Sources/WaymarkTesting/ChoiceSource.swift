/// The source of a generator's choices: random by a seed, or a list that is replayed.
///
/// Choices are recorded, so that a generated value is a function of a list of small numbers. A
/// shorter list, or one of smaller numbers, makes a simpler value: zero is always the simplest
/// choice, and a list that has ended continues with zeros. Shrinking needs to know no more.
///
/// Source: MacIver and Donaldson, "Test-Case Reduction via Test-Case Generation", 2020.
public struct ChoiceSource: Sendable {
  /// The choices made so far.
  public private(set) var choices: [UInt64] = []
  private let replayed: [UInt64]?
  private var state: UInt64

  /// Creates a source that chooses at random; equal seeds make equal choices.
  public init(seed: UInt64) {
    (state, replayed) = (seed, nil)
  }

  /// Creates a source that makes the given choices, and the simplest choice after them.
  public init(replaying choices: [UInt64]) {
    (state, replayed) = (0, choices)
  }

  /// Chooses a number below a bound; zero for a bound of zero or one.
  public mutating func number(below bound: UInt64) -> UInt64 {
    let chosen: UInt64
    if let replayed {
      chosen = choices.count < replayed.count ? replayed[choices.count] % max(bound, 1) : 0
    } else {
      chosen = bound > 1 ? next() % bound : 0
    }
    choices.append(chosen)
    return chosen
  }

  /// The next random number, by SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Chooses one of some values, of which the first is the simplest; nil where there are none.
  public mutating func element<T>(of values: [T]) -> T? {
    guard !values.isEmpty else { return nil }
    return values[Int(number(below: UInt64(values.count)))]
  }

  /// Chooses true or false, of which false is the simpler.
  public mutating func flag() -> Bool { number(below: 2) == 1 }

  /// Chooses a subset of the values, in order; the empty one is the simplest.
  public mutating func subset<T>(of values: [T]) -> [T] { values.filter { _ in flag() } }
}

/// Simplifies a list of choices as long as the value that it generates still fails.
struct ChoiceShrinker {
  /// The largest number of lists that are tried.
  var mostTries = 1_000

  /// The simplest list found, of which no simplification that was tried fails.
  ///
  /// - Parameters:
  ///   - prepare: is called with the lists that are tried next.
  ///   - fails: whether the value of a list fails; called at most ``mostTries`` times.
  func shrunk(
    _ choices: [UInt64], preparing prepare: ([[UInt64]]) -> Void = { _ in },
    while fails: ([UInt64]) throws -> Bool
  ) rethrows -> [UInt64] {
    var best = choices
    var tries = 0
    var isBetter = true
    while isBetter, tries < mostTries {
      isBetter = false
      let candidates = candidates(for: best)
      prepare(candidates)
      for candidate in candidates where tries < mostTries {
        tries += 1
        guard try fails(candidate) else { continue }
        best = trimmed(candidate)
        isBetter = true
        break
      }
    }
    return trimmed(best)
  }

  /// The list without trailing zeros, which a source adds by itself.
  private func trimmed(_ choices: [UInt64]) -> [UInt64] {
    Array(choices[..<((choices.lastIndex { $0 != 0 } ?? -1) + 1)])
  }

  /// Simpler lists, the simplest first: parts removed, parts set to zero, numbers reduced.
  private func candidates(for choices: [UInt64]) -> [[UInt64]] {
    var found: [[UInt64]] = []
    var size = choices.count
    while size > 0 {
      // Small parts are tried at every offset, since related choices may begin at any.
      for start in stride(from: 0, to: choices.count, by: size > 4 ? size : 1) {
        let end = min(start + size, choices.count)
        if choices[start..<end].contains(where: { $0 != 0 }) {
          var zeroed = choices
          for index in start..<end { zeroed[index] = 0 }
          found.append(zeroed)
        }
        if end < choices.count || size < choices.count {
          found.append(Array(choices[..<start] + choices[end...]))
        }
      }
      size = size > 8 ? size / 2 : size - 1
    }
    for index in choices.indices where choices[index] > 1 {
      // The steps halve, so that the least failing number is found in few tries.
      var step = choices[index] / 2
      while step > 0 {
        var reduced = choices
        reduced[index] -= step
        found.append(reduced)
        step /= 2
      }
    }
    return found.filter { isSimpler($0, than: choices) }
  }

  /// Whether the first list is shorter, without trailing zeros, or of equal length and smaller.
  private func isSimpler(_ a: [UInt64], than b: [UInt64]) -> Bool {
    let (a, b) = (trimmed(a), trimmed(b))
    return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
  }
}
