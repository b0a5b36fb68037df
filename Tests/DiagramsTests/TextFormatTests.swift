import Diagrams
import Testing

@Suite struct TextFormatTests {
  private var diagram: Diagram {
    var diagram = Diagram(id: "two", title: "Two; states", description: "One\nline #2")
    diagram.nodes = [
      Diagram.Node(id: "begin", kind: .initial, lines: []),
      Diagram.Node(id: "code.totp", kind: .step, lines: [#"Enter "code" <6>"#]),
      Diagram.Node(id: "end", kind: .done, lines: ["1. done"]),
    ]
    diagram.edges = [
      Diagram.Edge(id: "1", ("begin", "code.totp"), lines: ["signIn"]),
      Diagram.Edge(id: "2", ("code.totp", "end"), lines: [#"right: a|b \n"#]),
      Diagram.Edge(id: "3", ("code.totp", "code.totp"), kind: .retry, lines: ["wrong"]),
      Diagram.Edge(id: "4", ("code.totp", "begin"), kind: .failure, lines: ["locked"]),
    ]
    return diagram
  }

  @Test func aFlowchartHasExactlyTheseLines() throws {
    let expected = """
      flowchart LR
        accTitle: Two, states
        accDescr: One line No. 2
        n_begin((" ")):::initial
        n_code_2e_totp("Enter #34;code#34; #60;6#62;<br/>↺ wrong"):::step
        n_end((("1#46; done"))):::done
        n_begin -->|"signIn"| n_code_2e_totp
        n_code_2e_totp -->|"right: a#124;b #92;n"| n_end
        n_code_2e_totp -->|"locked"| n_begin
        classDef initial stroke:#0072B2,stroke-width:1.5px
        classDef step stroke:#0072B2,stroke-width:1.5px
        classDef done stroke:#009E73,stroke-width:1.5px
        linkStyle 0 stroke:#0072B2
        linkStyle 1 stroke:#0072B2
        linkStyle 2 stroke:#D55E00,stroke-dasharray:6 4

      """
    #expect(try MermaidFlowchartEmitter().emit(diagram) == expected)
  }

  @Test func aStateDiagramHasExactlyTheseLines() throws {
    let expected = """
      stateDiagram-v2
        accTitle: Two, states
        accDescr: One line No. 2
        direction LR
        state "Enter #34;code#34; #60;6#62;<br/>↺ wrong" as s_code_2e_totp
        state "1#46; done" as s_end
        [*] --> s_code_2e_totp : signIn
        s_code_2e_totp --> s_end : right#58; a#124;b #92;n
        s_code_2e_totp --> [*] : ✗ locked
        s_end --> [*]

      """
    #expect(try MermaidStateEmitter().emit(diagram) == expected)
  }

  @Test func tooManyEdgesAreRefusedWithTheirNumber() {
    var large = Diagram(id: "large", title: "")
    large.nodes = (0...501).map { Diagram.Node(id: "\($0)", kind: .step, lines: ["x"]) }
    large.edges = (0...500).map { Diagram.Edge(id: "\($0)", ("\($0)", "\($0 + 1)")) }
    #expect(throws: Mermaid.Refusal.edges(501)) { try MermaidFlowchartEmitter().emit(large) }
    #expect(throws: Mermaid.Refusal.edges(501)) { try MermaidStateEmitter().emit(large) }
  }

  @Test func tooManyCharactersAreRefused() {
    var large = Diagram(id: "large", title: "")
    let name = String(repeating: "x", count: 60_000)
    large.nodes = [Diagram.Node(id: "a", kind: .step, lines: [name])]
    #expect(throws: Mermaid.Refusal.self) { try MermaidFlowchartEmitter().emit(large) }
  }

  @Test func theTableHasOneLineForEachEdge() {
    let expected = #"""
      | from | what happens | kind | to | rows |
      | --- | --- | --- | --- | --- |
      | begin | signIn | right answer | Enter "code" &lt;6&gt; | `1` |
      | Enter "code" &lt;6&gt; | right: a\|b \\n | right answer | 1\. done | `2` |
      | Enter "code" &lt;6&gt; | wrong | wrong answer, again | Enter "code" &lt;6&gt; | `3` |
      | Enter "code" &lt;6&gt; | locked | answer that ends it | begin | `4` |

      """#
    #expect(MarkdownEdgeTable().emit(diagram) == expected)
  }

  @Test func theTablesLegendNamesShapesLinesAndSigns() {
    let legend = MarkdownEdgeTable().legend(of: diagram.folded())
    #expect(
      legend == "round box = step · double circle = done · solid line = right answer · "
        + "dashed line = answer that ends it · ↺ = wrong answer, again\n")
  }
}
