import Findings
import MeansSearch
import SignIn
import StateSpace
import TransitionTables

/// The calls of an app that never return, each at the nearest state where it does not.
struct Hangs {
  struct Hang {
    /// The name of the call for readers: `signIn`.
    var call: String
    /// The users with whose records the call does not return, by number.
    var starts: [Int]
    /// The steps that lead to the record where the run begins; empty where the run begins in a pool
    /// without users, or with a record that only users of another pool have.
    var making: Trace
    /// The run that ends in the call.
    var run: Trace
    /// The places in the documents that decide the run.
    var places: [FindingPlace]
  }

  /// The steps that free an app that waits, with the result of their execution.
  struct Help {
    var words: [String]
    /// Whether they include an administrator's act; such acts are considered only where nothing
    /// else helps.
    var needsAdministrator = false
    var replay: WayReplay
  }

  private let analysis: MeansAnalysis
  private(set) var all: [Hang] = []
  /// The number of states that are listed after a call, where states are symbolic.
  private static let mostNear = 10_000

  /// - Parameters:
  ///   - analysis: the analysis of the pool.
  ///   - asks: the users that the question is about; see ``AnswerScope``.
  /// - Throws: 152 where the run has to end, 153 where interpreter and compiled rules disagree.
  init(
    _ analysis: MeansAnalysis,
    asking asks: (AnswerScope.Answer) -> (Int?) -> Bool = { _ in { _ in true } }
  ) throws(CommandFailure) {
    self.analysis = analysis
    guard !analysis.starts.isEmpty else { return }
    let found = try analysis.run { () throws(TableExploration.Disagreement) in
      if let sets = analysis.sets { return try sets.hangs(asking: asks) }
      var found: [MeansSets.Hanging] = []
      let graph = analysis.graph.explored
      if case .explicit(let origin)? = analysis.fromNothing {
        found = try Self.listed(in: origin, analysis, asks)
        // Other users begin with records that the pool's own calls do not produce.
        if origin.exploration.stateCount == graph.exploration.stateCount { return found }
      }
      return MeansSets.Hanging.merged(found + (try Self.listed(in: graph, analysis, asks)))
    }
    try analysis.goOn()
    all = try found.map { hang throws(CommandFailure) in
      let start = hang.start(analysis)
      return Hang(
        call: hang.call, starts: hang.starts,
        making: try start.map(analysis.making) ?? Trace(steps: []), run: hang.run,
        places: analysis.places(of: hang.run))
    }
  }

  private static func listed(
    in explored: TableExploration, _ analysis: MeansAnalysis,
    _ asks: (AnswerScope.Answer) -> (Int?) -> Bool
  ) throws(TableExploration.Disagreement) -> [MeansSets.Hanging] {
    guard let graph = explored.exploration.graph else { return [] }
    let model = explored.model
    let calls = graph.labels.map { label -> String? in
      let action = explored.compiled.label(ofRule: label.firstRule).action
      guard explored.answer(observation: label.observation) == nil else { return nil }
      return action.flatMap { model.actions[$0].isBy(.app) ? model.actions[$0].call : nil }
    }
    let asked = Dictionary(
      uniqueKeysWithValues: Set(calls.compactMap(\.self)).map { ($0, asks(.hang($0))) })
    guard !asked.isEmpty else { return [] }
    let user = analysis.userFinder(in: explored)
    let account = explored.states(where: model.access?.account ?? .no)
    var order: [String] = []
    var found: [String: (state: Int, target: Int, label: Int, starts: Set<Int>)] = [:]
    for state in account.members {
      var start: Int??
      graph.forEachEdge(from: state) { target, label in
        guard target != state, let call = calls[label], let isAsked = asked[call] else { return }
        let own = start ?? user(state)
        start = .some(own)
        guard isAsked(own) else { return }
        if found[call] == nil {
          order.append(call)
          found[call] = (state, target, label, [])
        }
        if let own { found[call]?.starts.insert(own) }
      }
    }
    var hanging: [MeansSets.Hanging] = []
    for call in order {
      guard let first = found[call] else { continue }
      let before = try explored.trace(to: first.state)
      let last = try explored.trace(
        through: [first.state, first.target], rules: [graph.labels[first.label].firstRule])
      hanging.append(
        MeansSets.Hanging(
          call: call, starts: first.starts.sorted(),
          run: Trace(steps: before.steps + last.steps)))
    }
    return hanging
  }

