import Foundation
import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

/// A new way of proving, a signature over a nonce: rows by two layers of YAML, and next to them one
/// maker and one judge, which stand in this file. `ChallengeByLayerCommandTests` has the factor
/// that needs no Swift at all.
@Suite struct ChallengeByLayerTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  private static let model = Result {
    try BundledTable.signIn(
      layers: ["PushApproval/layer", "PushSignature/layer"].map {
        LayerName(fixtures.appending(path: $0).path, at: SourceLocation(file: "test"))
      })
  }

  /// The key on the user's phone, or that of another phone.
  private static func key(_ byte: UInt8) throws(CryptographyError) -> P256PrivateKey {
    try P256PrivateKey(scalar: Secret(bytes: Array(repeating: byte, count: 32)))
  }

  private static func signature(
    over nonce: String, by byte: UInt8 = 1
  ) throws(CryptographyError) -> String {
    Hex.encode(try key(byte).signature(for: Array(nonce.utf8)))
  }

  /// The bundled makers and judges, and those of a signature; `checksNonce` is false for a judge
  /// with a fault.
  private func conventions(checksNonce: Bool = true) -> TestBedConventions {
    var conventions = TestBedConventions.cognito
    conventions.registry.methods["signature"] = EvidenceMethod(
      make: { world, kind, sent throws(CryptographyError) in
        guard let nonce = world.user.held[kind.name], sent != "empty" else {
          return .text(Secret(""))
        }
        let text = sent == "previous" ? "the nonce before" : nonce.revealedText()
        let isOwn = sent == "current" || sent == "previous"
        return .text(Secret(try Self.signature(over: text, by: isOwn ? 1 : 2)))
      },
      judge: { world, kind, presented throws(CryptographyError) in
        guard let nonce = world.pool.held[kind.name] else { return .refused("mismatch") }
        let bytes = (try? Hex.decode(presented.text)) ?? []
        let isRight = try Self.key(1).publicKey.verifies(
          signature: bytes, message: Array(nonce.revealedText().utf8))
        return isRight || !checksNonce && !bytes.isEmpty ? .accepted : .refused("mismatch")
      })
    return conventions
  }

  private func report(checksNonce: Bool = true) throws -> ScenarioRunner.Report {
    let file = Self.fixtures.appending(path: "PushSignature/scenarios/signed.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    var runner = ScenarioRunner(model: try Self.model.get())
    runner.conventions = conventions(checksNonce: checksNonce)
    return try runner.run(Scenario(reading: LocatedDocument(parsing: text, file: "signed.yaml")))
  }

  @Test func `a signature over a nonce signs in where rows and bytes agree`() throws {
    let report = try report()
    #expect(report.problems.map(\.message) == [])
    #expect(report.differences.map(\.row) == [])
    #expect(report.rows.isSuperset(of: ["pool.push.right", "pool.push.wrong"]))
  }

  @Test func `a judge that takes any signature differs from the rows`() throws {
    let report = try report(checksNonce: false)
    #expect(Set(report.differences.map(\.row)) == ["pool.push.wrong"])
  }

  @Test func `without a maker and a judge the kind of evidence is pointed at`() throws {
    let error = #expect(throws: DiagnosticList.self) {
      try TestBedBinding(try Self.model.get(), .bundled)
    }
    #expect(error?.diagnostics.map(\.code) == ["binding.unhandled-evidence"])
    #expect(error?.diagnostics.first?.location.file.hasSuffix("signature.yaml") == true)
  }

  @Test func `the service hands out the nonce and takes its signature once`() throws {
    let model = try Self.model.get()
    var bed = try Bed()
    bed.service = try PoolService(
      model: model,
      parameters: try model.parameters(from: [
        "mfa": "optional", "mfaMethods": "push", "flows": "userPassword refresh",
      ]), conventions: conventions())
    try bed.addUser()
    _ = try bed.call(
      "AdminSetUserMFAPreference", "UserPoolId", bed.poolID, "Username", "ada", "PushMfaSettings",
      ["Enabled": true, "PreferredMfa": true])
    let challenge = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    #expect(challenge["ChallengeName"]?.text == "PUSH_APPROVAL")
    let nonce = try #require(challenge["ChallengeParameters"]?["NONCE"]?.text)
    for wrong in [
      try Self.signature(over: nonce, by: 2), try Self.signature(over: nonce + "A"), "00",
    ] {
      let refusal = #expect(throws: Bed.Refusal.self) {
        try bed.respond(challenge, ["PUSH_APPROVAL_SIGNATURE": wrong])
      }
      #expect(refusal?.name == "CodeMismatchException")
    }
    let right = ["PUSH_APPROVAL_SIGNATURE": try Self.signature(over: nonce)]
    let tokens = try bed.respond(challenge, right)
    #expect(tokens["AuthenticationResult"]?["TokenType"]?.text == "Bearer")
    let again = #expect(throws: Bed.Refusal.self) { try bed.respond(challenge, right) }
    #expect(again?.name == "NotAuthorizedException")
    #expect(bed.service.differences.isEmpty)
  }
}
