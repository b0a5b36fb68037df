import Findings
import MeansSearch
import SignIn
import StateSpace
import TransitionTables

/// The sets of stolen means with which an outsider gets into users' accounts.
package struct Attacks {
  /// The result of an attack for the outsider.
  package enum Outcome: String, CaseIterable {
    /// The outsider signs in as the owner.
    case signsIn
    /// The outsider sets a password, an address or a second factor of their own.
    case takesOver
    /// The owner's address signs in to another account of the pool, that of the outsider.
    case takesAddress
    /// An owner who could sign in is left without a way in, except through an administrator.
    case locksOut

    /// The outcome as the heading of a section.
    var title: String {
      switch self {
      case .signsIn: "signs in as the owner"
      case .takesOver: "sets a password, an address or a factor of their own"
      case .takesAddress: "has the owner's address sign in to their own account"
      case .locksOut: "locks out an owner who could sign in, or deletes that account"
      }
    }
  }

  /// A minimal set of stolen means for an outcome, with the users for whom it is minimal.
  package struct Entry {
    package var outcome: Outcome
    var set: UInt32
    package var stolen: [String]
    /// The cost of the means together, relative to other sets.
    package var cost: Int
    /// The part that a second factor has in the run.
    package var secondFactor: SecondFactor
    package var who: [String]
    package var records: Int
    /// The users, by number.
    var starts: [Int]
    /// The outsider's calls, in words.
    package var way: [String]
    /// The steps that lead to the record, and the outsider's run, row by row.
    var making: Trace
    var run: Trace
    /// The places in the documents that decide the run.
    package var places: [FindingPlace]
  }

  /// Calls by which an outsider without any means learns that an account exists.
  package struct Leak {
    /// The leak as the heading of a section.
    static let title = "learns that an account exists, or its status"

    /// The calls; the last one has different answers.
    package var calls: [String]
    /// The calls in words for readers, without inputs that are false.
    var words: [String]
    /// The calls by position in the table.
    var acts: [Act]
    package var withoutAccount: String
    package var withAccount: String
    package var who: [String]
    package var records: Int
    /// The users, by number.
    var starts: [Int]
    /// The settings that end the leak, each alone.
    package internal(set) var endings: [Ending] = []
    /// The places in the documents that decide these settings.
    package var places: [FindingPlace] = []

    /// A call with its inputs.
    typealias Act = (action: Int, inputs: [Int])
  }

  let analysis: MeansAnalysis
  package private(set) var entries: [Entry] = []
  package private(set) var leaks: [Leak] = []
  /// Whether the sets that lock the owner out were too many to compute.
  package private(set) var lacksLockouts = false
  static let mostMeans = 3
  /// Returns the assumptions about an outsider, in words.
  ///
  /// - Parameter signingIn: the name of a sign-in as the owner.
  package static func assumptions(_ signingIn: String) -> String {
    "The outsider knows the user's name and has an app, a telephone, a mailbox and an account in"
      + " the same pool. Whoever has an app that is still signed in is in the account from the"
      + " beginning; \(signingIn) is then a sign-in anew, which lasts when that session has ended."
      + " Each way is shown for one of the records."
  }
  /// The most memory for one question, in 64-bit words.
  private static let mostWords = 1 << 28

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    try self.init(analysis, of: AnswerScope(analysis))
  }

  /// The attacks on some users.
  init(_ analysis: MeansAnalysis, of scope: AnswerScope) throws(CommandFailure) {
    self.analysis = analysis
    guard !analysis.starts.isEmpty else { return }
    let sets = analysis.sets(of: analysis.graph.universe, upTo: Self.mostMeans)
    if let own = analysis.sets {
      own.find([.signsIn, .takesOver, .takesAddress])
      try analysis.goOn()
      for outcome in Outcome.allCases {
        let found = own.attacks(outcome, among: sets, opening: analysis.graph.opened)
        try analysis.goOn()
        try add(outcome, found, scope)
      }
    } else {
      try addListed(sets, scope)
    }
    leaks = try Self.leaks(of: analysis, scope).map(LeakCauses(analysis).explained)
  }

  /// Returns the leaks: what an outsider learns about a pool's users by calls.
  static func leaks(
    of analysis: MeansAnalysis, _ scope: AnswerScope
  ) throws(CommandFailure) -> [Leak] {
    let leaks = analysis.sets?.leaks(scope) ?? ExistenceLeaks(analysis).found(scope)
    try analysis.goOn()
    return leaks
  }

  /// Determines for each setting that ends a leak whether another call reveals accounts then. The
  /// cost is an analysis of the changed pool for each setting.
  /// - Throws: 152 where the run has to end, 153 for a fault of the table.
  package mutating func trySettings() throws(CommandFailure) {
    leaks = try LeakCauses(analysis).tried(leaks)
  }

  private mutating func addListed(
    _ sets: [UInt32], _ scope: AnswerScope
  ) throws(CommandFailure) {
    let (analysis, graph) = (analysis, analysis.graph)
    let ruin = OwnersLoss(analysis)
    lacksLockouts = graph.stateCount * (1 << ruin.bits) / 64 > Self.mostWords
    let (wantsLockouts, mostThreads) = (!lacksLockouts, analysis.threads)
    let limits = analysis.limits
    let stop: @Sendable () -> Bool = { limits.shouldStop }
    let (lockouts, takeovers) = SideBySide.run(threads: mostThreads) {
      wantsLockouts ? ruin.reach() : nil
    } _: {
      MeansReach(graph, stopping: stop) { $0.gives != 0 }
    }
    func found(
      _ reach: MeansReach?, against isMeant: (MeansAnalysis.Start) -> Bool = { _ in true }
    ) throws(CommandFailure) -> [(set: UInt32, starts: [Int])] {
      try analysis.minimal(among: sets) { start, set in
        isMeant(start) && analysis.reaches(start, holding: graph.opened(by: set), reach)
      }
    }
    try add(.signsIn, try found(nil), scope)
    try add(.takesOver, try found(takeovers), scope)
    if let claim = analysis.model.access?.claim {
      let claimed = graph.explored.states(where: claim)
      let takes = Self.test(.takesAddress, in: analysis)
      // An address with which the outsider has replaced the owner's does not count.
      let reach = MeansReach(
        graph, bits: graph.used.count, adding: { _ in 0 }, stopping: stop,
        where: { takes(0, $0) })
      try add(.takesAddress, try found(reach) { !claimed.contains($0.state) }, scope)
    }
    if let lockouts {
      let locks = try found(lockouts) { analysis.reaches($0, holding: graph.own) }
      try add(.locksOut, locks, scope)
    }
  }

  /// The empty set, then every set that is minimal for some outcome, the cheapest first.
  var sets: [UInt32] {
    let costs = Dictionary(entries.map { ($0.set, $0.cost) }, uniquingKeysWith: { $1 })
    return Set(entries.map(\.set)).union([0]).sorted { one, other in
      (costs[one] ?? 0, one.nonzeroBitCount, one)
        < (costs[other] ?? 0, other.nonzeroBitCount, other)
    }
  }

  /// Whether a step reaches an outcome, given the set of replaced means.
  private typealias Test = @Sendable (UInt32, MeansGraph.Step) -> Bool

  private static func test(_ outcome: Outcome, in analysis: MeansAnalysis) -> Test {
    switch outcome {
    case .signsIn: return { $1.signsIn }
    case .takesOver: return { $1.gives != 0 }
    case .takesAddress:
      let claimed = analysis.graph.explored.states(where: analysis.model.access?.claim ?? .no)
      return { claimed.contains(Int($1.target)) && !claimed.contains(Int($1.source)) }
    case .locksOut:
      let ruin = OwnersLoss(analysis)
      return { ruin.isGoal($1, replaced: $0) }
    }
  }

  private mutating func add(
    _ outcome: Outcome, _ found: [(set: UInt32, starts: [Int])], _ scope: AnswerScope
  ) throws(CommandFailure) {
    let known = analysis.sets == nil ? Self.test(outcome, in: analysis) : nil
    let whole = self
    let found = found.compactMap { set, starts in
      let answer = AnswerScope.Answer.attack(outcome, analysis.graph.means(set).map(\.name))
      return scope.users(answer, starts).map { (set: set, users: $0) }
    }
    let added = try SideBySide.run(found.count, threads: analysis.threads) {
      number throws(CommandFailure) in
      let (set, users) = found[number]
      try whole.analysis.goOn()
      let held = whole.analysis.graph.opened(by: set)
      return try whole.analysis.near(users.starts[0], holding: held, towards: outcome) {
        near, start throws(CommandFailure) in
        let beginnings = near.beginnings(start, holding: held)
        let test = known ?? Self.test(outcome, in: near)
        let walk = ReplacingWalk(near.graph, from: beginnings, holding: held, where: test)
        return try whole.entry(outcome, set, users, walk, near)
      }
    }
    entries += added.enumerated().sorted { one, other in
      (one.element.cost, one.offset) < (other.element.cost, other.offset)
    }.map(\.element)
  }

  /// Returns the entry for a set; nil where the walk has not reached the outcome.
  private func entry(
    _ outcome: Outcome, _ set: UInt32, _ users: AnswerScope.Users, _ walk: ReplacingWalk,
    _ near: MeansAnalysis
  ) throws(CommandFailure) -> Entry? {
    guard let begin = walk.start, let way = walk.way else { return nil }
    let graph = near.graph
    let means = graph.means(set)
    let steps = StepWords(analysis: near)
    let opening = graph.links.uses(of: set).map { link in
      "opens \(near.text(of: link.means)) with \(near.text(of: link.way))"
    }
    let run = try near.trace(from: begin, way.filter { !$0.endsAccount })
    return Entry(
      outcome: outcome, set: set, stolen: means.map(\.title),
      cost: means.reduce(0) { $0 + $1.cost },
      secondFactor: SecondFactor(of: way, in: graph),
      who: users.who, records: users.records, starts: users.starts,
      way: opening + steps.words(of: way), making: try analysis.making(users.starts[0]),
      run: run, places: analysis.places(of: run))
  }
}

