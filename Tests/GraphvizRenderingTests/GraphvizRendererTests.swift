import Diagrams
import Foundation
import GraphvizRendering
import Testing

@Suite struct GraphvizRendererTests {
  private let strict = GraphvizRenderer(warningsAreErrors: true)

  private func svg(_ diagram: Diagram, theme: Theme = .light) throws -> SVGReading {
    try SVGReading(strict.render(diagram, as: .svg, emitter: DOTEmitter(theme: theme)))
  }

  @Test(arguments: [Diagram.Direction.leftToRight, .topToBottom])
  func anSVGHoldsEveryElementByItsOwnId(_ direction: Diagram.Direction) throws {
    var diagram = SignInSample.diagram
    diagram.direction = direction
    let reading = try svg(diagram)
    let drawn = diagram.folded().merged()
    #expect(drawn.nodes.count == 13)
    #expect(drawn.edges.count == 23)
    for node in drawn.nodes { #expect(reading.ids.contains("retail-node-\(node.id)")) }
    for edge in drawn.edges { #expect(reading.ids.contains("retail-edge-\(edge.id)")) }
    #expect(Set(reading.ids).count == reading.ids.count)
    let sms = "node step row-client.next.sms row-pool.sms.sms row-pool.sms.expired"
    #expect(reading.classes.contains(sms))
  }

  @Test func anSVGHoldsEveryWord() throws {
    let words = try svg(SignInSample.diagram).text
    for node in SignInSample.diagram.folded().nodes {
      for word in node.lines.joined(separator: " ").split(separator: " ") {
        #expect(words.contains(word))
      }
    }
    #expect(words.contains("↺ wrong code, used code"))
    #expect(words.contains("◷ 3 minutes → session expired"))
  }

  @Test func anSVGTellsItsTitleAndDescriptionToThoseWhoCannotSeeIt() throws {
    let reading = try svg(SignInSample.diagram)
    #expect(reading.root["role"] == "img")
    #expect(reading.root["xml:lang"] == "en")
    #expect(reading.root["aria-labelledby"] == "retail-title retail-description")
    #expect(reading.titles.first == "Retail pool: ways to sign in")
    #expect(
      reading.descriptions
        == ["A person gives a password, then a second factor if the pool asks for one."])
    #expect(reading.titles.contains("Enter SMS code"))
    #expect(!reading.titles.contains { $0.contains("->") })
  }

  @Test func anSVGHoldsNoVersionNoCommentAndNoGround() throws {
    let bytes = try strict.render(SignInSample.diagram, as: .svg)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("<!"))
    #expect(!text.lowercased().contains("graphviz"))
    #expect(!text.contains("<polygon fill=\"transparent\""))
    #expect(text.hasSuffix("</svg>\n"))
  }

  @Test func textsReachTheReaderAsTheyWereGiven() throws {
    // A backslash is followed by a zero width space in labels, and is U+2216 in tooltips.
    let strange = #"a<b & "c" \N \l &lt; 'd' ]]> --"# + " \"\u{301}<\u{301}"
    for direction in [Diagram.Direction.leftToRight, .topToBottom] {
      var diagram = Diagram(
        id: "strange", title: strange, description: strange, direction: direction)
      var node = Diagram.Node(id: strange, kind: .step, lines: [strange])
      node.details = [strange]
      node.tooltip = strange
      diagram.nodes = [node, Diagram.Node(id: "x", kind: .done, lines: ["x"])]
      diagram.edges = [Diagram.Edge(id: strange, (strange, "x"), lines: [strange])]
      var emitter = DOTEmitter()
      emitter.wrapping = LabelWrapping(width: 60)
      let reading = try SVGReading(strict.render(diagram, as: .svg, emitter: emitter))
      let titles = reading.titles.map { $0.replacing("\u{2216}", with: "\\") }
      // The drawing, the node, the words of the edge and its two halves.
      #expect(titles.filter { $0 == strange }.count == 5)
      #expect(reading.descriptions == [strange])
      let texts = reading.texts.map {
        $0.trimmingCharacters(in: .whitespaces).replacing("\u{2060}", with: "")
      }
      // Node, detail, edge, and the caption with title and description.
      #expect(texts.filter { $0 == strange }.count == 5)
    }
  }

