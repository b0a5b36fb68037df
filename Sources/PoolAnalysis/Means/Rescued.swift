import MeansSearch
import StateSpace
import TransitionTables

/// Users whose access the same commands restore.
struct Rescued {
  /// The command lines, in order; empty where nothing helps.
  var commands: [String]
  /// The acts that restore access for the first of the users.
  var acts: [CompiledModel.Label]
  /// The users by number, ascending.
  var starts: [Int]
}

extension MeansAnalysis {
  /// Groups the users whom losses lock out by the fewest acts of an administrator that restore
  /// their access, in the order of the first user of each group.
  /// - Throws: 152 where the run has to end.
  func rescued(_ starts: [Int], losing set: UInt32) throws(CommandFailure) -> [Rescued] {
    var parts: [(acts: [CompiledModel.Label], starts: [Int])] = []
    if let sets {
      parts = try rescued(starts, losing: set, sets)
    } else {
      var rescue = Rescue(self, without: set)
      for number in starts {
        try goOn()
        parts.append((rescue.acts(for: self.starts[number]), [number]))
      }
    }
    let rescue = Rescue(self, without: set)
    var places: [[String]: Int] = [:]
    var found: [Rescued] = []
    for (acts, starts) in parts {
      let commands = acts.compactMap(rescue.command)
      if let place = places[commands] {
        found[place].starts += starts
      } else {
        places[commands] = found.count
        found.append(Rescued(commands: commands, acts: acts, starts: starts))
      }
    }
    for place in found.indices { found[place].starts.sort() }
    return found
  }

  /// The groups where states are symbolic. Single acts are tried for all users at once; further
  /// sequences are searched for one user at a time and then tried for all.
  private func rescued(
    _ starts: [Int], losing set: UInt32, _ sets: MeansSets
  ) throws(CommandFailure) -> [(acts: [CompiledModel.Label], starts: [Int])] {
    let held = graph.kept(losing: set)
    let helped = held | graph.help
    var rest = starts.filter { reaches(self.starts[$0], holding: helped) }
    var found: [(acts: [CompiledModel.Label], starts: [Int])] = [
      ([], starts.filter { !reaches(self.starts[$0], holding: helped) })
    ]
    for helping in [sets.helped, sets.helpedLater] where !rest.isEmpty {
      let own = helping(rest, held)
      try goOn()
      found += own
      let known = Set(own.flatMap(\.starts))
      rest.removeAll(where: known.contains)
    }
    while let number = rest.first {
      let acts = try acts(helping: number, losing: set, sets)
      var own: [Int] = []
      for isBetween in [false, true] where own.first != number {
        own = sets.helped(rest, by: acts, holding: held, between: isBetween)
        try goOn()
      }
      guard own.first == number else {
        throw failure("what helps a user without \(text(of: set)) is not found among sets")
      }
      found.append((acts, own))
      let done = Set(own)
      rest.removeAll(where: done.contains)
    }
    return found.filter { !$0.starts.isEmpty }.sorted { $0.starts[0] < $1.starts[0] }
  }

  /// Returns the fewest acts for a user whom no single act helps: the pair after which the user
  /// makes the fewest calls, or a sequence found near the user.
  private func acts(
    helping number: Int, losing set: UInt32, _ sets: MeansSets
  ) throws(CommandFailure) -> [CompiledModel.Label] {
    let held = graph.kept(losing: set)
    let pairs = sets.pairs(helping: number, holding: held)
    var best: (acts: [CompiledModel.Label], calls: Int)?
    for held in Set(pairs.map(\.held)).sorted() {
      let own = pairs.filter { $0.held == held }
      let ends = own.map { sets.laying(held, over: $0.end) }
      let found = try near(starts[number], from: ends, holding: held, sets) {
        near, start throws(CommandFailure) -> (acts: [CompiledModel.Label], calls: Int)? in
        let states = [start.state] + start.places.flatMap(\.states)
        guard let way = MeansWalk(near.graph, from: states, holding: held).way,
          let place = states.firstIndex(where: { $0 == way.first.map { Int($0.source) } })
        else { return nil }
        return (own[place].acts, way.count)
      }
      if found.calls < best?.calls ?? .max { best = found }
    }
    if let best { return best.acts }
    return try near(number, holding: held | graph.help) {
      near, start throws(CommandFailure) -> [CompiledModel.Label]? in
      var rescue = Rescue(near, without: set)
      let acts = rescue.acts(for: start)
      return acts.isEmpty ? nil : acts
    }
  }
}
