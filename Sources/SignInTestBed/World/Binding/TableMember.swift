import TransitionTables

/// The enum members that makers, judges and the service know by name, above all the classes of
/// evidence.
enum TableMember: String, TableNames {
  case absent, accessTokenExpired, adjacent, altered, anotherUsers, answersNonsense, blank, current,
    defineAuthChallenge, email, empty, fails, formerEmail, given, kept, likeEmail, likePhone,
    malformed, neverIssued, newEmail, nobody, ofAnother, otherOrigin, otherRelyingParty, own, phone,
    plain, preferredUsername, preTokenGeneration, previous, refreshTokenInvalid, refuses, retired,
    right, sameAgain, secretHashMissing, secretHashWrong, sessionInvalid, sms, untouched,
    unverified, used, userMigration, username, valid, verified, violatesPolicy, webAuthn, works,
    wrong
  case noValue = "none"

  static var sort: String { "member of an enum" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.slots.flatMap { slot in
      model.types.members(of: slot.type).map { ($0, slot.location) }
    }
  }

  static func == (text: String, member: TableMember) -> Bool { text == member.rawValue }
  static func != (text: String, member: TableMember) -> Bool { text != member.rawValue }
}
