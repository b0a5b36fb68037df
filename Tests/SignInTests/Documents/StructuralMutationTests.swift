import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

/// Documents of every format whose words are deleted, doubled, swapped and exchanged: each is read
/// or refused with a place, within a second of processor time.
@Suite struct StructuralMutationTests {
  private static let samples: [(name: String, text: String)] = [
    (
      "template",
      template(
        pool: """
          <<: &strict {MfaConfiguration: !Ref Mode}
          EnabledMfas: [!If [Strong, SOFTWARE_TOKEN_MFA, !Ref AWS::NoValue], SMS_MFA]
          Schema: [{Name: email, Required: true}, {Name: tenant, Required: !Sub "${Flag}"}]
          AccountRecoverySetting: {RecoveryMechanisms: [{Name: verified_email, Priority: 1}]}
          VerificationMessageTemplate: {EmailMessage: "{####}", EmailMessageByLink: "{##x##}"}
          LambdaConfig: {CustomSMSSender: {LambdaArn: x}, KMSKeyID: !GetAtt [F, Arn]}
          """,
        client: """
          ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]
          AccessTokenValidity: 5
          TokenValidityUnits: {AccessToken: minutes}
          WriteAttributes: [email]
          """,
        sections: """
          Parameters: {Mode: {Type: String, Default: OPTIONAL}, Flag: {Type: String}}
          Conditions: {Strong: !Equals [!Ref Mode, "ON"]}
          """)
    ),
    (
      "outputs",
      """
      {"version": "1.4", "auth": {"user_pool_id": "x_A", "mfa_configuration": "REQUIRED",
       "mfa_methods": ["SMS", "EMAIL"], "username_attributes": ["email"], "passwordless":
       {"email_otp_enabled": true, "web_authn": {"user_verification": "required"}}}}
      """
    ),
    (
      "inputs",
      """
      {"version": "1", "cognitoConfig": {"mfaConfiguration": "ON", "mfaTypes": ["TOTP"],
       "usernameAttributes": ["email, phone_number"], "useEnabledMfas": true,
       "triggers": {"PreSignup": ["x"]}, "userpoolClientGenerateSecret": false}}
      """
    ),
    (
      "configuration",
      """
      {"auth": {"plugins": {"awsCognitoAuthPlugin": {"CognitoUserPool": {"Default": {"PoolId": "x_A"}},
       "Auth": {"Default": {"mfaConfiguration": "ON", "mfaTypes": ["SMS"]}}}}}}
      """
    ),
    (
      "state",
      """
      {"format_version": "1.0", "values": {"root_module": {"resources": [{"address": "a.b",
       "type": "aws_cognito_user_pool", "name": "b", "values": {"id": "x", "mfa_configuration": "ON",
       "software_token_mfa_configuration": [{"enabled": true}], "schema": [{"name": "email"}]}}]}}}
      """
    ),
    (
      "plan",
      """
      {"format_version": "1.2", "planned_values": {"root_module": {"resources": [{"address": "p",
       "type": "aws_cognito_user_pool", "name": "b", "values": {"lambda_config": [{}]}}]}},
       "resource_changes": [{"address": "p", "change": {"after_unknown": {"id": true,
       "lambda_config": [{"pre_sign_up": true}]}}}], "configuration": {"root_module": {}}}
      """
    ),
    (
      "hcl",
      """
      variable "x" {}
      resource "aws_cognito_user_pool" "main" {
        mfa_configuration = var.x # "
        schema {
          name = "email"
        }
        dynamic "lambda_config" { content { a = "${b}" } }
        tags = { a = [1, true, <<-E
          text
        E
        ] }
      }
      resource "aws_cognito_user_pool_client" "c" {
        user_pool_id = aws_cognito_user_pool.main.id
      }
      """
    ),
    (
      "definition",
      """
      import { defineAuth } from 'x'
      /* it's */ export const auth = defineAuth({
        loginWith: { email: { otpLogin: true, body: (c) => `a ${c({})} "b"` }, webAuthn: true },
        multifactor: { mode: 'OPTIONAL', totp: true, sms: f(1) } as const,
        triggers: { preSignUp, ["x"]: y }, ...rest
      })
      """
    ),
  ]

