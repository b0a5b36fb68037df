import MeansSearch
import SignIn
import TransitionTables

/// The kind of an administrator's act: the action and its first input, such as the second factor of
/// a preference or the attribute of an update.
struct ActKind: Hashable {
  private let action: Int?
  private let about: Int?

  init(_ call: CompiledModel.Label) { (action, about) = (call.action, call.inputs.first) }
}

/// The instructions of a support desk for users who cannot sign in.
package struct Playbook {
  /// An administrator's act that is accepted but does not restore the user's access.
  package struct Failure {
    package var command: String
    let call: CompiledModel.Label
    /// The variables that the act changes.
    let changes: Set<Int>
    /// Whether the act helps other users with the same symptom.
    var helpsOthers = false
    /// The users for whom the act does not help, one description for each element; empty for all
    /// users of the help.
    package var who: [String] = []
    /// The obstacle that the user meets afterwards, and the inputs with which the act helps.
    package var because: String

    var kind: ActKind { ActKind(call) }
    /// The users that the failure is about, as the end of its line.
    var users: String { who.isEmpty ? "" : ", for a user " + who.joined(separator: "; or a user ") }

    init(_ command: String, _ call: CompiledModel.Label, changes: Set<Int>, stop: WayEnd) {
      (self.command, self.call, self.changes) = (command, call, changes)
      let idle = changes.isEmpty ? "it changes nothing; " : ""
      because = "accepted, but \(idle)afterwards \(stop.text)"
    }
  }

  /// One way to help, with the users that it helps.
  package struct Help {
    package var who: [String]
    package var records: Int
    /// The command lines, in order; empty where only a deletion of the account helps.
    package var commands: [String]
    var kinds: [ActKind]
    /// The calls that users make afterwards; empty where only a deletion of the account helps.
    package var ways: [OwnWay]
    package var failures: [Failure]
    /// The variables that are changed by acts which help the first of the users.
    var helpful: Set<Int>

    /// Whether all ways of the users were executed with the results that the table predicts.
    var isReplayed: Bool { ways.allSatisfy(\.replay.agrees) }
  }

  /// The calls that some users of a help make after the acts.
  package struct OwnWay {
    package var who: [String]
    package var records: Int
    package var afterwards: [String]
    /// Whether the calls were followed for each of the users, instead of for one.
    package var isOfAll: Bool
    /// Whether sign-in no longer asks for a second factor, although it did before.
    package var dropsFactor: Bool
    package var replay: WayReplay
  }

  /// The symptom of a user: the lost means.
  package struct Symptom {
    /// The lost means.
    var set: UInt32
    /// The name of the symptom's page: `lost-password-mailbox`.
    var page: String
    package var title: String
    package var helps: [Help]
  }

  /// Whether the execution of some help differed from the table.
  package var isDifferent: Bool {
    symptoms.contains { $0.helps.contains { !$0.isReplayed } }
      || hangs.contains { !$0.help.replay.agrees }
  }

  let analysis: MeansAnalysis
  package private(set) var symptoms: [Symptom] = []
  /// The calls that never return, each with the help that frees the app.
  private(set) var hangs: [(hang: Hangs.Hang, help: Hangs.Help)] = []
  /// The largest number of means that are lost together in a symptom.
  let mostLosses: Int

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(_ analysis: MeansAnalysis, upTo mostLosses: Int = 2) throws(CommandFailure) {
    (self.analysis, self.mostLosses) = (analysis, mostLosses)
    guard !analysis.starts.isEmpty else { return }
    let graph = analysis.graph
    let words = RecordWords(analysis)
    let sets = analysis.sets(of: graph.owned, upTo: mostLosses)
    let locked = try analysis.lockouts(among: sets)
    for (set, starts) in locked {
      var helps: [Help] = []
      var helped = HelpedUsers(analysis, starts, losing: set)
      for group in try analysis.rescued(starts, losing: set) {
        try analysis.goOn()
        helps.append(try help(set, group, words, &helped))
        try analysis.goOn()
      }
      symptoms.append(
        Symptom(
          set: set,
          page: (["lost"] + (set == 0 ? ["nothing"] : graph.means(set).map(\.name)))
            .joined(separator: "-"),
          title: set == 0
            ? "I cannot sign in, and I have lost nothing"
            : "I do not have \(analysis.text(of: set, joined: "or")) any more",
          helps: withoutNeedlessActs(helps.sorted { $0.records > $1.records })))
    }
    let found = try Hangs(analysis)
    hangs = try found.all.map { hang throws(CommandFailure) in (hang, try found.help(hang)) }
  }

  // MARK: Help

  /// Where acts help, keeps only the failed acts that somebody would try with the same intent:
  /// those that change a variable which helpful acts for the symptom change too, and those that
  /// change nothing and are of a kind that helps some user.
  private func withoutNeedlessActs(_ helps: [Help]) -> [Help] {
    let tried = Set(helps.flatMap(\.kinds))
    let helpful = helps.reduce(Set<Int>()) { all, help in
      help.failures.reduce(all.union(help.helpful)) {
        $1.helpsOthers ? $0.union($1.changes) : $0
      }
    }
    return helps.map { help in
      var help = help
      if !help.commands.isEmpty {
        help.failures.removeAll { failure in
          failure.changes.isEmpty
            ? !tried.contains(failure.kind)
            : !helpful.isEmpty && failure.changes.isDisjoint(with: helpful)
        }
      }
      return help
    }
  }

  /// The calls that restore a user's access, those of the user in words, and the second factor.
  typealias Way = (
    calls: [(action: Int, inputs: [Int])], afterwards: [String], factor: SecondFactor
  )

  private func help(
    _ set: UInt32, _ group: Rescued, _ words: RecordWords, _ helped: inout HelpedUsers
  ) throws(CommandFailure) -> Help {
    let number = group.starts[0]
    let tried =
      analysis.sets == nil
      ? failures(analysis.starts[number], set, group.commands)
      : try failuresNear(number, set, group.commands)
    return Help(
      who: words.descriptions(of: group.starts), records: group.starts.count,
      commands: group.commands, kinds: group.acts.map(ActKind.init),
      ways: try ownWays(set, group, words),
      failures: tried.inVain.map { failure in
        var failure = failure
        let (meant, helpsOthers) = helped.inVain(failure.call, among: group.starts)
        if meant.count < group.starts.count { failure.who = words.descriptions(of: meant) }
        failure.helpsOthers = helpsOthers
        return failure
      }, helpful: tried.helpful)
  }

  /// The most users for which a way is followed for each of them; for more, it is followed for one.
  private static let mostFollowed = 5_000

  /// Returns the ways of the users that the same acts help, each with the users for whom all its
  /// calls have the same answers.
  private func ownWays(
    _ set: UInt32, _ group: Rescued, _ words: RecordWords
  ) throws(CommandFailure) -> [OwnWay] {
    var rest = group.commands.isEmpty ? [] : group.starts
    var found: [(way: OwnWay, starts: [Int])] = []
    while let first = rest.first {
      try analysis.goOn()
      var part = group
      part.starts = [first]
      let way = try way(set, part)
      let isOfAll = rest.count <= Self.mostFollowed
      let answers = answers(to: way.calls, from: first)
      let own = !isOfAll ? rest : rest.filter { self.answers(to: way.calls, from: $0) == answers }
      let replay = try WayReplay(
        try analysis.making(first), then: way.calls, model: analysis.model)
      if let place = found.firstIndex(where: { $0.way.afterwards == way.afterwards }), isOfAll {
        found[place].starts += own
        if !replay.agrees { found[place].way.replay = replay }
      } else {
        found.append(
          (
            OwnWay(
              who: isOfAll ? [] : words.descriptions(of: [first]), records: own.count,
              afterwards: way.afterwards, isOfAll: isOfAll,
              dropsFactor: try analysis.drops(way.factor, of: first, losing: set),
              replay: replay),
            own
          ))
      }
      let known = Set(own)
      rest.removeAll(where: known.contains)
    }
    return found.map { way, starts in
      guard way.isOfAll else { return way }
      var way = way
      (way.who, way.records) = (words.descriptions(of: starts.sorted()), starts.count)
      return way
    }.sorted { $0.records > $1.records }
  }

  /// Returns the answers to consecutive calls from a user's record; nil where one of the calls
  /// cannot be made.
  private func answers(to calls: [(action: Int, inputs: [Int])], from number: Int) -> [Int?]? {
    let model = analysis.sets?.held.model ?? analysis.graph.explored.model
    let interpreter = Interpreter(model: model)
    var here =
      analysis.sets?.starts[number]
      ?? analysis.graph.explored.valuation(analysis.starts[number].state)
    var found: [Int?] = []
    for call in calls {
      // Whether a call is permitted may depend on its inputs.
      var asked = here
      for (input, value) in zip(model.actions[call.action].inputs, call.inputs) {
        asked[input.slot] = value
      }
      guard ConcreteEvaluator(asked).holds(model.actions[call.action].enabled),
        let step = interpreter.taken(call.action, call.inputs, from: here)
      else { return nil }
      found.append(model.answer(of: step)?.message)
      here = step.after
    }
    return found
  }

  /// Returns the way that restores access for the first user of a group; empty where there is none.
  private func way(_ set: UInt32, _ group: Rescued) throws(CommandFailure) -> Way {
    guard !group.commands.isEmpty else { return ([], [], .noSignIn) }
    if let way = try wayBehindActs(set, group) { return way }
    let held = analysis.graph.kept(losing: set) | analysis.graph.help
    return try analysis.near(group.starts[0], holding: held) {
      near, start throws(CommandFailure) -> Way? in
      let rescue = Rescue(near, without: set)
      let way = rescue.way(group.acts, for: start)
      // More states may have to be listed.
      if way.isEmpty, near.sets != nil { return nil }
      let calls = Self.calls(of: way, near)
      return (
        calls, StepWords(analysis: near).words(of: way.filter { !rescue.isAct($0) }),
        SecondFactor(of: way, in: near.graph)
      )
    }
  }

  static func calls(
    of way: [MeansGraph.Step], _ near: MeansAnalysis
  ) -> [(action: Int, inputs: [Int])] {
    way.compactMap { step in
      let call = near.graph.call(Int(step.label))
      return call.action.map { ($0, call.inputs) }
    }
  }

  /// Returns the acts that are accepted and do not help, with the obstacle that the user meets
  /// after each, and the variables that helpful acts change.
  private func failures(
    _ start: MeansAnalysis.Start, _ set: UInt32, _ commands: [String]
  ) -> (inVain: [Failure], helpful: Set<Int>) {
    let (graph, model) = (analysis.graph, analysis.model)
    let held = graph.kept(losing: set)
    let steps = StepWords(analysis: analysis)
    let before = graph.explored.valuation(start.state)
    var found: [Failure] = []
    var helpful: Set<Int> = []
    var seen: Set<ActKind> = []
    var helping: [ActKind: String] = [:]
    graph.graph.forEachEdge(from: start.state) { target, label in
      let call = graph.call(label)
      guard graph.needs(label, in: start.state) & graph.help != 0, let action = call.action,
        model.actions[action].gives.isEmpty || target != start.state,
        let command = model.command(of: action, inputs: call.inputs)
      else { return }
      let changes = analysis.changes(from: before, to: graph.explored.valuation(target))
      guard !commands.contains(command) else { return helpful.formUnion(changes) }
      let own = graph.steps(from: start.state).first { Int($0.label) == label }
      guard own?.endsAccount != true else { return }
      let after = held | (own?.gives ?? 0)
      let kind = ActKind(call)
      guard !analysis.signsIn(from: target, holding: after) else {
        helping[kind] = helping[kind] ?? command
        return helpful.formUnion(changes)
      }
      // One line for each kind of act is enough.
      guard seen.insert(kind).inserted,
        let stop = steps.stops(
          of: MeansWalk(graph, from: [target], holding: after), isFirstEnough: true
        ).first
      else { return }
      found.append(Failure(command, MeansAnalysis.plain(call), changes: changes, stop: stop))
    }
    return (found.map { $0.unless(helping[$0.kind]) }, helpful)
  }
}
