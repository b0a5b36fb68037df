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
      try read(text, parameters: some).waymarkFile == """
        pool: P
        configuration:
          mfa: required   # pool.yaml:2:68
          mfaMethods: []  # default: no MFA method is configured
        open:
          - flows  # the template has no app client of this pool

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
    let again = try read(pool.waymarkFile)
    #expect(again.lines == pool.lines)
    #expect(again.name == name)
    #expect(again.documentation == name)
    #expect(again.expectation == pool.expectation)
  }
}
