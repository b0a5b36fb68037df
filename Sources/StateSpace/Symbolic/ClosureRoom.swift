/// Separate diagrams for searches that run to a fixpoint.
///
/// The rules and whole steps of a machine take millions of nodes, of which a search needs only the
/// few for the conditions and changes of steps. In diagrams of their own, look-ups are faster,
/// unneeded nodes are freed sooner, and the order of the variables is independent: it begins with
/// the order given and ends with the best one found.
struct ClosureRoom {
  private let source: DecisionDiagrams
  private var own: DecisionDiagrams
  /// For each variable of the source, its place in the order here.
  private(set) var places: [Int]
  /// The steps of earlier searches, as long as the order is the same.
  private var steps: [Key: Closure.Steps] = [:]

  private struct Key: Hashable {
    var steps: SymbolicSearch.GroupKey
    var direction: Closure.Direction
  }

  /// - Parameters:
  ///   - source: the diagrams of the steps and sets given, and of the results.
  ///   - places: for each variable of the source, its place in the initial order; `nil` for the
  ///     same order.
  ///   - isOnAnotherThread: whether other rooms of the same source are in use at the same time;
  ///     none may change the source then.
  init(nextTo source: DecisionDiagrams, places: [Int]? = nil, isOnAnotherThread: Bool = false) {
    self.source = source
    self.places = places ?? Array(0..<source.variableCount)
    own = DecisionDiagrams(variableCount: source.variableCount)
    own.limit = isOnAnotherThread ? source.limit?.forAnotherThread() : source.limit
  }

  /// The states that steps reach from some states, as a set of this room, and whether all of them
  /// were found.
  ///
  /// - Parameters:
  ///   - question: the set, the steps and the direction; its sets do not depend on the variables
  ///     that its steps leave out.
  ///   - marks: see ``Closure/Problem/marks``, as variables of the source.
  ///   - limits: the resources that the search may use.
  ///   - groups: returns the steps; called if they are not known yet.
  ///   - progress: called once per round, with the resources used here; returning `false` stops.
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

  /// Copies a set of this room to other diagrams.
  ///
  /// - Parameters:
  ///   - states: the set.
  ///   - diagrams: the diagrams that receive the set.
  ///   - variables: for each variable of the source, the variable that replaces it there.
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
