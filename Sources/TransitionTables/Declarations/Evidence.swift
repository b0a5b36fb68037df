/// Where a row comes from: the fact behind it, the document, and how sure it is.
///
/// Confidence A is measured on the real service, B documented, C reported, D inferred; see the
/// reference of facts. A row without a source is an inspection error.
public struct Source: Sendable, Hashable {
  /// The fact, by the mark that the reference gives it.
  public var fact: String
  /// The document that states it.
  public var document: String
  /// `A` to `D`, or empty.
  public var confidence: String

  /// A source; only the fact is needed.
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
  /// Whether the evidence is taken as good.
  public var isAccepted: Bool
  /// Why it is refused (`mismatch`, `used`, `expired`), or empty.
  public var reason: String

  /// A judgement.
  public init(evidence: String, isAccepted: Bool, reason: String) {
    self.evidence = evidence
    self.isAccepted = isAccepted
    self.reason = reason
  }
}

/// A kind of evidence: where the class that is claimed is read, and what the verdict depends on.
public struct EvidenceKind: Sendable, Hashable {
  /// Its name, as rows `accepts:` it.
  public var name: String
  /// The slots that say which class an actor claims to send, first one that is not at its first
  /// value wins; fields of messages and inputs of actions.
  public var classes: [Int]
  /// The slots of the credential and of the session that the verdict depends on.
  public var depends: [Int]
  /// Who judges it, where that is not its own name; several kinds may share a judge.
  public var judge: String
  /// What a mailbox calls the code that is sent for it; or empty.
  public var purpose: String
  /// Holds in the states in which what it answers (a code, a challenge, a session string) was
  /// handed out and is still waited for; never, where none is said.
  public var outstanding: Expression
  /// Holds where its sender has what is outstanding; everywhere, where none is said.
  public var held: Expression
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

/// What counts as one attempt: the calls that begin it, those that carry it on, and when it is
/// under way. A catalogue lists the paths of attempts.
public struct Attempt: Sendable, Hashable {
  /// Actions that begin an attempt.
  public var begins: [Int]
  /// Actions that carry it on.
  public var continues: [Int]
  /// Actions that begin to give a forgotten password back.
  public var recovers: [Int]
  /// Holds in the states between its calls.
  public var underway: Expression
  /// Holds where an attempt may begin.
  public var ready: Expression
}
