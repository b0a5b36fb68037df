import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// A made-up second factor, PUSH_APPROVAL, which a layer of YAML alone brings to every command.
@Suite struct ChallengeByLayerCommandTests {
  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/PushApproval")

  private static func file(_ name: String) -> String { fixture.appending(path: name).path }

  private static let pool = [file("pool.yaml"), "--layer", file("layer")]
  /// With it alone.
  private static let small = ["--set", "mfaMethods={push}", "--set", "smsConfigured=false"]
  private static let scenarios = ["preferred", "required", "selected"].map {
    file("scenarios/\($0).yaml")
  }

  private func run(_ arguments: [String], in environment: ToolEnvironment = ToolEnvironment())
    -> CommandOutput
  {
    WaymarkTool.output(for: arguments, in: environment)
  }

  @Test func `its scenarios run with cryptography`() {
    let output = run(["run"] + Self.scenarios)
    #expect(output.status == .allHold)
    #expect(output.text.hasSuffix("\n3 of 3 scenarios as expected\n"))
  }

  @Test func `a scenario that expects a right code to be refused fails`() throws {
    let text = try String(contentsOfFile: Self.scenarios[0], encoding: .utf8)
      .replacing("answer: altered", with: "answer: current")
      .replacing("layer: ../layer\n", with: "")
      .replacing(
        "pool: ../pool.yaml",
        with: "configuration: { mfa: optional, mfaMethods: [push], flows: [userSRP] }")
    let folder = try Folder(["s.yaml": text])
    let output = run(["run", folder["s.yaml"], "--layer", Self.file("layer")])
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("error is nothing here, not codeMismatch; the answer was done"))
  }

  @Test func `a transcript has its requests and none of its secrets`() {
    let output = run(["run", "--transcript"] + Self.scenarios)
    #expect(output.status == .allHold)
    #expect(output.text.contains(#""PUSH_APPROVAL_CODE":"‹redacted›""#))
    #expect(!output.text.contains(/"(PUSH_APPROVAL_CODE|PASSWORD|Session)":"[^‹]/))
    #expect(
      output.text.contains(
        #""CODE_DELIVERY_DELIVERY_MEDIUM":"PUSH","CODE_DELIVERY_DESTINATION":"+*******4567""#))
    #expect(output.text.contains(#""PreferredMfaSetting":"PUSH_APPROVAL""#))
  }

  @Test func `it is exported`() {
    let output = run(["export", "--as", "json"] + Self.pool)
    #expect(output.status == .allHold)
    #expect(output.text.contains(#"{"name": "preference[push]", "type": "preference","#))
    #expect(output.text.contains("pool.challenge.PUSH_APPROVAL"))
    #expect(run(["export", "--as", "promela"] + Self.pool).text.contains("pushApproval"))
  }

  @Test(.optimised) func `its path is drawn`() {
    let picture = ["draw", "--view", "factor", "--factor", "push", "--as", "mermaid"]
    let output = run(picture + Self.pool + Self.small)
    #expect(output.status == .allHold)
    #expect(output.text.contains("confirmSignInWithPushCode"))
  }

  @Test(.long) func `the table with it has no complaint`() {
    #expect(
      run(["inspect"] + Self.pool.dropFirst()).text.hasSuffix("0 errors, 0 warnings\n"))
  }

  @Test(.optimised) func `a pool with it is checked, by every property`() {
    let output = run(["check"] + Self.pool + (Effort.isSampled ? Self.small : []))
    #expect(output.status == .allHold)
    #expect(output.text.contains("1 note, 58 hold, 1 vacuous\n"))
    #expect(output.text.contains("mfa.preferred-is-usable[f = push]"))
  }

  @Test func `it is answered over the pipe`() throws {
    let answers = converse([
      Self.request(
        "AdminCreateUser",
        #""Username":"ada","UserPoolId":"eu-west-1_Waymark01","#
          + #""UserAttributes":[{"Name":"phone_number","Value":"+15551234567"}]"#),
      Self.request(
        "AdminSetUserPassword",
        #""Username":"ada","UserPoolId":"eu-west-1_Waymark01","#
          + #""Password":"Str0ng-Passw0rd","Permanent":true"#),
      Self.request(
        "AdminSetUserMFAPreference",
        #""Username":"ada","UserPoolId":"eu-west-1_Waymark01","#
          + #""PushMfaSettings":{"Enabled":true,"PreferredMfa":true}"#),
      Self.request(
        "InitiateAuth",
        #""ClientId":"waymarkclient0123456789abc","#
          + #""AuthFlow":"USER_PASSWORD_AUTH","#
          + #""AuthParameters":{"USERNAME":"ada","PASSWORD":"Str0ng-Passw0rd"}"#),
      Self.request("TestBedMailbox", #""Username":"ada""#),
      Self.answer("no code"), Self.answer("‹Code›"), Self.answer("‹Code›"),
      Self.request("TestBedDifferences", ""),
    ])
    try #require(answers.count == 9)
    #expect(answers[3].hasPrefix(#"{"output":{"ChallengeName":"PUSH_APPROVAL","Session":""#))
    #expect(
      answers[3].hasSuffix(
        #""ChallengeParameters":{"CODE_DELIVERY_DELIVERY_MEDIUM":"PUSH","#
          + #""CODE_DELIVERY_DESTINATION":"+*******4567","USER_ID_FOR_SRP":"ada"}}}"#))
    #expect(
      answers[4].contains(
        #""Purpose":"pushApproval","Medium":"sms","To":"+15551234567","Code":""#))
    #expect(answers[5].hasPrefix(#"{"error":{"__type":"CodeMismatchException""#))
    #expect(answers[6].contains(#""AuthenticationResult":{"AccessToken":""#))
    #expect(answers[7].contains("session can only be used once"))
    #expect(answers[8] == #"{"output":{"Differences":[]}}"#)
  }

  private static func request(_ operation: String, _ input: String) -> String {
    #"{"operation":"\#(operation)","input":{\#(input)}}"#
  }

  private static func answer(_ code: String) -> String {
    request(
      "RespondToAuthChallenge",
      #""ClientId":"waymarkclient0123456789abc","#
        + #""ChallengeName":"PUSH_APPROVAL","Session":"‹Session›","#
        + #""ChallengeResponses":{"USERNAME":"ada","PUSH_APPROVAL_CODE":"\#(code)"}"#)
  }

  /// Sends each line with the session and the code that came back last, and gives the answers.
  private func converse(_ lines: [String]) -> [String] {
    let said = Mutex<[String]>([])
    let next = Mutex(0)
    var environment = ToolEnvironment()
    environment.writeLine = { line in
      said.withLock { $0.append(line) }
      return true
    }
    environment.readLine = {
      let position = next.withLock { count in
        count += 1
        return count - 1
      }
      guard position < lines.count else { return nil }
      let heard = said.withLock { $0.joined(separator: "\n") }
      var line = lines[position]
      for name in ["Session", "Code"] {
        let parts = heard.components(separatedBy: "\"\(name)\":\"")
        let last = parts.count > 1 ? parts.last?.prefix { $0 != "\"" } : nil
        line = line.replacing("‹\(name)›", with: String(last ?? ""))
      }
      return Array(line.utf8)
    }
    _ = run(["testbed", "--stdio"] + Self.pool, in: environment)
    return said.withLock { $0 }
  }
}
