/// What was found about one property.
public struct PropertyReport: Sendable, Hashable, Codable {
  /// Whether the claim is true of the pool.
  public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case holds
    case fails
    /// It holds, but only because what it speaks of never happens.
    case vacuous
    /// A limit was reached before it was decided.
    case undetermined

    /// One character for it.
    var sign: String {
      switch self {
      case .holds: "✓"
      case .fails: "✗"
      case .vacuous: "○"
      case .undetermined: "?"
      }
    }
  }

  /// How much a failure weighs.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    case error, warning, note
  }

  public var id: String
  public var severity: Severity
  public var verdict: Verdict
  /// For which members of a family the verdict is so; nil for all, or where there is one member.
  public var condition: String?
  /// The names of the settings of which that condition speaks.
  public var conditionSettings: Set<String> = []
  /// The shortest way to the failure; nil where there is none to show.
  public var trace: [TraceStepReport]?
  /// The sign-in that comes to nothing where the trace ends, every proof right; empty where there
  /// is none to show.
  public var refusal: [TraceStepReport] = []
  /// The whole run that shows the failure: the way to it, and what the user meets there.
  public var run: [TraceStepReport] { (trace ?? []) + refusal }
  /// Further counterexamples, each different from all before it, shortest first; where asked for.
  public var furtherTraces: [[TraceStepReport]] = []
  /// Why there are fewer counterexamples than were asked for; empty where there are as many.
  public var lackOfTraces = ""
  /// The parts of the claim that are false where the trace ends; where asked for.
  public var why: [FailedClaim] = []
  /// The member of a family that the trace belongs to: the values of the open parameters.
  public var example: [ClaimValue] = []
  /// The claim in one sentence.
  public var prose: String
  public var remedy: String
  /// The fact behind it: `M12, P2; multi-factor-authentication; confidence B`.
  public var source: String
  /// The command that shows this one again.
  public var command: String
  /// The settings in the user's own documents that a failure is about; empty where no document
  /// decides them.
  public var places: [FindingPlace]
  /// The id of the finding that has the same cause and weighs more; nil where it stands alone.
  public var cause: String?
  /// The ids of the other properties that fail for the same cause.
  public var sameCause: [String] = []
  /// Why no remedy was tried; empty where some were, or where there is none.
  public var lackOfRemedies = ""
  /// The id of the remedy that was tried and mends it; nil where none was found.
  public var remedyID: String?
  /// Whether it is vacuous because a setting rules out what it speaks of.
  public var isRuledOut = false
  /// What it rests on that evidence does not settle: an assumption, a row of confidence C or D.
  public var basis = ""
  /// Whether a baseline accepts the failure, so that it does not fail the run.
  public var isKnown = false

  public init(id: String, severity: Severity, verdict: Verdict) {
    self.id = id
    self.severity = severity
    self.verdict = verdict
    prose = ""
    remedy = ""
    source = ""
    command = ""
    places = []
  }
}
