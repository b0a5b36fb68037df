import Diagrams
import Findings
import Testing

@testable import Atlas

@Suite struct NextStepDiagramTests {
  private static func report() -> PoolReport {
    var report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1))
    var refused = PathReport.Call("signIn(userSRP, wrong password)", step: "notAuthorized")
    refused.isError = true
    var mismatch = PathReport.Call("confirmSignIn(wrong answer)", step: "codeMismatch")
    mismatch.isError = true
    var done = PathReport(
      id: "1",
      calls: [
        .init("signIn(userSRP)", step: "continueSignInWithMFASelection", fields: "allowed: {sms}"),
        .init("confirmSignIn(sms)", step: "confirmSignInWithSMSMFACode"),
        .init("confirmSignIn(right answer)", step: "done"),
      ], outcome: "done")
    var clock = TraceStepReport(actor: "clock", call: "wait()")
    clock.rows = ["pool.time"]
    done.trace = ["a", "b", "c"].map { row in
      var step = TraceStepReport(actor: "app", call: "x()")
      step.rows = [row]
      return step
    }
    done.trace.insert(clock, at: 1)
    report.paths = [
      done, PathReport(id: "2", calls: [refused], outcome: "error"),
      PathReport(
        id: "3", calls: [.init("signIn(userSRP)", step: "resetPassword")],
        outcome: "resetPassword"),
    ]
    report.sideSteps = [
      .init(
        id: "4", from: "confirmSignInWithSMSMFACode", to: "confirmSignInWithSMSMFACode",
        call: mismatch)
    ]
    return report
  }

  @Test func `a call that never returns leads to an end of a shape of its own, in the legend`() {
    var report = Self.report()
    report.paths.append(
      PathReport(
        id: "5", calls: [.init("signIn(password)", step: "")], outcome: "neverReturns"))
    let diagram = NextStepDiagram.diagram(of: report)
    let end = diagram.nodes.last
    #expect(end?.kind == .unanswered)
    #expect(end?.lines == ["never returns"])
    #expect(
      diagram.edges.filter { $0.to == end?.id }.map { "\($0.kind) \($0.from): \($0.lines[0])" }
        == ["failure start: password"])
    #expect(Legend(of: diagram).nodes.contains(.unanswered))
    #expect(Set(Diagram.Node.Kind.allCases.map(\.legend)).count == Diagram.Node.Kind.allCases.count)
  }

  @Test func `each way to begin has a page with its own paths and the steps between them`() {
    var report = Self.report()
    report.paths.append(
      PathReport(
        id: "5", calls: [.init("signIn(password)", step: "done")], outcome: "done"))
    let pages = NextStepPages(report: report).pages()
    #expect(pages.map(\.beginning) == ["userSRP", "password"])
    #expect(pages.map(\.diagram.title).last == "Next steps of p, begun with password")
    #expect(
      pages.map { $0.diagram.nodes.map(\.id) } == [
        [
          "start", "continueSignInWithMFASelection", "confirmSignInWithSMSMFACode", "done",
          "error.notAuthorized", "resetPassword",
        ], ["start", "done"],
      ])
    #expect(pages.map { $0.diagram.edges.count { $0.kind == .retry } } == [1, 0])
  }

  @Test func `a line says which users it is for, and what is answered where that differs`() {
    var report = Self.report()
    report.paths[0].calls[0].who = "has several factors"
    report.paths[2].calls[0].who = "has to reset the password"
    var diagram = NextStepDiagram.diagram(of: report)
    let answers = { (diagram: Diagram) in
      diagram.edges.filter { $0.from == "start" && $0.kind == .answer }.map(\.lines)
    }
    #expect(answers(diagram) == [["has several factors"], ["has to reset the password"]])
    #expect(diagram.nodes[0].details == ["userSRP"])
    var passkey = PathReport(id: "6", calls: report.paths[2].calls, outcome: "resetPassword")
    passkey.calls[0].call = "signIn(webAuthn)"
    report.paths.append(passkey)
    diagram = NextStepDiagram.diagram(of: report)
    #expect(
      answers(diagram) == [
        ["userSRP: has several factors"], ["has to reset the password"],
        ["has to reset the password"],
      ])
  }

  @Test func `an error says which users meet it, unless others meet it too`() {
    var report = Self.report()
    let label = { (report: PoolReport) in
      NextStepDiagram.diagram(of: report).edges.first { $0.to == "error.notAuthorized" }
        .map { "\($0.lines)\($0.tooltip)" }
    }
    #expect(label(report) == "[\"userSRP, wrong password\"]")
    report.paths[1].calls[0].who = "is disabled"
    #expect(label(report) == "[\"is disabled\"]userSRP, wrong password")
    report.paths.append(report.paths[1])
    report.paths[3].calls[0].who = ""
    #expect(label(report) == "[\"userSRP, wrong password\"]")
  }

  @Test func `a dead end says which users come to it, and by which error`() {
    var report = Self.report()
    var late = PathReport.Call("confirmSignIn(right answer)", step: "notAuthorized")
    (late.isError, late.who) = (true, "answers too late")
    report.paths.append(
      PathReport(id: "5", calls: report.paths[0].calls.dropLast() + [late], outcome: "noWayOn"))
    let ends = NextStepDiagram.diagram(of: report).edges.filter { $0.to == "noWayOn" }
    #expect(ends.map(\.lines) == [["answers too late → notAuthorized"]])
    #expect(ends.map(\.tooltip) == ["right answer → notAuthorized"])
  }

  @Test func `a box has ten words, and a table below has the others`() {
    var report = Self.report()
    for number in 1...4 {
      var error = PathReport.Call("confirmSignIn(wrong answer \(number))", step: "codeMismatch")
      error.isError = true
      report.sideSteps.append(
        .init(
          id: "s\(number)", from: "confirmSignInWithSMSMFACode",
          to: "confirmSignInWithSMSMFACode", call: error))
    }
    let drawn = NextStepDiagram.diagram(of: report).folded()
    let box = drawn.nodes.first { $0.id == "confirmSignInWithSMSMFACode" }
    #expect(box?.details == [])
    let row = drawn.notes.first { $0.heading == "confirmSignInWithSMSMFACode" }
    #expect(
      row?.lines == [
        "↺ wrong answer, wrong answer 1, wrong answer 2, wrong answer 3, wrong answer 4"
          + " → codeMismatch"
      ])
    for words in ["wrong answer 4", "<B>confirmSignInWithSMSMFACode</B></FONT></TD>"] {
      #expect(DOTEmitter().emit(NextStepDiagram.diagram(of: report)).contains(words))
    }
  }

  @Test func `a box lists no errors, however few: its fields stay, the table below has the rest`() {
    var report = Self.report()
    report.paths[0].calls[1].fields = "medium: sms"
    var second = PathReport.Call("signIn(userSRP, empty password)", step: "validation")
    second.isError = true
    report.paths.append(PathReport(id: "5", calls: [second], outcome: "error"))
    let drawn = NextStepDiagram.diagram(of: report).folded()
    let code = drawn.nodes.first { $0.id == "confirmSignInWithSMSMFACode" }
    #expect(code?.details == ["medium: sms"])
    #expect(drawn.nodes.first { $0.id == "ends-of-start" }?.details == [])
    #expect(
      drawn.notes.map { [$0.heading] + $0.lines } == [
        ["confirmSignInWithSMSMFACode", "↺ wrong answer → codeMismatch"],
        [
          "2 errors", "notAuthorized: userSRP, wrong password",
          "validation: userSRP, empty password",
        ],
      ])
    #expect(Legend(of: drawn).signs == [.retry])
  }

  @Test func `where the counterexample of a finding ends is outlined, and said by the legend`() {
    var report = Self.report()
    var finding = PropertyReport(id: "x", severity: .error, verdict: .fails)
    finding.trace = [TraceStepReport(actor: "app", call: "signIn()", answer: "resetPassword")]
    report.properties = [finding]
    let diagram = NextStepDiagram.diagram(of: report)
    #expect(diagram.nodes.filter { $0.emphasis == .finding }.map(\.id) == ["resetPassword"])
    #expect(Legend(of: diagram).emphases.contains(.finding))
    report.properties[0].severity = .note
    let noted = NextStepDiagram.diagram(of: report)
    #expect(!noted.nodes.contains { $0.emphasis == .finding })
  }

  @Test func `the end of a warning, or of what another finding includes, is not outlined`() {
    func finding(_ severity: PropertyReport.Severity, at step: String) -> PropertyReport {
      var finding = PropertyReport(id: step, severity: severity, verdict: .fails)
      finding.trace = [TraceStepReport(actor: "app", call: "signIn()", answer: step)]
      return finding
    }
    func outlined(_ report: PoolReport) -> [String] {
      NextStepDiagram.diagram(of: report).nodes.filter { $0.emphasis == .finding }.map(\.id)
    }
    var report = Self.report()
    report.properties = [
      finding(.warning, at: "resetPassword"), finding(.error, at: "notAuthorized"),
      finding(.error, at: "confirmSignInWithSMSMFACode"),
    ]
    report.properties[2].cause = "notAuthorized"
    #expect(outlined(report) == ["error.notAuthorized"])
    report.properties.removeLast(2)
    #expect(outlined(report) == [])
  }

  @Test func `each next step is a node of its kind`() {
    let diagram = NextStepDiagram.diagram(of: Self.report())
    #expect(
      diagram.nodes.map { "\($0.kind) \($0.lines[0])" } == [
        "start signIn", "selection continueSignInWithMFASelection",
        "step confirmSignInWithSMSMFACode", "done done", "failure notAuthorized",
        "redirect resetPassword",
      ])
    #expect(diagram.nodes[1].details == ["allowed: {sms}"])
    #expect(diagram.danglingEdges == [])
  }

  @Test func `each call is an edge that says what was sent and which rows fired`() {
    let diagram = NextStepDiagram.diagram(of: Self.report())
    #expect(
      diagram.edges.map { "\($0.kind) \($0.from) > \($0.to): \($0.lines[0])" } == [
        "answer start > continueSignInWithMFASelection: userSRP",
        "answer continueSignInWithMFASelection > confirmSignInWithSMSMFACode: sms",
        "answer confirmSignInWithSMSMFACode > done: right answer",
        "failure start > error.notAuthorized: userSRP, wrong password",
        "answer start > resetPassword: userSRP",
        "retry confirmSignInWithSMSMFACode > confirmSignInWithSMSMFACode: "
          + "wrong answer → codeMismatch",
      ])
    #expect(diagram.edges.prefix(3).map(\.rows) == [["a"], ["b"], ["c"]])
  }
}
