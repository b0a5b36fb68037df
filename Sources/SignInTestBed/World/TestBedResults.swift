/// How many pieces of evidence were made and judged by cryptography, by what they rest on.
public struct CryptographyCounts: Sendable, Hashable {
  /// SRP exchanges, and verifiers recomputed from a password on the wire.
  public var srp = 0
  public var deviceSRP = 0
  public var totp = 0
  public var webAuthn = 0
  /// One-time codes by SMS and e-mail.
  public var codes = 0
  /// Session strings.
  public var sessions = 0
  /// Access and refresh tokens.
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

/// Where the test bed and the table differ: a finding of its own, exit 14.
public struct TestBedDifference: Sendable, Hashable {
  /// The row at which it shows.
  public var row: String
  /// The kind of evidence, or the part of the record.
  public var evidence: String
  /// The class that was claimed, or empty.
  public var sentClass: String
  /// What the table says.
  public var expected: String
  /// What the cryptography says.
  public var actual: String
  /// The path or context in which it shows.
  public var context: String
}

/// A judgement of the pool half, in the words of the table.
public struct Verdict: Sendable, Hashable {
  public var isAccepted: Bool
  /// `mismatch`, `used`, `expired`, or empty.
  public var reason: String

  static let accepted = Verdict(isAccepted: true, reason: "")
  static func refused(_ reason: String) -> Verdict { Verdict(isAccepted: false, reason: reason) }
  static func refused(_ reason: TableReason) -> Verdict { refused(reason.rawValue) }

  var text: String { isAccepted ? "accepted" : "refused (\(reason))" }
}