  /// What is put in the place of a word.
  private static let spice = [
    "null", "true", "[]", "{}", "{", "}", "[", "]", "\"", "'", "`", ":", ",", "${", "!Ref", "<<",
    "&a", "*a", "/*", "//", "#", "\n", "    ", "-", "(", ")", "=", "=>", "...", "0",
    "99999999999999999999",
    "é", "\u{0}", "dynamic", "<<-X",
  ]

  private struct Mutator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(bound, 1)
    }

    mutating func mutate(_ words: [String]) -> [String] {
      var words = words
      for _ in 0...next(3) where !words.isEmpty {
        let (place, other) = (next(words.count), next(words.count))
        switch next(6) {
        case 0: words.remove(at: place)
        case 1: words.insert(words[other], at: place)
        case 2: words.swapAt(place, other)
        case 3: words[place] = words[other]
        case 4: words.removeSubrange(place..<min(words.count, place + 1 + next(12)))
        default:
          words[place] = StructuralMutationTests.spice[next(StructuralMutationTests.spice.count)]
        }
      }
      return words
    }
  }

  /// A text's words, and what stands between them.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for character in text {
      if character.isLetter || character == "_", let last = words.last?.last,
        last.isLetter || last == "_"
      {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    return words
  }

  /// Whether a text is read; a refusal must name its place.
  private static func isRead(_ text: String, name: String) -> Bool {
    do throws(DiagnosticList) {
      _ = try PoolReader(parameters: cognitoParameters, templateParameters: [:]).read([
        (file: name, bytes: Array(text.utf8))
      ])
      return true
    } catch {
      let errors = error.diagnostics.filter { $0.severity == .error }
      #expect(
        !errors.isEmpty && error.diagnostics.allSatisfy { $0.location.file == name }, "\(text)")
      #expect(errors.allSatisfy { !$0.remedy.isEmpty }, "\(text)")
      return false
    }
  }

  @Test(arguments: samples.map(\.name))
  func survivesSeededMutations(name: String) throws {
    let sample = try #require(Self.samples.first { $0.name == name })
    _ = Self.isRead(sample.text, name: name)
    let environment = ProcessInfo.processInfo.environment["WAYMARK_MUTATIONS"]
    let count = environment.flatMap { Int($0) } ?? 250
    let words = Self.words(of: sample.text)
    var mutator = Mutator(state: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var read = 0
    for _ in 0..<count {
      let text = mutator.mutate(words).joined()
      read += Self.isRead(text, name: name) ? 1 : 0
    }
    #expect(read > 0 && read < count)
  }

  // MARK: All examples

  /// The documents of the example pools, and those below the folder that `WAYMARK_EXAMPLES` names.
  private static func examples() throws -> [(name: String, text: String)] {
    let pools = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Models/pools").standardizedFileURL.path
    let folders = [pools, ProcessInfo.processInfo.environment["WAYMARK_EXAMPLES"]]
    return try folders.compactMap { $0 }.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        .filter { path in
          [".yaml", ".json", ".tf", ".ts"].contains { path.hasSuffix($0) }
        }.map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
    }
  }

  /// `WAYMARK_MUTATIONS` is the number of all together; a sample without it.
  @Test func `every example document survives seeded mutations`() throws {
    let examples = try Self.examples()
    #expect(examples.count > 80)
    let wanted = ProcessInfo.processInfo.environment["WAYMARK_MUTATIONS"].flatMap { Int($0) }
    let count = max(1, (wanted ?? 200) / examples.count)
    for (name, text) in examples {
      let words = Self.words(of: text)
      var mutator = Mutator(state: name.utf8.reduce(11) { $0 &* 31 &+ UInt64($1) })
      for _ in 0..<count {
        let damaged = mutator.mutate(words).joined()
        _ = Self.isRead(damaged, name: name)
      }
    }
  }
}
