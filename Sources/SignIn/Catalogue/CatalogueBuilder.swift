import StateSpace
import TransitionTables

/// Supplies sets of states that the answers of an attempt so far do not distinguish.
protocol AttemptSource {
  associatedtype Knowledge

  var model: Model { get }
  /// All messages with which any attempt ends well.
  var allEnds: [Int] { get }
  /// The states where an attempt may begin.
  func start() -> Knowledge
  /// The possible calls from a set, grouped by their answer, in an order that does not depend on
  /// how states are numbered.
  func groups(from knowledge: Knowledge, beginning: Bool) -> [AttemptGroup<Knowledge>]
  /// The set, extended by the states that its members become while the user waits.
  func closedOverTime(_ knowledge: Knowledge) -> Knowledge
  /// The messages with which some state of the set can still end, ascending.
  func ends(of knowledge: Knowledge) -> [Int]
  /// A concrete run through the stages, starting at a record at rest.
  func run(through stages: [AttemptStage<Knowledge>]) -> Catalogue.Run
}

/// Calls from one set that get the same answer.
struct AttemptGroup<Knowledge> {
  var call: Catalogue.Call
  /// Whether the attempt continues after the calls.
  var isUnderway: Bool
  /// The states that the calls lead to.
  var entered: Knowledge
}

/// One point of a walk: the calls that led there, the states right after them, and the states in
/// which the user may be when the next call is made.
struct AttemptStage<Knowledge> {
  var group: AttemptGroup<Knowledge>?
  var waited: Knowledge
}

/// Enumerates the paths of a ``Catalogue`` over an exploration.
///
/// The walk goes over sets of states that no answer so far distinguishes. Its cost is about the
/// number of such sets times their size; they shrink quickly, because each answer reveals
/// something.
struct CatalogueBuilder<Source: AttemptSource> {
  private let source: Source
  private(set) var catalogue = Catalogue()
  private var viewPositions: [Catalogue.View: Int] = [:]
  private var sideSeen: Set<String> = []
  private var pathIDs: [String: Int] = [:]

  /// Whether to work out the run behind a path or a side step with the given id.
  private let wantsRun: (String) -> Bool

  init(source: Source, wantsRun: @escaping (String) -> Bool = { _ in true }) {
    (self.source, self.wantsRun) = (source, wantsRun)
  }

  private var model: Model { source.model }

  /// The position of a walk: its stages, beginning with the one before the attempt, and its calls
  /// so far.
  private struct Walk {
    var stages: [AttemptStage<Source.Knowledge>]
    var calls: [Catalogue.Call] = []
    var views: [Int?] = []
    /// The positions of the views on the path, beginning with the one before the attempt.
    var visited: [Int]
    var step: Answer?
  }

  mutating func build() -> Catalogue {
    let start = view(step: nil, ends: source.allEnds)
    let root = AttemptStage(group: nil, waited: source.start())
    extend(Walk(stages: [root], visited: [start]))
    return catalogue
  }

  private mutating func extend(_ walk: Walk) {
    guard let knowledge = walk.stages.last?.waited, let here = walk.visited.last else { return }
    for group in source.groups(from: knowledge, beginning: walk.calls.isEmpty) {
      guard catalogue.paths.count < Catalogue.mostPaths else {
        catalogue.isTruncated = true
        return
      }
      follow(group, in: walk, from: here)
    }
  }

  private mutating func follow(
    _ group: AttemptGroup<Source.Knowledge>, in walk: Walk, from here: Int
  ) {
    let answer = group.call.answer
    var next = walk
    next.calls.append(group.call)
    if !group.isUnderway {
      next.stages.append(AttemptStage(group: group, waited: group.entered))
      next.views.append(nil)
      return finish(next, outcome: outcome(of: answer))
    }
    let waited = source.closedOverTime(group.entered)
    next.stages.append(AttemptStage(group: group, waited: waited))
    if let answer, model.messages[answer.message].isKind(.nextStep) { next.step = answer }
    let ends = source.ends(of: waited)
    let position = view(step: next.step, ends: ends)
    next.views.append(position)
    if walk.visited.contains(position) {
      return note(group.call, from: here, to: position, walk: next)
    }
    guard !ends.isEmpty else { return finish(next, outcome: .noWayOn) }
    next.visited.append(position)
    extend(next)
  }

