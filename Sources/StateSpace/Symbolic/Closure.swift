/// The fixpoint of the states that groups of steps reach from some states, forwards or backwards.
/// The search applies one group after the other to everything found so far, until nothing new is
/// found.
///
/// *Eager* groups are applied until they find nothing more, before each of the other groups is
/// applied once more. This keeps intermediate sets smaller if eager steps are those that happen on
/// their own, or that change a process's data and not its location: a set of all combinations takes
/// few nodes, and a set of those that happen to have been found takes many.
///
/// The diagrams belong to the search. It frees nodes that are not needed any more. When the set
/// found gets large, it looks for a better order of the variables and continues in diagrams of that
/// order.
///
/// Source: chaining after Roig, Cortadella, Pastor, 1995.
struct Closure {
  /// Steps with the same change, of any kind.
  struct Group {
    var condition: Diagram
    var change: Diagram
    /// Whether all steps of the group are eager.
    var isEager: Bool
  }

  /// Groups of steps, one for each change.
  struct Groups {
    private(set) var all: [Group] = []
    private var places: [Diagram: Int] = [:]

    mutating func add(_ group: Group, _ diagrams: DecisionDiagrams) {
      if let place = places[group.change] {
        all[place].condition = diagrams.or(all[place].condition, group.condition)
        all[place].isEager = all[place].isEager && group.isEager
      } else {
        places[group.change] = all.count
        all.append(group)
      }
    }
  }

  /// The direction in which steps are followed.
  enum Direction {
    case forwards, backwards
  }

  /// Groups in the order in which a search applies them, and which of them are relevant to which.
  struct Steps {
    /// The groups, eager ones first.
    fileprivate(set) var groups: [Group]
    fileprivate let eager: Range<Int>
    fileprivate let others: Range<Int>
    fileprivate let relevance: StepRelevance

    init(_ all: [Group], _ direction: Direction, in diagrams: DecisionDiagrams) {
      // A step that changes nothing leads to no new state.
      let moving = all.filter { $0.change != .yes }
      groups = moving.filter(\.isEager) + moving.filter { !$0.isEager }
      eager = 0..<moving.count(where: \.isEager)
      others = eager.upperBound..<moving.count
      relevance = StepRelevance(groups, direction, in: diagrams)
    }

    /// Everything that must survive a ``DecisionDiagrams/collect(keeping:)``.
    var roots: [Diagram] { groups.flatMap { [$0.condition, $0.change] } }
  }

  /// The states to begin with, the set of states to search in and the direction.
  struct Problem {
    /// The states to begin with, which may lie outside the room.
    var states: Diagram
    var room: Diagram
    var direction: Direction
    /// If known, variables that alone distinguish the states from the rest of the room. A step that
    /// writes none of them does not leave its side, and so finds nothing new from the states.
    var marks: Set<Int>?
  }

  /// The resources that a search may use, and the size at which it looks for another order.
  struct Limits {
    /// The maximum memory of the diagrams, in bytes; `nil` for no limit.
    var bytes: Int?
    /// The number of nodes below which a set is not worth another order of variables.
    var leastSize: Int
    /// Called after each group; returns true to stop.
    var shouldStop: () -> Bool
  }

  /// The diagrams of all sets: those given, until a better order was found.
  private(set) var diagrams: DecisionDiagrams
  private(set) var steps: Steps
  /// For each variable of the diagrams that the search began with, its variable now.
  private(set) var places: [Int]
  /// The states found, including those where the search began.
  private(set) var reached: Diagram
  /// Whether all states were found.
  private(set) var completeness = Completeness.complete
  private var room: Diagram
  private let direction: Direction
  /// The groups that found something, in this order.
  private var useful: [Int] = []
  /// For each group, the length of ``useful`` when it was last applied; nil if it never was.
  private var taken: [Int?]
  private let limits: Limits
  /// The functions that must survive the search.
  private var kept: [Diagram]
  /// The largest number of nodes after a collection, at least 2^20; three times as many trigger the
  /// next. More frequent collections would free less, and each loses cached results.
  private var nodesAfterCollection = 1 << 20
  /// The number of nodes in use when the size of the set found was last measured.
  private var nodesAtLastLook: Int
  /// The size from which another order is looked for: twice the size of the sets that the search
  /// began with, or of the set found when the order was last changed.
  private var largestSize: Int

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - problem: the states to find.
  ///   - steps: the steps to follow, in the problem's direction.
  ///   - diagrams: the diagrams of all these sets.
  ///   - limits: the resources that the search may use.
  ///   - kept: functions that must survive the search, as long as the diagrams stay the same.
  init(
    _ problem: Problem, along steps: Steps, in diagrams: DecisionDiagrams, limits: Limits,
    keeping kept: [Diagram]
  ) {
    (reached, room, direction) = (problem.states, problem.room, problem.direction)
    (self.steps, self.diagrams) = (steps, diagrams)
    (self.limits, self.kept) = (limits, kept)
    taken = steps.groups.map { group in
      guard let marks = problem.marks else { return nil }
      return marks.isDisjoint(with: diagrams.support(of: group.change)) ? 0 : nil
    }
    places = Array(0..<diagrams.variableCount)
    nodesAtLastLook = diagrams.nodeCount
    let given = max(diagrams.size(of: problem.states), diagrams.size(of: problem.room))
    largestSize = max(limits.leastSize, 2 * given)
  }

