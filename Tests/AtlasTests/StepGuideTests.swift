import Findings
import Foundation
import SignIn
import Testing

@testable import Atlas

@Suite struct StepGuideTests {
  private static func report() -> PoolReport {
    var report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1))
    var refused = PathReport.Call("signIn(wrong password)", step: "notAuthorized")
    refused.isError = true
    var mismatch = PathReport.Call("confirmSignIn(wrong answer)", step: "codeMismatch")
    mismatch.isError = true
    report.paths = [
      PathReport(
        id: "1",
        calls: [
          .init("signIn(userSRP)", step: "confirmSignInWithSMSMFACode", fields: "medium: sms"),
          .init("confirmSignIn(right answer)", step: "done"),
        ], outcome: "done"),
      PathReport(id: "2", calls: [refused], outcome: "error"),
    ]
    var other = PathReport.Call("confirmSignIn(other answer)", step: "codeMismatch")
    other.isError = true
    report.sideSteps = [mismatch, other].map { call in
      SideStepReport(
        id: "s", from: "confirmSignInWithSMSMFACode", to: "confirmSignInWithSMSMFACode",
        call: call)
    }
    return report
  }

  private func guide() throws -> StepGuide {
    StepGuide(report: Self.report(), model: try BundledTable.signIn())
  }

  @Test func `the page for people names when a step comes, what is seen and each error`() throws {
    #expect(
      try guide().markdown == """
        | step | when it comes | what the user sees | errors |
        |---|---|---|---|
        | `signIn` | at the beginning | The form for signing in. \
        | `notAuthorized` after `signIn(wrong password)`; the attempt is over |
        | `confirmSignInWithSMSMFACode` | after `signIn(userSRP)` \
        | A code was sent by SMS.<br>`medium: sms` \
        | `codeMismatch` after `confirmSignIn(wrong answer)`, `confirmSignIn(other answer)`; \
        the user may answer again |
        | `done` | after `confirmSignIn(right answer)` at `confirmSignInWithSMSMFACode` \
        | Signed in. | none |

        """)
  }

  @Test func `the Swift function has a case for each step, with its errors`() throws {
    let swift = try guide().swift
    let cases = swift.matches(of: /\n  case \.([A-Za-z]+):\n/).map { String($0.1) }
    #expect(cases == ["confirmSignInWithSMSMFACode", "done"])
    #expect(
      swift.contains(
        "    // Can fail: codeMismatch after confirmSignIn(wrong answer), "
          + "confirmSignIn(other answer); the user may answer again\n    break\n"))
    let last = "// - notAuthorized after signIn(wrong password); the attempt is over\n"
    #expect(swift.hasSuffix(last))
  }

  @Test func `a call that never returns and a step without a way on stand among the errors`()
    throws
  {
    var report = Self.report()
    var hung = PathReport.Call("confirmSignIn(late answer)", step: "")
    hung.who = "has no factor yet"
    let asked = report.paths[0].calls[0]
    report.paths += [
      PathReport(id: "3", calls: [asked, hung], outcome: "neverReturns"),
      PathReport(id: "4", calls: [asked], outcome: "noWayOn"),
    ]
    let guide = StepGuide(report: report, model: try BundledTable.signIn())
    let lines = [
      "no answer at all to `confirmSignIn(late answer)`, for a user who has no factor yet: "
        + "the call never returns",
      "no answer leads further after `signIn(userSRP)`, for some users",
    ]
    #expect(guide.markdown.contains(lines.joined(separator: "<br>")))
    for line in lines {
      #expect(guide.swift.contains("    // Can fail: \(line.filter { $0 != "`" })\n"))
    }
  }

  @Test func `an error says which users it is for`() throws {
    var report = Self.report()
    report.sideSteps[1].call.who = "answers too late"
    let guide = StepGuide(report: report, model: try BundledTable.signIn())
    #expect(
      guide.markdown.contains(
        "after `confirmSignIn(wrong answer)`; the user may answer again<br>`codeMismatch` after "
          + "`confirmSignIn(other answer)`, for a user who answers too late; the user may"))
    #expect(
      guide.swift.contains(
        "after confirmSignIn(other answer), for a user who answers too late; the user may"))
  }

  private static let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What the compiler says of the function where the enumeration has these cases.
  private func complaint(cases: [String]) throws -> String {
    let source = try guide().swift.replacing("import Amplify\n", with: "")
    let steps = "enum AuthSignInStep { case \(cases.joined(separator: ", ")) }\n"
    let file = FileManager.default.temporaryDirectory.appending(path: "steps-\(UUID()).swift")
    try Data((steps + source).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.compiler))
    process.arguments = ["-typecheck", file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : text
  }

  @Test(.enabled(if: compiler != nil, "swiftc is not in PATH"))
  func `the Swift function compiles with the steps that Amplify has`() throws {
    let steps = try BundledTable.signIn().messages
      .filter { $0.receiver == nil && $0.kind == "nextStep" }.map(\.name)
    #expect(steps.count == 14)
    #expect(try complaint(cases: steps) == "")
    #expect(try complaint(cases: ["done"]).contains("confirmSignInWithSMSMFACode"))
  }
}
