/// What was computed with real cryptography, and what its verdicts were compared with.
public struct CryptographyReport: Sendable, Hashable, Codable {
  /// How often each kind of evidence was made and judged.
  public struct Counts: Sendable, Hashable, Codable {
    public var srp: Int
    public var deviceSRP: Int
    public var totp: Int
    public var webAuthn: Int
    /// Codes by SMS and e-mail.
    public var codes: Int

    public init(srp: Int = 0, deviceSRP: Int = 0, totp: Int = 0, webAuthn: Int = 0, codes: Int = 0)
    {
      self.srp = srp
      self.deviceSRP = deviceSRP
      self.totp = totp
      self.webAuthn = webAuthn
      self.codes = codes
    }

    public static func + (a: Counts, b: Counts) -> Counts {
      Counts(
        srp: a.srp + b.srp, deviceSRP: a.deviceSRP + b.deviceSRP, totp: a.totp + b.totp,
        webAuthn: a.webAuthn + b.webAuthn, codes: a.codes + b.codes)
    }
  }

  /// How often one kind of evidence was judged, by the class that was sent.
  public struct Evidence: Sendable, Hashable, Codable {
    /// One class.
    public struct Sent: Sendable, Hashable, Codable {
      public var name: String
      public var count: Int
      /// Why the class makes no sense for this kind; empty where it does.
      public var reason: String

      public init(name: String, count: Int, reason: String = "") {
        self.name = name
        self.count = count
        self.reason = reason
      }
    }

    public var kind: String
    /// In the order of the columns, the same for every kind.
    public var classes: [Sent]

    public init(kind: String, classes: [Sent]) {
      self.kind = kind
      self.classes = classes
    }
  }

  /// A place where the bytes and the table disagree.
  public struct Difference: Sendable, Hashable, Codable {
    /// The row whose verdict the bytes do not bear out.
    public var row: String
    /// The kind of evidence and the class that was sent.
    public var evidence: String
    public var sentClass: String
    public var expected: String
    public var actual: String
    /// The path, or the place in the survey, at which it shows.
    public var context: String

    public init(row: String, evidence: String, sentClass: String, expected: String, actual: String)
    {
      self.row = row
      self.evidence = evidence
      self.sentClass = sentClass
      self.expected = expected
      self.actual = actual
      context = ""
    }
  }

  /// Computed while exploring: each distinct judgement once.
  public var exploration = Counts()
  public var judgements = 0
  /// Computed while the catalogue was replayed from end to end.
  public var replay = Counts()
  public var replayedPaths = 0
  public var replayedSideSteps = 0
  public var differences: [Difference] = []
  /// Kinds of evidence × classes, by kind.
  public var evidence: [Evidence] = []
  /// Rows with evidence that no judgement exercised.
  public var unexercisedRows: [String] = []

  public init() {}

  public var total: Counts { exploration + replay }

  /// Takes up what was computed for another member of the family.
  public mutating func include(_ other: CryptographyReport) {
    exploration = exploration + other.exploration
    judgements += other.judgements
    replay = replay + other.replay
    replayedPaths += other.replayedPaths
    replayedSideSteps += other.replayedSideSteps
    differences += other.differences.filter { !differences.contains($0) }
    include(other.evidence)
    // A row that any member exercised is exercised.
    unexercisedRows = unexercisedRows.filter(other.unexercisedRows.contains)
  }

  private mutating func include(_ others: [Evidence]) {
    for other in others {
      guard let position = evidence.firstIndex(where: { $0.kind == other.kind }) else {
        evidence.append(other)
        continue
      }
      for index in evidence[position].classes.indices where index < other.classes.count {
        evidence[position].classes[index].count += other.classes[index].count
      }
    }
    evidence.sort { $0.kind < $1.kind }
  }
}
