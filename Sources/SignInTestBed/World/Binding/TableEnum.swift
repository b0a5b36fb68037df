import TransitionTables

/// The enums whose members the service and the codec enumerate.
enum TableEnum: String, TableNames {
  case alias = "Alias"
  case attribute = "Attribute"
  case challenge = "Challenge"
  case mfaFactor = "MFAFactor"
  case notAuthorizedReason = "NotAuthorizedReason"
  case trigger = "Trigger"

  static var sort: String { "enum" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    let place = SourceLocation(file: model.sources.keys.sorted().first ?? model.name)
    return model.types.names.map { ($0, place) }
  }
}
