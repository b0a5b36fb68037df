/// The steps of a graph that lead on, by target: of those between two states that need and give the
/// same means, one.
struct MeansArrivals {
  /// What a step needs, and what it gives.
  struct Use: Hashable {
    var needs: UInt32
    var gives: UInt32
  }

  struct Arrival {
    var source: UInt32
    /// Its place in ``uses``.
    var use: UInt32
  }

  /// The uses that steps have, in the order of first sight.
  private(set) var uses: [Use] = []
  private var arrivals: [Arrival]
  private let starts: [Int]
  private var ends: [Int]

  func at(_ state: Int) -> ArraySlice<Arrival> { arrivals[starts[state]..<ends[state]] }

  /// - Parameter steps: in the order of their sources.
  init(_ steps: [MeansGraph.Step], states: Int) {
    var starts = [Int](repeating: 0, count: states + 1)
    for step in steps where !step.endsAccount { starts[Int(step.target) + 1] += 1 }
    for state in 0..<states { starts[state + 1] += starts[state] }
    (self.starts, ends) = (starts, starts)
    arrivals = [Arrival](repeating: Arrival(source: 0, use: 0), count: starts[states])
    var numbers: [Use: UInt32] = [:]
    var last: (use: Use, number: UInt32)?
    for step in steps where !step.endsAccount {
      let use = Use(needs: step.needs, gives: step.gives)
      if last?.use != use {
        let number = numbers[use] ?? UInt32(uses.count)
        if number == UInt32(uses.count) { uses.append(use) }
        numbers[use] = number
        last = (use, number)
      }
      guard let number = last?.number else { continue }
      let target = Int(step.target)
      // The steps of one source stand together.
      var place = ends[target]
      while place > starts[target], arrivals[place - 1].source == step.source,
        arrivals[place - 1].use != number
      {
        place -= 1
      }
      if place > starts[target], arrivals[place - 1].source == step.source { continue }
      arrivals[ends[target]] = Arrival(source: step.source, use: number)
      ends[target] += 1
    }
  }
}
