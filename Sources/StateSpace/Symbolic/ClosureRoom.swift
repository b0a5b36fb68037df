/// Diagrams of their own for searches that go on until nothing new comes up.
///
/// What rules and steps are made of takes millions of nodes, of which a search needs the few that
/// say what steps read and write. In a table of their own they are found sooner, and what nobody
/// needs any more is freed sooner.
struct ClosureRoom {
  private let source: DecisionDiagrams
  private let own: DecisionDiagrams
  private let variables: [Int]
  /// The steps that searches were run with.
  private var groups: [SymbolicSearch.GroupKey: [Closure.Group]] = [:]

  /// - Parameter source: where steps and sets come from, and answers go.
  init(beside source: DecisionDiagrams) {
    self.source = source
    variables = Array(0..<source.variableCount)
    own = DecisionDiagrams(variableCount: source.variableCount)
  }

  /// The states that steps reach from some states, and whether all were found.
  ///
  /// - Parameters:
  ///   - question: what is asked for; its sets are without the variables that its steps leave open.
  ///   - bytes: the memory that the search may take; `nil` for any.
  ///   - steps: the steps, asked for once.
  ///   - progress: called once a round, with what is used here; returning `false` stops.
  mutating func closure(
    _ question: SymbolicSearch.ClosureQuestion, bytes: Int?, steps: () -> [Closure.Group],
    progress: (SymbolicProgress) -> Bool = { _ in true }
  ) -> (states: Diagram, completeness: Completeness) {
    var inward = DiagramTranslation(from: source, to: own, variables: variables)
    let copies = groups[question.steps] ?? copies(of: steps(), &inward)
    groups[question.steps] = copies
    let kept = groups.values.joined().flatMap { [$0.condition, $0.change] }
    var closure = Closure(
      copies, from: inward.translate(question.set), within: inward.translate(question.room),
      question.direction, in: own,
      ownership: Closure.Ownership(maximumBytes: bytes, keeping: kept))
    closure.run(progress: progress)
    var outward = DiagramTranslation(from: own, to: source, variables: variables)
    return (outward.translate(closure.reached), closure.completeness)
  }

  private func copies(
    of steps: [Closure.Group], _ inward: inout DiagramTranslation
  ) -> [Closure.Group] {
    steps.map { group in
      Closure.Group(
        condition: inward.translate(group.condition),
        change: inward.translate(product: group.change), isEager: group.isEager)
    }
  }
}