/// Decides when the owner of an account, whose means an outsider has replaced, has no way in left.
struct OwnersLoss: Sendable {
  private let analysis: MeansAnalysis
  /// The means that an owner holds as long as none were replaced.
  private let own: UInt32
  /// The means that steps can replace, each with its bit among the replaced.
  private let replaced: [(means: UInt32, bit: UInt32)]
  /// The number of members of a set: the outsider's means and the replaced ones.
  let bits: Int

  init(_ analysis: MeansAnalysis) {
    self.analysis = analysis
    let graph = analysis.graph
    let given = graph.steps.reduce(0) { $0 | $1.gives }
    var replaced: [(means: UInt32, bit: UInt32)] = []
    for one in (0..<graph.used.count).map({ UInt32(1) << UInt32($0) }) where given & one != 0 {
      replaced.append((one, 1 << UInt32(graph.used.count + replaced.count)))
    }
    self.replaced = replaced
    own = graph.own
    bits = graph.used.count + replaced.count
  }

  /// Whether the owner, who holds all means except the replaced ones, cannot sign in.
  func isLocked(_ state: Int, replaced: UInt32) -> Bool {
    !analysis.signsIn(from: state, holding: own & ~replaced)
  }

  /// Whether a call of an outsider removes the owner's last way in.
  func isGoal(_ step: MeansGraph.Step, replaced: UInt32) -> Bool {
    if step.endsAccount { return true }
    let changed = replaced | step.gives
    guard isLocked(Int(step.target), replaced: changed) else { return false }
    return changed != 0 || (isCall(step) && !isLocked(Int(step.source), replaced: 0))
  }

