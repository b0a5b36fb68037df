/// Why a judge refuses bytes, as the rows that refuse them say it under `refuses:`.
enum TableReason: String, CaseIterable, Sendable {
  case expired, mismatch, previous, reused, revoked, used

  static func == (text: String, reason: TableReason) -> Bool { text == reason.rawValue }
}