  /// Returns the steps that free the app, executed after the run up to the tokens; no words where
  /// none are known.
  func help(_ hang: Hang) throws(CommandFailure) -> Help {
    guard let end = hang.run.steps.last?.after else { return Help(words: [], replay: WayReplay()) }
    let own = analysis.graph.own
    var way = try self.way(from: end, holding: own)
    let needsAdministrator = way.isEmpty
    if way.isEmpty { way = try self.way(from: end, holding: own | analysis.graph.help) }
    let replay =
      hang.making.steps.isEmpty
      ? try WayReplay(hang.run, then: way, model: analysis.model, signsIn: !way.isEmpty)
      : try WayReplay(
        hang.making,
        then: hang.run.steps.compactMap { step in step.action.map { ($0, step.inputs) } }
          + way, model: analysis.model, signsIn: !way.isEmpty)
    let before = hang.making.steps.count + hang.run.steps.count
    let after = Trace(steps: Array(replay.trace.steps.dropFirst(before)))
    return Help(
      words: analysis.calls(of: after), needsAdministrator: needsAdministrator && !way.isEmpty,
      replay: replay)
  }

  /// Returns the calls that lead to the tokens from a state where the app waits; empty where none
  /// do.
  private func way(
    from end: [Int], holding held: UInt32
  ) throws(CommandFailure) -> [(action: Int, inputs: [Int])] {
    try analysis.near(end, holding: held, listing: Self.mostNear) {
      near, start throws(CommandFailure) -> [(action: Int, inputs: [Int])]? in
      let walk = MeansWalk(near.graph, from: [start.state], holding: held)
      if let way = walk.way { return Playbook.calls(of: way, near) }
      let isWhole = near.graph.explored.exploration.completeness == .complete
      return isWhole || near.graph.stateCount > Self.mostNear ? [] : nil
    }
  }
}

extension MeansSets {
  /// A call that never returns, as it was found.
  struct Hanging {
    var call: String
    var starts: [Int]
    var run: Trace

    /// Merges equal calls; each keeps its first run.
    static func merged(_ all: [Hanging]) -> [Hanging] {
      var found: [Hanging] = []
      for one in all {
        guard let place = found.firstIndex(where: { $0.call == one.call }) else {
          found.append(one)
          continue
        }
        found[place].starts = Set(found[place].starts + one.starts).sorted()
      }
      return found
    }

    /// Returns the user with whose record the run begins; nil where it begins without users.
    func start(_ analysis: MeansAnalysis) -> Int? {
      guard let begin = run.steps.first?.before,
        ConcreteEvaluator(begin).holds(analysis.model.access?.account ?? .no)
      else { return nil }
      let record = analysis.slots.map { begin[$0] }
      return analysis.starts.firstIndex { $0.record == record }
    }
  }

  /// Returns the calls of the app that never return, for the users that the question is about.
  func hangs(
    asking asks: (AnswerScope.Answer) -> (Int?) -> Bool
  ) throws(TableExploration.Disagreement) -> [Hanging] {
    Hanging.merged(try hangs(in: origin, asks) + hangs(in: table, asks))
  }

  private func hangs(
    in whole: SymbolicTable, _ asks: (AnswerScope.Answer) -> (Int?) -> Bool
  ) throws(TableExploration.Disagreement) -> [Hanging] {
    let (model, compiled, kinds) = (whole.model, whole.compiled, whole.kinds)
    func call(_ action: Int?) -> String? {
      action.flatMap { model.actions[$0].isBy(.app) ? model.actions[$0].call : nil }
    }
    let account = model.access?.account ?? .no
    let all = whole.askAlongAll { search in
      let diagrams = search.diagrams
      var found: [String: Diagram] = [:]
      let here = diagrams.and(search.all(where: account), search.reached)
      for step in search.steps {
        guard let call = call(kinds.all[step.kind].action), search.answer(of: step) == nil
        else { continue }
        // A user who already is in the target state has not made the call.
        let moving = diagrams.and(diagrams.minus(step.condition, step.change), here)
        if moving != .no { found[call] = diagrams.or(found[call] ?? .no, moving) }
      }
      return found
    }
    var found: [Hanging] = []
    for (name, states) in all.sorted(by: { $0.key < $1.key }) {
      guard let (asked, starts) = part(of: states, in: whole, space, asks(.hang(name))),
        let words = whole.nearestState(in: asked),
        let path = whole.shortestPath(to: whole.number(of: words))
      else { continue }
      let before = path.states.map(compiled.valuation(of:))
      let here = before.last ?? compiled.valuation(of: words)
      let step = steps(from: here).first {
        call($0.call.action) == name && $0.answer == nil && $0.end != here
      }
      guard let step else {
        throw TableExploration.Disagreement(message: "no call hangs where sets say so")
      }
      let run = try compiled.trace(
        through: before + [step.end], rules: path.rules + [step.rule])
      found.append(Hanging(call: name, starts: starts, run: run))
    }
    return found
  }
}