  /// Whether the step is a call, an administrator's act or a step that needs means, and not the
  /// passing of time.
  private func isCall(_ step: MeansGraph.Step) -> Bool {
    if step.needs != 0 { return true }
    let action = analysis.graph.call(Int(step.label)).action
    return action.map { analysis.model.actions[$0].isBy(.app, .administrator) }
      ?? false
  }

  /// Returns the states and means from which an outsider removes the owner's last way in.
  func reach() -> MeansReach? {
    guard let signingIn = analysis.reach else { return nil }
    let graph = analysis.graph
    let sets = (0..<UInt32(1 << replaced.count)).map { number in
      replaced.enumerated().reduce(UInt32(0)) {
        number >> UInt32($1.offset) & 1 == 1 ? $0 | $1.element.means : $0
      }
    }
    let low = 1 << graph.used.count
    return MeansReach(
      graph, bits: bits,
      adding: { given in replaced.reduce(given) { given & $1.means != 0 ? $0 | $1.bit : $0 } },
      seeds: MeansReach.Seeds(alike: signingIn) { state, family in
        // An outsider who has replaced none of the owner's means has locked nobody out.
        for (number, set) in sets.enumerated() where number > 0 {
          guard isLocked(state, replaced: set) else { continue }
          for held in 0..<low {
            let bit = number * low + held
            family[bit >> 6] |= 1 << UInt64(bit & 63)
          }
        }
      },
      stopping: { analysis.limits.shouldStop }, where: { isGoal($0, replaced: 0) })
  }
}

/// A walk like ``MeansWalk`` that also tracks the replaced means.
private struct ReplacingWalk {
  private struct Place: Hashable {
    var state: Int
    var held: UInt32
    var replaced: UInt32
  }

  private(set) var start: Int?
  private(set) var way: [MeansGraph.Step]?

  init(
    _ graph: MeansGraph, from states: [Int], holding held: UInt32,
    where isGoal: (UInt32, MeansGraph.Step) -> Bool
  ) {
    func isCall(_ step: MeansGraph.Step) -> Bool {
      let action = graph.call(Int(step.label)).action
      return action.map { !graph.model.actions[$0].isBy(.environment) } ?? false
    }
    var queue = states.map { Place(state: $0, held: held, replaced: 0) }
    var seen = Set(queue)
    var parents = [Int](repeating: -1, count: queue.count)
    var steps = [MeansGraph.Step?](repeating: nil, count: queue.count)
    var place = 0
    while place < queue.count {
      let here = queue[place]
      let open = graph.steps(from: here.state).filter { $0.needs & ~here.held == 0 }
      let goals = open.filter { isGoal(here.replaced, $0) }
      // A call that has the effect at once is preferred to waiting.
      if let step = goals.first(where: \.endsAccount) ?? goals.first(where: isCall) ?? goals.first {
        var (found, at) = ([step], place)
        while let before = steps[at] {
          found.append(before)
          at = parents[at]
        }
        (start, way) = (queue[at].state, found.reversed())
        return
      }
      for step in open where !step.endsAccount {
        let next = Place(
          state: Int(step.target), held: here.held | step.gives,
          replaced: here.replaced | step.gives)
        guard seen.insert(next).inserted else { continue }
        queue.append(next)
        parents.append(place)
        steps.append(step)
      }
      place += 1
    }
  }
}
