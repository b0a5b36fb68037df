/// The breadth-first search of a machine over sets of states.
///
/// The states that are first reached after a number of steps are a **ring**. Within a step, urgent
/// states are followed until nothing new comes up; an urgent state that an earlier ring holds needs
/// no second look, because whatever it leads to was found then.
public final class SymbolicSearch {
  /// What is first reached by as many steps as its position says.
  public struct Ring {
    /// States at rest.
    public internal(set) var resting: Diagram = .no
    /// Urgent states on the way to them.
    public internal(set) var urgent: Diagram = .no
    /// Ends of steps while their transient bits still stand.
    public internal(set) var ends: Diagram = .no
  }

  /// Steps, as sets.
  public let machine: SymbolicMachine
  /// How far to go.
  public let options: SymbolicOptions
  /// The rings, by number of steps.
  public private(set) var rings: [Ring] = []
  /// All states at rest found.
  public private(set) var resting: Diagram = .no
  /// All urgent states found.
  public private(set) var urgent: Diagram = .no
  /// All ends of steps found.
  public private(set) var ends: Diagram = .no
  /// Whether everything was seen.
  public private(set) var completeness = Completeness.complete
  private var nodesAfterCollection = 1 << 18

  /// A search that has not begun.
  public init(_ machine: SymbolicMachine, _ options: SymbolicOptions = SymbolicOptions()) {
    self.machine = machine
    self.options = options
  }

  private var diagrams: DecisionDiagrams { machine.diagrams }

  /// Searches until nothing new is found or something stops it.
  ///
  /// - Parameter progress: called once a ring; returning `false` stops the search.
  public func run(progress: (SymbolicProgress) -> Bool = { _ in true }) {
    resting = machine.initial
    rings = [Ring(resting: machine.initial)]
    var frontier = machine.initial
    while frontier != .no {
      if rings.count - 1 == options.maximumDepth {
        completeness = .depthLimit
        return
      }
      guard let ring = step(from: frontier) else { return }
      frontier = ring.resting
      if ring.urgent != .no || ring.ends != .no { take(ring) }
      let state = SymbolicProgress(
        depth: depth, nodes: diagrams.nodeCount, bytes: diagrams.bytes)
      if !progress(state) || Task.isCancelled {
        completeness = .cancelled
        return
      }
    }
  }

  /// The number of steps to the farthest state at rest.
  public var depth: Int { max(0, (rings.lastIndex { $0.resting != .no } ?? 0)) }

  private func take(_ ring: Ring) {
    rings.append(ring)
    resting = diagrams.or(resting, ring.resting)
  }

  /// What one more step reaches; `nil` where memory does not allow it.
  private func step(from frontier: Diagram) -> Ring? {
    var ring = Ring()
    var reached = fire(machine.beginning, from: frontier)
    while reached != .no {
      let on = diagrams.minus(diagrams.and(reached, machine.urgent), urgent)
      ring.ends = diagrams.or(ring.ends, diagrams.minus(reached, machine.urgent))
      ring.urgent = diagrams.or(ring.urgent, on)
      urgent = diagrams.or(urgent, on)
      guard tidy(keeping: [ring.ends, ring.urgent, on, frontier]) else { return nil }
      reached = fire(machine.continuing, from: on)
    }
    ring.resting = diagrams.minus(machine.atRest(ring.ends), resting)
    ring.ends = diagrams.minus(ring.ends, ends)
    ends = diagrams.or(ends, ring.ends)
    return ring
  }

  private func fire(_ groups: [SymbolicMachine.Group], from states: Diagram) -> Diagram {
    guard states != .no else { return .no }
    return diagrams.or(
      groups.map { diagrams.image(of: states, where: $0.condition, writing: $0.change) })
  }

  /// Frees what is no longer needed once there is much of it; false where that is not enough.
  private func tidy(keeping others: [Diagram]) -> Bool {
    if diagrams.nodeCount > 3 * nodesAfterCollection {
      diagrams.collect(keeping: machine.roots + roots + others)
      nodesAfterCollection = max(nodesAfterCollection, diagrams.nodeCount)
    }
    if let most = options.maximumBytes, diagrams.bytes > most {
      completeness = .memoryLimit
      return false
    }
    return true
  }

  private var roots: [Diagram] {
    [resting, urgent, ends] + rings.flatMap { [$0.resting, $0.urgent, $0.ends] }
  }
}

/// How far a symbolic search may go.
public struct SymbolicOptions: Hashable, Sendable {
  /// The number of steps that a path may have at most; `nil` for any.
  public var maximumDepth: Int?
  /// The memory that diagrams may take, in bytes; `nil` for any.
  public var maximumBytes: Int?

  /// Goes everywhere, unless told otherwise.
  public init(maximumDepth: Int? = nil, maximumBytes: Int? = nil) {
    self.maximumDepth = maximumDepth
    self.maximumBytes = maximumBytes
  }
}

/// How far a symbolic search has got.
public struct SymbolicProgress: Hashable, Sendable {
  /// The distance from an initial state, in steps.
  public let depth: Int
  /// The nodes of all diagrams in use.
  public let nodes: Int
  /// The memory of all diagrams, in bytes.
  public let bytes: Int
}
