import SignIn
import Testing
import TransitionTables

/// Waymark's own pool files.
@Suite struct WaymarkPoolTests {
  @Test func readsAWholePoolFile() throws {
    let pool = try read(
      """
      pool: retail
      doc: A shop.
      configuration:
        mfa: optional
        mfaMethods: [totp, sms]
        selfSignUp: false
      open: [recovery]
      expect: { findings: [mfa.phone-required], refused: [L7] }
      """)
    #expect(pool.name == "retail")
    #expect(pool.documentation == "A shop.")
    #expect(pool.format == .waymark)
    #expect(
      pool.statedLines == ["mfa = optional", "mfaMethods = [sms, totp]", "selfSignUp = false"])
    #expect(pool.openParameters == ["recovery"])
    #expect(pool["recovery"] == .open("the pool file leaves it open"))
    #expect(pool["tier"]?.origin == .serviceDefault("UserPoolTier absent: ESSENTIALS"))
    #expect(pool.expectation == PoolExpectation(findings: ["mfa.phone-required"], refused: ["L7"]))
  }

  @Test func readsTheShortestPoolFile() throws {
    let pool = try read("pool: x\n")
    #expect(pool.openParameters.isEmpty)
    #expect(pool.expectation == nil)
    #expect(pool.lines == (try read(template())).lines)
  }

  @Test func readsFlowStyle() throws {
    #expect(
      try read("{ pool: x, configuration: { mfa: required } }")["mfa"]?.value == .choice("required")
    )
  }

  @Test func takesIllegalForRefused() throws {
    #expect(
      try read("pool: x\nexpect: { illegal: [L9] }\n").expectation
        == PoolExpectation(refused: ["L9"]))
  }

  @Test func rendersAnUnknownParameterWithTheNearestName() {
    #expect(
      faults("pool: x\nconfiguration:\n  mfaMethod: [sms]\n").map(\.rendered) == [
        """
        pool.yaml:3:3: error: the model has no parameter `mfaMethod` [pool.unknown-parameter]
            mfaMethod: [sms]
            ^
          → did you mean `mfaMethods`?

        """
      ])
  }

  @Test func reportsEveryFaultAtOnce() {
    let text = """
      pool: [x]
      documentation: y
      configuration:
        mfa: on
        mfaMethods: [sms, top]
        selfSignUp: maybe
        recovery: [email]
        flows: refresh
        attempts: 7
        tries: many
      open: [mfa, nothing]
      expect: { findigs: [] }
      """
    let parameters =
      cognitoParameters + [
        ParameterDeclaration(name: "attempts", kind: .number(0...5)),
        ParameterDeclaration(name: "tries", kind: .number(0...5)),
      ]
    #expect(
      faults(text, parameters: parameters).map { "\($0.location.line) \($0.code): \($0.message)" }
        == [
          "1 pool.wrong-type: `pool` needs a text",
          "2 pool.unknown-key: a pool file has no key `documentation`",
          "4 pool.unknown-value: `mfa` cannot be `on`",
          "5 pool.unknown-value: `mfaMethods` cannot be `top`",
          "6 pool.wrong-type: `maybe` stands where `selfSignUp` needs `true` or `false`",
          "7 pool.wrong-type: a list stands where `recovery` needs one of `legacy`, `email`, "
            + "`phone`, `emailThenPhone`, `phoneThenEmail`, `adminOnly` or `shownEmailThenPhone`",
          "8 pool.wrong-type: `refresh` stands where `flows` needs a list of `userSRP`, "
            + "`userPassword`, `adminUserPassword`, `custom`, `userAuth` or `refresh`",
          "9 pool.out-of-range: `attempts` cannot be 7",
          "10 pool.wrong-type: `many` stands where `tries` needs a number from 0 to 5",
          "11 pool.open-and-set: `mfa` has a value above and cannot be open too",
          "11 pool.unknown-parameter: the model has no parameter `nothing`",
          "12 pool.unknown-key: `expect` has no key `findigs`",
        ])
  }

  @Test(arguments: [
    ("configuration: { mfaMethods: {totp} }", "write `mfaMethods: [totp]`"),
    ("configuration: { mfaMethods: {sms: true, totp: false} }", "write `mfaMethods: [sms]`"),
    ("configuration: { mfaMethods: totp }", "write `mfaMethods: [totp]`"),
    ("configuration: { mfaMethods: \"{totp, sms}\" }", "write `mfaMethods: [totp, sms]`"),
    ("configuration: { mfaMethods: [[sms, totp]] }", "write `mfaMethods: [sms, totp]`"),
    ("configuration: { mfaMethods: {} }", "write `mfaMethods: []`"),
    ("configuration: { mfaMethods: on }", "write a list, such as `mfaMethods: [sms]`"),
    ("configuration: { flows: {userSRP, refresh} }", "write `flows: [userSRP, refresh]`"),
    ("configuration: { usernameAttributes: email }", "write `usernameAttributes: [email]`"),
    ("configuration: { autoVerified: {email} }", "write `autoVerified: [email]`"),
    ("configuration: { mfa: [required] }", "write `mfa: required`"),
    (
      "configuration: { mfa: [optional, required] }",
      "write one of `off`, `optional` or `required`"
    ),
    ("open: {mfa, flows}", "write `open: [mfa, flows]`"), ("open: mfa", "write `open: [mfa]`"),
    ("expect: { findings: \"a.b[u = c]\" }", "write `findings: [ … ]`"),
  ])
  func saysWhichListToWrite(line: String, remedy: String) {
    let found = faults("pool: x\n\(line)\n")
    #expect(found.map(\.code) == ["pool.wrong-type"])
    #expect(found.map(\.remedy) == [remedy])
  }

  @Test func needsAName() {
    #expect(codes("configuration: { mfa: off }\n") == ["pool.missing-name"])
  }

  @Test func warnsOfARepeatedMember() throws {
    let pool = try read("pool: x\nconfiguration: { mfaMethods: [sms, sms] }\n")
    #expect(pool["mfaMethods"]?.value == .set(["sms"]))
    #expect(pool.notes.map(\.code) == ["pool.repeated-member"])
  }

  @Test(arguments: [
    "configuration: 1", "configuration: [a]", "open: mfa", "expect: [a]", "open: [[a]]",
  ])
  func refusesTheWrongType(line: String) {
    #expect(codes("pool: x\n\(line)\n") == ["pool.wrong-type"])
  }
}
