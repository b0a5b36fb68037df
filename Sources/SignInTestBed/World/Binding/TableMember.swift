import TransitionTables

/// The members of enums that makers, judges and the service know by name: the classes of evidence
/// above all.
enum TableMember: String, TableNames {
  case absent
  case adjacent
  case altered
  case anotherUsers
  case answersNonsense
  case blank
  case current
  case defineAuthChallenge
  case email
  case empty
  case fails
  case formerEmail
  case given
  case kept
  case likeEmail
  case likePhone
  case malformed
  case neverIssued
  case newEmail
  case noValue = "none"
  case nobody
  case otherOrigin
  case otherRelyingParty
  case own
  case phone
  case plain
  case preTokenGeneration
  case preferredUsername
  case previous
  case refuses
  case retired
  case right
  case sameAgain
  case unverified
  case used
  case userMigration
  case username
  case valid
  case verified
  case violatesPolicy
  case works
  case wrong

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.slots.flatMap { slot in
      model.types.members(of: slot.type).map { ($0, slot.location) }
    }
  }

  static func == (text: String, member: TableMember) -> Bool { text == member.rawValue }
  static func != (text: String, member: TableMember) -> Bool { text != member.rawValue }
}
