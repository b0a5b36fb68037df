import SignIn
import TransitionTables

/// How an administrator brings back a user who has lost something.
struct Rescue {
  private let analysis: MeansAnalysis
  /// What helped others, in the order in which it was found.
  private var known: [[CompiledModel.Label]] = []
  /// What the user has left, and what an administrator's help is.
  private let held, help: UInt32

  init(_ analysis: MeansAnalysis, without set: UInt32) {
    self.analysis = analysis
    (held, help) = (analysis.graph.kept(losing: set), analysis.graph.help)
  }

  /// Whether a step is an administrator's.
  func isAct(_ step: MeansGraph.Step) -> Bool { step.needs & help != 0 }

  /// The fewest acts of an administrator that bring the user back: one, then what helped others,
  /// then what a walk finds; none where nothing helps.
  mutating func acts(for start: MeansAnalysis.Start) -> [CompiledModel.Label] {
    let graph = analysis.graph
    guard analysis.signsIn(from: start.state, holding: held | help) else { return [] }
    for act in graph.steps(from: start.state) where isAct(act) && !act.endsAccount {
      if analysis.signsIn(from: Int(act.target), holding: held | act.gives) {
        return [call(act)]
      }
    }
    for acts in known {
      if let end = taking(acts, from: start.state),
        analysis.signsIn(from: end.state, holding: end.held)
      {
        return acts
      }
    }
    let acts = walk(from: start.state, holding: held | help).filter(isAct).map(call)
    if !acts.isEmpty { known.append(acts) }
    return acts
  }

  /// Some acts that help, with what the user does afterwards; or both in turn, where acts come
  /// between calls of the user.
  func way(_ acts: [CompiledModel.Label], for start: MeansAnalysis.Start) -> [MeansGraph.Step] {
    guard !acts.isEmpty else { return [] }
    if let end = taking(acts, from: start.state) {
      let rest = walk(from: end.state, holding: end.held)
      if !rest.isEmpty { return end.steps + rest }
    }
    return walk(from: start.state, holding: held | help)
  }

  /// Whether some acts, one after the other, bring a user back.
  func helps(_ acts: [CompiledModel.Label], _ start: MeansAnalysis.Start) -> Bool {
    taking(acts, from: start.state).map { analysis.signsIn(from: $0.state, holding: $0.held) }
      ?? false
  }

  /// The command line of an act; nil where none does it.
  func command(_ call: CompiledModel.Label) -> String? {
    call.action.flatMap { analysis.model.command(of: $0, inputs: call.inputs) }
  }

  private func walk(from state: Int, holding held: UInt32) -> [MeansGraph.Step] {
    MeansWalk(analysis.graph, from: [state], holding: held, avoiding: isAct).way ?? []
  }

  private func call(_ step: MeansGraph.Step) -> CompiledModel.Label {
    MeansAnalysis.plain(analysis.graph.call(Int(step.label)))
  }

  /// Where some acts lead, one after the other, and what the user holds then.
  private func taking(
    _ acts: [CompiledModel.Label], from state: Int
  ) -> (state: Int, held: UInt32, steps: [MeansGraph.Step])? {
    var end = (state: state, held: held, steps: [MeansGraph.Step]())
    for act in acts {
      guard let step = analysis.graph.steps(from: end.state).first(where: { call($0) == act })
      else { return nil }
      end = (Int(step.target), end.held | step.gives, end.steps + [step])
    }
    return end
  }
}
