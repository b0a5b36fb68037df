import Diagrams
import Testing

@Suite struct SimplificationTests {
  private func diagram(_ edges: [Diagram.Edge]) -> Diagram {
    var diagram = Diagram(id: "d", title: "d")
    diagram.nodes =
      ["a", "b", "c", "e"].map { Diagram.Node(id: $0, kind: .step, lines: [$0]) }
      + [Diagram.Node(id: "expired", kind: .failure, lines: ["session expired"])]
    diagram.edges = edges
    return diagram
  }

  @Test func parallelEdgesOfOneKindBecomeOneWithAllLines() {
    var first = Diagram.Edge(id: "1", ("a", "b"), lines: ["x"])
    first.rows = ["r1"]
    first.tooltip = "first"
    var second = Diagram.Edge(id: "2", ("a", "b"), lines: ["y", "x"])
    second.rows = ["r2", "r1"]
    second.tooltip = "second"
    let wrong = Diagram.Edge(id: "3", ("a", "b"), kind: .retry, lines: ["z"])
    let back = Diagram.Edge(id: "4", ("b", "a"), lines: ["x"])
    let merged = diagram([first, wrong, second, back]).merged().edges
    #expect(merged.map(\.id) == ["1", "3", "4"])
    #expect(merged[0].lines == ["x", "y"])
    #expect(merged[0].rows == ["r1", "r2"])
    #expect(merged[0].tooltip == "first\nsecond")
  }

  @Test func `an overview joins what goes on alike and counts errors`() {
    let edges = [
      Diagram.Edge(id: "1", ("a", "b"), lines: ["x"]),
      Diagram.Edge(id: "2", ("a", "b"), lines: ["y"]),
      Diagram.Edge(id: "3", ("a", "c"), lines: ["z"]),
      Diagram.Edge(id: "4", ("b", "e"), lines: ["right"]),
      Diagram.Edge(id: "5", ("c", "e"), lines: ["right"]),
      Diagram.Edge(id: "6", ("b", "b"), kind: .retry, lines: ["wrong → mismatch"]),
      Diagram.Edge(id: "7", ("c", "expired"), kind: .failure, lines: ["late"]),
      Diagram.Edge(id: "8", ("a", "expired"), kind: .failure, lines: ["late"]),
    ]
    let overview = diagram(edges).overview()
    #expect(overview.nodes.map(\.lines) == [["a"], ["b", "c"], ["e"]])
    #expect(overview.nodes.map(\.details) == [["✗ 1"], ["↺ 1", "✗ 1"], []])
    #expect(overview.nodes[1].tooltip == "↺ wrong → mismatch\n✗ late → session expired")
    #expect(overview.edges.map(\.from) == ["a", "b"])
    #expect(overview.edges.map(\.to) == ["b", "e"])
    #expect(overview.edges.map(\.lines) == [["3 ways"], ["right"]])
    #expect(overview.edges[0].tooltip == "x\ny\nz")
    #expect(overview.direction == .topToBottom)
  }

  @Test func `an overview says who takes the only way, and is drawn low`() {
    let lines = ["userSRP, password: has no factor yet"]
    var overview = diagram([
      Diagram.Edge(id: "1", ("a", "b"), lines: lines),
      Diagram.Edge(id: "2", ("b", "b"), kind: .retry, lines: ["wrong → mismatch"]),
      Diagram.Edge(id: "3", ("b", "expired"), kind: .failure, lines: ["late"]),
    ]).overview()
    #expect(overview.edges.map(\.lines) == [["has no factor yet"]])
    #expect(overview.edges.map(\.tooltip) == lines)
    let low = DOTEmitter().emit(overview)
    #expect(low.contains("ranksep=0.14"))
    #expect(low.contains(">↺ 1\u{A0}\u{A0}✗ 1<"))
    #expect(low.contains("label=\"has no factor yet\""))
    overview.isLow = false
    let high = DOTEmitter().emit(overview)
    #expect(high.contains("ranksep=0.25"))
    #expect(high.contains(">↺ 1<BR/>✗ 1<"))
  }