  @Test func theSameDiagramGivesTheSameBytesTwice() throws {
    let first = try strict.render(SignInSample.diagram, as: .svg)
    #expect(try strict.render(SignInSample.diagram, as: .svg) == first)
  }

  @Test func theDarkDrawingDiffersInColoursOnly() throws {
    let light = try svg(SignInSample.diagram)
    let dark = try svg(SignInSample.diagram, theme: .dark)
    #expect(light.ids == dark.ids)
    #expect(light.texts == dark.texts)
    #expect(light.fills.contains(Theme.light.text))
    #expect(dark.fills.contains(Theme.dark.text))
    #expect(!dark.fills.contains(Theme.light.text))
  }

  private func width(of dot: String) throws -> Double {
    let root = try SVGReading(strict.render(dot: dot, as: .svg)).root
    return try #require(root["width"].flatMap { Double($0.dropLast(2)) })
  }

  @Test func lettersOfAnSVGAreMeasuredByATableAndNotByFontsOfTheMachine() throws {
    let measured = { (letter: String) throws -> Double in
      try width(
        of: "digraph { a [shape=box, margin=0, width=0, height=0, fontsize=100, "
          + "fontname=\"Helvetica,Arial,sans-serif\", "
          + "label=\"\(String(repeating: letter, count: 4))\"] }")
    }
    // Widths of Arial in Graphviz's own table, in hundredths of the size of the letters; those of
    // the fonts that machines have in its place are others.
    #expect(abs(try measured("W") - measured("i") - 4 * (94.38 - 22.17)) <= 1.5)
  }

  @Test func wordsOnALineHaveAHaloAndThoseOfABoxAreCentred() throws {
    var diagram = Diagram(id: "d", title: "")
    var node = Diagram.Node(id: "a", kind: .step, lines: ["a name"])
    node.details = ["longer words below it"]
    diagram.nodes = [node, Diagram.Node(id: "b", kind: .step, lines: ["b"])]
    diagram.edges = [Diagram.Edge(id: "e", ("a", "b"), lines: ["on the line"])]
    let text = String(decoding: try strict.render(diagram, as: .svg), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("<text") }
    let halo = lines.filter { $0.contains("paint-order=\"stroke\" stroke=\"#ffffff\"") }
    #expect(halo.map { $0.contains("on the line") } == [true])
    let boxed = lines.filter { $0.contains("name<") || $0.contains("longer words") }
    let places = boxed.map { line in
      line.firstRange(of: " y=").map { String(line[..<$0.lowerBound]) }
    }
    #expect(places.count == 2 && Set(places).count == 1)
    #expect(places.first??.contains("text-anchor=\"middle\"") == true)
  }

  @Test func aLineOfTextIsAsWideAsInHelveticaInEveryFont() throws {
    var diagram = Diagram(id: "d", title: "")
    var node = Diagram.Node(id: "a", kind: .step, lines: ["a & b"])
    node.details = ["ж once more"]
    diagram.nodes = [node]
    let text = String(decoding: try strict.render(diagram, as: .svg), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("<text") }
    // Bold: 556, 278, 722, 278 and 611 thousandths of 12 points. What the table lacks stays as it is.
    let named = lines.filter { $0.contains("a &amp; b") }
    #expect(named.map { $0.contains(" textLength=\"29.34\"") } == [true])
    #expect(lines.filter { $0.contains("once more") }.map { $0.contains("textLength") } == [false])
  }

  @Test func aPNGHasTwoPixelsForEachPointOfAPage() throws {
    // Without a letter: those of a PNG are the machine's.
    let dot = "digraph { a [shape=box, label=\"\", width=7, height=7, fixedsize=true] }"
    let points = try width(of: dot)
    let png = try strict.render(dot: dot, as: .png)
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    let width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
    let height = png[20..<24].reduce(0) { $0 << 8 | Int($1) }
    #expect(abs(Double(width) - points * 192 / 72) <= 4)
    #expect(abs(Double(height) - points * 192 / 72) <= 4)
  }

