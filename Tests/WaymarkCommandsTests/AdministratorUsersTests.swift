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
    #expect(other.contains("or let administrators alone make accounts (AdminCreateUserConfig)"))
  }

  @Test(.optimised) func `of names that are phone numbers the number is to be verified first`()
    throws
  {
    let (names, options) = ("recovery: email\nautoVerified: [email]", ["--set"])
    let both = ["usernameAttributes={email, phone}"]
    let text = try text(names, property: "sign-in.first-time", options + both)
    #expect(text.contains("Remedy: Send sign-ups a code by SMS (AutoVerifiedAttributes)"))
    // With SMS configured, the service demands SMS as an MFA method (L24).
    let other = try self.text(
      names + "\nmfa: optional\nmfaMethods: [totp]", property: "sign-in.first-time", options + both)
    #expect(other.contains("or, where the phone number is to be enough, have it verified, too"))
  }

  @Test(.optimised, arguments: [true, false])
  func `who is never sent a code for a password needs no address for it`(recovers: Bool) throws {
    let settings = "autoVerified: [phone]\nrecovery: phone\nmfa: optional\nmfaMethods: [sms, totp]"
    for property in ["recovery.reachable", "recovery.sms-can-be-sent"] {
      let isConfigured = property == "recovery.reachable"
      let own = isConfigured ? settings + "\nsmsConfigured: true" : "recovery: phone"
      let text = try text(own, property: property, ["--set", "passwordRecovery=\(recovers)"])
      #expect(text.contains("✗ Finding \(property)") == recovers)
    }
  }

  @Test(.optimised) func `nobody prefers a factor that the pool does not have`() throws {
    let settings =
      "requiredAttributes: [email]\nautoVerified: [email]\nrecovery: email\nmfa: optional"
      + "\nmfaMethods: [totp]"
    #expect(try text(settings, property: "recovery.reachable").contains(" 1 holds "))
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
