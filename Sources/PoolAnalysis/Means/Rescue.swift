import MeansSearch
import SignIn
import TransitionTables

/// Finds how an administrator restores access for a user who has lost means.
struct Rescue {
  private let analysis: MeansAnalysis
  /// The sequences of acts that helped other users, in the order in which they were found.
  private var known: [[CompiledModel.Label]] = []
  /// The means that the user has left, and the means that stands for an administrator's help.
  private let held, help: UInt32

  init(_ analysis: MeansAnalysis, without set: UInt32) {
    self.analysis = analysis
    (held, help) = (analysis.graph.kept(losing: set), analysis.graph.help)
  }

  /// Whether a step is an administrator's act.
  func isAct(_ step: MeansGraph.Step) -> Bool { step.needs & help != 0 }

  /// Returns the fewest acts of an administrator that restore the user's access: a single act, else
  /// a sequence that helped others, else the result of a walk; empty where nothing helps.
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

  /// Returns acts that help, followed by the user's own steps; or both interleaved, where acts come
  /// between calls of the user.
  func way(_ acts: [CompiledModel.Label], for start: MeansAnalysis.Start) -> [MeansGraph.Step] {
    guard !acts.isEmpty else { return [] }
    if let end = taking(acts, from: start.state) {
      let rest = walk(from: end.state, holding: end.held)
      if !rest.isEmpty { return end.steps + rest }
    }
    return walk(from: start.state, holding: held | help)
  }

  /// Whether a sequence of acts restores a user's access.
  func helps(_ acts: [CompiledModel.Label], _ start: MeansAnalysis.Start) -> Bool {
    taking(acts, from: start.state).map { analysis.signsIn(from: $0.state, holding: $0.held) }
      ?? false
  }

  /// Returns the command line of an act; nil where there is none.
  func command(_ call: CompiledModel.Label) -> String? {
    call.action.flatMap { analysis.model.command(of: $0, inputs: call.inputs) }
  }

  private func walk(from state: Int, holding held: UInt32) -> [MeansGraph.Step] {
    MeansWalk(analysis.graph, from: [state], holding: held, avoiding: isAct).way ?? []
  }

  private func call(_ step: MeansGraph.Step) -> CompiledModel.Label {
    MeansAnalysis.plain(analysis.graph.call(Int(step.label)))
  }

  /// Returns the state after a sequence of acts, and the means that the user holds then.
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
