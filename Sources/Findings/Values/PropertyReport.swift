/// The result for one property.
public struct PropertyReport: Sendable, Hashable, Codable {
  /// Whether the property holds for the pool.
  public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case holds
    case fails
    /// It holds, but only because its premise never occurs.
    case vacuous
    /// A limit was reached before it was decided.
    case undetermined

    /// The sign of the verdict in tables.
    var sign: String {
      switch self {
      case .holds: "✓"
      case .fails: "✗"
      case .vacuous: "○"
      case .undetermined: "?"
      }
    }
  }

  /// The weight of a failure.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    case error, warning, note
  }

  public var id: String
  public var severity: Severity
  public var verdict: Verdict
  /// The condition on the members of a family for which the verdict holds; nil for all, or if there
  /// is one member.
  public var condition: String?
  /// The names of the settings in the condition.
  public var conditionSettings: Set<String> = []
  /// The shortest path to the failure; nil if there is none to show.
  public var trace: [TraceStepReport]?
  /// A sign-in at the end of the trace that fails although every proof is right; empty if there is
  /// none to show.
  public var refusal: [TraceStepReport] = []
  /// The whole run that shows the failure: the path to it, and the sign-in that fails there.
  public var run: [TraceStepReport] { (trace ?? []) + refusal }
  /// Further counterexamples, each different from all before it, shortest first; if requested.
  public var furtherTraces: [[TraceStepReport]] = []
  /// The reason why there are fewer counterexamples than requested; empty if there are enough.
  public var lackOfTraces = ""
  /// The parts of the property that are false at the end of the trace; if requested.
  public var why: [FailedClaim] = []
  /// The member of a family that the trace belongs to: the values of the open parameters.
  public var example: [ClaimValue] = []
  /// The property in one sentence.
  public var prose: String
  public var remedy: String
  /// The source of the property: `M12, P2; multi-factor-authentication; confidence B`.
  public var source: String
  /// The command that reproduces this finding.
  public var command: String
  /// The settings in the user's own documents that a failure is about; empty if no document decides
  /// them.
  public var places: [FindingPlace]
  /// The id of the finding with the same cause and more weight; nil if there is none.
  public var cause: String?
  /// The ids of the other properties that fail for the same cause.
  public var sameCause: [String] = []
  /// The reason why no remedy was tried; empty if some were, or if the property has none.
  public var lackOfRemedies = ""
  /// The id of a tried remedy that fixes the failure; nil if none was found.
  public var remedyID: String?
  /// Whether the property is vacuous because a setting rules out its premise.
  public var isRuledOut = false
  /// The basis of the verdict that evidence does not settle: an assumption, or a row of confidence
  /// C or D.
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
