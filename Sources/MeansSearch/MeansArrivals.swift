/// The steps of a graph by target, without those after which no account exists; of steps between
/// two states with the same needs and gifts only one.
struct MeansArrivals {
  /// The means that a step needs and gives.
  struct Use: Hashable {
    var needs: UInt32
    var gives: UInt32
  }

  struct Arrival {
    var source: UInt32
    /// The position of the step's use in ``uses``.
    var use: UInt32
  }

  /// The distinct uses of steps, in the order of their first occurrence.
  private(set) var uses: [Use] = []
  private var arrivals: [Arrival]
  private let starts: [Int]
  private var ends: [Int]

  func at(_ state: Int) -> ArraySlice<Arrival> { arrivals[starts[state]..<ends[state]] }

  /// - Parameter steps: the steps, sorted by source.
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
      // The steps of one source are adjacent.
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
