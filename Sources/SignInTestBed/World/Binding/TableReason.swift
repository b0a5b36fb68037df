/// Why a judge refuses bytes, as the rows that refuse them say it under `refuses:`.
enum TableReason: String, CaseIterable, Sendable {
  case expired
  case mismatch
  case previous
  case reused
  case revoked
  case used

  static func == (text: String, reason: TableReason) -> Bool { text == reason.rawValue }
}
