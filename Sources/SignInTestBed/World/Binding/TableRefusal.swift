import TransitionTables

/// What the service refuses before a row is asked; the table of words `refusals` has the exception
/// of each, and what it says.
enum TableRefusal: String, TableNames {
  case accessTokenForged, accessTokenUnknown, attributeNotInSchema, attributeNotMutable,
    attributeNotVerifiable, attributesNotThere, changeNotInSchema, clientUnknown,
    clientUnknownInPool, clientUnknownToAdministrator, credentialMalformed, deletionNotInSchema,
    filterMalformed, filterUnknown, flowNotSupported, lifeOutOfRange, optionNotSupported,
    pageOfGroupUnknown, pageUnknown, poolUnknown, roleEmpty, secretMissing

  static var sort: String { "refusal" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.entries(ofWords: "refusals").flatMap { $0.value.entries ?? [] }
      .map { ($0.key, $0.keyLocation) }
  }
}
