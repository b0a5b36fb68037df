import SignIn
import Testing
import TransitionTables

/// Pools that are declared with literals: Pulumi, SST, Crossplane, ACK and the Serverless Framework.
@Suite struct DeclarationTests {
  private static let expected = [
    "mfa = optional", "mfaMethods = [totp]", "usernameAttributes = [email]",
    "flows = [userSRP]",
  ]

  @Test func `Pulumi in YAML`() throws {
    let pool = try read(
      """
      name: shop
      runtime: yaml
      resources:
        users:
          type: aws:cognito:UserPool
          properties:
            mfaConfiguration: OPTIONAL
            softwareTokenMfaConfiguration: { enabled: true }
            usernameAttributes: [email]
        web:
          type: aws:cognito:UserPoolClient
          properties:
            userPoolId: ${users.id}
            explicitAuthFlows: [ALLOW_USER_SRP_AUTH]
      """)
    #expect(pool.format == .pulumi)
    #expect(pool.statedLines == Self.expected)
  }

  @Test func `Pulumi in TypeScript`() throws {
    let pool = try read(
      """
      import * as aws from '@pulumi/aws'
      const other = new aws.cognito.UserPool('other', {})
      const users = new aws.cognito.UserPool("users", {
        mfaConfiguration: 'OPTIONAL',
        softwareTokenMfaConfiguration: { enabled: true },
        usernameAttributes: ["email"],
      })
      export const web = new aws.cognito.UserPoolClient('web', {
        userPoolId: users.id, explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] })
      """, pool: "users")
    #expect(pool.format == .pulumi)
    #expect(pool.statedLines == Self.expected)
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 4, column: 21)))
  }

  @Test func `Pulumi in a program of SST, which imports no provider`() throws {
    let pool = try read(
      """
      /// <reference path="../.sst/platform/config.d.ts" />
      export const users = new aws.cognito.UserPool("Users", {
        name: `${$app.stage}-users`, usernameAttributes: ["email"] })
      export const web = new aws.cognito.UserPoolClient("Web", {
        userPoolId: users.id, explicitAuthFlows: ["ALLOW_USER_SRP_AUTH"] })
      """)
    #expect(pool.format == .pulumi)
    #expect(pool.statedLines == ["usernameAttributes = [email]", "flows = [userSRP]"])
  }

  @Test(arguments: ["name", "`${stage}-users`", "config.require('name')"])
  func `Pulumi in TypeScript, of resources with computed names`(name: String) throws {
    let pool = try read(
      """
      import * as aws from '@pulumi/aws'
      const users = new aws.cognito.UserPool(\(name), { usernameAttributes: ['email'] })
      const web = new aws.cognito.UserPoolClient(\(name), {
        userPoolId: users.id, explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] })
      """)
    #expect(pool.statedLines == ["usernameAttributes = [email]", "flows = [userSRP]"])
  }

  @Test func `SST, with what its component sets`() throws {
    let pool = try read(
      """
      export default $config({
        async run() {
          const users = new sst.aws.CognitoUserPool("Users", {
            usernames: ["email"], mfa: "optional", softwareToken: true,
            triggers: { preSignUp: "src/pre.handler" },
          });
          const web = users.addClient("Web");
        },
      });
      """)
    #expect(pool.format == .sst)
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [totp]", "usernameAttributes = [email]",
        "autoVerified = [email]", "recovery = phoneThenEmail", "caseSensitive = false",
        "triggers = [preSignUp]", "threatProtection = off",
      ])
    #expect(pool["flows"]?.value == .set(["custom", "refresh", "userSRP"]))
  }

  @Test(arguments: [
    "export function users(args: { table: number }) {",
    "export async function users(args: Args): Users {",
    "export default function users(args: Args) {", "function users(args: Args) {",
  ])
  func `SST, in a function with types and without any import`(head: String) throws {
    let pool = try read(
      """
      \(head)
        const users = new sst.aws.CognitoUserPool("Users", { usernames: ["email"] });
        return users.addClient("Web");
      }
      """)
    #expect(pool.format == .sst)
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
  }

  @Test func `what SST's transform changes goes before what its component sets`() throws {
    let pool = try read(
      """
      const users = new sst.aws.CognitoUserPool("Users", {
        transform: {
          userPool: {
            autoVerifiedAttributes: ["email"],
            accountRecoverySetting: {
              recoveryMechanisms: [{ name: "verified_email", priority: 1 }],
            },
          },
        },
      });
      const web = users.addClient("Web", {
        transform: { client: { preventUserExistenceErrors: "ENABLED", generateSecret: stage } },
      });
      """)
    #expect(pool["autoVerified"]?.value == .set(["email"]))
    #expect(
      pool["autoVerified"]?.origin
        == .document(SourceLocation(file: "pool.yaml", line: 4, column: 31)))
    #expect(pool["recovery"]?.value == .choice("email"))
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool["existenceErrors"]?.value == .choice("prevent"))
    #expect(pool["clientSecret"]?.value == nil)
    let computed = try read(
      "const p = new sst.aws.CognitoUserPool(\"P\", { transform: { userPool: (args) => {} } });\n")
    #expect(computed["requiredAttributes"]?.value == nil)
    #expect(computed["mfa"]?.value == .choice("off"))
  }

  @Test func `a program of the Serverless Framework that is not read is to be packaged`() {
    let found = faults(
      """
      import type { AWS } from '@serverless/typescript';
      import { users } from './resources/users';
      const configuration: AWS = { service: 'shop', resources: { Resources: { ...users } } };
      module.exports = configuration;
      """)
    #expect(found.map(\.code) == ["document.unsupported-format"])
    #expect(
      found.map(\.remedy) == [
        "run `serverless package` and give the template that it writes: "
          + ".serverless/cloudformation-template-update-stack.json"
      ])
  }

  @Test func `Crossplane, of several resources in one file`() throws {
    let pool = try read(
      """
      apiVersion: cognitoidp.aws.upbound.io/v1beta1
      kind: UserPool
      metadata: { name: users }
      spec:
        forProvider:
          mfaConfiguration: OPTIONAL
          softwareTokenMfaConfiguration: [{ enabled: true }]
          usernameAttributes: [email]
      ---
      apiVersion: cognitoidp.aws.upbound.io/v1beta1
      kind: UserPoolClient
      metadata: { name: web }
      spec:
        forProvider:
          userPoolIdRef: { name: users }
          explicitAuthFlows: [ALLOW_USER_SRP_AUTH]
      """)
    #expect(pool.format == .kubernetes)
    #expect(pool.statedLines == Self.expected)
    #expect(
      pool["flows"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 16, column: 24)))
  }

  @Test func `ACK, with the names of the service's requests`() throws {
    let pool = try read(
      """
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPool
      metadata: { name: users }
      spec:
        name: shop
        mfaConfiguration: "OFF"
        usernameAttributes: [email]
        policies: { passwordPolicy: { minimumLength: 12 } }
      ---
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPoolClient
      metadata: { name: web }
      spec:
        name: web
        userPoolRef: { from: { name: users } }
        explicitAuthFlows: [ALLOW_USER_SRP_AUTH]
      """)
    #expect(pool.name == "shop")
    #expect(
      pool.statedLines == ["mfa = off", "usernameAttributes = [email]", "flows = [userSRP]"])
    #expect(pool.complaints.isEmpty)
    #expect(pool.fixed.map(\.value) == ["12"])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `several resources among others, each in its lines`(ending: String) throws {
    let other = "apiVersion: v1\nkind: ConfigMap\ndata: {{ .Values.data }}"
    let pool = """
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPool
      metadata: { name: users }
      spec:
        name: shop
        mfaConfiguration: "OFF"
        mfaConfigurations: "ON"
      """
    let provider = """
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: IdentityProvider
      metadata: { name: google }
      """
    let client = """
      apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1
      kind: UserPoolClient
      metadata: { name: web }
      spec:
        userPoolRef: { from: { name: users } }
        explicitAuthFlows: [ALLOW_USER_SRP_AUTH]
      """
    // As many empty lines before each of ours would come to 10 megabytes.
    let blank = Array(repeating: "", count: 300_000)
    let documents = [other, pool] + Array(repeating: provider, count: 30) + [client]
    let text = documents.joined(separator: "\n---\n")
    let lines = blank + text.split(separator: "\n").map(String.init)
    let read = try read(lines.joined(separator: ending))
    #expect(read.statedLines == ["mfa = off", "flows = [userSRP]"])
    #expect(read.complaints.map(\.location.line) == [300_011])
    #expect(read.complaints.map(\.sourceLine) == ["  mfaConfigurations: \"ON\""])
  }

  private let project = """
    service: shop
    provider: { name: aws }
    resources:
      Resources:
        Client:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref Pool, ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH] }
    """
  private let resources = """
    Resources:
      Pool:
        Type: AWS::Cognito::UserPool
        Properties: { UserPoolName: "${self:service}-pool", MfaConfiguration: "OFF" }
    """

  @Test func `the resources of a Serverless project are one template`() throws {
    let pool = try readInAnyOrder([("serverless.yml", project), ("auth.yml", resources)])
    #expect(pool.format == .serverless)
    #expect(pool.statedLines == ["mfa = off", "flows = [userSRP]"])
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "auth.yml", line: 4, column: 75)))
  }

  @Test func `a Serverless file whose resources stand elsewhere names the file`() {
    let found = faults(
      "service: x\nprovider: { name: aws }\nresources:\n  - ${file(resources/auth.yml)}\n")
    #expect(
      found.map(\.rendered) == [
        """
        pool.yaml:4:5: error: the resources stand in another file, `resources/auth.yml` \
        [serverless.other-file]
            - ${file(resources/auth.yml)}
              ^
          → give that file too, or the folder of the project, or the template that `serverless \
        package` writes below .serverless/

        """
      ])
  }

  @Test func `a Serverless project whose files are all given and have no pool has none`() {
    let project = "service: x\nprovider: { name: aws }\nresources:\n  - ${file(tables.yml)}\n"
    let tables = "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n"
    let error = #expect(throws: DiagnosticList.self) {
      try read([("serverless.yml", project), ("tables.yml", tables)])
    }
    #expect(error?.diagnostics.map(\.code) == ["template.no-pool"])
  }

  @Test(arguments: [
    (", existing: true", "the functions are triggers of the pool `users`, which is made elsewhere"),
    ("", "the framework makes the pool `users` for the functions that are its triggers"),
  ])
  func `a Serverless project whose functions alone name a pool says whose it is`(
    existing: String, message: String
  ) {
    let project = """
      service: x
      provider: { name: aws }
      functions:
        gate:
          handler: gate.handler
          events:
            - cognitoUserPool: { pool: users, trigger: PreSignUp\(existing) }
      """
    let error = #expect(throws: DiagnosticList.self) { try read([("serverless.yml", project)]) }
    let found = error?.diagnostics.map { "\($0.code) \($0.location.line) \($0.message)" }
    #expect(found == ["template.no-pool 7 \(message)"])
  }

  @Test func `a pool whose name a Serverless program computes is named as the program does`() {
    let project = """
      const serverlessConfiguration = {
        service: 'x',
        provider: { name: 'aws' },
        functions: { gate: { handler: 'gate.handler', events: [
          { cognitoUserPool: { pool: userPoolName, trigger: 'PreSignUp', existing: true } },
        ] } },
      };
      module.exports = serverlessConfiguration;
      """
    let error = #expect(throws: DiagnosticList.self) { try read([("serverless.ts", project)]) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the functions are triggers of the pool `userPoolName`, which is made elsewhere"
      ])
  }

  @Test func `a Serverless file takes sections, resources and keys from other files`() throws {
    let project = """
      service: shop
      provider: { name: aws }
      resources:
        Resources:
          Pool: ${file(./auth/pool.yml)}
          Client: ${file(auth/parts.yml):web.Client}
      """
    let pool = """
      Type: AWS::Cognito::UserPool
      Properties: { MfaConfiguration: "OFF" }
      """
    let parts = """
      Resources: {}
      web:
        Client:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref Pool, ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH] }
      """
    let read = try readInAnyOrder([
      ("serverless.yml", project), ("auth/pool.yml", pool), ("auth/parts.yml", parts),
    ])
    #expect(read.statedLines == ["mfa = off", "flows = [userSRP]"])
    #expect(codes(pool) == ["document.unsupported-format"])
  }

  @Test func `functions of a Serverless file are triggers of the pool that they name`() throws {
    let project = """
      service: shop
      provider: { name: aws }
      functions:
        check:
          handler: check.main
          events:
            - http: { path: check, method: get }
            - cognitoUserPool: { pool: shop-users, trigger: PreSignUp, existing: true }
        greet:
          handler: greet.main
          events:
            - cognitoUserPool: { pool: Staff, trigger: PostConfirmation }
      resources:
        Resources:
          Users:
            Type: AWS::Cognito::UserPool
            Properties: { UserPoolName: shop-users }
          CognitoUserPoolStaff:
            Type: AWS::Cognito::UserPool
            Properties: { UserPoolName: shop-staff }
      """
    let users = try read(project, pool: "Users")
    #expect(users["triggers"]?.value == .set(["preSignUp"]))
    #expect(
      users["triggers"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 8, column: 55))
    )
    #expect(
      try read(project, pool: "CognitoUserPoolStaff")["triggers"]?.value
        == .set(["postConfirmation"]))
    #expect(!users.notes.map(\.code).contains("serverless.own-pool"))
    let own = try read(project.replacing(", existing: true", with: ""), pool: "Users")
    #expect(own["triggers"]?.value == .set([]))
    let note = try #require(own.notes.first { $0.code == "serverless.own-pool" })
    #expect(note.location.line == 8)
    let existing = "write `pool: shop-users` with `existing: true`, "
    #expect(note.remedy == existing + "or call the pool of the resources CognitoUserPoolShopusers")
    let twice = project.replacing(", existing: true", with: "").replacing(
      "- http: { path: check, method: get }",
      with: "- cognitoUserPool: { pool: shop-users, trigger: CustomMessage }")
    let both = try read(twice, pool: "Users").notes.filter { $0.code == "serverless.own-pool" }
    #expect(both.map { $0.message.hasSuffix("functions, CustomMessage, PreSignUp") } == [true])
    let wrong = project.replacing("trigger: PreSignUp", with: "trigger: PreSignUpp")
    #expect(faults(wrong, pool: "Users").map(\.code) == ["document.unknown-value"])
  }

  @Test func `resources that serverless.ts writes as objects`() throws {
    let pool = try read(
      """
      import type { AWS } from '@serverless/typescript'
      const stage = (name: string) => { return name }
      const serverlessConfiguration: AWS = {
        service: 'shop',
        resources: {
          Resources: {
            Users: {
              Type: 'AWS::Cognito::UserPool',
              Properties: {
                UserPoolName: '${self:service}-users',
                MfaConfiguration: 'OPTIONAL',
                EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
                UsernameAttributes: ['email'],
                LambdaConfig: { PreSignUp: { 'Fn::GetAtt': ['CheckLambdaFunction', 'Arn'] } },
                DeviceConfiguration: devices,
              },
            },
            Web: {
              Type: 'AWS::Cognito::UserPoolClient',
              Properties: { UserPoolId: { Ref: 'Users' }, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
            },
          },
        },
      } satisfies AWS

      module.exports = serverlessConfiguration
      """)
    #expect(pool.format == .cloudFormation)
    #expect(pool.name == "Users")
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [totp]", "usernameAttributes = [email]",
        "triggers = [preSignUp]", "flows = [userSRP]",
      ])
    #expect(pool["devices"] == .open("it is computed: `devices`"))
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 11, column: 29)))
  }

  @Test func `a pool whose key and name a program computes has the name of its file`() throws {
    let pool = try read(
      """
      function make(prefix, name) {
        return {
          [name]: {
            Type: 'AWS::Cognito::UserPool',
            Properties: { UserPoolName: `${prefix}-users`, MfaConfiguration: 'OFF' },
          },
        }
      }
      module.exports = { make }
      """)
    #expect(pool.name == "pool")
    #expect(pool["mfa"]?.value == .choice("off"))
  }

  @Test func `constructs of the CDK that stand for one resource each`() throws {
    let pool = try read(
      """
      import { CfnUserPool, CfnUserPoolClient } from 'aws-cdk-lib/aws-cognito'
      export class AuthStack extends Stack {
        constructor(scope: Construct, id: string) {
          super(scope, id)
          const other = new CfnUserPool(this, 'other', { mfaConfiguration: 'ON' })
          this.usersWhoBuyInTheShopOfThisCompanyAndItsFriends = new cognito.CfnUserPool(
            this, 'users', {
              mfaConfiguration: 'OPTIONAL',
              enabledMfas: ['SOFTWARE_TOKEN_MFA'],
              usernameAttributes: ['email'],
            })
          new CfnUserPoolClient(this, 'web', {
            userPoolId: this.usersWhoBuyInTheShopOfThisCompanyAndItsFriends.ref,
            explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
          })
        }
      }
      """, pool: "usersWhoBuyInTheShopOfThisCompanyAndItsFriends")
    #expect(pool.format == .cloudFormation)
    #expect(pool.statedLines == Self.expected)
  }
}
