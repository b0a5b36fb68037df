/// The states that groups of steps reach from some states, forwards or backwards: group after group
/// from everything found by then, until nothing new comes up.
///
/// Groups that are *eager* are taken until they find nothing more before each of the others is
/// taken once more. Sets on the way are smaller where what moves by itself, or changes its record
/// and keeps to its place, is done before anything goes elsewhere: a set of all combinations takes
/// few nodes, and a set of those that happen to have been found takes many.
///
/// The diagrams belong to the search. It frees what nobody needs any more, and where what was found
/// gets large it looks for a better order of the variables and goes on in diagrams of that order.
///
/// Source: chaining after Roig, Cortadella, Pastor, 1995.
struct Closure {
  /// Steps that write the same, whatever their kind.
  struct Group {
    var condition: Diagram
    var change: Diagram
    /// Whether all of them are.
    var isEager: Bool
  }

  /// Groups, one for each change.
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

  /// Which way steps are followed.
  enum Direction {
    case forwards, backwards
  }

  /// Groups in the order in which a search takes them, and which of them matter to which.
  struct Steps {
    /// Eager groups first.
    fileprivate(set) var groups: [Group]
    fileprivate let eager: Range<Int>
    fileprivate let others: Range<Int>
    fileprivate let relevance: StepRelevance

    init(_ all: [Group], _ direction: Direction, in diagrams: DecisionDiagrams) {
      // A step that writes nothing leads nowhere new.
      let moving = all.filter { $0.change != .yes }
      groups = moving.filter(\.isEager) + moving.filter { !$0.isEager }
      eager = 0..<moving.count(where: \.isEager)
      others = eager.upperBound..<moving.count
      relevance = StepRelevance(groups, direction, in: diagrams)
    }

    /// Everything that must outlive a ``DecisionDiagrams/collect(keeping:)``.
    var roots: [Diagram] { groups.flatMap { [$0.condition, $0.change] } }
  }

  /// The states to begin with, the states to find and the way to go.
  struct Problem {
    /// These may lie outside the room.
    var states: Diagram
    var room: Diagram
    var direction: Direction
    /// Variables that alone distinguish the states from the rest of the room, where such are known.
    /// A step that writes none of them stays on its side, and so finds nothing new in the states.
    var marks: Set<Int>?
  }

  /// What a search may take, and when it looks for another order.
  struct Limits {
    /// The memory that diagrams may take, in bytes; `nil` for any.
    var bytes: Int?
    /// Sets of fewer nodes are not worth another order of variables.
    var leastSize: Int
    /// Asked after each group; true stops.
    var shouldStop: () -> Bool
  }

  /// Where all sets live: those given, until a better order was found.
  private(set) var diagrams: DecisionDiagrams
  private(set) var steps: Steps
  /// For each variable of the diagrams that the search began with, the one in its place now.
  private(set) var places: [Int]
  /// What was found, the states where the search began included.
  private(set) var reached: Diagram
  /// Whether everything was found.
  private(set) var completeness = Completeness.complete
  private var room: Diagram
  private let direction: Direction
  /// The groups that found something, in this order.
  private var useful: [Int] = []
  /// For each group, how long ``useful`` was when it was taken; nil where it never was.
  private var taken: [Int?]
  private let limits: Limits
  /// What outlives the search.
  private var kept: [Diagram]
  /// The nodes left by the last collection of those that nothing needs; several times as many lead
  /// to the next. Fewer would be freed at the price of results, which are not kept without.
  private var nodesAfterCollection = 1 << 20
  /// The nodes in use when the size of what was found was last looked at.
  private var nodesAtLastLook: Int
  /// The size from which on another order is looked for: twice that of what the search began with,
  /// or found under the last order.
  private var largestSize: Int

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - problem: what to find.
  ///   - steps: the steps to follow, in the problem's direction.
  ///   - diagrams: where all of these live.
  ///   - limits: what may be taken.
  ///   - kept: what must outlive the search, as long as the diagrams stay.
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

  /// Searches until nothing new is found or something stops it.
  ///
  /// - Parameter progress: called once a round over all groups; returning `false` stops.
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

  /// Takes eager groups until they find nothing more; false where something stops it.
  private mutating func closeEagerly() -> Bool {
    var known: Int
    repeat {
      known = useful.count
      guard take(steps.eager) else { return false }
    } while useful.count != known
    return true
  }

  /// Takes each group once from all that is found by then, unless what came up since it was taken
  /// cannot matter to it; false where something stops it.
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

  /// Looks for a better order once what was found is twice as large as under the last one. How
  /// large it is, is asked after some thousand new nodes.
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
