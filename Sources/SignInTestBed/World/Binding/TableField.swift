import TransitionTables

/// The fields of messages that service, client and reader of cases read or set by name.
enum TableField: String, TableNames {
  case anotherSecret
  case answer
  case attribute
  case badNumber
  case blank
  case byToken
  case confirmed
  case deviceKey
  case forcesAlias
  case givesEmail
  case givesMark
  case givesMissing
  case givesPassword
  case givesPhone
  case givesPresent
  case identifier
  case incomplete
  case isAccessToken
  case isFull
  case isTaken
  case isThere
  case lacksParameters
  case malformed
  case mark
  case marksEmail
  case marksPhone
  case marksVerified
  case medium
  case name
  case pendingSession
  case resends
  case secret
  case signUpSession
  case spent
  case token
  case unchanged
  case unknownKey
  case value
  case weakPassword

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.messages.flatMap(\.fields).map { slot in
      (model.slots[slot].ownName, model.slots[slot].location)
    }
  }
}
