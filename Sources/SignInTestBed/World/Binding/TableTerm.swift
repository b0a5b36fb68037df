import TransitionTables

/// Conditions and variables, in the table's own language, by which the test bed reads a state.
///
/// ``TestBedBinding`` checks each against the model before anything runs, as it does with the
/// ``TableNames``. A term begins with the variable that it reads.
enum TableTerm: String, CaseIterable, Sendable {
  // The configuration of the pool and the app.
  case hasClientSecret = "clientSecret"
  case devicesOff = "devices == off"
  case hasPlainNames = "usernameAttributes == {}"
  case userVerificationRequired = "userVerification == required"
  case multiFactorPasskeys = "webAuthnFactor == multi"
  case rotatesTokens = "tokenRotation"
  case slowClock = "clientClock == slow"
  case fastClock = "clientClock == fast"

  // The fields of a request, and the app's place.
  case provesPassword = "RespondToAuthChallenge.challenge == passwordVerifier"
  case client = "client.at"

  // The user's record.
  case accountNone = "status == none"
  case enabled
  case pretended
  case claimed
  case changePending = "change == pending"
  case passwordNone = "password == none"
  case passwordPermanent = "password == permanent"
  case passwordTemporary = "password == temporary"
  case passwordExpired = "password == temporaryExpired"
  case totpNone = "totp == none"
  case totpPending = "totp == pending"
  case totpVerified = "totp == verified"
  case totpReplacing = "totp == replacing"
  case usedNone = "usedCodes == {}"
  case usedCurrent = "usedCodes == {current}"
  case usedAdjacent = "usedCodes == {adjacent}"
  case failures
  case locked
  case awaitsDevice = "awaiting == deviceSRP"
  case awaitsDeviceProof = "awaiting == devicePassword"
  case sessionNone = "session == none"
  case sessionFresh = "session == fresh"
  case sessionExpired = "session == expired"
  case mailedNone = "mailedCode == none"
  case mailedFresh = "mailedCode == fresh"
  case mailedExpired = "mailedCode == expired"
  case grantNone = "grant == none"
  case grantValid = "grant == valid"
  case grantStale = "grant == stale"
  case grantExpired = "grant == expired"
  case grantRevoked = "grant == revoked"
  case deviceNone = "device == none"
  case deviceTracked = "device == tracked"
  case deviceRemembered = "device == remembered"
  case deviceKeyKept = "deviceKey == kept"
  case passkeyNone = "passkey == none"
  case passkeyRegistered = "passkey == registered"
  case signUpSessionNone = "signUpSession == none"
  case signUpSessionValid = "signUpSession == valid"
  case signUpSessionUsed = "signUpSession == used"

  // The session and grant of the app in the background.
  case otherSession
  case otherGrant

  /// The variable that the term reads.
  var variable: String { String(rawValue.prefix { $0 != " " }) }
  /// The value that the term compares with, without the braces of a set.
  var lastWord: String {
    String(rawValue.split { " {}".contains($0) }.last ?? "")
  }
}

/// A state that the test bed reads by terms.
struct TableState {
  let binding: TestBedBinding
  let valuation: [Int]

  /// Whether a condition holds in the state.
  func holds(_ term: TableTerm) -> Bool { holds(binding[term]) }

  /// Whether an expression of the model holds in the state.
  func holds(_ expression: Expression) -> Bool { ConcreteEvaluator(valuation).holds(expression) }

  /// The value of the variable that a term reads.
  func value(_ term: TableTerm) -> Int { valuation[binding.part(term).slot] }

  /// Whether the set in the state contains the members that a condition names.
  func includes(_ term: TableTerm) -> Bool {
    let part = binding.part(term)
    return valuation[part.slot] & part.code == part.code
  }
}

/// A part of the record, with the value that it has in a world.
struct RecordPart: Sendable {
  let binding: TestBedBinding
  /// The slot of the variable, and the number of the value.
  let slot: Int
  let code: Int

  /// The variable and its value, as a model writes them.
  var variable: String { binding.model.slots[slot].name }
  var value: String { binding.model.text(of: code, in: slot) }
}
