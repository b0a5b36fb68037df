/// The evidence computed with real cryptography, and the comparison of its verdicts with the table.
public struct CryptographyReport: Sendable, Hashable, Codable {
  /// The number of times that each kind of evidence was computed and judged.
  public struct Counts: Sendable, Hashable, Codable {
    public var srp: Int
    public var deviceSRP: Int
    public var totp: Int
    public var webAuthn: Int
    /// Codes sent by SMS and e-mail.
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

  /// The number of times that one kind of evidence was judged, by the class that was sent.
  public struct Evidence: Sendable, Hashable, Codable {
    /// A class with its count.
    public struct Sent: Sendable, Hashable, Codable {
      public var name: String
      public var count: Int
      /// The reason why the class does not apply to this kind; empty if it does.
      public var reason: String

      public init(name: String, count: Int, reason: String = "") {
        self.name = name
        self.count = count
        self.reason = reason
      }
    }

    public var kind: String
    /// The classes in the order of the table's columns, the same for every kind.
    public var classes: [Sent]

    public init(kind: String, classes: [Sent]) {
      self.kind = kind
      self.classes = classes
    }
  }

  /// A place where the bytes and the table disagree.
  public struct Difference: Sendable, Hashable, Codable {
    /// The row whose verdict the bytes contradict.
    public var row: String
    /// The kind of evidence; `sentClass` is the class that was sent.
    public var evidence: String
    public var sentClass: String
    public var expected: String
    public var actual: String
    /// The path, or the place in the survey, where the difference occurs.
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

  /// The evidence computed while exploring, where each distinct judgement is made once.
  public var exploration = Counts()
  public var judgements = 0
  /// The evidence computed while the paths of the catalogue were replayed from end to end.
  public var replay = Counts()
  public var replayedPaths = 0
  public var replayedSideSteps = 0
  public var differences: [Difference] = []
  /// The judged evidence, by kind and class.
  public var evidence: [Evidence] = []
  /// The rows with evidence that no judgement exercised.
  public var unexercisedRows: [String] = []

  public init() {}

  public var total: Counts { exploration + replay }

  /// Adds the results for another member of the family.
  public mutating func include(_ other: CryptographyReport) {
    exploration = exploration + other.exploration
    judgements += other.judgements
    replay = replay + other.replay
    replayedPaths += other.replayedPaths
    replayedSideSteps += other.replayedSideSteps
    differences += other.differences.filter { !differences.contains($0) }
    include(other.evidence)
    // A row that any member exercises counts as exercised.
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
