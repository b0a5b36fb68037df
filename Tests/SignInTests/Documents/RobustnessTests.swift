import SignIn
import Testing
import TransitionTables

/// Damaged documents: every one is read or refused, none is fatal.
@Suite struct RobustnessTests {
  /// Three documents that use most of what the readers know.
  private static let samples: [String] = [
    template(
      pool: """
        MfaConfiguration: !Ref Mode
        EnabledMfas: [!If [Strong, SOFTWARE_TOKEN_MFA, !Ref AWS::NoValue], SMS_MFA]
        Schema:
          - {Name: email, Required: true}
          - Name: phone_number
            Required: !Sub "${Flag}"
        AccountRecoverySetting:
          RecoveryMechanisms:
            - {Name: verified_email, Priority: 1}
        LambdaConfig:
          PreSignUp: !GetAtt [F, Arn]
          DefineAuthChallenge: {"Fn::Join": [":", [arn, !Ref AWS::Region]]}
        """,
      client: "ExplicitAuthFlows: [ADMIN_NO_SRP_AUTH]\nGenerateSecret: !FindInMap [M, a, b]",
      sections: """
        Parameters:
          Mode: {Type: String, Default: OPTIONAL}
          Flag: {Type: String, Default: "true"}
        Mappings: {M: {a: {b: "false"}}}
        Conditions:
          Strong: !Or [!Equals [!Ref Mode, "ON"], !Not [!Equals [!Select [0, [x]], "x"]]]
        """),
    """
    {"UserPool": {"Id": "eu-west-1_A", "Name": "caf\\u00e9 \\ud83d\\ude00", "MfaConfiguration": "ON",
    "SchemaAttributes": [{"Name": "email", "Required": true}], "Policies": {"SignInPolicy":
    {"AllowedFirstAuthFactors": ["PASSWORD", "WEB_AUTHN"]}}, "EstimatedNumberOfUsers": 1.5e3},
    "UserPoolClient": {"UserPoolId": "eu-west-1_A", "ClientSecret": null, "ExplicitAuthFlows": []}}
    """,
    """
    pool: &name retail
    doc: >-
      A shop.
    configuration: { mfa: optional, mfaMethods: [sms, totp], selfSignUp: false }
    open: [recovery]
    expect: { findings: [*name], refused: [] }
    """,
  ]

  /// Whether the bytes were read; a refusal must have an error in it.
  private func outcome(_ bytes: [UInt8]) -> Bool {
    do throws(DiagnosticList) {
      _ = try PoolReader(parameters: cognitoParameters).read([("x", bytes)])
      return true
    } catch {
      #expect(error.diagnostics.contains { $0.severity == .error })
      #expect(error.diagnostics.allSatisfy { $0.rendered.hasPrefix("x") })
      return false
    }
  }

  @Test func readsTheSamplesThemselves() {
    #expect(Self.samples.map { outcome(Array($0.utf8)) } == [true, true, true])
  }

  @Test func survivesEveryTruncation() {
    for sample in Self.samples {
      let bytes = Array(sample.utf8)
      for end in stride(from: 0, to: bytes.count, by: 7) { _ = outcome(Array(bytes[..<end])) }
    }
  }

  @Test func survivesSeededMutations() {
    var state: UInt64 = 0x5EED
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let spice = Array("[]{}:,!&*?-\"'\\#|>\n\t ".utf8) + [0, 0x80, 0xC3, 0xFF]
    var read = 0
    for sample in Self.samples {
      for _ in 0..<300 {
        var bytes = Array(sample.utf8)
        for _ in 0...next(3) {
          let place = next(bytes.count)
          switch next(3) {
          case 0: bytes[place] = spice[next(spice.count)]
          case 1: bytes.insert(spice[next(spice.count)], at: place)
          default: bytes.removeSubrange(place..<min(place + 1 + next(8), bytes.count - 1))
          }
        }
        read += outcome(bytes) ? 1 : 0
      }
    }
    #expect(read > 0 && read < 900)
  }
}

/// What files of a project are called, and which of them say nothing.
@Suite struct ProjectFolderTests {
  private static let pool = "resource \"aws_cognito_user_pool\" \"shop\" {\n  name = \"shop\"\n}\n"
  private static let definition =
    "import { defineAuth } from '@aws-amplify/backend'\n"
    + "export const auth = defineAuth({ loginWith: { email: true } })\n"

  private func read(_ files: [(file: String, text: String)]) throws -> PoolDocument {
    try PoolReader(parameters: cognitoParameters)
      .read(files.map { ($0.file, Array($0.text.utf8)) })
  }

  @Test func `an empty file next to a Terraform configuration is none`() throws {
    #expect(try read([("data.tf", ""), ("main.tf", Self.pool)]).name == "shop")
    let alone = #expect(throws: DiagnosticList.self) { try read([("data.tf", "")]) }
    #expect(alone?.diagnostics.map(\.code) == ["document.empty"])
  }

  @Test(arguments: [
    ("work/shop/amplify/auth/resource.ts", "shop"), ("amplify/auth/resource.ts", "resource"),
    ("./amplify/auth/resource.ts", "resource"),
  ])
  func `a definition of Amplify without a name is called by its project`(
    file: String, name: String
  ) throws {
    #expect(try read([(file, Self.definition)]).name == name)
  }
}
