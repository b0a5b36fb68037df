/// Where a row comes from: the fact behind it, the document, and how sure it is.
///
/// Confidence A is measured on the real service, B documented, C reported, D inferred; see the
/// reference of facts. A row without a source is an inspection error.
public struct Source: Sendable, Hashable {
  public var fact: String
  public var document: String
  public var confidence: String

  public init(fact: String, document: String = "", confidence: String = "") {
    self.fact = fact
    self.document = document
    self.confidence = confidence
  }
}

/// How a row judges a piece of evidence; the test bed must come to the same by cryptography.
public struct Judgement: Sendable, Hashable {
  /// The kind of evidence, such as `totp`.
  public var evidence: String
  public var isAccepted: Bool
  /// Why it is refused (`mismatch`, `used`, `expired`), or empty.
  public var reason: String
}
