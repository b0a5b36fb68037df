import SignInCryptography
import TransitionTables

/// The verdicts of the pool half, by the kind of evidence: the user half makes what the class
/// names, the pool half judges its bytes.
extension Execution {
  mutating func verdict(
    on evidence: String, sentClass: String, valuation: [Int]
  ) throws(CryptographyError) -> Verdict? {
    switch evidence {
    case "password": return try passwordVerdict(sentClass, valuation)
    case "totp":
      world.counts.totp += 1
      let code = try world.user.timeBasedCode(
        sentClass, of: world.user.authenticator, at: world.now, random: &world.random)
      return try world.pool.judge(timeBasedCode: code, at: world.now)
    case "totpSetup":
      world.counts.totp += 1
      let code = try world.user.timeBasedCode(
        sentClass, of: world.user.pendingAuthenticator, at: world.now, random: &world.random)
      let judged = try world.pool.judge(setupCode: code, at: world.now)
      world.provedVerifier = judged.verifier
      return judged.verdict
    case "smsCode", "emailCode":
      world.counts.codes += 1
      let purpose: CodePurpose = evidence == "smsCode" ? .smsMFA : .emailMFA
      return world.pool.judge(
        mfaCode: try world.user.code(sentClass, for: purpose, random: &world.random))
    case "signUpCode", "resetCode":
      world.counts.codes += 1
      let purpose: CodePurpose = evidence == "signUpCode" ? .signUp : .reset
      let code = try world.user.code(sentClass, for: purpose, random: &world.random)
      return world.pool.judge(code: code, for: purpose, at: world.now)
    case "attributeCode":
      // The table asks for this code and takes it in one step, so it is sent here and not state.
      world.counts.codes += 1
      let sent = try OneTimeCode(randomness: &world.random)
      world.user.inbox[.attribute, default: []].append(sent.text)
      let answer = try world.user.code(sentClass, for: .attribute, random: &world.random)
      return sent.judge(answer) == .matches ? .accepted : .refused("mismatch")
    case "session":
      world.counts.sessions += 1
      return world.pool.judge(session: world.user.session(sentClass), at: world.now)
    case "temporaryPassword":
      return world.pool.judgeTemporaryPassword(at: world.now)
    case "deviceProof": return try world.judgeDevice(sentClass)
    case "assertion": return try world.judgeAssertion(sentClass)
    case "registration": return try world.judgeRegistration(sentClass)
    case "signUpSession": return world.judgeSignUpSession()
    case "refreshToken": return try world.judgeRefreshToken(sentClass)
    case "accessToken": return try world.judgeAccessToken()
    default:
      return nil
    }
  }

  private mutating func passwordVerdict(
    _ sentClass: String, _ valuation: [Int]
  ) throws(CryptographyError) -> Verdict {
    world.counts.srp += 1
    let password = try world.user.password(sentClass, random: &world.random)
    let state = ValuationReader(model: model, valuation: valuation)
    guard state["RespondToAuthChallenge.challenge"] == "passwordVerifier" else {
      return try world.pool.judge(passwordOnWire: password)
    }
    let client = try world.makeSRPClient()
    return try world.pool.judge(
      proofBy: client, password: password,
      at: (pool: world.now, client: world.now + world.clientSkew), random: &world.random)
  }
}
