/// The source of a row: the fact behind it, the document, and the confidence in it.
///
/// Confidence A is measured on the real service, B documented, C reported, D inferred; see the
/// reference of facts. A row without a source is an inspection error.
public struct Source: Sendable, Hashable {
  /// The id of the fact in the reference of facts.
  public var fact: String
  /// The document that states the fact.
  public var document: String
  /// The confidence, `A` to `D`, or empty.
  public var confidence: String

  /// A source; only the fact is required.
  public init(fact: String, document: String = "", confidence: String = "") {
    self.fact = fact
    self.document = document
    self.confidence = confidence
  }
}

/// How a row judges a piece of evidence; the test bed must reach the same verdict by cryptography.
public struct Judgement: Sendable, Hashable {
  /// The kind of evidence, such as `totp`.
  public var evidence: String
  /// Whether the row accepts the evidence.
  public var isAccepted: Bool
  /// The reason of a refusal (`mismatch`, `used`, `expired`), or empty.
  public var reason: String

  /// A judgement.
  public init(evidence: String, isAccepted: Bool, reason: String) {
    self.evidence = evidence
    self.isAccepted = isAccepted
    self.reason = reason
  }
}

/// A kind of evidence: the slots that hold the claimed class, and those that the verdict depends
/// on.
public struct EvidenceKind: Sendable, Hashable {
  /// The name of the kind, as rows use it in `accepts:`.
  public var name: String
  /// The slots that hold the class which an actor claims to send: fields of messages and inputs of
  /// actions. The first slot that is not at its first value decides.
  public var classes: [Int]
  /// The slots of credential and session that the verdict depends on.
  public var depends: [Int]
  /// The judge of the evidence, where it is not named like the kind; several kinds may share a
  /// judge.
  public var judge: String
  /// The name that a mailbox gives to the code sent for this evidence; or empty.
  public var purpose: String
  /// The condition under which the item that the evidence answers (a code, a challenge, a session
  /// string) was handed out and is still awaited; false where none is declared.
  public var outstanding: Expression
  /// The condition under which the sender holds the outstanding item; true where none is declared.
  public var held: Expression
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the kind is declared.
  public var location: SourceLocation
}

/// The definition of one sign-in attempt: the calls that begin it, the calls that continue it, and
/// the states in which it is under way. A catalogue lists the paths of attempts.
public struct Attempt: Sendable, Hashable {
  /// Actions that begin an attempt.
  public var begins: [Int]
  /// Actions that continue an attempt.
  public var continues: [Int]
  /// Actions that begin the recovery of a forgotten password.
  public var recovers: [Int]
  /// The condition that holds in the states between the calls of an attempt.
  public var underway: Expression
  /// The condition under which an attempt may begin.
  public var ready: Expression
}
