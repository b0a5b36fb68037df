/// Looks for an order of variables under which some functions take fewer nodes.
///
/// One variable after the other is moved through all places, those with the most nodes first, and
/// left where the functions are smallest. Orders that were worked out from what variables have to
/// do with each other are a good start; sets of states were a third as large after sifting.
///
/// The result depends on the functions and their order alone. Costs about as many exchanges of
/// neighbours as the square of the number of variables, each about the nodes of one of them.
///
/// Source: Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", 1993.
struct Sifting: ~Copyable {
  /// How much larger than at its start the functions may get before a variable turns back.
  private static let mostGrowth = 1.2

  private var graph: ReorderableGraph
  private let variableCount: Int
  private let limit: WorkLimit?

  /// Copies the functions, in the order of their variables.
  ///
  /// - Parameters:
  ///   - functions: the functions.
  ///   - diagrams: where they are.
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
    // To the nearer end first, then to the other, then to the best place on the way.
    let down = last - start < start
    for isDown in [down, !down] {
      var before = nodes(before: level, isDown: isDown)
      while isDown ? level < last : level > 0 {
        // What lies behind the variable stays as it is, and every level ahead keeps a node.
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

  /// The nodes of the levels that a variable has still before it on its way.
  private func nodes(before level: Int, isDown: Bool) -> Int {
    let range = isDown ? level + 1..<graph.order.count : 0..<level
    return range.reduce(0) { $0 + graph.counts[Int(graph.order[$1])] }
  }

  /// For each variable its place in the order found. One that no function asks for stays behind the
  /// one that it was behind.
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

  /// The functions, in the order in which they were given, with variables named by their places.
  ///
  /// - Parameter diagrams: where they shall be.
  func functions(in diagrams: DecisionDiagrams) -> [Diagram] {
    graph.functions(named: places, in: diagrams)
  }
}
