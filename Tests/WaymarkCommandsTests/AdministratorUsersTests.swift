import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What is said of users whom an administrator makes, imports or resets.
@Suite struct AdministratorUsersTests {
  private func text(
    _ settings: String, property: String, _ options: [String] = []
  ) throws -> String {
    let folder = try Folder([
      "p.yaml": """
      pool: p
      configuration:
        usernameAttributes: [email]
        emailSender: ses
        flows: [userSRP, refresh]
      \(settings.split(separator: "\n").map { "  \($0)\n" }.joined())
      """
    ])
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--no-try-assumptions", "--property", property] + options,
      in: ToolEnvironment()
    ).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let verified = "requiredAttributes: [email]\nautoVerified: [email]\n"

  @Test(.optimised) func `whom an administrator resets is past the first sign-in`() throws {
    let acts = ["--set", "administratorActs={creates, confirms, resetsPasswords}"]
    let text = try text(
      Self.verified + "recovery: email", property: "sign-in.first-time",
      ["--assume", "administratorResetNeedsAddress=false"] + acts)
    #expect(text.contains(" 1 holds "))
  }

  @Test(.optimised) func `whom an administrator imports is not`() throws {
    let text = try text(
      Self.verified + "recovery: phone", property: "sign-in.first-time",
      ["--set", "administratorActs={imports}"])
    #expect(text.contains("of little weight: sign-in.first-time"))
  }

  @Test(.optimised, arguments: [("false", true), ("true", false)])
  func `the mark of an address is the remedy where administrators alone make accounts`(
    selfSignUp: String, isMark: Bool
  ) throws {
    let settings = """
      selfSignUp: \(selfSignUp)
      mfa: optional
      mfaMethods: [sms]
      smsConfigured: true
      recovery: emailThenPhone
      writeAttributes: []
      """
    let text = try text(settings, property: "recovery.reachable")
    #expect(text.contains("Remedy: Mark the e-mail address as verified in the call") == isMark)
    // Whoever marks the number of an account marks its address too.
    #expect(text.contains("createUser(givesEmail, givesPhone) "))
  }

  @Test(.optimised, arguments: [("prevent", true), ("legacy", false)])
  func `an answer that only pretends that a code is sent is named as such`(
    errors: String, pretends: Bool
  ) throws {
    let settings = """
      selfSignUp: false
      mfa: optional
      mfaMethods: [sms]
      smsConfigured: true
      recovery: emailThenPhone
      existenceErrors: \(errors)
      """
    let text = try text(settings, property: "recovery.reachable")
    #expect(text.contains("(medium: email), but no code is sent and nothing leads") == pretends)
    #expect(text.contains("Finding recovery.reachable"))
  }

  @Test(.optimised)
  func `where the pool sends no code a custom challenge has sign-ups confirmed by a trigger`()
    throws
  {
    let settings = """
      requiredAttributes: [email]
      triggers: [defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse]
      """
    let text = try text(
      settings, property: "sign-in.first-time",
      ["--set", "flows={custom, userSRP, refresh}"])
    #expect(text.contains("Remedy: Confirm sign-ups in a PreSignUp trigger (autoConfirmUser)"))
    let other = try self.text("requiredAttributes: [email]", property: "sign-in.first-time")
    #expect(other.contains("Remedy: Send sign-ups a code by e-mail"))
  }

  @Test(.optimised, arguments: [true, false])
  func `where nobody has a phone number nothing comes by it`(hasNumbers: Bool) throws {
    let settings = """
      \(Self.verified)mfa: optional
      mfaMethods: [sms, totp]
      smsConfigured: true
      recovery: emailThenPhone
      threatProtection: enforced
      tier: plus
      writeAttributes: [email]
      """
    let text = try text(
      settings, property: "mfa.channels-are-independent",
      ["--set", "phoneNumbers=\(hasNumbers)"])
    #expect(text.contains("Finding mfa.channels-are-independent[f = sms]") == hasNumbers)
  }
}
