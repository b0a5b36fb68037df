import TransitionTables

/// The fields of messages that the service, the client and the reader of cases access by name.
enum TableField: String, TableNames {
  case anotherSecret, answer, attribute, badNumber, blank, byAlias, byToken, confirmed, deviceKey,
    forcesAlias, givesEmail, givesMark, givesMissing, givesPassword, givesPhone, givesPresent,
    identifier, incomplete, isAccessToken, isFull, isTaken, isThere, lacksParameters, malformed,
    mark, marksEmail, marksPhone, marksVerified, medium, name, pendingSession, resends, secret,
    signUpSession, spent, token, unchanged, unknownKey, value, weakPassword, withoutPassword

  static var sort: String { "field of a message" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.messages.flatMap(\.fields).map { slot in
      (model.slots[slot].ownName, model.slots[slot].location)
    }
  }
}
