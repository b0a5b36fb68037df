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

  private static func verifier(_ parameters: String, of name: String = "PASSWORD_VERIFIER")
    -> String
  {
    "\"ChallengeName\": \"\(name)\", \"ChallengeParameters\": {\(parameters)}"
  }

  private static let flows = """
    "configuration": {"flows": ["userSRP", "custom", "userAuth", "refresh"], "devices": "always"},
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
    let calls = [
      "signIn(flow: userSRP, password: current)", "signIn(flow: customWithSRP, password: current)",
      "signInByChoice(preferred: passwordSRP, password: current)",
    ]
    for call in calls {
      let reply = CaseSample.reply("InitiateAuth", Self.verifier("\(parameters), \(Self.block)"))
      let steps = [
        CaseSample.step(call, [reply], CaseSample.error(kind)),
        CaseSample.step("confirmSignIn(answer: neverIssued)", [], CaseSample.error("invalidState")),
      ]
      let report = try CaseSample.run(steps.joined(separator: ","), with: Self.flows)
      #expect(report.verdict == .agrees, "\(report.reasons)")
      #expect(report.steps.flatMap(\.requests).map(\.operation) == ["InitiateAuth"])
      #expect(report.steps.first?.answer == kind)
    }
  }

  @Test func `a number that N does not divide is one like any other`() throws {
    let number = "\"SALT\": \"79b0\", \"SRP_B\": \"1\(Self.prime)\", \(Self.block)"
    let replies = [
      CaseSample.reply("InitiateAuth", Self.verifier(number)),
      CaseSample.reply("RespondToAuthChallenge", CaseSample.tokens),
    ]
    let report = try CaseSample.run(CaseSample.signIn(replies, CaseSample.done))
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test(arguments: [("\"SRP_B\": \"0\"", "unknown"), ("\"X\": \"0\"", "service")])
  func `after a password was selected the sign-in cannot be resumed`(
    _ number: String, kind: String
  ) throws {
    let reply = CaseSample.reply(
      "RespondToAuthChallenge",
      Self.verifier("\"SALT\": \"79b0\", \(number), \(Self.block)"),
      "\"ANSWER\": \"PASSWORD_SRP\", \"SRP_A\": \"hex\"")
    let steps = [
      CaseSample.step(
        "selectFactor(factor: passwordSRP)", [], "\"nextStep\": \"confirmSignInWithPassword\""),
      CaseSample.step("givePassword(password: current)", [reply], CaseSample.error(kind)),
      CaseSample.step("confirmSignIn(answer: neverIssued)", [], CaseSample.error("invalidState")),
    ]
    let report = try CaseSample.run(
      steps.joined(separator: ","),
      with: "\"state\": {\"client.at\": \"waitingFactorSelection\"}, \(Self.flows)")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test(arguments: [
    ("\"SALT\": \"ab\", \"SRP_B\": \"0\", \(block)", "unknown"),
    ("\"SALT\": \"ab\", \(block)", "service"),
  ])
  func `a device's proof has the same faults`(_ parameters: String, kind: String) throws {
    let replies = [
      CaseSample.reply("InitiateAuth", CaseSample.proof, "\"DEVICE_KEY\": \"key\""),
      CaseSample.reply("RespondToAuthChallenge", "\"ChallengeName\": \"DEVICE_SRP_AUTH\""),
      CaseSample.reply(
        "RespondToAuthChallenge",
        Self.verifier(parameters, of: "DEVICE_PASSWORD_VERIFIER")),
    ]
    let report = try CaseSample.run(
      CaseSample.signIn(replies, CaseSample.error(kind)),
      with: "\"state\": {\"deviceKey\": \"kept\"}, \(Self.flows)")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }
}