  @Test func `an overview keeps the error in which a finding ends`() {
    var drawn = diagram([
      Diagram.Edge(id: "1", ("a", "b"), lines: ["x"]),
      Diagram.Edge(id: "2", ("b", "expired"), kind: .failure, lines: ["late"]),
      Diagram.Edge(id: "3", ("b", "b"), kind: .retry, lines: ["wrong → mismatch"]),
    ])
    drawn.nodes[4].emphasis = .finding
    let overview = drawn.overview()
    #expect(overview.nodes.map(\.lines) == [["a"], ["b"], ["c", "e"], ["session expired"]])
    #expect(overview.nodes.map(\.details) == [[], ["↺ 1"], [], []])
    #expect(overview.edges.map(\.kind) == [.answer, .failure])
    #expect(overview.edges.map(\.lines) == [["x"], ["late"]])
  }

  @Test func `an overview keeps the counts in a box of many words`() {
    var drawn = diagram([
      Diagram.Edge(id: "1", ("a", "b"), lines: ["x"]),
      Diagram.Edge(id: "2", ("b", "b"), kind: .retry, lines: ["wrong → mismatch"]),
    ])
    drawn.mostWords = 2
    drawn = drawn.overview()
    drawn.nodes[1].lines = ["A one-time code was sent"]
    #expect(drawn.folded().nodes.map(\.details) == [[], ["↺ 1"]])
    #expect(drawn.folded().notes.isEmpty)
  }

  @Test func loopsBecomeWordsAndLeaveTheirRows() {
    var loop = Diagram.Edge(id: "1", ("a", "a"), kind: .retry, lines: ["wrong"])
    loop.rows = ["r1"]
    let other = Diagram.Edge(id: "2", ("a", "a"), kind: .retry, lines: ["stale"])
    let clock = Diagram.Edge(id: "3", ("a", "a"), kind: .clock, lines: ["30 s"])
    let folded = diagram([loop, other, clock]).folded()
    #expect(folded.edges.isEmpty)
    #expect(folded.nodes[0].details == ["↺ wrong, stale", "◷ 30 s"])
    #expect(folded.nodes[0].rows == ["r1"])
    #expect(diagram([loop]).folded(.none).edges.count == 1)
  }

  @Test func anEndWithManyArrowsIsNamedInWordsAndGoes() {
    let arrows = ["a", "b", "c", "e"].map { from in
      Diagram.Edge(id: from, (from, "expired"), kind: .clock, lines: ["3 min"])
    }
    let folded = diagram(arrows).folded()
    #expect(folded.edges.isEmpty)
    #expect(folded.nodes.map(\.id) == ["a", "b", "c", "e"])
    #expect(folded.nodes[3].details == ["◷ 3 min → session expired"])
    let few = diagram(Array(arrows.prefix(1))).folded()
    #expect(few.edges.count == 1)
    #expect(few.nodes.count == 5)
  }

