import Diagrams
import Testing

@Suite struct DOTEmitterTests {
  private func two(_ direction: Diagram.Direction = .leftToRight) -> Diagram {
    var diagram = Diagram(id: "two", title: "Two states", direction: direction)
    diagram.nodes = [
      Diagram.Node(id: "code", kind: .step, lines: ["Enter code"]),
      Diagram.Node(id: "done", kind: .done, lines: ["done"]),
    ]
    diagram.edges = [Diagram.Edge(id: "pool.totp.right", ("code", "done"), lines: ["right"])]
    return diagram
  }

  @Test func `a picture that any viewer shows has the ground its words were chosen for`() {
    var emitter = DOTEmitter(theme: .dark)
    #expect(emitter.emit(two()).contains("bgcolor=transparent"))
    emitter.drawsGround = true
    #expect(emitter.emit(two()).contains("bgcolor=\"#0d1117\""))
    let sequence = SequenceDOTEmitter(theme: .dark, drawsGround: true)
    #expect(
      sequence.emit(SequenceDiagram(id: "two", title: "")).contains("bgcolor=\"#0d1117\""))
  }

  @Test func aSmallDiagramHasExactlyTheseBytes() {
    var emitter = DOTEmitter()
    emitter.showsLegend = false
    let graph =
      ##"graph [fontname="Helvetica,Arial,sans-serif", fontcolor="#1f2328", fontsize=11, "##
      + ##"id="two-graph", rankdir=LR, bgcolor=transparent, nodesep=0.18, ranksep=0.3, pad=0.1, "##
      + ##"labelloc=b, labeljust=l, label=<<TABLE BORDER="0" CELLSPACING="3" CELLPADDING="1">"##
      + ##"<TR><TD ALIGN="LEFT"><B>Two states</B></TD></TR></TABLE>>];"##
    let node =
      ##"node [fontname="Helvetica,Arial,sans-serif", fontcolor="#1f2328", fontsize=12, "##
      + ##"penwidth=1.4, margin="0.14,0.08", height=0.4, width=0.4];"##
    let edge =
      ##"edge [fontname="Helvetica,Arial,sans-serif", fontcolor="#1f2328", fontsize=10, "##
      + "penwidth=1.3, arrowsize=0.7];"
    let code =
      ##""code" [shape=box, style="rounded,filled", margin="0.24,0.08", "##
      + ##"color="#0072B2", fillcolor="#f3f8fc", "##
      + ##"label=<<B>Enter code</B>>, id="two-node-code", class="step", "##
      + ##"tooltip="Enter code"];"##
    let done =
      ##""done" [shape=doublecircle, style="filled", margin="0,0", color="#009E73", "##
      + ##"fillcolor="#f1faf6", label=<<B>done</B>>, id="two-node-done", class="done", "##
      + ##"tooltip="done"];"##
    let words =
      ##""words:pool.totp.right" [shape=plaintext, fontsize=10, margin="0.04,0.02", width=0, "##
      + ##"height=0, label="right", id="two-words-pool.totp.right", class="words answer", "##
      + ##"tooltip="right"];"##
    let line = ##"[style=solid, arrowhead=normal, color="#0072B2", id="two-"##
    let rest = ##"-pool.totp.right", class="answer", tooltip="right""##
    let right = [
      ##""code" -> "words:pool.totp.right":w \##(line)edge\##(rest), dir=none];"##,
      ##""words:pool.totp.right":e -> "done" \##(line)half\##(rest)];"##,
    ]
    let statements = [graph, node, edge, code, done, words] + right
    let expected = ["digraph \"two\" {"] + statements.map { "  " + $0 }
    #expect(emitter.emit(two()) == (expected + ["}", ""]).joined(separator: "\n"))
  }

  @Test func `a line meets its words in the reading direction, one that leads back from behind`() {
    var diagram = two(.topToBottom)
    diagram.edges.append(Diagram.Edge(id: "back", ("done", "code"), lines: ["again"]))
    let dot = DOTEmitter().emit(diagram)
    #expect(dot.contains("rankdir=TB"))
    #expect(dot.contains(##""code" -> "words:pool.totp.right":n ["##))
    #expect(dot.contains(##""words:pool.totp.right":s -> "done" ["##))
    #expect(dot.contains(##""done" -> "words:back":s ["##))
    #expect(dot.contains(##""words:back":n -> "code" ["##))
  }

  @Test func `words of a line stand in the cluster of its ends, a loop keeps its own`() {
    var diagram = two()
    diagram.clusters = [Diagram.Cluster(id: "mfa", label: "Second factor")]
    for index in diagram.nodes.indices { diagram.nodes[index].cluster = "mfa" }
    diagram.edges.append(Diagram.Edge(id: "loop", ("code", "code"), lines: ["again"]))
    var emitter = DOTEmitter()
    emitter.folding = .none
    let dot = emitter.emit(diagram)
    #expect(dot.contains(##"    "words:pool.totp.right" [shape=plaintext"##))
    #expect(!dot.contains("words:loop"))
    #expect(dot.contains(##"label="again""##))
  }

  @Test func everyTextIsEscapedForWhereItStands() {
    var diagram = two(.topToBottom)
    diagram.title = #"a < b & "c""#
    diagram.nodes[0].lines = [#"<b> & "q" \N"#]
    diagram.nodes[0].tooltip = "one \"1\"\ntwo \\N &lt; \u{7}"
    diagram.edges[0].lines = [#"x\y "z" &amp;"#]
    let dot = DOTEmitter().emit(diagram)
    #expect(dot.contains("<B>a &lt; b &amp; &quot;c&quot;</B>"))
    #expect(dot.contains("label=<<B>&lt;b&gt; &amp; &quot;q&quot; \\\u{2060}N</B>>"))
    #expect(dot.contains("tooltip=\"one \\\"1\\\"\\ntwo \u{2216}N &amp;lt; \u{FFFD}\""))
    #expect(dot.contains("label=\"x\\\\y \\\"z\\\" &amp;amp;\""))
  }

  @Test func idsAreSafeAndTellDifferentIdsApart() {
    var diagram = two()
    diagram.nodes[0].id = "a b\"c"
    diagram.nodes[1].id = "a-b.c"
    diagram.edges[0].from = "a b\"c"
    diagram.edges[0].to = "a-b.c"
    let dot = DOTEmitter().emit(diagram)
    #expect(dot.contains(#"id="two-node-a_20_b_22_c""#))
    #expect(dot.contains(#""a_20_b_22_c" -> "words:pool.totp.right":w "#))
    #expect(dot.contains(#""words:pool.totp.right":e -> "a-b.c" "#))
  }

  @Test func shapesAndLinesDifferForEveryKindEvenWithoutColour() {
    var diagram = Diagram(id: "all", title: "")
    diagram.nodes = Diagram.Node.Kind.allCases.map { kind in
      Diagram.Node(id: kind.rawValue, kind: kind, lines: ["x"])
    }
    diagram.edges = Diagram.Edge.Kind.allCases.map { kind in
      Diagram.Edge(id: kind.rawValue, ("step", "selection"), kind: kind)
    }
    let lines = DOTEmitter().emit(diagram).split(separator: "\n").map(String.init)
    let edges = lines.filter { $0.contains(" -> ") }.compactMap { line in
      line.firstRange(of: ", color").map { String(line[..<$0.lowerBound]) }
    }
    #expect(Set(edges).count == Diagram.Edge.Kind.allCases.count)
    let nodes = lines.filter { $0.contains("id=\"all-node-") }.compactMap { line in
      line.firstRange(of: "[shape=").flatMap { start in
        line[start.lowerBound...].firstRange(of: ", color").map {
          String(line[start.lowerBound..<$0.lowerBound])
        }
      }
    }
    #expect(Set(nodes).count == Diagram.Node.Kind.allCases.count)
  }

  @Test func clustersHoldTheirNodesAndNotesHangOnTheirs() {
    var diagram = two()
    diagram.clusters = [Diagram.Cluster(id: "mfa", label: "Second factor")]
    diagram.nodes[0].cluster = "mfa"
    diagram.notes = [Diagram.Note(id: "n", lines: ["six digits"], about: "code")]
    let lines = DOTEmitter().emit(diagram).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
    let start = lines.firstIndex { $0 == "subgraph \"cluster_mfa\" {" }
    let node = lines.firstIndex { $0.hasPrefix("\"code\" [") }
    let note = lines.firstIndex { $0.hasPrefix("\"note:n\" [shape=note") }
    let thread = lines.firstIndex { $0.hasPrefix("\"code\" -> \"note:n\"") }
    #expect(node == start.map { $0 + 2 })
    #expect(note == start.map { $0 + 3 })
    #expect(thread == start.map { $0 + 5 })
  }

  @Test func edgesThatHangInTheAirAreNamedAndNotDrawn() {
    var diagram = two()
    diagram.edges.append(Diagram.Edge(id: "lost", ("code", "nowhere")))
    #expect(diagram.danglingEdges == ["lost"])
    #expect(!DOTEmitter().emit(diagram).contains("nowhere"))
  }

  @Test func sortedDiagramsGiveTheSameBytesForAnyOrder() {
    var diagram = two()
    diagram.edges.append(Diagram.Edge(id: "b", ("code", "code"), kind: .retry, lines: ["b"]))
    diagram.edges.append(Diagram.Edge(id: "a", ("code", "code"), kind: .retry, lines: ["a"]))
    var other = diagram
    other.nodes.reverse()
    other.edges.reverse()
    let emitter = DOTEmitter()
    #expect(emitter.emit(diagram.sorted()) == emitter.emit(other.sorted()))
    #expect(emitter.emit(diagram) != emitter.emit(other))
  }
}
