import Testing

@testable import Diagrams

@Suite struct RoundTripTests {
  /// Every kind of node and edge, every emphasis, awkward words.
  static var diagram: Diagram {
    var diagram = Diagram(id: "all", title: "All kinds", direction: .topToBottom)
    let kinds = Diagram.Node.Kind.allCases.filter { $0 != .initial }
    diagram.nodes = kinds.enumerated().map { index, kind in
      var node = Diagram.Node(id: "n\(index)", kind: kind, lines: ["\(kind) \"a\" <b> & c|d"])
      node.rows = ["pool.row\(index)"]
      node.emphasis = Diagram.Emphasis.allCases[index % Diagram.Emphasis.allCases.count]
      return node
    }
    diagram.edges = Diagram.Edge.Kind.allCases.enumerated().map { index, kind in
      let ends = (from: "n\(index % 5)", to: "n\((index + 1) % 6)")
      var edge = Diagram.Edge(id: "e\(index)", ends, kind: kind, lines: ["\(kind) #\(index); x"])
      edge.rows = ["pool.edge\(index)", "pool.too"]
      return edge
    }
    return diagram
  }

  private let wide = LabelWrapping(width: 400, maximumLines: 50)

  private func words(_ diagram: Diagram) -> Diagram {
    var copy = diagram
    for index in copy.nodes.indices {
      copy.nodes[index].tooltip = ""
      copy.nodes[index].link = nil
    }
    for index in copy.edges.indices { copy.edges[index].tooltip = "" }
    return copy
  }

  @Test(arguments: [Diagram.Direction.topToBottom, .leftToRight])
  func `DOT read back is the diagram that was written`(direction: Diagram.Direction) {
    var diagram = Self.diagram
    diagram.direction = direction
    diagram.clusters = [.init(id: "pool", label: "The pool")]
    diagram.nodes[1].cluster = "pool"
    diagram.nodes[2].details = ["allowed: {sms, totp}", "second"]
    var emitter = DOTEmitter()
    emitter.folding = .none
    emitter.wrapping = wide
    let read = DiagramReading.dot(emitter.emit(diagram))
    let byID = { (nodes: [Diagram.Node]) in nodes.sorted { $0.id < $1.id } }
    #expect(byID(read.nodes) == byID(diagram.nodes))
    #expect(read.edges == diagram.edges)
    #expect(read.clusters == diagram.clusters)
    #expect((read.id, read.title) == (diagram.id, diagram.title))
    #expect(read.direction == diagram.direction)
  }

  @Test func `a flowchart read back is the diagram that was written`() throws {
    let emitter = MermaidFlowchartEmitter(folding: .none, wrapping: wide)
    var wanted = Self.diagram
    wanted.id = ""
    for index in wanted.nodes.indices {
      wanted.nodes[index].rows = []
      if wanted.nodes[index].emphasis == .path { wanted.nodes[index].emphasis = .plain }
    }
    for index in wanted.edges.indices {
      (wanted.edges[index].rows, wanted.edges[index].id) = ([], String(index))
    }
    #expect(DiagramReading.flowchart(try emitter.emit(Self.diagram)) == wanted)
  }

  @Test func `a state diagram says every state and every line`() throws {
    var diagram = Self.diagram
    for index in diagram.nodes.indices { diagram.nodes[index].emphasis = .plain }
    let read = DiagramReading.stateDiagram(try MermaidStateEmitter(folding: .none).emit(diagram))
    #expect(
      read.states
        == Dictionary(
          uniqueKeysWithValues: diagram.nodes.map { ($0.id, $0.lines.joined(separator: "; ")) }))
    #expect(
      read.edges
        == diagram.edges.map {
          "\($0.from)>\($0.to) \($0.kind) \($0.lines.joined(separator: ", "))"
        })
  }

  @Test func `the bytes do not depend on anything but the diagram`() throws {
    let (one, two) = (Self.diagram, Self.diagram)
    #expect(DOTEmitter().emit(one) == DOTEmitter().emit(two))
    let shuffled = { (diagram: Diagram) in
      var copy = diagram
      copy.nodes.reverse()
      copy.edges.reverse()
      return copy.sorted()
    }
    #expect(DOTEmitter().emit(shuffled(one)) == DOTEmitter().emit(one.sorted()))
  }
}

@Suite struct CollapsingTests {
  private func chain(_ pairs: [(String, String)]) -> Diagram {
    var diagram = Diagram(id: "c", title: "")
    let ids = Set(pairs.flatMap { [$0.0, $0.1] }).sorted()
    diagram.nodes = ids.map { Diagram.Node(id: $0, kind: .step, lines: [$0]) }
    diagram.edges = pairs.map { pair in
      var edge = Diagram.Edge(id: "\(pair.0)\(pair.1)", (from: pair.0, to: pair.1))
      edge.rows = [pair.0]
      return edge
    }
    return diagram
  }

  @Test func `places that go on alike are one, and it says which`() {
    let collapsed = chain([("a", "z"), ("b", "z"), ("s", "a"), ("s", "b")]).collapsed()
    #expect(collapsed.diagram.nodes.map(\.id) == ["a", "s", "z"])
    #expect(collapsed.folded == ["a": ["a", "b"]])
    #expect(collapsed.diagram.nodes[0].details == ["a", "b"])
    #expect(collapsed.diagram.edges.map(\.id) == ["a>z#answer", "s>a#answer"])
    #expect(collapsed.diagram.edges[0].rows == ["a", "b"])
    #expect(collapsed.statement == "2 places that go on alike are folded into 1")
  }

  @Test func `places that go on differently stay apart`() {
    let diagram = chain([("a", "b"), ("b", "c"), ("c", "d")])
    #expect(diagram.collapsed().diagram.nodes == diagram.nodes)
    #expect(diagram.collapsed().statement == nil)
  }

  @Test func `a loop of two and a loop of one go on alike`() {
    #expect(chain([("a", "a"), ("b", "c"), ("c", "b")]).collapsed().diagram.nodes.count == 1)
  }

  @Test func `what is kept apart from the beginning stays apart`() {
    let diagram = chain([("a", "z"), ("b", "z")])
    #expect(diagram.collapsed { $0.id }.diagram.nodes.count == 3)
  }
}
