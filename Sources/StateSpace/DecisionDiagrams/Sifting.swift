/// Looks for an order of variables under which some functions take fewer nodes.
///
/// The variables are moved through all levels one after the other, those with the most nodes first,
/// and each is left where the functions are smallest. An order derived from the dependencies
/// between variables is a good start; sets of states were a third as large after sifting.
///
/// The result depends on the functions and their order alone. Costs about as many exchanges of
/// adjacent variables as the square of the number of variables; an exchange costs about the number
/// of nodes of one variable.
///
/// Source: Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", 1993.
struct Sifting: ~Copyable {
  /// The factor by which the functions may grow before a variable turns back.
  private static let mostGrowth = 1.2

  private var graph: ReorderableGraph
  private let variableCount: Int
  private let limit: WorkLimit?

  /// Copies the functions, with the order of their variables.
  ///
  /// - Parameters:
  ///   - functions: the functions.
  ///   - diagrams: the diagrams that hold them.
  init(_ functions: [Diagram], in diagrams: DecisionDiagrams) {
    graph = ReorderableGraph(of: functions, in: diagrams)
    variableCount = diagrams.variableCount
    limit = diagrams.limit
  }

  private var isStopped: Bool { limit?.endsWork(taking: 0) ?? false }

  /// Moves every variable once, unless the diagrams' limit ends the work.
  mutating func run() {
    let counts = graph.counts
    let variables = graph.order.sorted {
      (counts[Int($1)], $0) < (counts[Int($0)], $1)
    }
    for variable in variables where !isStopped { move(variable) }
  }

  private mutating func move(_ variable: UInt32) {
    guard let start = graph.order.firstIndex(of: variable) else { return }
    let last = graph.order.count - 1
    let limit = Int(Double(graph.size) * Self.mostGrowth)
    var (level, best, least) = (start, start, graph.size)
    // First to the nearer end, then to the other, then to the best level found.
    let down = last - start < start
    for isDown in [down, !down] {
      var before = nodes(before: level, isDown: isDown)
      while isDown ? level < last : level > 0 {
        // The levels already passed keep their nodes, and every level ahead keeps at least one.
        let behind = graph.size - before - graph.counts[Int(variable)]
        guard behind + (isDown ? last - level : level) < least, !isStopped else { break }
        before -= graph.counts[Int(graph.order[isDown ? level + 1 : level - 1])]
        graph.swap(isDown ? level : level - 1)
        level += isDown ? 1 : -1
        if graph.size < least { (best, least) = (level, graph.size) }
        if graph.size > limit { break }
      }
    }
    while level != best {
      graph.swap(level < best ? level : level - 1)
      level += level < best ? 1 : -1
    }
  }

  /// The number of nodes on the levels that a variable has still to pass.
  private func nodes(before level: Int, isDown: Bool) -> Int {
    let range = isDown ? level + 1..<graph.order.count : 0..<level
    return range.reduce(0) { $0 + graph.counts[Int(graph.order[$1])] }
  }

  /// For each variable its place in the order found. A variable that no function depends on stays
  /// after the variable that it followed.
  var places: [Int] {
    let isAsked = Set(graph.order)
    var followers: [UInt32: [Int]] = [:]
    var (first, last): ([Int], UInt32?) = ([], nil)
    for variable in 0..<variableCount {
      if isAsked.contains(UInt32(variable)) {
        last = UInt32(variable)
      } else if let last {
        followers[last, default: []].append(variable)
      } else {
        first.append(variable)
      }
    }
    let order = first + graph.order.flatMap { [Int($0)] + (followers[$0] ?? []) }
    var places = [Int](repeating: 0, count: variableCount)
    for (place, variable) in order.enumerated() { places[variable] = place }
    return places
  }

  /// The functions, in the order in which they were given, with variables numbered by ``places``.
  ///
  /// - Parameter diagrams: the diagrams that receive the functions.
  func functions(in diagrams: DecisionDiagrams) -> [Diagram] {
    graph.functions(named: places, in: diagrams)
  }
}