  @Test func aPDFIsAPDF() throws {
    let pdf = try strict.render(SignInSample.diagram, as: .pdf)
    #expect(Array(pdf.prefix(5)) == Array("%PDF-".utf8))
  }

  @Test(arguments: [
    "", "no graph", "digraph { a -> b", "digraph { a -> }", "digraph { /* open",
    "digraph { a [label=\"open }", "digraph { a [label=<<B>open",
    "digraph { \0 }",
  ])
  func aMalformedTextIsATypedErrorAndTheNextOneIsRendered(_ dot: String) throws {
    let error = #expect(throws: RenderingError.self) { try strict.render(dot: dot, as: .svg) }
    #expect(error?.code == .malformed)
    let svg = try strict.render(dot: "digraph { a -> b }", as: .svg)
    #expect(try SVGReading(svg).text.contains("a"))
  }

  @Test(arguments: [" }", " garbage -> [", " \"open", " /* open", " <<b>", "\n\n\ndigraph { c }"])
  func whatFollowsTheFirstGraphIsNotReadByAnyone(_ rest: String) throws {
    let first = try strict.render(dot: "digraph { a }" + rest, as: .svg)
    #expect(try SVGReading(first).texts == ["a"])
    let second = try strict.render(dot: "digraph { b }", as: .svg)
    #expect(try SVGReading(second).texts == ["b"])
  }

  @Test func anErrorCarriesGraphvizsOwnWords() {
    let error = #expect(throws: RenderingError.self) {
      try strict.render(dot: "digraph {\n a -> -> b\n}", as: .png)
    }
    #expect(error?.messages.contains { $0.contains("syntax error in line 2") } == true)
  }

  @Test func aWarningIsAnErrorOnlyForThoseWhoAskForIt() throws {
    let dot = "digraph { a [shape=nosuchshape] }"
    let error = #expect(throws: RenderingError.self) { try strict.render(dot: dot, as: .svg) }
    #expect(error?.code == .warned)
    #expect(error?.messages.contains { $0.contains("nosuchshape") } == true)
    #expect(try !GraphvizRenderer().render(dot: dot, as: .svg).isEmpty)
  }

  @Test func manyThreadsMayRenderAtOnce() async throws {
    let expected = try strict.render(dot: "digraph { a -> b }", as: .svg)
    let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask { try GraphvizRenderer().render(dot: "digraph { a -> b }", as: .svg) }
      }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(all == Array(repeating: expected, count: 8))
  }

  @Test func clustersNotesAndEveryKindRenderWithoutAWarning() throws {
    var diagram = Diagram(id: "all", title: "Everything")
    diagram.clusters = [Diagram.Cluster(id: "c", label: "Group")]
    diagram.nodes = Diagram.Node.Kind.allCases.map { kind in
      var node = Diagram.Node(id: kind.rawValue, kind: kind, lines: ["x"])
      if kind == .step || kind == .done { node.cluster = "c" }
      node.emphasis = kind == .start ? .path : kind == .selection ? .added : .plain
      return node
    }
    diagram.notes = [
      Diagram.Note(id: "n", lines: ["remark"], about: "step"),
      Diagram.Note(id: "m", lines: ["remark"], about: "failure"),
      Diagram.Note(id: "o", lines: ["remark"]),
    ]
    diagram.edges = Diagram.Edge.Kind.allCases.map { kind in
      Diagram.Edge(id: kind.rawValue, ("step", "selection"), kind: kind, lines: [kind.legend])
    }
    for direction in [Diagram.Direction.leftToRight, .topToBottom] {
      diagram.direction = direction
      for folding in [Diagram.Folding.standard, .none] {
        var emitter = DOTEmitter()
        emitter.folding = folding
        let reading = try SVGReading(strict.render(diagram, as: .svg, emitter: emitter))
        #expect(reading.ids.filter { $0.hasPrefix("all-edge-") }.count == 7)
        #expect(reading.ids.contains("all-cluster-c"))
        #expect(reading.ids.contains("all-note-n"))
      }
    }
  }

  @Test func anEmptyDiagramIsAnEmptyDrawing() throws {
    let reading = try svg(Diagram(id: "none", title: "Nothing"))
    #expect(reading.titles.first == "Nothing")
  }
}
