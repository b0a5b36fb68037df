import SignIn
import SignInTestBed

/// An automaton that reads a log, made from a catalogue's sign-ins over the wire: its nodes are the
/// points between two calls of an app, its edges are the exchanges of a call.
///
/// A log of the service does not show the app, so a new sign-in may begin anywhere, as after the
/// app was closed. Records differ only by the answers that they lead to: users who got the same
/// answers up to a point are at the same node.
struct SignInAutomaton {
  /// A position of the reader: between calls, or within one.
  struct Position: Hashable {
    /// The node; 0 where no sign-in is under way.
    var node: Int
    /// The edge that is being read, or -1 between calls, and the number of exchanges read of it.
    var edge = -1
    var offset = 0
  }

  private struct Edge {
    var from: Int
    var to: Int
    var steps: [WireStep]
  }

  /// The result of reading one exchange: the new position, and the rows that explain it.
  struct Reading {
    var position: Position
    var rows: [String]
    /// The words of the exception.
    var words: String
    /// Whether the exchange begins a sign-in.
    var begins: Bool
  }

  private var edges: [Edge] = []
  private var leaving: [Int: [Int]] = [:]
  /// The operations that occur on some path.
  let operations: Set<String>

  init(_ catalogue: Catalogue, _ wire: WireCatalogue) {
    let ways = Dictionary(
      wire.ways.map { ($0.id, $0.calls) }, uniquingKeysWith: { first, _ in first })
    operations = Set(wire.ways.flatMap(\.exchanges).map(\.operation))
    var seen: Set<[String]> = []
    for path in catalogue.paths {
      guard let calls = ways[path.id], calls.count == path.calls.count else { continue }
      var node = 0
      for (steps, view) in zip(calls, path.views) {
        let next = view.map { $0 + 1 } ?? 0
        add(Edge(from: node, to: next, steps: steps), &seen)
        node = next
      }
    }
    for side in catalogue.sideSteps {
      guard let steps = ways[side.id]?.last else { continue }
      add(Edge(from: side.from + 1, to: side.to + 1, steps: steps), &seen)
    }
  }

  private mutating func add(_ edge: Edge, _ seen: inout Set<[String]>) {
    let key = ["\(edge.from)", "\(edge.to)"] + edge.steps.flatMap { [$0.exchange.text] + $0.rows }
    guard edge.from != edge.to || !edge.steps.isEmpty, seen.insert(key).inserted else { return }
    leaving[edge.from, default: []].append(edges.count)
    edges.append(edge)
  }

  /// The positions at the start of a log.
  static let start: Set<Position> = [Position(node: 0)]

  /// The readings of an exchange; empty where no row allows its answer.
  func read(_ exchange: WireExchange, at positions: Set<Position>) -> [Reading] {
    next(at: positions).filter { $0.step.exchange.explains(exchange) }.map { found in
      Reading(
        position: after(found.edge, found.offset), rows: found.step.rows,
        words: found.step.exchange.words, begins: found.begins)
    }
  }

  /// The possible exchanges for a request at the given positions, with their rows.
  func allowed(_ request: String, at positions: Set<Position>) -> [WireStep] {
    let probe = WireExchange(request: request, answer: "")
    let steps = next(at: positions).map(\.step).filter { $0.exchange.explainsRequest(of: probe) }
    return Set(steps).sorted {
      ($0.exchange, $0.rows.joined()) < ($1.exchange, $1.rows.joined())
    }
  }

  private func after(_ edge: Int, _ offset: Int) -> Position {
    let isOver = offset + 1 == edges[edge].steps.count
    return isOver
      ? Position(node: edges[edge].to)
      : Position(node: edges[edge].from, edge: edge, offset: offset + 1)
  }

  private typealias Candidate = (step: WireStep, edge: Int, offset: Int, begins: Bool)

  private func next(at positions: Set<Position>) -> [Candidate] {
    var found: [Candidate] = []
    for position in positions where position.edge >= 0 {
      found.append(
        (edges[position.edge].steps[position.offset], position.edge, position.offset, false))
    }
    for node in nodes(at: positions).sorted() {
      for edge in leaving[node] ?? [] {
        guard let step = edges[edge].steps.first else { continue }
        found.append((step, edge, 0, node == 0))
      }
    }
    return found
  }

  /// The current nodes, with those that calls without a request lead to. Node 0 is always included,
  /// because a new sign-in may begin anywhere.
  private func nodes(at positions: Set<Position>) -> Set<Int> {
    var nodes = Set(positions.filter { $0.edge < 0 }.map(\.node)).union([0])
    var open = Array(nodes)
    while let node = open.popLast() {
      for edge in leaving[node] ?? [] where edges[edge].steps.isEmpty {
        if nodes.insert(edges[edge].to).inserted { open.append(edges[edge].to) }
      }
    }
    return nodes
  }
}

extension WireExchange {
  /// The name of the operation.
  var operation: String { String(request.prefix { $0 != " " }) }

  /// Whether the exchange matches a logged one, in which words may be hidden.
  fileprivate func explains(_ seen: WireExchange) -> Bool {
    explainsRequest(of: seen) && Self.words(answer).first == Self.words(seen.answer).first
      && Self.words(seen.answer).isSubset(of: Self.words(answer))
  }

  fileprivate func explainsRequest(of seen: WireExchange) -> Bool {
    operation == seen.operation && Self.words(seen.request).isSubset(of: Self.words(request))
  }

  /// The words of a text; a list in brackets is one word.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInList = false
    for part in text.split(separator: " ") {
      if isInList { words[words.count - 1] += " \(part)" } else { words.append(String(part)) }
      if part.hasPrefix("[") { isInList = true }
      if part.hasSuffix("]") { isInList = false }
    }
    return words
  }
}

extension [String] {
  fileprivate func isSubset(of other: [String]) -> Bool { allSatisfy(other.contains) }
}
