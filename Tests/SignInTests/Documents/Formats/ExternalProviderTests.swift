import SignIn
import Testing
import TransitionTables

/// Whether users of an external provider can sign in, as each of Amplify's documents says it.
@Suite struct ExternalProviderTests {
  /// The value with its line and column, `untold`, or `open`.
  private func provider(_ text: String) throws -> String {
    let more = [ParameterDeclaration(name: "externalProvider", kind: .bool)]
    let setting = try read(text, parameters: cognitoParameters + more)["externalProvider"]
    switch (setting?.value, setting?.origin) {
    case (.bool(let value), .document(let place)): return "\(value) \(place.line):\(place.column)"
    case (_, .untold): return "untold"
    default: return "open"
    }
  }

  @Test(arguments: [
    (#"{"identity_providers": ["GOOGLE"], "response_type": "code"}"#, "true 2:34"),
    (#"{"identity_providers": [], "response_type": "code"}"#, "false 2:34"),
    (#"{"response_type": "code"}"#, "untold"),
  ])
  func `the outputs list them under oauth`(page: String, expected: String) throws {
    let text = """
      {"version": "1.3", "auth": {"user_pool_id": "x_A", "username_attributes": ["email"],
       "oauth": \(page)}}
      """
    #expect(try provider(text) == expected)
  }

  @Test(arguments: [
    ("google: { clientId: secret('G') }, callbackUrls: ['x']", "true 5:26"),
    ("callbackUrls: ['x'], logoutUrls: ['y']", "untold"),
  ])
  func `defineAuth has a key for each`(providers: String, expected: String) throws {
    let text = """
      import { defineAuth } from '@aws-amplify/backend'
      export const auth = defineAuth({
        loginWith: {
          email: true,
          externalProviders: { \(providers) },
        },
      })
      """
    #expect(try provider(text) == expected)
  }

  private func mappings(_ pool: PoolDocument) -> [String] {
    pool.notes.filter { $0.code == "document.mapped-immutable" }.map { note in
      let place = "\(note.location.line):\(note.location.column)"
      return "\(note.severity.rawValue) \(place) \(note.message.prefix { $0 != ":" })"
    }
  }

  @Test func `a template's provider that maps an immutable attribute is warned of`() throws {
    let schema = """
      Schema:
        - { Name: email }
        - { Name: tenant, Mutable: false, AttributeDataType: String }
        - { Name: username, Mutable: false, AttributeDataType: String }
        - { Name: name, Mutable: true }
      """
    let google = """
        Google:
          Type: AWS::Cognito::UserPoolIdentityProvider
          Properties:
            UserPoolId: !Ref P
            ProviderName: Google
            ProviderType: Google
            AttributeMapping:
              email: email
              custom:tenant: hd
              name: name
              username: sub

      """
    let found = mappings(try read(template(pool: schema) + google))
    #expect(
      found == [
        "warning 23:9 `Google` maps `email`, which nobody can change (pool.yaml",
        "warning 24:9 `Google` maps `custom",
      ])
    let other = google.replacing("!Ref P", with: "eu-west-1_A")
    #expect(mappings(try read(template(pool: schema) + other)) == [])
  }

  @Test func `a provider of Terraform that maps an immutable attribute is warned of`() throws {
    let text = """
      resource "aws_cognito_user_pool" "main" {
        name = "shop"
        schema {
          name                = "email"
          attribute_data_type = "String"
          mutable             = false
        }
      }
      resource "aws_cognito_identity_provider" "google" {
        user_pool_id      = aws_cognito_user_pool.main.id
        provider_name     = "Google"
        provider_type     = "Google"
        attribute_mapping = {
          email    = "email"
          username = "sub"
        }
      }
      """
    #expect(
      mappings(try read(text)) == [
        "warning 14:5 `Google` maps `email`, which nobody can change (pool.yaml"
      ])
    let other = text.suffix(from: text.range(of: "resource \"aws_cognito_identity")!.lowerBound)
      .replacing("google", with: "facebook").replacing("Google", with: "Facebook")
    #expect(
      mappings(try read(text + "\n" + other)) == [
        "warning 14:5 `Google` and `Facebook` map `email`, which nobody can change (pool.yaml"
      ])
  }

  @Test(arguments: [(true, "true 2:45"), (false, "untold")])
  func `Gen1 asks for them with the hosted page`(hosted: Bool, expected: String) throws {
    let text = """
      {"version": "1", "cognitoConfig": {"serviceName": "Cognito", "userPoolName": "p",
       "hostedUI": \(hosted), "authProvidersUserPool": ["Google"]}}
      """
    #expect(try provider(text) == expected)
  }
}
