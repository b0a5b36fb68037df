public import TransitionTables

/// The outcome of one case.
public struct CaseReport: Sendable {
  /// Whether the table agrees with the case.
  public enum Verdict: String, Sendable, Hashable {
    case agrees = "agree"
    case differs = "differ"
    case notApplicable = "not applicable"
  }

  /// One call as the table's client made it.
  public struct Step: Sendable {
    public var call: String
    /// The message that the app received; nil where the call does not return.
    public var answer: String?
    public var requests: [WireRequest]
    /// The ids of the rows that fired.
    public var rows: [String]
  }

  /// The number of legal set-ups, of those that a live case leaves open, in which the table agrees.
  public struct SetUps: Sendable, Hashable {
    public var agree: Int
    public var differ: Int
    /// Combinations that no pool can have; they were not run.
    public var illegal: Int
  }

  public var id: String
  public var verdict = Verdict.agrees
  /// Why the case differs or is not applicable; if it agrees in one of several set-ups, the first
  /// such.
  public var reasons: [String] = []
  public var steps: [Step] = []
  /// The call that the table does not allow in its state, because of which the case is set aside.
  public var refusedCall: String?
  /// The count of set-ups; nil where the case names one set-up.
  public var setUps: SetUps?
  /// The number of error texts that the case states; the table has none to compare them with.
  public var textsNotCompared = 0
  public var location: SourceLocation

  init(_ one: ClientCase) {
    id = one.id
    location = one.location
  }

  mutating func differ(_ reason: String) {
    verdict = .differs
    reasons.append(reason)
  }

  mutating func setAside(_ reason: String) { (verdict, reasons) = (.notApplicable, [reason]) }
}
