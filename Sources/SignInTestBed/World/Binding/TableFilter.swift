import TransitionTables

/// The filters of ListUsers that are not stored attributes, from the table of words `filters`.
enum TableFilter: String, TableNames {
  case status, sub, username
  case userStatus = "cognito:user_status"

  static var sort: String { "filter" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    (model.wordTables["filters"]?.elements ?? []).map { ($0.text ?? "", $0.location) }
  }

  static func == (text: String, filter: TableFilter) -> Bool { text == filter.rawValue }
}
