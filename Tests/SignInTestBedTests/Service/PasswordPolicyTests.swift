import SignInCryptography
import Testing

@testable import SignInTestBed

/// What a pool asks of new passwords.
@Suite struct PasswordPolicyTests {
  @Test(
    arguments: [
      ("Str0ng-Passw0rd", nil), ("Sh0rt", "Password not long enough"),
      ("N0LOWERCASE", "Password must have lowercase characters"),
      ("n0uppercase", "Password must have uppercase characters"),
      ("NoNumbersHere", "Password must have numeric characters"),
    ] as [(String, String?)])
  func `a broken rule has the service's words`(password: String, rule: String?) {
    #expect(PasswordPolicy().brokenRule(of: password) == rule)
  }

  @Test func `what a policy leaves out is not asked for`() throws {
    let json = try JSON(parsing: #"{"MinimumLength":6,"RequireSymbols":true}"#)
    let policy = try PasswordPolicy(ServiceInput(json))
    #expect(policy.classOf("simple!") == "valid")
    #expect(policy.classOf("") == "empty")
    #expect(policy.brokenRule(of: "simple") == "Password must have symbol characters")
    let short = try ServiceInput(.members(["MinimumLength": .integer(5)]))
    #expect(throws: ServiceException.self) { try PasswordPolicy(short) }
  }

  @Test func `a new password is refused with the rule that it breaks`() throws {
    var bed = try Bed()
    try bed.addUser()
    let refused = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "AdminSetUserPassword", "UserPoolId", bed.poolID, "Username", "ada", "Password", "Sh0rt")
    }
    #expect(refused?.message == "Password does not conform to policy: Password not long enough")
    #expect(
      bed.service.said == "Password does not conform to policy: [the rule that it breaks]")
  }
}
