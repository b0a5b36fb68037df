import SignInCryptography

/// What the service keeps of one user: the concrete record, and what the table says of the rest.
struct ServiceAccount: Sendable {
  /// `USER_ID_FOR_SRP` and `username`.
  let username: String
  let sub: String
  /// What the user types, where it is neither of these nor an attribute.
  var typedName: String?
  /// The table's variables of the record, as they rest; what cryptography and the clock decide is
  /// derived anew from ``world`` before each request.
  var valuation: [Int]
  /// The concrete record: verifiers, secrets, codes, and the mailbox that they are delivered to.
  var world: World
  /// Standard attributes by their names in the API, without those that say what was verified.
  var attributes: [String: String] = [:]
  /// The addresses that an administrator gave without a mark of verification, by their names in the
  /// API, until something else is said of them.
  var unmarked: Set<String> = []
  /// The groups by their names.
  var groups: Set<String> = []
  /// What the authenticator is called, where VerifySoftwareToken gave it a name.
  var authenticatorName: String?
  /// By device key.
  var devices: [String: KnownDevice] = [:]
  /// One for each sign-in whose tokens are out.
  var grants: GrantList = []
  /// The code that confirmed the account or reset its password last.
  var spentCode: PoolHalf.OutstandingCode?
  /// Codes that verify an attribute, by its name in the table.
  var attributeCodes: [String: OneTimeCode] = [:]
  /// Codes that verified an attribute, by its name in the table.
  var spentAttributeCodes: [String: OneTimeCode] = [:]
  /// What was sent to the user, the newest last.
  var mail: [ServiceMail] = []
  /// New values that wait for their codes, by the attribute's name in the API.
  var pendingAttributes: [String: String] = [:]
  /// When it was made, and when what an administrator reads of it changed last, in seconds since
  /// 1970.
  var created: Int64 = 0
  var modified: Int64 = 0
  /// Since when the account waits for an action that takes a stated time, by its position; see
  /// ``PoolService/moved``.
  var began: [Int: Int64] = [:]
}

/// A message that was sent to a user.
struct ServiceMail: Sendable {
  /// What its code is for, such as `signUp`.
  var purpose: String
  var code: String
  /// `email` or `sms`; empty where the answer does not say.
  var medium = ""
  /// The address that it went to; empty where there is none.
  var address = ""
  /// Seconds since 1970.
  var at: Int64
  /// The text, where a function of the owner has written one.
  var text: String?
}

/// A session string that was handed out, with all that the service remembers under it. Sign-ins of
/// one user do not disturb each other.
struct ServiceSession: Sendable {
  /// The account by its key.
  var account: String
  /// The pool's own variables of the table, by slot.
  var slots: [Int: Int]
  /// The end of its life, whether or not it was answered.
  var ends: Int64 = 0
  /// Nil once it was answered with success.
  var pending: PoolHalf.Session?
  /// The position of the grant whose tokens its answer has brought.
  var grant: Int?
  var mfaCode: OneTimeCode?
  var assertion: RelyingParty.Ceremony?
  /// The answer that the designer's trigger takes.
  var customAnswer: OneTimeCode?
  var deviceKey: String?
  var deviceExchange: ServiceExchange?
  /// What the owner's functions have made of the sign-in so far.
  var history: [JSON] = []
  var custom: CustomChallenge?
}

/// An SRP exchange between challenge and proof, kept under its secret block.
struct ServiceExchange: Sendable {
  var account: String
  var block: String
  var exchange: SRPServer.Exchange
  /// The pool's own variables and the fields of InitiateAuth, which the table's chain reads.
  var slots: [Int: Int]
  var expires: Int64
  var deviceKey: String?
  /// As in a session.
  var history: [JSON] = []
}
