import TransitionTables

extension Model {
  /// The service's own words where a row answers with an exception: those of the row, or else the
  /// fixed text of its message; empty where none are known.
  func serviceText(ofRow row: Int) -> String {
    let row = rows[row]
    guard row.text.isEmpty, let sends = row.sends else { return row.text }
    return messages[sends].wire.text
  }
}

extension LegalityRule {
  /// The service's error message for the rule or, where it is not known, the table's documentation.
  var words: String { refusal.isEmpty ? documentation : refusal }
}
