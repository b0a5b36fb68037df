import Testing

@testable import Diagrams

@Suite struct SequenceTests {
  static var diagram: SequenceDiagram {
    var diagram = SequenceDiagram(
      id: "path-1", title: "Sign-in with <a> code", description: "Two steps")
    var signIn = SequenceDiagram.Step("signIn(flow: userSRP; #1)")
    signIn.messages = [
      .init(.user, .app, .delivery, "user name, password"),
      .init(.app, .amplify, .call, "signIn()"),
      .init(.amplify, .cognito, .call, "InitiateAuth", detail: "USER_SRP_AUTH, USERNAME, SRP_A"),
      .init(.cognito, .amplify, .failure, "NotAuthorizedException", detail: "reason: <none>"),
    ]
    signIn.messages[2].rows = ["pool.gates", "pool.flow[f = srp]"]
    var wait = SequenceDiagram.Step("clock: expireSession()", isRemark: true)
    wait.changes = ["session: fresh ⇒ expired"]
    var digits = SequenceDiagram.Step("confirmSignIn()")
    digits.messages = [
      .init(.authenticator, .user, .delivery, "six digits"),
      .init(.amplify, .app, .answer, "done"),
    ]
    diagram.steps = [signIn, wait, digits]
    return diagram
  }

  @Test func `the lanes are those that speak, in one order`() {
    #expect(Self.diagram.lanes == [.authenticator, .user, .app, .amplify, .cognito])
    #expect(SequenceDiagram(id: "x", title: "").lanes == [.user, .cognito])
  }

  @Test func `Mermaid says the whole sequence`() throws {
    let read = DiagramReading.sequence(try MermaidSequenceEmitter().emit(Self.diagram))
    var wanted = Self.diagram
    wanted.id = ""
    for step in wanted.steps.indices {
      (wanted.steps[step].isRemark, wanted.steps[step].changes) = (false, [])
      for message in wanted.steps[step].messages.indices {
        wanted.steps[step].messages[message].rows = []
      }
    }
    #expect(read == wanted)
  }

  @Test func `Mermaid has exactly these lines`() throws {
    var small = SequenceDiagram(id: "x", title: "T")
    var step = SequenceDiagram.Step("a; b")
    step.messages = [.init(.app, .amplify, .call, "signIn()", detail: "x<y")]
    small.steps = [step]
    #expect(
      try MermaidSequenceEmitter().emit(small) == """
        sequenceDiagram
          accTitle: T
          participant app as App
          participant amplify as Amplify
          Note over app,amplify: 1. a#59; b
          app->>amplify: signIn()<br/>x#60;y

        """)
  }

  @Test func `what is too long for a host is refused with its size`() {
    var long = Self.diagram
    long.steps[0].messages = Array(
      repeating: .init(.app, .amplify, .call, "x"), count: Mermaid.maximumEdges + 1)
    #expect(throws: Mermaid.Refusal.edges(503)) { try MermaidSequenceEmitter().emit(long) }
  }

  @Test func `lanes stand apart as far as what is said between them needs`() {
    let layout = SequenceLayout(Self.diagram)
    let gaps = zip(layout.lanes, layout.lanes.dropFirst()).map { $1.x - $0.x }
    #expect(gaps.allSatisfy { $0 >= 124 })
    for arrow in layout.steps.flatMap(\.arrows) {
      for label in arrow.labels where label.role == .text {
        #expect(Double(label.text.count) * 6.7 <= Double(abs(arrow.to - arrow.from)))
      }
    }
    let heights = layout.steps.flatMap(\.arrows).map(\.y)
    #expect(heights == heights.sorted())
    #expect(layout.height > heights.max() ?? 0)
  }

  @Test(arguments: [Theme.light, .dark])
  func `the drawing has ids, titles and a description, and no ground`(theme: Theme) {
    let svg = SequenceSVGEmitter(theme: theme).emit(Self.diagram)
    for wanted in [
      "role=\"img\"", "<title id=\"path-1-title\">Sign-in with &lt;a&gt; code</title>",
      "<desc id=\"path-1-description\">Two steps 1. signIn(flow: userSRP; #1) 2. clock",
      "<g id=\"path-1-step-1-message-3\" class=\"message call row-pool.gates row-pool.flow_5b_",
      "<title>pool.gates pool.flow[f = srp]</title>", ">✗ NotAuthorizedException<", theme.text,
    ] {
      #expect(svg.contains(wanted), "\(wanted)")
    }
    #expect(!svg.contains("<a>"))
    #expect(!svg.contains("background"))
    #expect(SequenceSVGEmitter(theme: theme).emit(Self.diagram) == svg)
  }

  @Test func `every kind of message has a line and a head of its own`() {
    let looks = SequenceDiagram.Message.Kind.allCases.map { kind -> String in
      var one = SequenceDiagram(id: "x", title: "")
      var step = SequenceDiagram.Step("s")
      step.messages = [.init(.app, .amplify, kind, "t")]
      one.steps = [step]
      return SequenceSVGEmitter().emit(one).split(separator: "\n")
        .filter { $0.hasPrefix("<line") || $0.hasPrefix("<path") }
        .joined().replacing(/#[0-9A-F]{6}/, with: "")
    }
    #expect(Set(looks).count == 4)
  }

  @Test func `prose says who does what, in order`() {
    #expect(
      NumberedProse().emit(Self.diagram) == """
        ## Sign-in with &lt;a&gt; code

        Two steps

        1. The user gives the app: user name, password.
        2. The app calls `signIn()`.
        3. Amplify sends `InitiateAuth` to Cognito with `USER_SRP_AUTH`, `USERNAME` and `SRP_A`.
        4. Cognito refuses with `NotAuthorizedException`, `reason: <none>`.
        5. Time passes: `expireSession()`.
           - `session: fresh ⇒ expired`
        6. The authenticator gives the user: six digits.
        7. Amplify answers the app with `done`.

        """)
  }
}
