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
