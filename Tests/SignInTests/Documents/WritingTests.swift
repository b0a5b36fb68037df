import SignIn
import Testing
import TransitionTables

/// Pools written as Waymark pool files.
@Suite struct WritingTests {
  @Test func writesEachValueWithItsOrigin() throws {
    let some = cognitoParameters.filter { ["mfa", "mfaMethods", "flows"].contains($0.name) }
    let text =
      "Resources:\n  P: {Type: AWS::Cognito::UserPool, Properties: {MfaConfiguration: ON}}\n"
    #expect(
      try read(text, parameters: some).waymarkFile(of: some, source: "pool.yaml") == """
        # Imported from pool.yaml
        pool: P
        configuration:
          mfa: required   # from pool.yaml:2:68
          mfaMethods: []  # service default: no MFA method is configured
          # flows: any of [userSRP, userPassword, adminUserPassword, custom, userAuth, refresh]  \
        # open: the template has no app client of this pool
        open:
          - flows

        """)
  }

  @Test func keepsAFrameworksDefaultApartFromTheServices() throws {
    let text = """
      import { defineAuth } from "@aws-amplify/backend";
      export const auth = defineAuth({ loginWith: { email: true } });
      """
    let file = try read(text).waymarkFile(of: cognitoParameters)
    #expect(file.contains("  usernameAttributes: [email]"))
    #expect(file.contains("# framework default: "))
    #expect(file.contains("# service default: "))
    #expect(try read(file).waymarkFile(of: cognitoParameters).contains("# from pool.yaml:"))
  }

  @Test func writesNoAssumptionThatNobodyStated() throws {
    let parameters = [
      ParameterDeclaration(name: "mfa", kind: .choice(["off", "optional"])),
      ParameterDeclaration(name: "lucky", kind: .bool, isAssumption: true),
    ]
    #expect(
      try read("pool: p\n", parameters: parameters).waymarkFile(of: parameters) == """
        pool: p
        configuration:
          mfa: off  # service default: MfaConfiguration absent: OFF

        """)
    let open = "pool: p\nopen: [mfa, lucky]\n"
    #expect(
      try read(open, parameters: parameters).waymarkFile(of: parameters) == """
        pool: p
        configuration: {}
          # mfa: off or optional  # open: the pool file leaves it open
          # lucky: true or false  # open: the pool file leaves it open
        open:
          - mfa
          - lucky

        """)
  }

  @Test(arguments: [
    "shop", "a b", "x: \"y\" # z\\", "- é😀\n\tnext\u{1B}", "null", "7", "{a}",
  ])
  func readsBackWhatItWrote(_ name: String) throws {
    var pool = try read(template(pool: "MfaConfiguration: !GetAtt A.b\nEnabledMfas: [SMS_MFA]"))
    pool.name = name
    pool.documentation = name
    pool.expectation = PoolExpectation(findings: ["a.b"], refused: ["L7"])
    let again = try read(pool.waymarkFile(of: cognitoParameters, source: name))
    #expect(again.lines == pool.lines)
    #expect(again.name == name)
    #expect(again.documentation == name)
    #expect(again.expectation == pool.expectation)
  }
}
