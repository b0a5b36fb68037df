/// The states that groups of steps reach from some states, forwards or backwards: group after group
/// from everything found by then, until nothing new comes up.
///
/// Groups that are *eager* are taken until they find nothing more before each of the others is
/// taken once more. Sets on the way are smaller where what moves by itself, or changes its record
/// and keeps to its place, is done before anything goes elsewhere: a set of all combinations takes
/// few nodes, and a set of those that happen to have been found takes many.
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

  /// What a search may do where the diagrams are its own.
  struct Ownership {
    /// The memory that they may take, in bytes; `nil` for any.
    var maximumBytes: Int?
    /// What outlives the search.
    var kept: [Diagram]
    /// The nodes left by the last collection of those that nothing needs; several times as many
    /// lead to the next. Fewer would be freed at the price of results, which are not kept without.
    fileprivate var nodesAfterCollection = 1 << 20

    init(maximumBytes: Int?, keeping kept: [Diagram] = []) {
      (self.maximumBytes, self.kept) = (maximumBytes, kept)
    }
  }

  private let diagrams: DecisionDiagrams
  /// Eager groups first.
  private let groups: [Group]
  private let eager: Range<Int>
  private let others: Range<Int>
  private let relevance: StepRelevance
  /// The groups that found something, in this order.
  private var useful: [Int] = []
  /// For each group, how long ``useful`` was when it was taken; nil where it never was.
  private var taken: [Int?]
  private let room: Diagram
  private let direction: Direction
  private var ownership: Ownership?
  /// What was found, the states where the search began included.
  private(set) var reached: Diagram
  /// Whether everything was found.
  private(set) var completeness = Completeness.complete

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - groups: the steps to follow.
  ///   - states: where to begin, be it in `room` or not.
  ///   - room: the states to find.
  ///   - direction: which way to go.
  ///   - diagrams: where all of these live.
  ///   - ownership: what may be done with diagrams that nobody else uses.
  init(
    _ groups: [Group], from states: Diagram, within room: Diagram = .yes,
    _ direction: Direction = .forwards, in diagrams: DecisionDiagrams, ownership: Ownership? = nil
  ) {
    // A step that writes nothing leads nowhere new.
    let moving = groups.filter { $0.change != .yes }
    self.groups = moving.filter(\.isEager) + moving.filter { !$0.isEager }
    eager = 0..<moving.count(where: \.isEager)
    others = eager.upperBound..<moving.count
    taken = moving.map { _ in nil }
    relevance = StepRelevance(self.groups, direction, in: diagrams)
    (reached, self.room, self.direction) = (states, room, direction)
    (self.diagrams, self.ownership) = (diagrams, ownership)
  }

  /// Searches until nothing new is found or something stops it.
  ///
  /// - Parameter progress: called once a round over all groups; returning `false` stops.
  mutating func run(progress: (SymbolicProgress) -> Bool = { _ in true }) {
    var round = 0
    var known: Diagram
    repeat {
      known = reached
      round += 1
      guard closeEagerly(keeping: known), take(others, keeping: [known]) else { return }
      let state = SymbolicProgress(
        round: round, nodes: diagrams.nodeCount, bytes: diagrams.bytes)
      if !progress(state) || Task.isCancelled {
        completeness = .cancelled
        return
      }
    } while reached != known
  }

  /// Takes eager groups until they find nothing more; false where memory ran out.
  private mutating func closeEagerly(keeping known: Diagram) -> Bool {
    var before = Diagram.no
    while reached != before {
      before = reached
      guard take(eager, keeping: [known, before]) else { return false }
    }
    return true
  }

  /// Takes each group once from all that is found by then, unless what came up since it was taken
  /// cannot matter to it; false where memory ran out.
  private mutating func take(_ numbers: Range<Int>, keeping sets: [Diagram]) -> Bool {
    for number in numbers where mayFindMore(number) {
      taken[number] = useful.count
      let before = reached
      reached = diagrams.or(reached, step(groups[number]))
      if reached != before { useful.append(number) }
      guard isWithinMemory(keeping: sets) else { return false }
    }
    return true
  }

  private func mayFindMore(_ number: Int) -> Bool {
    guard let known = taken[number] else { return true }
    return useful[known...].contains { relevance.isRelevant($0, to: number) }
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

  private mutating func isWithinMemory(keeping sets: [Diagram]) -> Bool {
    guard let owned = ownership else { return true }
    if diagrams.nodeCount > 3 * owned.nodesAfterCollection {
      let steps = groups.flatMap { [$0.condition, $0.change] }
      diagrams.collect(keeping: steps + [reached, room] + owned.kept + sets)
      ownership?.nodesAfterCollection = max(owned.nodesAfterCollection, diagrams.nodeCount)
    }
    guard let most = owned.maximumBytes, diagrams.bytes > most else { return true }
    completeness = .memoryLimit
    return false
  }
}
