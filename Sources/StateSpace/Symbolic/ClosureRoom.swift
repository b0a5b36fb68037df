/// Diagrams of their own for searches that go on until nothing new comes up.
///
/// What rules and steps are made of takes millions of nodes, of which a search needs the few that
/// say what steps read and write. In a table of their own they are found sooner, what nobody needs
/// any more is freed sooner, and the order of the variables is the search's own: it begins with the
/// one given and ends with the best one that it came across.
struct ClosureRoom {
  private let source: DecisionDiagrams
  private var own: DecisionDiagrams
  /// For each variable of the source the one in its place here.
  private(set) var places: [Int]
  /// The steps that searches were run with, as long as the order is the same.
  private var steps: [Key: Closure.Steps] = [:]

  private struct Key: Hashable {
    var steps: SymbolicSearch.GroupKey
    var direction: Closure.Direction
  }

  /// - Parameters:
  ///   - source: where steps and sets come from, and answers go.
  ///   - places: for each variable of the source its place in the order to begin with.
  ///   - isOnAnotherThread: whether other rooms of the source are worked in at the same time; none
  ///     may change the source then.
  init(nextTo source: DecisionDiagrams, places: [Int]? = nil, isOnAnotherThread: Bool = false) {
    self.source = source
    self.places = places ?? Array(0..<source.variableCount)
    own = DecisionDiagrams(variableCount: source.variableCount)
    own.limit = isOnAnotherThread ? source.limit?.forAnotherThread() : source.limit
  }

  /// The states that steps reach from some states, as a set of this room, and whether all were
  /// found.
  ///
  /// - Parameters:
  ///   - question: what is asked for; its sets are without the variables that its steps leave open.
  ///   - marks: see ``Closure/Problem/marks``, as variables of the source.
  ///   - limits: what the search may take.
  ///   - groups: the steps, asked for where they are not known.
  ///   - progress: called once a round, with what is used here; returning `false` stops.
  mutating func closure(
    _ question: SymbolicSearch.ClosureQuestion, markedBy marks: [Int]? = nil,
    limits: Closure.Limits,
    groups: () -> [Closure.Group],
    progress: (SymbolicProgress) -> Bool = { _ in true }
  ) -> (states: Diagram, completeness: Completeness) {
    var inward = DiagramTranslation(from: source, to: own, variables: places)
    let key = Key(steps: question.steps, direction: question.direction)
    let known =
      steps[key] ?? Closure.Steps(copies(of: groups(), &inward), question.direction, in: own)
    steps[key] = known
    var problem = Closure.Problem(
      states: inward.translate(question.set), room: inward.translate(question.room),
      direction: question.direction)
    problem.marks = marks.map { Set($0.map { places[$0] }) }
    var closure = Closure(
      problem, along: known, in: own, limits: limits,
      keeping: steps.values.flatMap(\.roots))
    closure.run(progress: progress)
    if closure.diagrams !== own {
      own = closure.diagrams
      places = places.map { closure.places[$0] }
      steps = [key: closure.steps]
    }
    return (closure.reached, own.limit?.stop ?? closure.completeness)
  }

  /// A set of this room in other diagrams.
  ///
  /// - Parameters:
  ///   - states: the set.
  ///   - diagrams: where it shall be.
  ///   - variables: for each variable of the source the one that stands for it there.
  func copy(_ states: Diagram, to diagrams: DecisionDiagrams, variables: [Int]) -> Diagram {
    var back = [Int](repeating: 0, count: places.count)
    for (variable, place) in places.enumerated() { back[place] = variables[variable] }
    var outward = DiagramTranslation(from: own, to: diagrams, variables: back)
    return outward.translate(states)
  }

  private func copies(
    of groups: [Closure.Group], _ inward: inout DiagramTranslation
  ) -> [Closure.Group] {
    groups.map { group in
      Closure.Group(
        condition: inward.translate(group.condition),
        change: inward.translate(product: group.change), isEager: group.isEager)
    }
  }
}
