import TransitionTables

extension Model {
  /// The service's own words where a row answers with an exception: those of the row, or else those
  /// that its message always has; empty where none are known.
  func serviceText(ofRow row: Int) -> String {
    let row = rows[row]
    guard row.text.isEmpty, let sends = row.sends else { return row.text }
    return messages[sends].wire.text
  }
}

extension LegalityRule {
  /// What the service says where it refuses by it or, where that is not known, the table.
  var words: String { refusal.isEmpty ? documentation : refusal }
}
