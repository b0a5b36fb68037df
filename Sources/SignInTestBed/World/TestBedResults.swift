/// The number of pieces of evidence that were made and judged by cryptography, by the method used.
public struct CryptographyCounts: Sendable, Hashable {
  /// The number of SRP exchanges, and of verifiers recomputed from a password sent in clear text.
  public var srp = 0
  public var deviceSRP = 0
  public var totp = 0
  public var webAuthn = 0
  /// The number of one-time codes by SMS and e-mail.
  public var codes = 0
  /// The number of session strings.
  public var sessions = 0
  /// The number of access and refresh tokens.
  public var tokens = 0

  public init() {}

  public static func + (a: CryptographyCounts, b: CryptographyCounts) -> CryptographyCounts {
    var sum = a
    sum.srp += b.srp
    sum.deviceSRP += b.deviceSRP
    sum.totp += b.totp
    sum.webAuthn += b.webAuthn
    sum.codes += b.codes
    sum.sessions += b.sessions
    sum.tokens += b.tokens
    return sum
  }
}

/// A difference between test bed and table: a finding of its own, exit 14.
public struct TestBedDifference: Sendable, Hashable {
  /// The id of the row at which it was found.
  public var row: String
  /// The kind of evidence, or the variable of the record.
  public var evidence: String
  /// The class that the evidence claimed; empty for a part of the record.
  public var sentClass: String
  /// The result according to the table.
  public var expected: String
  /// The result according to cryptography.
  public var actual: String
  /// The path or other context in which it was found.
  public var context: String
}

/// A verdict of the pool half, in the words of the table.
public struct Verdict: Sendable, Hashable {
  public var isAccepted: Bool
  /// The reason of a refusal: `mismatch`, `used`, `expired` or the like; empty where accepted.
  public var reason: String

  static let accepted = Verdict(isAccepted: true, reason: "")
  static func refused(_ reason: String) -> Verdict { Verdict(isAccepted: false, reason: reason) }
  static func refused(_ reason: TableReason) -> Verdict { refused(reason.rawValue) }

  var text: String { isAccepted ? "accepted" : "refused (\(reason))" }
}
