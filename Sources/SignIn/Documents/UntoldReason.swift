/// Why a setting is open that no document states, as reports say it.
enum UntoldReason: String, CaseIterable {
  case nothing = "no document states it"
  /// The app client leaves to others what its pool's own users would meet.
  case otherClient = "no user of the pool's own signs in by the app client through the API"

  // Whether anybody signs up.

  case otherUsers = "no user of the pool's own signs in by the app client"
  /// A server may make or confirm all accounts.
  case server = "a server alone signs users in by the app client"
  case project = "the project makes the accounts and signs nobody up"
  /// There are other providers.
  case noClient =
    "no document has an app client, and all users may be those of the identity provider"
  case nobody = "no document has an app client, and no program signs anybody up"

  // Whether a server confirms sign-ups.

  case unattached = "a function confirms sign-ups at PreSignUp, and no document attaches it"
  case some = "a function confirms some sign-ups, by a condition of its own"

  // What users do by the programs of a project, see ``UserAct``.

  case kept = "no program is known to delete attributes of its users"
  case unpreferred = "no program of the project sets a user's MFA preference"
  case keyless = "no program of the project keeps device keys"
  case unforgotten = "no program is known to have a device forgotten or an account deleted"
  case phoneless = "no program that makes accounts or changes them names a phone number"
  case passwords = "each program that makes accounts names a password"
  case unwritable = "the app client may not write phone numbers, and no program gives users one"
  case unforgetting = "no program of the project asks for a code for a forgotten password"

  // Which addresses a function after the confirmation marks as verified.

  case functionElsewhere =
    "the function after the confirmation or the sign-in, which may verify addresses, is not here"
  case someMarks = "a function marks some addresses as verified, by a condition of its own"
}