  /// Searches until nothing new is found or a limit stops it.
  ///
  /// - Parameter progress: called once per round over all groups; returning `false` stops.
  mutating func run(progress: (SymbolicProgress) -> Bool = { _ in true }) {
    var round = 0
    var known: Int
    repeat {
      known = useful.count
      round += 1
      guard closeEagerly(), take(steps.others) else { return }
      let state = SymbolicProgress(
        round: round, nodes: diagrams.nodeCount, bytes: diagrams.bytes)
      if !progress(state) || Task.isCancelled {
        completeness = .cancelled
        return
      }
    } while useful.count != known
  }

  /// Applies eager groups until they find nothing more; returns false if a limit stops the search.
  private mutating func closeEagerly() -> Bool {
    var known: Int
    repeat {
      known = useful.count
      guard take(steps.eager) else { return false }
    } while useful.count != known
    return true
  }

  /// Applies each group once to everything found so far, unless no group that has found something
  /// since is relevant to it; returns false if a limit stops the search.
  private mutating func take(_ numbers: Range<Int>) -> Bool {
    for number in numbers where mayFindMore(number) {
      taken[number] = useful.count
      let before = reached
      reached = diagrams.or(reached, step(steps.groups[number]))
      if reached != before { useful.append(number) }
      reorderIfLarge()
      guard isWithinMemory() else { return false }
      if limits.shouldStop() {
        completeness = .cancelled
        return false
      }
    }
    return true
  }

  private func mayFindMore(_ number: Int) -> Bool {
    guard let known = taken[number] else { return true }
    return useful[known...].contains { steps.relevance.isRelevant($0, to: number) }
  }

  private func step(_ group: Group) -> Diagram {
    let found =
      switch direction {
      case .forwards:
        diagrams.image(of: reached, where: group.condition, writing: group.change)
      case .backwards:
        diagrams.preimage(of: reached, where: group.condition, writing: group.change)
      }
    return diagrams.and(found, room)
  }

  private mutating func isWithinMemory() -> Bool {
    if diagrams.nodeCount > 3 * nodesAfterCollection {
      diagrams.collect(keeping: steps.roots + [reached, room] + kept)
      nodesAfterCollection = max(nodesAfterCollection, diagrams.nodeCount)
      nodesAtLastLook = diagrams.nodeCount
    }
    guard let most = limits.bytes, diagrams.bytes > most else { return true }
    completeness = .memoryLimit
    return false
  }

  // MARK: Order

  /// Looks for a better order once the set found is twice as large as under the last one. Its size
  /// is measured only after some thousand new nodes.
  private mutating func reorderIfLarge() {
    guard diagrams.nodeCount - nodesAtLastLook > 8 * limits.leastSize else { return }
    nodesAtLastLook = diagrams.nodeCount
    guard diagrams.size(of: reached) > largestSize else { return }
    var sifting = Sifting([reached, room] + steps.groups.map(\.condition), in: diagrams)
    sifting.run()
    move(along: sifting)
    nodesAtLastLook = diagrams.nodeCount
    largestSize = max(limits.leastSize, 2 * diagrams.size(of: reached))
  }

  private mutating func move(along sifting: borrowing Sifting) {
    let new = DecisionDiagrams(variableCount: diagrams.variableCount)
    new.limit = diagrams.limit
    let order = sifting.places
    var translation = DiagramTranslation(from: diagrams, to: new, variables: order)
    let moved = sifting.functions(in: new)
    (reached, room) = (moved[0], moved[1])
    for (number, condition) in moved.dropFirst(2).enumerated() {
      let change = translation.translate(product: steps.groups[number].change)
      (steps.groups[number].condition, steps.groups[number].change) = (condition, change)
    }
    places = places.map { order[$0] }
    (diagrams, kept) = (new, [])
  }
}
