/// Why bytes are refused, as rows say it under `refuses:`; judges call `previous` a mismatch.
package enum TableReason: String, CaseIterable, Sendable {
  case expired, mismatch, previous, reused, revoked, used

  package static func == (text: String, reason: TableReason) -> Bool { text == reason.rawValue }
}
