import SignIn
import Testing
import TransitionTables

/// What an app client has and nothing in the documents makes work.
@Suite struct ClientAbsenceTests {
  private func lines(_ pool: PoolDocument, _ code: String) -> [String] {
    pool.notes.filter { $0.code == code }.map {
      "\($0.location.line) \($0.severity) \($0.message) → \($0.remedy)"
    }
  }

  private static let code = "AllowedOAuthFlows: [code]"
  private static let page = "AllowedOAuthFlowsUserPoolClient: true"
  private static let domain = """
    DomainOfP:
        Type: AWS::Cognito::UserPoolDomain
        Properties: { UserPoolId: !Ref P, Domain: shop }
    """

  @Test(arguments: [
    (code, "warning"), ("\(code)\nAllowedOAuthFlowsUserPoolClient: false", "note"),
    ("\(code)\n\(page)", nil), ("\(code)\nAllowedOAuthFlowsUserPoolClient: !Ref On", nil),
    ("AllowedOAuthFlows: []", nil), ("CallbackURLs: ['https://example.com']", nil), ("", nil),
    ("AllowedOAuthFlows: [client_credentials]", "warning"),
  ])
  func `flows that are not switched on are a warning, and a note where that is written`(
    client: String, severity: String?
  ) throws {
    let own = "Parameters: { On: { Type: String } }"
    let found = lines(try read(template(client: client, sections: own)), "document.pages-off")
    let words =
      " AllowedOAuthFlows has no effect without AllowedOAuthFlowsUserPoolClient: the"
      + " service takes such a client, but the pages of managed login and the token endpoint refuse"
      + " it; users sign in by the API alone → set AllowedOAuthFlowsUserPoolClient to true, or"
      + " leave the OAuth flows out"
    #expect(found == (severity.map { ["12 \($0)\(words)"] } ?? []), "\(client)")
  }

  @Test func `Terraform's own names are those of the message`() throws {
    let text = """
      resource "aws_cognito_user_pool" "p" { name = "shop" }
      resource "aws_cognito_user_pool_client" "c" {
        name = "web"
        user_pool_id = aws_cognito_user_pool.p.id
        allowed_oauth_flows = ["code"]
      }
      """
    let pool = try read([("main.tf", text)])
    let found = lines(pool, "document.pages-off")
    #expect(
      found.first?.hasPrefix(
        "5 warning allowed_oauth_flows has no effect without allowed_oauth_flows_user_pool_client:")
        == true, "\(found)")
  }

  @Test(arguments: [
    ("\(code)\n\(page)", "", true), ("\(code)\n\(page)", domain, false), (code, "", false),
    (page, "", false),
  ])
  func `pages without a domain are a note`(client: String, domain: String, isFound: Bool) throws {
    let text = template(client: client) + (domain.isEmpty ? "" : "  \(domain)\n")
    let found = lines(try read(text), "document.no-domain")
    #expect(found.count == (isFound ? 1 : 0), "\(found)")
    #expect(
      found.allSatisfy { $0.hasPrefix("11 note the app client hands out tokens on the pages") })
  }

  @Test(arguments: [
    ("", "ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH, ALLOW_REFRESH_TOKEN_AUTH]", true),
    ("LambdaConfig: { PreSignUp: arn }", "ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH]", true),
    ("LambdaConfig: { DefineAuthChallenge: arn }", "ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH]", false),
    ("", "ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]", false), ("", "", false),
    ("", "ExplicitAuthFlows: [USER_PASSWORD_AUTH]", false),
    ("LambdaConfig: !Ref Own", "ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH]", false),
  ])
  func `a custom flow without a challenge is a note where the client lists it`(
    pool: String, client: String, isFound: Bool
  ) throws {
    let own = "Parameters: { Own: { Type: String } }"
    let text = template(pool: pool, client: client, sections: own)
    let found = lines(try read(text), "document.flow-without-challenge")
    #expect(found.count == (isFound ? 1 : 0), "\(found)")
    #expect(found.allSatisfy { $0.contains("“Custom auth lambda trigger is not configured") })
  }

  @Test func `the note on a custom flow stands at the flow itself`() throws {
    let text = """
      resource "aws_cognito_user_pool" "p" { name = "shop" }
      resource "aws_cognito_user_pool_client" "c" {
        name = "web"
        user_pool_id = aws_cognito_user_pool.p.id
        explicit_auth_flows = [
          "ALLOW_USER_SRP_AUTH",
          "ALLOW_CUSTOM_AUTH",
        ]
      }
      """
    let found = lines(try read([("main.tf", text)]), "document.flow-without-challenge")
    #expect(found.map { $0.prefix { $0 != " " } } == ["7"], "\(found)")
  }
}
