import Foundation
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
        unstated:
          - flows

        """)
  }

  @Test func `a comment is one line that an editor shows as it is read`() throws {
    let some = cognitoParameters.filter { $0.name == "mfa" }
    let name = "a\u{202E}b\u{2066}c\u{2028}d\u{85}e\nf\u{1B}g.yaml"
    let text = "pool: p\nconfiguration: { mfa: off }\n"
    let document = try PoolReader(parameters: some).read([(file: name, bytes: Array(text.utf8))])
    #expect(
      document.waymarkFile(of: some, source: name) == """
        # Imported from a b c d e f g.yaml
        pool: p
        configuration:
          mfa: off  # from a b c d e f g.yaml:2:23

        """)
  }

  /// Else an import would be judged for every client, and the document for the ordinary ones.
  @Test func whatNoDocumentStatesIsAsUnknownInTheFile() throws {
    let some = cognitoParameters.filter { ["mfa", "flows"].contains($0.name) }
    let document = try read("Resources:\n  P: {Type: AWS::Cognito::UserPool}\n", parameters: some)
    let file = document.waymarkFile(of: some)
    let again = try read(file, parameters: some)
    #expect(again.waymarkFile(of: some).contains("unstated:\n  - flows\n"))
    let setting = try #require(again.settings.first { $0.parameter == "flows" }).setting
    guard case .open(let reason) = setting.origin else { throw DiagnosticList([]) }
    #expect(setting.value == nil && again.untoldReasons.contains(reason))
    let asked = try read("pool: p\nopen: [flows]\n", parameters: some)
    let left = try #require(asked.settings.first { $0.parameter == "flows" }).setting
    #expect(left.origin == .leftOpen)
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
    var parameters = cognitoParameters.filter { $0.name == "mfa" }
    parameters[0].kind = .choice(["off", "optional"])
    parameters.append(ParameterDeclaration(name: "lucky", kind: .bool, isAssumption: true))
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

  /// Every document of the bundle: templates, pool files, pairs of changes.
  private static let bundled: [String] = {
    let root = BundledTable.directory.appending(path: "pools")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".yaml") }
      .sorted()
  }()

  @Test func thereAreDocumentsToReadBack() {
    #expect(Self.bundled.count > 100)
  }

  @Test func anImportedDocumentMeansTheSameAsTheDocument() throws {
    let parameters = try BundledTable.signIn().parameterDeclarations
    let reader = PoolReader(parameters: parameters)
    for path in Self.bundled {
      let pool = try reader.read(paths: [path])
      let file = pool.waymarkFile(of: parameters, source: path)
      let again = try reader.read([("again.yaml", Array(file.utf8))])
      #expect(again.lines == pool.lines, "\(path)")
      #expect(Self.facts(of: again) == Self.facts(of: pool), "\(path)")
      #expect(again.expectation == pool.expectation, "\(path)")
      #expect(again.documentation == pool.documentation, "\(path)")
      #expect(
        again.refusals.map(\.code).filter(Self.isOfFacts)
          == pool.refusals.map(\.code)
          .filter(Self.isOfFacts), "\(path)")
    }
  }

  private static func facts(of pool: PoolDocument) -> [String] {
    pool.fixed.map { "\($0.kind): \($0.value)" }.sorted()
  }

  /// Whether a complaint is about what a pool file can state.
  private static func isOfFacts(_ code: String) -> Bool { code == "legality.L27" }
}