  // MARK: Results

  private mutating func view(step: Answer?, ends: [Int]) -> Int {
    let view = Catalogue.View(step: step, ends: ends)
    if let known = viewPositions[view] { return known }
    catalogue.views.append(view)
    viewPositions[view] = catalogue.views.count - 1
    return catalogue.views.count - 1
  }

  private func outcome(of answer: Answer?) -> Catalogue.Outcome {
    guard let answer else { return .neverReturns }
    if model.messages[answer.message].isKind(.error) { return .error }
    return model.isDone(answer) ? .done : .redirect
  }

  private mutating func finish(_ walk: Walk, outcome: Catalogue.Outcome) {
    var id = walk.calls.map { CatalogueNaming.slug(of: $0, in: model) }.joined(separator: "/")
    if outcome == .noWayOn || outcome == .neverReturns { id += "/\(outcome.rawValue)" }
    pathIDs[id, default: 0] += 1
    if let count = pathIDs[id], count > 1 { id += "~\(count)" }
    catalogue.paths.append(
      Catalogue.Path(
        id: id, calls: walk.calls, views: walk.views, outcome: outcome,
        run: run(of: id, through: walk.stages)))
  }

  private func run(
    of id: String, through stages: [AttemptStage<Source.Knowledge>]
  ) -> Catalogue.Run {
    wantsRun(id) ? source.run(through: stages) : Catalogue.Run(states: [], rules: [])
  }

  private mutating func note(_ call: Catalogue.Call, from: Int, to: Int, walk: Walk) {
    let slug = CatalogueNaming.slug(of: call, in: model)
    let place = catalogue.views[from].step.map { model.text(of: $0) } ?? "start"
    let id = "\(place)#\(from)/\(slug)"
    guard sideSeen.insert(id + "→\(to)").inserted else { return }
    catalogue.sideSteps.append(
      Catalogue.SideStep(
        id: id, from: from, to: to, call: call, run: run(of: id, through: walk.stages)))
  }
}

extension Catalogue {
  /// Lists a model's attempts over its explored states.
  ///
  /// - Returns: nil where the model declares no attempt or the exploration kept no steps.
  public init?(
    _ explored: TableExploration, findingRunsOf wantsRun: @escaping (String) -> Bool = { _ in true }
  ) {
    guard let attempt = explored.model.attempt, let graph = explored.exploration.graph else {
      return nil
    }
    var builder = CatalogueBuilder(
      source: ListedAttempts(explored: explored, graph: graph, attempt: attempt),
      wantsRun: wantsRun)
    self = builder.build()
  }

  /// Lists a model's attempts over a symbolic set of states; nil where the model declares no
  /// attempt.
  public init?(
    _ table: SymbolicTable, findingRunsOf wantsRun: @escaping (String) -> Bool = { _ in true }
  ) {
    guard let attempt = table.model.attempt else { return nil }
    var builder = CatalogueBuilder(
      source: SymbolicAttempts(table: table, attempt: attempt), wantsRun: wantsRun)
    self = builder.build()
  }

  /// Lists a model's attempts, whichever engine explored it.
  ///
  /// - Parameters:
  ///   - explored: all states, by either engine.
  ///   - wantsRun: by id, whether the run behind a path or a side step is worked out, which is most
  ///     of the cost; without it a run has no states.
  public init?(
    _ explored: Explored, findingRunsOf wantsRun: @escaping (String) -> Bool = { _ in true }
  ) {
    switch explored {
    case .explicit(let table): self.init(table, findingRunsOf: wantsRun)
    case .symbolic(let table): self.init(table, findingRunsOf: wantsRun)
    }
  }
}

extension AttemptGroup {
  /// A total order of groups that does not depend on how states were numbered.
  func order(in model: Model) -> AttemptOrder {
    AttemptOrder(
      numbers: [call.action] + (call.inputs.first ?? []),
      text: (call.answer.map { model.text(of: $0) } ?? "") + (isUnderway ? "1" : "0"))
  }
}

/// The sort key of a group: its call as numbers, then its answer as text.
struct AttemptOrder: Comparable {
  var numbers: [Int]
  var text: String

  static func < (a: AttemptOrder, b: AttemptOrder) -> Bool {
    if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
    return a.text < b.text
  }
}
