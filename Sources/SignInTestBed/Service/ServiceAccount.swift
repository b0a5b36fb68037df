import SignInCryptography

/// A user's account: the concrete record, and the table's state of everything else.
struct ServiceAccount: Sendable {
  /// The internal user name: `USER_ID_FOR_SRP` and `username`.
  let username: String
  let sub: String
  /// The name that the user types, where it is neither of these nor an attribute.
  var typedName: String?
  /// The resting state of the table's record variables. What cryptography and the clock decide is
  /// derived anew from ``world`` before each request.
  var valuation: [Int]
  /// The concrete record: verifiers, secrets, codes, and the mailbox that they are delivered to.
  var world: World
  /// The standard attributes by their names in the API, without the flags of verification.
  var attributes: [String: String] = [:]
  /// The addresses, by their names in the API, that an administrator gave without a flag of
  /// verification, until a flag is set.
  var unmarked: Set<String> = []
  /// The names of the user's groups.
  var groups: Set<String> = []
  /// The name of the authenticator, where VerifySoftwareToken gave one.
  var authenticatorName: String?
  /// The user's devices, by device key.
  var devices: [String: KnownDevice] = [:]
  /// The grants, one for each sign-in that issued tokens.
  var grants: GrantList = []
  /// The last code that confirmed the account or reset its password.
  var spentCode: PoolHalf.OutstandingCode?
  /// The outstanding codes that verify an attribute, by the attribute's name in the table.
  var attributeCodes: [String: OneTimeCode] = [:]
  /// The used codes that verified an attribute, by the attribute's name in the table.
  var spentAttributeCodes: [String: OneTimeCode] = [:]
  /// The messages that were sent to the user, the newest last.
  var mail: [ServiceMail] = []
  /// New values that wait for their codes, by the attribute's name in the API.
  var pendingAttributes: [String: String] = [:]
  /// When the account was created, and when its description for an administrator last changed, in
  /// seconds since 1970.
  var created: Int64 = 0
  var modified: Int64 = 0
  /// The values of ``PoolService/moved`` since which the account waits for a timed action, by the
  /// action's position.
  var began: [Int: Int64] = [:]
}

/// A message that was sent to a user.
struct ServiceMail: Sendable {
  /// The purpose of its code, such as `signUp`.
  var purpose: String
  var code: String
  /// The medium: `email` or `sms`; empty where the service's answer names none.
  var medium = ""
  /// The address that it was sent to; empty where there is none.
  var address = ""
  /// When it was sent, in seconds since 1970.
  var at: Int64
  /// The text, where a trigger function has written one.
  var text: String?
}

/// The state that the service keeps under a session string. Concurrent sign-ins of one user have
/// separate sessions.
struct ServiceSession: Sendable {
  /// The key of the account.
  var account: String
  /// The values of the pool's own variables, by slot.
  var slots: [Int: Int]
  /// When the session expires, whether or not it was answered.
  var ends: Int64 = 0
  /// The pending session string; nil once it was answered successfully.
  var pending: PoolHalf.Session?
  /// The position of the grant whose tokens the answer brought.
  var grant: Int?
  var mfaCode: OneTimeCode?
  var assertion: RelyingParty.Ceremony?
  /// The answer that the custom-challenge trigger accepts.
  var customAnswer: OneTimeCode?
  var deviceKey: String?
  var deviceExchange: ServiceExchange?
  /// The trigger functions' results in this sign-in so far.
  var history: [JSON] = []
  var custom: CustomChallenge?
}

/// An SRP exchange between challenge and proof, kept under its secret block.
struct ServiceExchange: Sendable {
  var account: String
  var block: String
  var exchange: SRPServer.Exchange
  /// The values of the pool's own variables and of InitiateAuth's fields, by slot.
  var slots: [Int: Int]
  var expires: Int64
  var deviceKey: String?
  /// The trigger functions' results in this sign-in so far.
  var history: [JSON] = []
}
