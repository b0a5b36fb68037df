import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

/// What a pool asks of new passwords.
@Suite struct PasswordPolicyTests {
  @Test(
    arguments: [
      ("Str0ng-Passw0rd", nil), ("Sh0rt", "Password not long enough"),
      ("N0LOWERCASE", "Password must have lowercase characters"),
      ("n0uppercase", "Password must have uppercase characters"),
      ("NoNumbersHere", "Password must have numeric characters"),
      ("N0SymbolsHere", "Password must have symbol characters"), ("N0 Symbol", nil),
      (#"N0\Symbol"#, nil), ("N0-Symbol", nil), ("N0]Symbol", nil), ("N0\"Symbol", nil),
      ("N0ßymbol", "Password must have symbol characters"),
    ] as [(String, String?)])
  func `a broken rule has the service's words`(password: String, rule: String?) throws {
    #expect(PasswordPolicy().brokenRule(of: password, by: try Bed().service.binding) == rule)
  }

  @Test func `what a policy leaves out is not asked for`() throws {
    let json = try JSON(parsing: #"{"MinimumLength":6,"RequireSymbols":true}"#)
    let policy = try PasswordPolicy(ServiceInput(json))
    let binding = try Bed().service.binding
    #expect(policy.classOf("simple!", by: binding) == .valid)
    #expect(policy.classOf("", by: binding) == .empty)
    #expect(
      policy.brokenRule(of: "simple", by: binding) == "Password must have symbol characters")
  }

  @Test func `documents state a policy or leave the service's default`() throws {
    let binding = try Bed().service.binding
    func policy(_ settings: [String: String]) -> PasswordPolicy {
      let facts = settings.map { name, value in
        FixedFact(.setting(name), value: value, location: SourceLocation(file: "pool.yaml"))
      }
      return PasswordPolicy(stated: facts)
    }
    #expect(policy(["DeletionProtection": "ACTIVE"]) == PasswordPolicy())
    let stated = policy([
      "PasswordPolicy.MinimumLength": "12", "PasswordPolicy.RequireNumbers": "true",
      "PasswordPolicy.RequireSymbols": "false", "PasswordPolicy.TemporaryPasswordValidityDays": "3",
    ])
    #expect(
      stated.json(by: binding).serialized
        == #"{"MinimumLength":12,"RequireLowercase":false,"RequireUppercase":false,"#
        + #""RequireNumbers":true,"RequireSymbols":false,"TemporaryPasswordValidityDays":3}"#)
    #expect(stated.brokenRule(of: "elevenchars", by: binding) == "Password not long enough")
    #expect(
      stated.brokenRule(of: "twelve-chars", by: binding) == "Password must have numeric characters")
    #expect(policy(["PasswordPolicy.MinimumLength": "200"]).minimumLength == 8)
    for days in ["0", "366", "9999999999999999"] {
      #expect(policy(["PasswordPolicy.TemporaryPasswordValidityDays": days]).temporaryDays == 7)
    }
    #expect(policy(["PasswordPolicy.PasswordHistorySize": "25"]).historySize == 0)
  }

  @Test func `a temporary password is taken for as long as the policy says`() throws {
    var bed = try Bed()
    try bed.addUser()
    bed.service.passwordPolicy.temporaryDays = 2
    func signsIn(afterDays days: Int) throws -> String {
      var bed = bed
      _ = try bed.call(
        "AdminSetUserPassword", "UserPoolId", bed.poolID, "Username", "ada", "Password",
        Bed.password, "Permanent", false)
      _ = try bed.call("TestBedClock", "By", days * 86_400 + 1)
      do {
        let answer = try bed.call(
          "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
          "AuthParameters", ["USERNAME": "ada", "PASSWORD": Bed.password])
        return answer["ChallengeName"]?.text ?? ""
      } catch let refusal as Bed.Refusal {
        return refusal.name
      }
    }
    #expect(try signsIn(afterDays: 1) == "NEW_PASSWORD_REQUIRED")
    #expect(try signsIn(afterDays: 2) == "NotAuthorizedException")
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
