import SignInTestBed
import Testing

/// Proofs with material that no pool sends (amplify-client §4.2, §4.3), and devices.
@Suite struct CaseProofTests {
  private static let block = "\"SECRET_BLOCK\": \"c2VjcmV0\""
  private static let prime = """
    FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E\
    3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF\
    5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D3\
    9A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08\
    CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF69558171839\
    95497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DB\
    EF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA\
    06D98A0864D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB31\
    43DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF
    """

  @Test(arguments: [
    ("\"SALT\": \"79b0\", \"SRP_B\": \"0\"", "unknown"),
    ("\"SALT\": \"79b0\", \"SRP_B\": \"0000\"", "unknown"),
    ("\"SALT\": \"79b0\", \"SRP_B\": \"\(prime)\"", "unknown"),
    ("\"SALT\": \"79b0\", \"SRP_B\": \"00\(prime.lowercased())\"", "unknown"),
    ("\"SALT\": \"79b0\", \"SRP_B\": \"not hexadecimal\"", "unknown"),
    ("\"SALT\": \"salt\", \"SRP_B\": \"ab\"", "unknown"),
    ("\"SALT\": \"79b0\"", "service"),
    ("\"SALT\": \"\", \"SRP_B\": \"ab\"", "service"),
    ("\"SRP_B\": \"0\"", "service"),
  ])
  func `what cannot be calculated with is unknown, what is missing is service`(
    _ parameters: String, kind: String
  ) throws {
    let verifier = CaseSample.verifier("\(parameters), \(Self.block)")
    let flows = [
      "", "\"authFlowType\": \"customWithSRP\"",
      "\"authFlowType\": \"userAuth\", \"preferredFirstFactor\": \"passwordSRP\"",
    ]
    for flow in flows {
      let report = try CaseSample.run(
        CaseSample.signIn(flow, CaseSample.initiate(verifier), CaseSample.error(kind)) + ","
          + CaseSample.confirm("1", "", CaseSample.error("invalidState")))
      #expect(report.verdict == .agrees, "\(report.reasons)")
      #expect(report.steps.flatMap(\.requests).map(\.operation) == ["InitiateAuth"])
      #expect(report.steps.first?.answer == kind)
    }
  }

  @Test func `a number that N does not divide is one like any other`() throws {
    let verifier = CaseSample.verifier(
      "\"SALT\": \"79b0\", \"SRP_B\": \"1\(Self.prime)\", \(Self.block)")
    let report = try CaseSample.run(
      CaseSample.signIn(
        "", CaseSample.initiate(verifier) + "," + CaseSample.respond(CaseSample.tokens),
        CaseSample.isDone))
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test(arguments: [("\"SRP_B\": \"0\"", "unknown"), ("\"X\": \"0\"", "service")])
  func `after a password was selected the sign-in cannot be resumed`(
    _ number: String, kind: String
  ) throws {
    let verifier = CaseSample.verifier("\"SALT\": \"79b0\", \(number), \(Self.block)")
    let report = try CaseSample.run(
      [
        CaseSample.confirm("PASSWORD_SRP", "", CaseSample.step("confirmSignInWithPassword")),
        CaseSample.confirm(
          "pw",
          CaseSample.respond(
            verifier, expects: "\"ANSWER\": \"PASSWORD_SRP\", \"SRP_A\": \"<hex>\""),
          CaseSample.error(kind)),
        CaseSample.confirm("pw", "", CaseSample.error("invalidState")),
      ].joined(separator: ","), from: "resolvingChallenge(waitingForAnswer(SELECT_CHALLENGE))")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test(arguments: [
    ("\"SALT\": \"ab\", \"SRP_B\": \"0\", \(block)", "unknown"),
    ("\"SALT\": \"ab\", \(block)", "service"),
  ])
  func `a device's proof has the same faults`(_ parameters: String, kind: String) throws {
    let server = [
      CaseSample.initiate(CaseSample.goodVerifier, expects: "\"DEVICE_KEY\": \"<key>\""),
      CaseSample.respond("\"challenge\": \"DEVICE_SRP_AUTH\""),
      CaseSample.respond(
        "\"challenge\": \"DEVICE_PASSWORD_VERIFIER\", \"params\": {\(parameters)}"),
    ].joined(separator: ",")
    let report = try CaseSample.run(
      CaseSample.signIn("", server, CaseSample.error(kind)),
      from: "signedOut; device metadata stored")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test(arguments: [
    ("signedOut; device metadata stored", "\"<key>\""), ("signedOut; no device metadata", "null"),
    ("signedOut", "null"),
  ])
  func `the initial state says what the keychain has`(_ state: String, key: String) throws {
    let expects = "\"DEVICE_KEY\": \(key)"
    let report = try CaseSample.run(
      CaseSample.signIn(
        "",
        CaseSample.initiate(CaseSample.goodVerifier, expects: expects) + ","
          + CaseSample.respond(CaseSample.tokens, expects: expects),
        CaseSample.isDone), from: state)
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }
}
