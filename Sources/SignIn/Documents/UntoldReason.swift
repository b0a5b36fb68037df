/// The reason why a setting that no document states is open, as reports put it.
enum UntoldReason: String, CaseIterable {
  case nothing = "no document states it"
  /// The pool's own users do not sign in with the app client through the API.
  case otherClient = "no user of the pool's own signs in by the app client through the API"

  // Whether anybody can sign up.

  case otherUsers = "no user of the pool's own signs in by the app client"
  /// A server may create or confirm all accounts.
  case server = "a server alone signs users in by the app client"
  case project = "the project makes the accounts and signs nobody up"
  /// There are identity providers, and no app client.
  case noClient =
    "no document has an app client, and all users may be those of the identity provider"
  case nobody = "no document has an app client, and no program signs anybody up"

  // Whether a server confirms sign-ups.

  case unattached = "a function confirms sign-ups at PreSignUp, and no document attaches it"
  case some = "a function confirms some sign-ups, by a condition of its own"

  // What the programs of a project let users do, see ``UserAct``.

  case kept = "no program is known to delete attributes of its users"
  case unpreferred = "no program of the project sets a user's MFA preference"
  case keyless = "no program of the project keeps device keys"
  case unforgotten = "no program is known to have a device forgotten or an account deleted"
  case phoneless = "no program that makes accounts or changes them names a phone number"
  case passwords = "each program that makes accounts names a password"
  case unwritable = "the app client may not write phone numbers, and no program gives users one"
  case unforgetting = "no program of the project asks for a code for a forgotten password"

  // Which addresses a function after confirmation marks as verified.

  case functionElsewhere =
    "the function after the confirmation or the sign-in, which may verify addresses, is not here"
  case someMarks = "a function marks some addresses as verified, by a condition of its own"
}