  @Test func `answers that come to the same stand together`() {
    let lines = ["wrong → mismatch", "empty → invalid", "stale → mismatch", "a, b → invalid"]
    let loops = lines.map { Diagram.Edge(id: $0, ("a", "a"), kind: .retry, lines: [$0]) }
    #expect(
      diagram(loops).folded().nodes[0].details
        == ["↺ wrong, stale → mismatch", "↺ empty; a, b → invalid"])
  }

  /// An entrance with two ends of its own, and one that it shares.
  private func entrance() -> Diagram {
    var drawn = diagram([])
    drawn.nodes[0].kind = .start
    drawn.nodes += ["one", "two"].map { Diagram.Node(id: $0, kind: .failure, lines: [$0]) }
    drawn.edges = ["one", "two", "expired"].map { end in
      var edge = Diagram.Edge(id: end, ("a", end), kind: .failure, lines: ["to \(end)", "or so"])
      edge.rows = ["row.\(end)"]
      return edge
    }
    drawn.edges.append(Diagram.Edge(id: "b", ("b", "expired"), kind: .failure, lines: ["late"]))
    return drawn
  }

  @Test func `several ends of one place become one box that lists them`() {
    let folded = entrance().folded()
    #expect(folded.nodes.map(\.id) == ["a", "b", "c", "e", "ends-of-a"])
    #expect(
      folded.nodes[4].details
        == ["session expired: to expired; or so", "one: to one; or so", "two: to two; or so"])
    #expect(folded.edges.map(\.id) == ["a>ends-of-a"])
    #expect(folded.edges[0].rows == ["row.expired", "row.one", "row.two"])
    #expect(folded.nodes[1].details == ["✗ late → session expired"])
  }

  @Test func `ends that stand out, or that a remark speaks of, are not gathered`() {
    var drawn = entrance()
    drawn.nodes[5].emphasis = .added
    #expect(drawn.folded().nodes.map(\.id).contains("one"))
    drawn = entrance()
    drawn.notes = [.init(id: "n", lines: ["see"], about: "two")]
    #expect(drawn.folded().nodes.map(\.id).contains("two"))
  }

  @Test func whatTheDrawingIsAboutStaysALine() {
    var loop = Diagram.Edge(id: "1", ("a", "a"), kind: .retry, lines: ["wrong"])
    loop.emphasis = .path
    #expect(diagram([loop]).folded().edges == [loop])
  }

  @Test func theLegendHoldsOnlyWhatIsDrawn() {
    let loop = Diagram.Edge(id: "1", ("a", "a"), kind: .retry, lines: ["wrong"])
    var right = Diagram.Edge(id: "2", ("a", "b"), lines: ["right"])
    right.emphasis = .path
    let lost = Diagram.Edge(id: "3", ("a", "nowhere"), kind: .attacker)
    let drawn = diagram([loop, right, lost])
    let folded = Legend(of: drawn.folded().merged())
    #expect(folded.nodes == [.step, .failure])
    #expect(folded.edges == [.answer])
    #expect(folded.signs == [.retry])
    #expect(folded.emphases == [.path])
    #expect(Legend(of: drawn).edges == [.answer, .retry])
    let none = Legend(of: Diagram(id: "none", title: ""))
    #expect(none.nodes.isEmpty && none.edges.isEmpty)
    #expect(none.signs.isEmpty && none.emphases.isEmpty)
    let dot = DOTEmitter().emit(drawn)
    #expect(dot.contains("refused, may try again"))
    #expect(!dot.contains("time passes"))
    #expect(!dot.contains("attacker"))
  }

  @Test func `a line and its sign are one entry of the legend`() {
    var drawn = diagram([Diagram.Edge(id: "1", ("a", "expired"), kind: .failure)])
    drawn.nodes[1].details = ["✗ late"]
    #expect(Legend(of: drawn).signs == [.failure])
    #expect(DOTEmitter().emit(drawn).ranges(of: "refused, ends it").count == 1)
  }

  @Test func linesBreakAtSpacesAndInsideLongNames() {
    let wrapping = LabelWrapping(width: 14, maximumLines: 3)
    #expect(wrapping.wrap(["right password, no factor"]) == ["right", "password, no", "factor"])
    #expect(wrapping.wrap(["confirmSignInWithTOTPCode"]) == ["confirmSignIn", "WithTOTPCode"])
    #expect(wrapping.wrap(["a", "b", "c", "d"]) == ["a", "b", "… and 2 more lines"])
    #expect(wrapping.wrap(["  ", ""]) == [])
    let balanced = LabelWrapping().balance("Choose a factor to set up")
    #expect(balanced == ["Choose a factor", "to set up"])
  }
}
