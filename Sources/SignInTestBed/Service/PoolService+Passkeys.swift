import SignInCryptography

/// Passkeys of a user who is signed in. The table follows one passkey; of several it is the one
/// that a request names, or any where it names none, so that each has the same rows.
extension PoolService {
  /// How many passkeys a user can have.
  static let mostPasskeys = 20

  mutating func startRegistration(_ input: ServiceInput) throws(ServiceException) -> JSON {
    var turn = try turn(withToken: input)
    let isFull = turn.account.world.pool.passkeys.credentials.count >= Self.mostPasskeys
    let answer = try run(
      "StartWebAuthnRegistration", ["asked": "true", "isFull": isFull ? "true" : "false"], &turn)
    try refuse(answer, "StartWebAuthnRegistration")
    let world = turn.account.world
    let options = try guarded { () throws(CryptographyError) in
      try world.pool.passkeys.registration.map { ceremony throws(CryptographyError) in
        try world.relyingParty().creationOptions(for: ceremony).json
      }
    }
    return .members(["CredentialCreationOptions": options])
  }

  mutating func completeRegistration(
    _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    guard let credential = try input.object("Credential") else { throw .missing("Credential") }
    var turn = try turn(withToken: input)
    let world = turn.account.world
    let verdict = try guarded { () throws(CryptographyError) in
      var ceremony = world.pool.passkeys.registration
      ceremony?.user = world.passkeyUser
      return try world.relyingParty().judge(
        registration: credential.json.serialized, for: ceremony, clientID: World.clientID, at: now)
    }
    var sent = "current"
    switch verdict {
    case .accepted(let passkey):
      turn.account.world.provedPasskey = passkey
      if !passkey.wasUserVerified { sent = "unverified" }
      turn.judged["registration"] = true
    case .refused(let refusal):
      turn.judged["registration"] = false
      switch refusal.exception {
      case .originNotAllowed: sent = "otherOrigin"
      case .relyingPartyMismatch: sent = "otherRelyingParty"
      case .challengeNotFound: sent = "altered"
      case .credentialNotSupported where refusal.check == .userVerification: sent = "unverified"
      default:
        throw ServiceException(
          name: refusal.exception.rawValue, message: "The credential cannot be registered.")
      }
    }
    let answer = try run(
      "CompleteWebAuthnRegistration", ["credential": sent, "asked": "true"], &turn)
    try refuse(answer, "CompleteWebAuthnRegistration")
    return .object([])
  }

  mutating func listPasskeys(_ input: ServiceInput) throws(ServiceException) -> JSON {
    var turn = try turn(withToken: input)
    let answer = try run("ListWebAuthnCredentials", ["asked": "true"], &turn)
    try refuse(answer, "ListWebAuthnCredentials")
    let passkeys = turn.account.world.pool.passkeys.credentials
    return .members([
      "Credentials": .array(
        passkeys.map {
          .members([
            "CredentialId": .string(Base64URL.encode($0.id)),
            "RelyingPartyId": .string($0.relyingPartyID),
          ])
        })
    ])
  }

  /// The credential that the request names is the one that the rows are about; the user's other
  /// ones stay as they are.
  mutating func deletePasskey(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let text = try input.required("CredentialId", limit: 2_048)
    let id = try guarded { () throws(CryptographyError) in try Base64URL.decode(text) }
    var turn = try turn(withToken: input)
    let all = turn.account.world.pool.passkeys.credentials
    let others = all.filter { $0.id != id }
    turn.account.world.pool.passkeys.credentials = all.filter { $0.id == id }
    set("passkey", others.count == all.count ? "none" : "registered", &turn)
    let result = Result { () throws(ServiceException) in
      try run("DeleteWebAuthnCredential", ["asked": "true"], &turn)
    }
    accounts[turn.key]?.world.pool.passkeys.credentials += others
    try refuse(try result.get(), "DeleteWebAuthnCredential")
    return .object([])
  }
}
