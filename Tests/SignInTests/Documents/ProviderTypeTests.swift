import SignIn
import Testing
import TransitionTables

/// The types that an identity provider can have.
@Suite struct ProviderTypeTests {
  private func template(_ type: String, condition: String = "") -> String {
    SignInTests.template(sections: "Conditions: { No: !Equals [a, b] }") + """
        Other:
          Type: AWS::Cognito::UserPoolIdentityProvider
          \(condition)
          Properties: { UserPoolId: !Ref P, ProviderName: x, ProviderType: \(type) }

      """
  }

  private func terraform(_ type: String) -> String {
    """
    resource "aws_cognito_user_pool" "p" { name = "shop" }
    resource "aws_cognito_identity_provider" "x" {
      user_pool_id  = aws_cognito_user_pool.p.id
      provider_name = "x"
      provider_type = \(type)
    }
    """
  }

  private static let legal =
    "write `Facebook`, `Google`, `LoginWithAmazon`, `OIDC`, `SAML` or `SignInWithApple`"

  @Test(arguments: ["Apple", "Twitter", "google"])
  func `another one is an error with those that there are`(type: String) throws {
    for (text, name, line) in [
      (template(type), "ProviderType", 15), (terraform("\"\(type)\""), "provider_type", 5),
    ] {
      let found = faults(text)
      #expect(found.map(\.code) == ["document.unknown-value"])
      #expect(found.map(\.location.line) == [line])
      #expect(found.map(\.message) == ["\(name) of an identity provider cannot be `\(type)`"])
      #expect(found.map(\.remedy) == [Self.legal])
    }
    #expect(try read(template(type, condition: "Condition: No")).name == "shop")
  }

  @Test(arguments: ["Google", "SignInWithApple", "OIDC", "SAML", "Facebook", "LoginWithAmazon"])
  func `of one that there is, or is computed, nothing is said`(type: String) {
    #expect(faults(template(type)).isEmpty)
    #expect(faults(terraform("\"\(type)\"")).isEmpty)
    #expect(faults(terraform("var.type")).isEmpty)
  }
}
