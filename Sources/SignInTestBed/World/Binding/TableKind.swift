import TransitionTables

/// The kinds of messages, by the values of their `kind:`.
enum TableKind: String, TableNames {
  case administration, challenge, error, exception, request

  static var sort: String { "kind of messages" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.messages.map { ($0.kind, $0.location) }
  }

  static func == (text: String, kind: TableKind) -> Bool { text == kind.rawValue }
  static func != (text: String, kind: TableKind) -> Bool { text != kind.rawValue }
}
