import TransitionTables

/// Which of the users whom some losses lock out one act of an administrator brings back.
///
/// What is found is kept: the same act is asked about for users whom different acts help.
struct HelpedUsers {
  private let analysis: MeansAnalysis
  private let starts: [Int]
  private let held: UInt32
  private var known: [CompiledModel.Label: Set<Int>] = [:]

  /// - Parameters:
  ///   - starts: the users, by number.
  ///   - set: what they have lost.
  init(_ analysis: MeansAnalysis, _ starts: [Int], losing set: UInt32) {
    (self.analysis, self.starts) = (analysis, starts)
    held = analysis.graph.kept(losing: set)
  }

  /// Those of some users for whom an act is accepted, which does not bring them back.
  ///
  /// Where states are sets an act that is refused counts as accepted. Cost: a step from each user,
  /// or one image of a set, once an act.
  mutating func inVain(_ act: CompiledModel.Label, among users: [Int]) -> [Int] {
    guard let sets = analysis.sets else {
      return users.filter { isInVain(act, for: analysis.starts[$0]) }
    }
    let helped =
      known[act] ?? Set(sets.helped(starts, by: [act], holding: held, between: false))
    known[act] = helped
    return users.filter { !helped.contains($0) }
  }

  private func isInVain(_ act: CompiledModel.Label, for start: MeansAnalysis.Start) -> Bool {
    let graph = analysis.graph
    var isInVain = false
    graph.graph.forEachEdge(from: start.state) { target, label in
      guard MeansAnalysis.plain(graph.call(label)) == act else { return }
      let gives = graph.steps(from: start.state).first { Int($0.label) == label }?.gives ?? 0
      if !analysis.signsIn(from: target, holding: held | gives) { isInVain = true }
    }
    return isInVain
  }
}

extension Playbook.Failure {
  /// The same with a command of the same kind that helps the user, where there is one.
  func unless(_ command: String?) -> Self {
    guard let command else { return self }
    var failure = self
    failure.because += "; `\(command)` helps"
    return failure
  }
}
