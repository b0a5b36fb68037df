import Findings
import MeansSearch
import SignIn
import StateSpace
import TransitionTables

/// The sets of losses that lock out users of a pool.
package struct Lockouts {
  /// A minimal set of losses, with the users for whom it is minimal.
  package struct Entry {
    /// The lost means, in words.
    package var losses: [String]
    var set: UInt32
    /// The users concerned, one description for each element; empty for everybody.
    package var who: [String]
    /// The position of the description that the record shown fulfils; nil for everybody.
    var shown: Int?
    package var records: Int
    /// Whether not even an administrator can help, except by deletion of the account.
    package var isBeyondHelp: Bool
    /// The means that keep a way in, such as an app that is still signed in or a remembered device.
    package var savedBy: [String]
    /// The obstacles on the ways in that the losses cause.
    package var stops: [WayEnd]
    /// The calls that the pool refuses at once, with its error messages.
    package var refusals: [WayEnd]
    /// The way in for each loss that is spared.
    package var spared: [(means: String, way: [String])]
    /// All obstacles: the refusals, then the stops.
    var ends: [WayEnd] { refusals + stops }
    /// The steps with an administrator's help, in words; empty where there is no help.
    package var help: [String]
    /// The command lines of the administrator's acts among these steps.
    package var commands: [String]
    /// Whether sign-in no longer asks for a second factor after the help, although it did before.
    package var dropsFactor: Bool
    /// The number of records that the commands help; nil where only one was examined.
    package var helped: Int?
    /// The number of states that the user is confined to; nil where they were not all listed.
    package var confinedTo: Int?
    /// The places in the documents that ask for a lost means, or refuse a way back.
    package var places: [FindingPlace]
    /// The steps that lead to the record shown.
    var making: Trace
    /// The users, by number.
    var starts: [Int]
  }

  let analysis: MeansAnalysis
  package private(set) var entries: [Entry] = []
  /// The calls by which users who have lost nothing lock themselves out; nil where a limit was
  /// reached before all were found.
  private(set) var acts: [OwnActs.Act]? = []
  static let actsUnknown =
    "Calls by which users lock themselves out were not all found: a limit was reached."
  /// The assumptions about a user, in words.
  package static let assumptions =
    "Each user still has everything that is not named as lost, but no app that is signed in, unless"
    + " that is named."
  static let shown =
    "Ways back and help are shown for one record of each; `waymark playbook` has the help for all."
  static let noEntries = "No such losses lock anybody out."
  static let noActs = "No call of an app locks out a user who has lost nothing."
  /// The effect of these calls, in words.
  static let actsEffect =
    "after which a user who has lost nothing, once signed out, cannot sign in again without an"
    + " administrator"
  /// The largest number of losses that are considered together.
  static let mostLosses = 3

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    try self.init(analysis, of: AnswerScope(analysis))
  }

  /// The lockouts of some users.
  init(_ analysis: MeansAnalysis, of scope: AnswerScope) throws(CommandFailure) {
    self.analysis = analysis
    guard !analysis.starts.isEmpty else { return }
    let sets = analysis.sets(of: analysis.graph.owned, upTo: Self.mostLosses)
    let asks = scope.asks
    let (acts, cases) = try SideBySide.run(threads: analysis.threads) {
      () throws(CommandFailure) in
      try OwnActs.found(in: analysis, asking: asks)
    } _: { () throws(CommandFailure) in
      try Self.cases(
        analysis.lockouts(among: sets), helpless: analysis.lockouts(among: sets, helped: true),
        withHelp: analysis.graph.help != 0)
    }
    self.acts = acts
    let (whole, graph) = (self, analysis.graph)
    let asked = cases.compactMap { one in
      let answer = AnswerScope.Answer.lockout(
        graph.means(one.set).map(\.name), isBeyondHelp: one.isBeyondHelp)
      return scope.users(answer, one.starts).map { (one: one, users: $0) }
    }
    let entries = try SideBySide.run(asked.count, threads: analysis.threads) {
      number throws(CommandFailure) in
      try whole.entry(asked[number].one, asked[number].users)
    }
    let rank = { (set: UInt32) in graph.means(set).reduce(0) { $0 + $1.rarity } }
    self.entries = entries.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (a.losses.count, rank(a.set), a.isBeyondHelp ? 0 : 1, one.offset)
        < (b.losses.count, rank(b.set), b.isBeyondHelp ? 0 : 1, other.offset)
    }.map(\.element)
  }

  /// A set of losses, with the users for whom it is minimal.
  private struct Case {
    var set: UInt32
    var starts: [Int]
    var isBeyondHelp: Bool
  }

  /// - Parameters:
  ///   - locked: the sets of losses that lock users out.
  ///   - helpless: the sets of losses after which an administrator cannot help either.
  ///   - hasHelp: whether an administrator can do anything at all.
  private static func cases(
    _ locked: [(set: UInt32, starts: [Int])], helpless: [(set: UInt32, starts: [Int])],
    withHelp hasHelp: Bool
  ) -> [Case] {
    var found: [Case] = []
    for (set, starts) in locked {
      let lost = Set(helpless.filter { $0.set & ~set == 0 }.flatMap(\.starts))
      let (part, beyond) = (starts.filter { !lost.contains($0) }, starts.filter(lost.contains))
      if !part.isEmpty { found.append(Case(set: set, starts: part, isBeyondHelp: false)) }
      if !beyond.isEmpty { found.append(Case(set: set, starts: beyond, isBeyondHelp: true)) }
    }
    // Losses that only together exclude the help of an administrator.
    for (set, starts) in helpless where hasHelp {
      let known = Set(locked.filter { $0.set == set }.flatMap(\.starts))
      let part = starts.filter { !known.contains($0) }
      if !part.isEmpty { found.append(Case(set: set, starts: part, isBeyondHelp: true)) }
    }
    return found
  }

  private func entry(
    _ one: Case, _ users: AnswerScope.Users
  ) throws(CommandFailure) -> Entry {
    let (set, starts, isBeyond) = (one.set, users.starts, one.isBeyondHelp)
    let (graph, number) = (analysis.graph, starts[0])
    let help = isBeyond ? graph.help : 0
    let held = graph.kept(losing: set) | help
    let saving = analysis.starts[number].places.filter { place in
      starts.allSatisfy { analysis.reaches(analysis.starts[$0], holding: held | place.means) }
    }.map { analysis.text(of: $0.means) }
    let closed = try analysis.near(number, holding: held, listing: Self.mostShown) {
      near, start throws(CommandFailure) in
      try self.closed(set, held, near, start)
    }
    let open = try analysis.near(number, holding: graph.kept(losing: 0) | graph.help) {
      near, start throws(CommandFailure) in
      try self.open(one, starts, near, start)
    }
    let dropsFactor = try analysis.drops(open.factor, of: number, losing: set)
    return Entry(
      losses: graph.means(set).map(\.title), set: set, who: users.who, shown: users.shown,
      records: users.records, isBeyondHelp: isBeyond, savedBy: saving, stops: closed.stops,
      refusals: closed.refusals, spared: open.spared, help: open.help, commands: open.commands,
      dropsFactor: dropsFactor, helped: open.helped, confinedTo: closed.states,
      places: analysis.places(of: open.leads, refusedBy: closed.rows),
      making: try analysis.making(number), starts: starts)
  }

  /// The most states that are listed to show the obstacles.
  static let mostShown = 100_000

  /// Returns the reasons why there is no way in: the obstacles and the refusals. Nil where more
  /// states must be listed.
  private func closed(
    _ set: UInt32, _ held: UInt32, _ near: MeansAnalysis, _ start: MeansAnalysis.Start
  ) throws(CommandFailure) -> (
    stops: [WayEnd], refusals: [WayEnd], rows: [String], states: Int?
  )? {
    let walk = MeansWalk(near.graph, from: [start.state], holding: held)
    guard walk.way == nil else {
      throw analysis.failure(
        "a walk gets in without \(analysis.text(of: set)), and the reach says that none does")
    }
    let steps = StepWords(analysis: near)
    let stops = steps.stops(of: walk)
    var refusals = try steps.refusals(at: start.state, holding: held)
    if stops.isEmpty, refusals.ends.isEmpty {
      // Where no recovery leads in, the user still meets its refusal.
      refusals = try steps.refusals(at: start.state, holding: held, ofRecovery: true)
    }
    let isWhole = near.graph.explored.exploration.completeness == .complete
    guard isWhole || near.graph.stateCount >= Self.mostShown else { return nil }
    return (
      stops
        + (isWhole ? [] : [WayEnd(calls: [], said: "and so on, farther than is listed here")]),
      refusals.ends, refusals.rows, isWhole ? walk.places.count : nil
    )
  }

  /// Returns the ways in with each loss spared, and with an administrator's help; nil where one of
  /// them leaves the listed states.
  private func open(
    _ one: Case, _ users: [Int], _ near: MeansAnalysis, _ start: MeansAnalysis.Start
  ) throws(CommandFailure) -> (
    spared: [(means: String, way: [String])], leads: [Trace], help: [String],
    commands: [String], factor: SecondFactor, helped: Int?
  )? {
    let (set, isBeyond) = (one.set, one.isBeyondHelp)
    let (graph, steps) = (near.graph, StepWords(analysis: near))
    let (isListed, help) = (analysis.sets == nil, isBeyond ? near.graph.help : 0)
    var spared: [(means: String, way: [String])] = []
    var leads: [Trace] = []
    for one in (0..<32).map({ UInt32(1) << UInt32($0) }) where one & set != 0 {
      let saved = graph.kept(losing: set & ~one) | help
      let way = MeansWalk(graph, from: [start.state], holding: saved).way
      guard way != nil || isListed || !analysis.reaches(start, holding: saved) else { return nil }
      spared.append((analysis.text(of: one), way.map { steps.words(of: $0) } ?? []))
      // The settings that decide the steps before the loss is asked for are causes too.
      let lead = (way ?? []).prefix { $0.needs & one == 0 }
      leads.append(try near.trace(from: start.state, Array(lead)))
    }
    guard !isBeyond else { return (spared, leads, [], [], .noSignIn, nil) }
    var rescue = Rescue(near, without: set)
    let acts = rescue.acts(for: start)
    let way = rescue.way(acts, for: start)
    guard !way.isEmpty || isListed else { return nil }
    let helped = isListed ? users.filter { rescue.helps(acts, analysis.starts[$0]) } : []
    return (
      spared, leads, steps.words(of: way), acts.compactMap(rescue.command),
      SecondFactor(of: way, in: graph),
      helped.isEmpty ? nil : helped.count
    )
  }
}
