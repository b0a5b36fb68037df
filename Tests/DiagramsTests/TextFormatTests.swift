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
      | Enter "code" &lt;6&gt; | wrong | refused, may try again | Enter "code" &lt;6&gt; | `3` |
      | Enter "code" &lt;6&gt; | locked | refused, ends it | begin | `4` |

      """#
    #expect(MarkdownEdgeTable().emit(diagram) == expected)
  }

  @Test func theTablesLegendNamesShapesLinesAndSigns() {
    let legend = MarkdownEdgeTable().legend(of: diagram.folded())
    #expect(
      legend == "round box = step · double circle = done · solid line = right answer · "
        + "dashed line = refused, ends it · ↺ = refused, may try again\n")
  }
}

@Suite struct FurtherTextFormatTests {
  private var diagram: Diagram {
    var diagram = Diagram(id: "two", title: "Two <states>")
    diagram.nodes = [
      Diagram.Node(id: "code.totp", kind: .step, lines: [#"Enter "code""#]),
      Diagram.Node(id: "end", kind: .done, lines: ["done"]),
    ]
    diagram.edges = [
      Diagram.Edge(id: "1", ("code.totp", "end"), lines: [#"right: a|b \n $x"#]),
      Diagram.Edge(id: "2", ("code.totp", "code.totp"), kind: .retry, lines: ["wrong"]),
    ]
    diagram.edges[0].emphasis = .path
    diagram.edges[0].tooltip = "pool.right"
    return diagram
  }

  private var sequence: SequenceDiagram {
    var sequence = SequenceDiagram(id: "run", title: "Run")
    sequence.steps = [SequenceDiagram.Step("signIn(userSRP)")]
    sequence.steps[0].messages = [
      .init(.app, .cognito, .call, "InitiateAuth", detail: "SRP_A"),
      .init(.cognito, .app, .failure, "NotAuthorized"),
    ]
    return sequence
  }

  @Test func `PlantUML has exactly these lines, and no text is markup`() {
    #expect(
      PlantUMLEmitter().emit(diagram) == #"""
        @startuml
        left to right direction
        title Two <U+003C>states<U+003E>
        rectangle "<b>Enter <U+0022>code<U+0022></b>\n↺ wrong" as n_code_2e_totp #white;line:0072B2
        storage "<b>done</b>" as n_end #white;line:009E73
        n_code_2e_totp -[#0072B2,bold]-> n_end : right: a<U+007C>b <U+005C>n $x
        legend left
        | <b>rectangle</b> | step |
        | <b>storage</b> | done |
        | <b>↺</b> | refused, may try again |
        end legend
        @enduml

        """#)
    #expect(
      PlantUMLEmitter().emit(sequence) == #"""
        @startuml
        title Run
        participant "App" as app
        participant "Cognito" as cognito
        == 1. signIn(userSRP) ==
        app -> cognito : InitiateAuth\nSRP<U+005F>A
        cognito -->x app : NotAuthorized
        @enduml

        """#)
  }

  @Test func `D2 has exactly these lines, and nothing in a text is replaced`() {
    #expect(
      D2Emitter().emit(diagram) == #"""
        direction: right
        title: "Two <states>" { shape: text; near: top-center; style.bold: true }
        n_code_2e_totp: "Enter \"code\"\n↺ wrong" { style.border-radius: 8; style.stroke: "#0072B2" }
        n_end: "done" { shape: circle; style.double-border: true; style.stroke: "#009E73" }
        n_code_2e_totp -> n_end: "right: a|b \\n \$x" { style.stroke: "#0072B2"; style.stroke-width: 4; tooltip: "pool.right" }

        """#)
    #expect(
      D2Emitter().emit(sequence) == #"""
        title: "Run" { shape: text; near: top-center; style.bold: true }
        run: "" {
          shape: sequence_diagram
          app: "App"
          cognito: "Cognito"
          step1: "1. signIn(userSRP)" {
            app -> cognito: "InitiateAuth\nSRP_A"
            cognito -> app: "NotAuthorized" { style.stroke-dash: 5; style.stroke: "#D55E00" }
          }
        }

        """#)
  }
}
