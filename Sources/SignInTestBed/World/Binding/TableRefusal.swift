import TransitionTables

/// The refusals that the service makes before it consults a row. The table of words `refusals` has
/// the exception and the text of each.
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
