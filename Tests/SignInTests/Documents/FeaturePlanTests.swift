import Foundation
import SignIn
import Testing
import TransitionTables

/// What hangs on a pool's feature plan and is no parameter: a trigger that reaches the access
/// tokens, the export of user activity (L19, L27, L31).
@Suite struct FeaturePlanTests {
  private func bundled(_ path: String) throws -> String {
    try String(
      contentsOf: BundledTable.directory.appending(path: "pools/\(path)"), encoding: .utf8)
  }

  private func complaints(_ pool: PoolDocument) -> [String] {
    pool.notes.map { "\($0.location.line) \($0.severity.rawValue) \($0.code)" }
  }

  @Test(arguments: [
    ("malformed/L19/l19-trigger.yaml", "12 error legality.L19", "V2_0", "V1_0"),
    ("malformed/L19/l19-trigger.yaml", "12 error legality.L19", "LITE", "ESSENTIALS"),
    ("malformed/L27/l27-logs.yaml", "20 error legality.L27", "userAuthEvents", "userNotification"),
    (
      "malformed/L27/l27-logs.yaml", "20 error legality.L27", "UserPoolTier: ESSENTIALS",
      "UserPoolAddOns: { AdvancedSecurityMode: AUDIT }"
    ),
  ])
  func `a template is refused for what its plan lacks, and its neighbour is not`(
    path: String, complaint: String, wrong: String, right: String
  ) throws {
    let text = try bundled(path)
    #expect(complaints(try read(text)) == [complaint])
    #expect(try read(text).refusals.allSatisfy { $0.sourceLine != nil })
    #expect(complaints(try read(text.replacing(wrong, with: right))) == [])
  }

  @Test func `the refusal names the plan, the version and the service's own word`() throws {
    let pool = try read(try bundled("malformed/L19/l19-trigger.yaml"))
    #expect(
      pool.refusals.map(\.message) == [
        "the Lite plan has no trigger of version V2_0; the service refuses this:"
          + " “FeatureUnavailableInTierException” (L19, confidence B)"
      ])
  }

  @Test func `Terraform's blocks say the same, in one block or several`() throws {
    let text = """
      resource "aws_cognito_user_pool" "main" {
        name           = "news"
        user_pool_tier = "LITE"
        lambda_config {
          pre_token_generation_config {
            lambda_arn     = aws_lambda_function.f.arn
            lambda_version = "V3_0"
          }
        }
      }
      resource "aws_cognito_log_delivery_configuration" "logs" {
        user_pool_id = aws_cognito_user_pool.main.id
        log_configurations {
          event_source = "userNotification"
        }
        log_configurations {
          event_source = "userAuthEvents"
        }
      }
      """
    let pool = try read(text)
    #expect(complaints(pool) == ["7 error legality.L19", "17 error legality.L27"])
    #expect(pool.fixed.map(\.kind) == [.accessTokenTrigger, .activityLogs])
    let other = text.replacing("aws_cognito_user_pool.main.id", with: "aws_cognito_user_pool.b.id")
    #expect(try read(other).fixed.map(\.kind) == [.accessTokenTrigger])
  }

  @Test func `a pool file states them under facts`() throws {
    let facts = "facts: { accessTokenTrigger: V2_0, activityLogs: true }"
    let lite = try read("pool: p\nconfiguration: { tier: lite }\n\(facts)\n")
    #expect(complaints(lite) == ["3 error legality.L19", "3 error legality.L27"])
    let essentials = try read("pool: p\n\(facts)\n")
    #expect(complaints(essentials) == ["2 error legality.L27"])
    #expect(complaints(try read("pool: p\nconfiguration: { tier: plus }\n\(facts)\n")) == [])
  }

  @Test func `the service's answers state them and are believed`() throws {
    let pool = """
      {"UserPool": {"Id": "x_A", "Name": "x", "SchemaAttributes": [], "UserPoolTier": "LITE",
       "LambdaConfig": {"PreTokenGenerationConfig": {"LambdaArn": "f", "LambdaVersion": "V2_0"}}}}
      """
    let logs = """
      {"LogDeliveryConfiguration": {"UserPoolId": "x_A",
       "LogConfigurations": [{"EventSource": "userAuthEvents", "LogLevel": "INFO"}]}}
      """
    let both = try read([("pool.json", pool), ("logs.json", logs)])
    #expect(both.refusals.isEmpty)
    #expect(both.fixed.map(\.kind) == [.accessTokenTrigger, .activityLogs])
    #expect(both.fixed.map(\.location.file) == ["pool.json", "logs.json"])
    let other = logs.replacing("x_A", with: "x_B")
    #expect(throws: DiagnosticList.self) { try read([("pool.json", pool), ("logs.json", other)]) }
  }

  @Test func `leaving the plan is refused, and nothing else`() throws {
    let old = try read(
      "pool: p\nconfiguration: { tier: plus }\n"
        + "facts: { accessTokenTrigger: V2_0, activityLogs: true }\n")
    let new = try read("pool: p\nconfiguration: { tier: lite }\n")
    func codes(_ tier: String) -> [String] {
      FixedFact.complaints(from: old, to: new, tier: tier).map(\.code)
    }
    #expect(codes("plus") == [])
    #expect(codes("essentials") == ["legality.L31"])
    #expect(codes("lite") == ["legality.L31", "legality.L31"])
    let complaint = try #require(FixedFact.complaints(from: old, to: new, tier: "essentials").first)
    #expect(complaint.location.line == 2)
    #expect(
      complaint.message
        == "the export of user activity, `userAuthEvents` at pool.yaml:3:50, needs the Plus plan,"
        + " and the new pool has the Essentials plan; the service refuses this:"
        + " “TierChangeNotAllowedException” (L31, confidence B)")
    #expect(FixedFact.complaints(from: new, to: old, tier: "plus").isEmpty)
  }

  @Test func `wrong facts are refused by name`() {
    let text = """
      pool: p
      facts:
        accessTokenTrigger: V9
        activityLogs: perhaps
        attributes: [tenant]
        relyingparty: a.example
      """
    #expect(
      faults(text).map { "\($0.location.line) \($0.code)" } == [
        "3 pool.unknown-value", "4 pool.wrong-type", "5 pool.wrong-type", "6 pool.unknown-key",
      ])
    #expect(faults("pool: p\nfacts: [V2_0]\n").map(\.code) == ["pool.wrong-type"])
  }

  @Test func `every fact survives the way through a pool file`() throws {
    let pool = try read(
      template(
        pool: """
          UsernameConfiguration: { CaseSensitive: false }
          WebAuthnRelyingPartyID: auth.example.com
          UserPoolTier: PLUS
          UserPoolAddOns: { AdvancedSecurityMode: AUDIT }
          Schema: [{ Name: "a b #c", AttributeDataType: Number }, { Name: tenant }]
          LambdaConfig: { PreTokenGenerationConfig: { LambdaArn: f, LambdaVersion: V2_0 } }
          """))
    let again = try read(pool.waymarkFile(of: cognitoParameters, source: "x"))
    let facts = { (pool: PoolDocument) in
      Dictionary(uniqueKeysWithValues: pool.fixed.map { ($0.kind, $0.value) })
    }
    #expect(
      facts(again) == [
        .caseSensitivity: "false", .relyingParty: "auth.example.com",
        .attribute("a b #c"): "Number", .attribute("tenant"): "String", .accessTokenTrigger: "V2_0",
        .immutability("a b #c"): "immutable", .immutability("tenant"): "immutable",
      ])
    #expect(facts(again) == facts(pool))
  }
}
