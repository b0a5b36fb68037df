import Findings
import SignIn
import TransitionTables

/// Which losses lock the users of a pool out.
package struct Lockouts {
  /// A minimal set of losses, with everybody for whom it is one.
  package struct Entry {
    /// What is lost.
    package var losses: [String]
    var set: UInt32
    /// Who is meant, one description an element; empty for everybody.
    package var who: [String]
    package var records: Int
    /// Whether not even an administrator can help, short of deleting the account.
    package var isBeyondHelp: Bool
    /// Whether an app that is still signed in, or a remembered device, keeps a way open.
    package var savedBy: [String]
    /// Where the ways in stop for want of what was lost.
    package var stops: [String]
    /// What the pool refuses at once, with what it says.
    package var refusals: [String]
    /// For each loss that is spared, the way in.
    package var spared: [(means: String, way: [String])]
    /// The ways of an administrator's help; empty where there is none.
    package var help: [String]
    /// The command lines of the administrator's acts among them.
    package var commands: [String]
    /// How many states the user is confined to.
    package var confinedTo: Int
    /// Where the documents set what asks for a loss, or refuses a way back.
    package var places: [FindingPlace]
    /// How such a record comes about.
    var making: Trace
    var start: Int
  }

  let analysis: MeansAnalysis
  package private(set) var entries: [Entry] = []
  /// The calls by which users who have lost nothing lock themselves out.
  private(set) var acts: [OwnActs.Act] = []
  /// The most losses that are looked at together.
  static let mostLosses = 3

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    self.analysis = analysis
    let graph = analysis.graph
    guard !analysis.starts.isEmpty else { return }
    acts = try OwnActs.found(in: analysis)
    let words = RecordWords(analysis)
    let sets = analysis.sets(of: graph.owned, upTo: Self.mostLosses)
    let locked = try analysis.minimal(among: sets) { start, set in
      !analysis.reaches(start, holding: graph.kept(losing: set))
    }
    let helpless = try analysis.minimal(among: sets) { start, set in
      !analysis.reaches(start, holding: graph.kept(losing: set) | graph.help)
    }
    for (set, starts) in locked {
      let beyond = helpless.filter { $0.set & ~set == 0 }.flatMap(\.starts)
      let lost = Set(beyond)
      for (part, isBeyond) in [
        (starts.filter { !lost.contains($0) }, false), (starts.filter(lost.contains), true),
      ] where !part.isEmpty {
        entries.append(try entry(set, part, isBeyond, words))
      }
    }
    // Losses that only together put a user beyond help.
    for (set, starts) in helpless where graph.help != 0 {
      let known = Set(locked.filter { $0.set == set }.flatMap(\.starts))
      let part = starts.filter { !known.contains($0) }
      if !part.isEmpty { entries.append(try entry(set, part, true, words)) }
    }
    let rank = { (set: UInt32) in graph.means(set).reduce(0) { $0 + $1.rarity } }
    entries = entries.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (a.losses.count, rank(a.set), a.isBeyondHelp ? 0 : 1, one.offset)
        < (b.losses.count, rank(b.set), b.isBeyondHelp ? 0 : 1, other.offset)
    }.map(\.element)
  }

  private func entry(
    _ set: UInt32, _ starts: [Int], _ isBeyond: Bool, _ words: RecordWords
  ) throws(CommandFailure) -> Entry {
    let graph = analysis.graph
    let (number, start) = (starts[0], analysis.starts[starts[0]])
    let help = isBeyond ? graph.help : 0
    let held = graph.kept(losing: set) | help
    let walk = MeansWalk(graph, from: [start.state], holding: held)
    guard walk.way == nil else {
      throw analysis.failure(
        "a walk gets in without \(analysis.text(of: set)), and the reach says that none does")
    }
    let steps = StepWords(analysis: analysis)
    let saving = start.places.filter { place in
      starts.allSatisfy { analysis.reaches(analysis.starts[$0], holding: held | place.means) }
    }.map { analysis.text(of: $0.means) }
    var spared: [(means: String, way: [String])] = []
    var leads: [Trace] = []
    for one in (0..<32).map({ UInt32(1) << UInt32($0) }) where one & set != 0 {
      let saved = graph.kept(losing: set & ~one) | help
      let way = MeansWalk(graph, from: [start.state], holding: saved).way
      spared.append((analysis.text(of: one), way.map { steps.calls(of: $0) } ?? []))
      // What leads to the step that asks for the loss decides that it is asked for.
      let lead = (way ?? []).prefix { $0.needs & one == 0 }
      leads.append(try analysis.trace(from: start.state, Array(lead)))
    }
    var rescue = Rescue(analysis, without: set)
    let acts = isBeyond ? [] : rescue.acts(for: start)
    let refusals = try steps.refusals(at: start.state, holding: held)
    return Entry(
      losses: graph.means(set).map(\.title), set: set, who: words.descriptions(of: starts),
      records: starts.count, isBeyondHelp: isBeyond, savedBy: saving,
      stops: steps.stops(of: walk),
      refusals: refusals.texts, spared: spared,
      help: steps.calls(of: rescue.way(acts, for: start)),
      commands: acts.compactMap(rescue.command), confinedTo: walk.places.count,
      places: analysis.places(of: leads, refusedBy: refusals.rows),
      making: try analysis.making(number), start: number)
  }
}
