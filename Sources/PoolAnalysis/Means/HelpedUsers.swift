import TransitionTables

/// Determines which of the users locked out by losses an administrator's act helps.
///
/// Results are cached, because the same act is examined for users whom different acts help.
struct HelpedUsers {
  private let analysis: MeansAnalysis
  private let starts: [Int]
  private let held: UInt32
  private var known: [CompiledModel.Label: Set<Int>] = [:]

  /// - Parameters:
  ///   - starts: the users by number.
  ///   - set: the lost means.
  init(_ analysis: MeansAnalysis, _ starts: [Int], losing set: UInt32) {
    (self.analysis, self.starts) = (analysis, starts)
    held = analysis.graph.kept(losing: set)
  }

  /// Returns the users for whom an act is accepted without helping them, and whether it helps
  /// others.
  ///
  /// Where states are symbolic, a refused act counts as accepted. The cost is a step from each
  /// user, or one image of a set, for each act.
  mutating func inVain(
    _ act: CompiledModel.Label, among users: [Int]
  ) -> (users: [Int], helpsOthers: Bool) {
    guard let sets = analysis.sets else {
      let ends = users.map { (user: $0, helps: helps(act, analysis.starts[$0])) }
      return (
        ends.filter { $0.helps.contains(false) }.map(\.user),
        ends.contains { $0.helps.contains(true) }
      )
    }
    let helped =
      known[act] ?? Set(sets.helped(starts, by: [act], holding: held, between: false))
    known[act] = helped
    return (users.filter { !helped.contains($0) }, !helped.isEmpty)
  }

  /// Returns whether a user can sign in after an act, for each of its steps; empty where there are
  /// none.
  private func helps(_ act: CompiledModel.Label, _ start: MeansAnalysis.Start) -> Set<Bool> {
    let graph = analysis.graph
    var found: Set<Bool> = []
    graph.graph.forEachEdge(from: start.state) { target, label in
      guard MeansAnalysis.plain(graph.call(label)) == act else { return }
      let gives = graph.steps(from: start.state).first { Int($0.label) == label }?.gives ?? 0
      found.insert(analysis.signsIn(from: target, holding: held | gives))
    }
    return found
  }
}

extension Playbook.Failure {
  /// Returns the failure with the addition that a command of the same kind helps, if there is one.
  func unless(_ command: String?) -> Self {
    guard let command else { return self }
    var failure = self
    failure.because += "; `\(command)` helps"
    return failure
  }
}
