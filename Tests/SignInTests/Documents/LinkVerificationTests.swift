import SignIn
import Testing
import TransitionTables

/// The verification of new users by a link in an e-mail, which needs a domain of the pool.
@Suite struct LinkVerificationTests {
  private func warnings(_ pool: PoolDocument) -> [String] {
    pool.notes.filter { $0.code == "document.link-without-domain" }
      .map { "\($0.severity.rawValue) \($0.location.line) \($0.message)" }
  }

  private let link = """
    AutoVerifiedAttributes: [email]
    VerificationMessageTemplate: { DefaultEmailOption: CONFIRM_WITH_LINK }
    """
  private let option = "VerificationMessageTemplate.DefaultEmailOption"
  private let refusal =
    "the service refuses every SignUp with an e-mail address, “there does not exist a valid use"
    + " pool domain associated with the user pool”"

  private func domain(of pool: String) -> String {
    """
      D:
        Type: AWS::Cognito::UserPoolDomain
        Properties: { UserPoolId: \(pool), Domain: shop }

    """
  }

  @Test func `a template with neither a domain nor an export of the pool is warned of`() throws {
    let pool = try read(template(pool: link))
    #expect(pool.notModelled.contains(option))
    #expect(
      warnings(pool) == [
        "warning 8 DefaultEmailOption sends new users a link, and no domain of the pool stands here"
          + " to which it could lead: " + refusal
      ])
    #expect(warnings(try read(template(pool: link) + domain(of: "!Ref P"))) == [])
    #expect(warnings(try read(template(pool: link) + domain(of: "!ImportValue x"))) == [])
    let code = link.replacing("_LINK", with: "_CODE")
    #expect(warnings(try read(template(pool: code))) == [])
    #expect(try !read(template(pool: code)).notModelled.contains(option))
    let closed = link + "\nAdminCreateUserConfig: { AllowAdminCreateUserOnly: true }"
    #expect(warnings(try read(template(pool: closed))) == [])
  }

  @Test func `where the domain may stand elsewhere the warning says so`() throws {
    let export = "Outputs: { Pool: { Value: !Ref P, Export: { Name: shop-pool } } }\n"
    let found = warnings(try read(template(pool: link) + export))
    #expect(found.map { $0.contains("unless the pool has one elsewhere, " + refusal) } == [true])
    let trigger = link + "\nLambdaConfig: { PreSignUp: 'arn:aws:lambda:x:1:function:f' }"
    let triggered = warnings(try read(template(pool: trigger)))
    #expect(triggered.map { $0.contains("unless a trigger confirms them") } == [true])
  }

  private func described(_ more: String) -> String {
    """
    {"UserPool": {"Id": "eu-west-1_A", "Name": "shop", "AutoVerifiedAttributes": ["email"],
      "SchemaAttributes": [], \(more)
      "VerificationMessageTemplate": {"DefaultEmailOption": "CONFIRM_WITH_LINK"}}}
    """
  }

  @Test func `a described pool has its domain or none, whatever its template says`() throws {
    #expect(warnings(try read(described(""))).count == 1)
    #expect(warnings(try read(described(#""Domain": "shop","#))) == [])
    #expect(warnings(try read(described(#""CustomDomain": "auth.example.com","#))) == [])
    let both = try read([
      ("template.yaml", template(pool: link)), ("pool.json", described(#""Domain": "shop","#)),
    ])
    #expect(warnings(both) == [])
  }

  @Test func `Terraform may have the domain in another configuration`() throws {
    let text = """
      resource "aws_cognito_user_pool" "main" {
        name                     = "shop"
        auto_verified_attributes = ["email"]
        verification_message_template {
          default_email_option = "CONFIRM_WITH_LINK"
        }
      }

      """
    let pool = try read([("main.tf", text)])
    #expect(pool.notModelled.contains(option))
    #expect(
      warnings(pool) == [
        "warning 5 default_email_option sends new users a link, and no domain of the pool stands"
          + " here to which it could lead: unless the pool has one elsewhere, " + refusal
      ])
    let domain = """
      resource "aws_cognito_user_pool_domain" "main" {
        domain       = "shop"
        user_pool_id = aws_cognito_user_pool.main.id
      }
      """
    #expect(warnings(try read([("main.tf", text + domain)])) == [])
  }

  @Test(arguments: [
    (
      """
      import * as aws from "@pulumi/aws";
      const p = new aws.cognito.UserPool("p", {
        autoVerifiedAttributes: ["email"],
        verificationMessageTemplate: { defaultEmailOption: "CONFIRM_WITH_LINK" },
      });

      """,
      "new aws.cognito.UserPoolDomain(\"d\", { domain: \"shop\", userPoolId: p.id });\n",
      "index.ts"
    ),
    (
      """
      name: shop
      runtime: yaml
      resources:
        p:
          type: aws:cognito:UserPool
          properties:
            autoVerifiedAttributes: [email]
            verificationMessageTemplate: { defaultEmailOption: CONFIRM_WITH_LINK }

      """,
      "  d: { type: aws:cognito:UserPoolDomain, properties: { userPoolId: '${p.id}' } }\n",
      "Pulumi.yaml"
    ),
    (
      """
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPool
      metadata: { name: p }
      spec:
        name: shop
        autoVerifiedAttributes: [email]
        verificationMessageTemplate: { defaultEmailOption: CONFIRM_WITH_LINK }

      """,
      """
      ---
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPoolDomain
      metadata: { name: d }
      spec: { domain: shop, userPoolRef: { from: { name: p } } }

      """, "pool.yaml"
    ),
    (
      """
      apiVersion: cognitoidp.aws.upbound.io/v1beta1
      kind: UserPool
      metadata: { name: p }
      spec:
        forProvider:
          name: shop
          autoVerifiedAttributes: [email]
          verificationMessageTemplate: [{ defaultEmailOption: CONFIRM_WITH_LINK }]

      """,
      """
      ---
      apiVersion: cognitoidp.aws.upbound.io/v1beta1
      kind: UserPoolDomain
      metadata: { name: d }
      spec: { forProvider: { domain: shop, userPoolIdRef: { name: p } } }

      """, "pool.yaml"
    ),
    (
      """
      #!/bin/sh
      aws cognito-idp create-user-pool --pool-name shop --auto-verified-attributes email \\
        --verification-message-template DefaultEmailOption=CONFIRM_WITH_LINK

      """,
      "aws cognito-idp create-user-pool-domain --domain shop --user-pool-id \"$id\"\n", "setup.sh"
    ),
  ])
  func `every language has the warning, and the domain that takes it away`(
    pool: String, domain: String, file: String
  ) throws {
    #expect(
      warnings(try read([(file, pool)])).map { $0.contains("unless the pool has one elsewhere") }
        == [true])
    #expect(warnings(try read([(file, pool + domain)])) == [])
  }

  @Test func `a request is warned of as well`() throws {
    let request = """
      {"PoolName": "shop", "AutoVerifiedAttributes": ["email"],
       "VerificationMessageTemplate": {"DefaultEmailOption": "CONFIRM_WITH_LINK"}}
      """
    #expect(warnings(try read([("pool.json", request)])).count == 1)
  }

  private let definition =
    "export const auth = defineAuth({ loginWith: { email: { verificationEmailStyle: 'LINK' } } })"

  @Test func `defineAuth's LINK is listed as not modelled`() throws {
    #expect(try read(definition).notModelled.contains(option))
  }

  @Test func `defineAuth's LINK needs a domain, which what is deployed or backend.ts may show`()
    throws
  {
    func found(_ more: [(String, String)]) throws -> Int {
      warnings(try read([("auth/resource.ts", definition)] + more)).count
    }
    #expect(try found([]) == 1)
    func outputs(_ domain: String) -> [(String, String)] {
      let auth = #""user_pool_id": "eu-west-1_A", "oauth": {"domain": "\#(domain)"}"#
      return [("amplify_outputs.json", #"{"version": "1", "auth": {\#(auth)}}"#)]
    }
    #expect(try found(outputs("")) == 1)
    #expect(try found(outputs("shop.auth.eu-west-1.amazoncognito.com")) == 0)
    let backend = """
      import { defineBackend } from '@aws-amplify/backend'
      const backend = defineBackend({ auth })
      const { cfnUserPool } = backend.auth.resources.cfnResources
      cfnUserPool.deletionProtection = 'ACTIVE'
      """
    #expect(try found([("backend.ts", backend)]) == 1)
    let domain = "\nbackend.auth.resources.userPool.addDomain('d', {})"
    #expect(try found([("backend.ts", backend + domain)]) == 0)
  }
}
