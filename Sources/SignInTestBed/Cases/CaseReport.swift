public import TransitionTables

/// What came of one case.
public struct CaseReport: Sendable {
  /// How the table stands to the case.
  public enum Verdict: String, Sendable, Hashable {
    case agrees = "agree"
    case differs = "differ"
    case notApplicable = "not applicable"
  }

  /// One call as the table's client made it.
  public struct Step: Sendable {
    public var call: String
    /// What the app received; nil where the call does not return.
    public var answer: String?
    public var requests: [WireRequest]
    /// The ids of the rows that fired.
    public var rows: [String]
  }

  /// In how many of the legal set-ups that a live case leaves open the table does what was seen.
  public struct SetUps: Sendable, Hashable {
    public var agree: Int
    public var differ: Int
    /// Combinations that no pool can have, which were not run.
    public var illegal: Int
  }

  public var id: String
  public var verdict = Verdict.agrees
  /// Why it differs or is not applicable; the first set-up in which it agrees, of several.
  public var reasons: [String] = []
  public var steps: [Step] = []
  /// The call that the table does not allow in its state, for which the case is set aside.
  public var refusedCall: String?
  /// Nil where the case names one set-up.
  public var setUps: SetUps?
  /// How many texts of errors the case states, which the table does not know.
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
