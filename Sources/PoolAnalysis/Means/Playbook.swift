import SignIn
import SignInTestBed
import TransitionTables

/// What a support desk does for users who cannot get in.
package struct Playbook {
  /// An administrator's act that does not bring the user back.
  package struct Failure {
    package var command: String
    /// What the user meets afterwards.
    package var because: String
  }

  /// One way to help, for the users whom it helps.
  package struct Help {
    package var who: [String]
    package var records: Int
    /// The command lines, in order; empty where nobody but a deletion helps.
    package var commands: [String]
    /// What the user does afterwards.
    package var afterwards: [String]
    package var failures: [Failure]
    /// Whether the run was executed with cryptography and agreed.
    package var isReplayed: Bool
    /// Where the execution differed from the table.
    package var differences: [String]
  }

  /// What a user comes with.
  package struct Symptom {
    /// What is lost.
    var set: UInt32
    package var title: String
    package var helps: [Help]
  }

  /// Whether the execution of some help differed from the table.
  package var isDifferent: Bool {
    symptoms.contains { $0.helps.contains { !$0.commands.isEmpty && !$0.isReplayed } }
  }

  let analysis: MeansAnalysis
  package private(set) var symptoms: [Symptom] = []
  /// What brings back an app whose call never returns; nil where every call returns.
  package private(set) var hangs: (call: String, help: [String])?
  /// Losses of more means at a time are not among the symptoms.
  static let mostLosses = 2

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    self.analysis = analysis
    guard !analysis.starts.isEmpty else { return }
    let graph = analysis.graph
    let words = RecordWords(analysis)
    let sets = analysis.sets(of: graph.owned, upTo: Self.mostLosses)
    let locked = try analysis.minimal(among: sets) { start, set in
      !analysis.reaches(start, holding: graph.kept(losing: set))
    }
    for (set, starts) in locked {
      var order: [[String]] = []
      var groups: [[String]: (starts: [Int], acts: [CompiledModel.Label])] = [:]
      var known: [[CompiledModel.Label]] = []
      for number in starts {
        try analysis.goOn()
        let acts = acts(for: analysis.starts[number], set, &known)
        let commands = acts.compactMap(command)
        if groups[commands] == nil {
          order.append(commands)
          groups[commands] = ([], acts)
        }
        groups[commands]?.starts.append(number)
      }
      var helps: [Help] = []
      for commands in order {
        guard let group = groups[commands] else { continue }
        try analysis.goOn()
        helps.append(try help(set, (commands, group.acts), group.starts, words))
        try analysis.goOn()
      }
      symptoms.append(
        Symptom(
          set: set,
          title: set == 0
            ? "I cannot sign in, and I have lost nothing"
            : "I do not have \(analysis.text(of: set, joined: "or")) any more",
          helps: helps.sorted { $0.records > $1.records }))
    }
    hangs = hanging()
  }

  // MARK: Help

  private func isAct(_ step: MeansGraph.Step) -> Bool { step.needs & analysis.graph.help != 0 }

  /// The fewest acts of an administrator that bring the user back: one, then what helped others,
  /// then whatever a walk finds; none where nothing helps.
  private func acts(
    for start: MeansAnalysis.Start, _ set: UInt32, _ known: inout [[CompiledModel.Label]]
  ) -> [CompiledModel.Label] {
    let graph = analysis.graph
    let held = graph.kept(losing: set)
    for act in graph.steps(from: start.state) where isAct(act) && !act.endsAccount {
      if analysis.reach.reaches(from: Int(act.target), holding: held | act.gives) {
        return [call(act)]
      }
    }
    for acts in known {
      if let end = taking(acts, from: start.state, holding: held),
        analysis.reach.reaches(from: end.state, holding: end.held)
      {
        return acts
      }
    }
    let way = MeansWalk(graph, from: [start.state], holding: held | graph.help).way ?? []
    let acts = way.filter(isAct).map(call)
    if !acts.isEmpty { known.append(acts) }
    return acts
  }

  private func call(_ step: MeansGraph.Step) -> CompiledModel.Label {
    MeansAnalysis.plain(analysis.graph.call(Int(step.label)))
  }

  /// Where some acts lead, one after the other, and what the user holds then.
  private func taking(
    _ acts: [CompiledModel.Label], from state: Int, holding held: UInt32
  ) -> (state: Int, held: UInt32, steps: [MeansGraph.Step])? {
    var end = (state: state, held: held, steps: [MeansGraph.Step]())
    for act in acts {
      guard let step = analysis.graph.steps(from: end.state).first(where: { call($0) == act })
      else { return nil }
      end = (Int(step.target), end.held | step.gives, end.steps + [step])
    }
    return end
  }

  private func command(_ call: CompiledModel.Label) -> String? {
    call.action.flatMap { analysis.model.command(of: $0, inputs: call.inputs) }
  }

  private func help(
    _ set: UInt32, _ acts: (commands: [String], calls: [CompiledModel.Label]), _ starts: [Int],
    _ words: RecordWords
  ) throws(CommandFailure) -> Help {
    let start = analysis.starts[starts[0]]
    let steps = StepWords(analysis: analysis)
    let (graph, commands) = (analysis.graph, acts.commands)
    var way: [MeansGraph.Step] = []
    if !commands.isEmpty {
      // Acts that follow on each other; else they come between calls of the user.
      let end = taking(acts.calls, from: start.state, holding: graph.kept(losing: set))
      let rest = end.flatMap { MeansWalk(graph, from: [$0.state], holding: $0.held).way }
      way =
        rest.map { (end?.steps ?? []) + $0 }
        ?? MeansWalk(graph, from: [start.state], holding: graph.kept(losing: set) | graph.help).way
        ?? []
    }
    var found = Help(
      who: words.descriptions(of: starts), records: starts.count, commands: commands,
      afterwards: steps.calls(of: way.filter { !isAct($0) }),
      failures: failures(start, set, commands), isReplayed: false, differences: [])
    guard !way.isEmpty else { return found }
    let calls = way.compactMap { step -> (action: Int, inputs: [Int])? in
      let call = analysis.graph.call(Int(step.label))
      return call.action.map { ($0, call.inputs) }
    }
    do {
      let replay = try TraceReplay(
        try analysis.making(starts[0]), then: calls, model: analysis.model)
      found.differences = replay.differences.map { "\($0.row): \($0.expected), not \($0.actual)" }
      found.isReplayed =
        found.differences.isEmpty && analysis.model.isDone(replay.answer)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      found.differences = ["\(error)"]
    }
    return found
  }

  /// The acts that are accepted and do not help, with what the user meets after them.
  private func failures(
    _ start: MeansAnalysis.Start, _ set: UInt32, _ commands: [String]
  ) -> [Failure] {
    let (graph, model) = (analysis.graph, analysis.model)
    let held = graph.kept(losing: set)
    let steps = StepWords(analysis: analysis)
    var found: [Failure] = []
    var seen: Set<String> = []
    graph.graph.forEachEdge(from: start.state) { target, label in
      let call = graph.call(label)
      guard graph.needs(label, in: start.state) & graph.help != 0, let action = call.action,
        model.actions[action].gives.isEmpty || target != start.state,
        let command = model.command(of: action, inputs: call.inputs),
        !commands.contains(command)
      else { return }
      let own = graph.steps(from: start.state).first { Int($0.label) == label }
      guard own?.endsAccount != true else { return }
      let after = held | (own?.gives ?? 0)
      guard !analysis.reach.reaches(from: target, holding: after) else { return }
      // One line an act and what it is about is enough.
      let about = call.inputs.first.map { "\($0)" } ?? ""
      guard seen.insert("\(action) \(about)").inserted,
        let stop = steps.stops(of: MeansWalk(graph, from: [target], holding: after)).first
      else { return }
      let changes = target == start.state ? "it changes nothing; " : ""
      found.append(Failure(command: command, because: "accepted, but \(changes)afterwards \(stop)"))
    }
    return found
  }

  // MARK: Calls that never return

  private func hanging() -> (call: String, help: [String])? {
    let (graph, model) = (analysis.graph, analysis.model)
    let steps = StepWords(analysis: analysis)
    for step in graph.steps {
      guard graph.answer(Int(step.label)) == nil,
        let action = graph.call(Int(step.label)).action, model.actions[action].actor == "app"
      else { continue }
      let walk = MeansWalk(graph, from: [Int(step.target)], holding: graph.own)
      return (steps.call(step), walk.way.map { $0.map(steps.event) } ?? [])
    }
    return nil
  }
}
