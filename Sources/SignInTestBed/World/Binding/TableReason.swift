/// The reasons of a refusal, as rows state them under `refuses:`; judges return `mismatch` for
/// `previous`.
package enum TableReason: String, CaseIterable, Sendable {
  case expired, mismatch, previous, reused, revoked, used

  package static func == (text: String, reason: TableReason) -> Bool { text == reason.rawValue }
}
