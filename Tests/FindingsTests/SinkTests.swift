import Testing

@testable import Findings

@Suite struct SinkTests {
  private static let report: PoolReport = {
    var finding = PropertyReport(id: "mfa.phone-required", severity: .error, verdict: .fails)
    finding.prose = "Everybody gives a phone number & more."
    finding.remedy = "Require it."
    finding.places = [
      FindingPlace(file: "my pools/a,b.yaml", line: 7, column: 9, parameter: "mfaMethods")
    ]
    var step = TraceStepReport(actor: "app", call: "signIn(flow: userSRP)", answer: "done")
    step.rows = ["pool.tokens"]
    finding.trace = [step]
    var limited = PropertyReport(id: "sign-in.loops", severity: .error, verdict: .undetermined)
    limited.prose = "No loop."
    let holding = PropertyReport(id: "app.no-dead-end", severity: .error, verdict: .holds)
    var empty = PropertyReport(id: "session.single-use", severity: .error, verdict: .vacuous)
    empty.prose = "A session is used once."
    var report = PoolReport(
      pool: "retail", configuration: ConfigurationReport(closed: []),
      coverage: PoolReport.Coverage(states: 3, transitions: 4, depth: 2),
      properties: [finding, limited, holding, empty])
    report.files = ["my pools/a,b.yaml"]
    return report
  }()

  @Test func `each format shows the refusal that the user meets after the way to it`() {
    var report = Self.report
    report.properties[0].refusal = [
      TraceStepReport(actor: "app", call: "signIn()", answer: "mfaMethodNotFound")
    ]
    let texts = [
      SARIFSink().value(of: [report]).text, JUnitSink().text(of: [report]),
      MarkdownSink().text(of: [report]),
    ]
    let last = [
      "app: signIn() → mfaMethodNotFound", "2. app signIn()", "pool-->>a0: mfaMethodNotFound",
    ]
    for (text, last) in zip(texts, last) { #expect(text.contains(last), "\(text)") }
  }

  @Test func `an annotation stands at the setting, with its fields escaped`() {
    #expect(
      GitHubSink().text(of: [Self.report])
        == "::error file=my pools/a%2Cb.yaml,line=7,col=9,title=retail%3A mfa.phone-required"
        + "::Not so: Everybody gives a phone number & more. Require it.\n"
        + "::warning file=my pools/a%2Cb.yaml,title=retail%3A sign-in.loops"
        + "::The search stopped before it was decided: No loop.\n")
  }

  @Test func `a JUnit suite counts failures, errors and skips, and never hides one`() {
    let text = JUnitSink().text(of: [Self.report])
    #expect(
      text.contains(
        "<testsuite name=\"retail\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\">"))
    #expect(text.contains("Everybody gives a phone number &amp; more."))
    #expect(text.contains("1. app signIn(flow: userSRP) -&gt; done"))
    #expect(text.contains("<testcase name=\"app.no-dead-end\" classname=\"retail\"/>"))
  }

  @Test func `a warning is a JUnit failure only where warnings count`() {
    var report = Self.report
    report.properties[0].severity = .warning
    #expect(JUnitSink().text(of: [report]).contains("failures=\"0\" errors=\"1\" skipped=\"2\""))
    #expect(
      JUnitSink(isStrict: true).text(of: [report])
        .contains("failures=\"1\" errors=\"1\" skipped=\"1\""))
  }

  @Test func `a SARIF result names its rule, its place and the shortest way`() throws {
    let text = SARIFSink().value(of: [Self.report]).text
    #expect(text.contains("\"ruleId\": \"mfa.phone-required\""))
    #expect(text.contains("\"uri\": \"my%20pools/a%2Cb.yaml\""))
    #expect(text.contains("\"startLine\": 7"))
    #expect(text.contains("\"text\": \"app: signIn(flow: userSRP) → done\""))
    // Rules for all properties, a result for what fails alone.
    #expect(text.split(separator: "\"ruleIndex\": ").count == 2)
  }

  @Test func `a fingerprint stays when lines move and changes with the way`() {
    let finding = Self.report.properties[0]
    var moved = finding
    moved.places[0].line = 99
    #expect(moved.fingerprint == finding.fingerprint)
    #expect(finding.fingerprint.count == 16)
    var other = finding
    other.trace?[0].rows = ["pool.mfa.M1"]
    #expect(other.fingerprint != finding.fingerprint)
  }

  @Test func `what is wrong with a document is a result too`() {
    var problem = DocumentProblem(
      code: "legality.L11", severity: .error, message: "MFA and OTP.", remedy: "Make it optional.")
    problem.file = "a.yaml"
    problem.line = 3
    let text = SARIFSink().value(of: [], problems: [problem]).text
    #expect(text.contains("\"ruleId\": \"legality.L11\""))
    #expect(text.contains("\"startLine\": 3"))
    #expect(
      GitHubSink().text(of: [], problems: [problem])
        == "::error file=a.yaml,line=3,col=1,title=legality.L11::MFA and OTP.; Make it optional.\n")
  }

  @Test func `the Markdown summary shows verdicts and the way as a diagram`() {
    let text = MarkdownSink().text(of: [Self.report])
    #expect(text.contains("**1 of 4 properties fail.** 3 states, 4 transitions."))
    #expect(text.contains("  a0->>pool: signIn(flow: userSRP)\n  pool-->>a0: done\n"))
    #expect(text.contains("| ? | `sign-in.loops` | error | undetermined"))
  }
}
