/// The results for one pool: the value that every sink writes.
///
/// A report contains only texts and numbers. It refers to no model or search, and contains no time,
/// no path of this machine and no thread count, so equal findings give equal bytes. If the
/// documents leave parameters open, the report is about a family of configurations; conditions then
/// say for which members a result holds.
public struct PoolReport: Sendable, Hashable, Codable {
  /// The pool's name.
  public var pool: String
  /// The purpose of the pool in a sentence; may be empty.
  public var documentation: String
  /// The sources of the configuration, one text per document: `retail.yaml (Waymark pool file)`.
  public var sources: [String]
  /// The documents' files, as the user named them.
  public var files: [String]
  public var configuration: ConfigurationReport
  /// The extent of the exploration.
  public var coverage: Coverage
  /// The evidence computed with real cryptography; nil if there was none.
  public var cryptography: CryptographyReport?
  public var paths: [PathReport]
  /// Loops and errors that lead back to a view.
  public var sideSteps: [SideStepReport]
  public var properties: [PropertyReport]
  /// The rendered warnings, which do not stop a run.
  public var warnings: [String]
  /// Whether a person, and not a limit, cut the run off.
  public var isInterrupted = false
  /// The command that reproduces this report.
  public var command: String

  public init(
    pool: String, configuration: ConfigurationReport, coverage: Coverage,
    properties: [PropertyReport] = []
  ) {
    self.pool = pool
    self.configuration = configuration
    self.coverage = coverage
    self.properties = properties
    documentation = ""
    sources = []
    files = []
    paths = []
    sideSteps = []
    warnings = []
    command = ""
  }

  /// Doubtful or ignored parts of the documents; ``warnings`` has the same as text, in this order.
  public var problems: [DocumentProblem] = []
  /// The settings in the documents that no verdict depends on, such as the password policy.
  public var notModelled: [String] = []
  /// The fixes for the findings; nil if they were not requested.
  public var fix: FixReport?

  /// All ``sources`` as one text.
  public var origin: String { sources.joined(separator: ", ") }
  /// The properties that fail, in order.
  public var findings: [PropertyReport] { properties.filter { $0.verdict == .fails } }
  /// The findings that are shown one by one: errors and warnings, one per cause, errors first.
  public var causes: [PropertyReport] {
    let own = findings.filter { $0.cause == nil }
    return [.error, .warning].flatMap { severity in own.filter { $0.severity == severity } }
  }
  /// Findings of little weight: properties of the service that no setting changes, and failures
  /// that need an administrator to change an account in use.
  public var remarks: [PropertyReport] {
    findings.filter { $0.cause == nil && $0.severity == .note }
  }

  /// The extent of the exploration; no verdict applies beyond it.
  public struct Coverage: Sendable, Hashable, Codable {
    /// The number of states at rest, over all configurations that were explored.
    public var states: Int
    public var transitions: Int
    /// The largest number of steps on a shortest path to any state.
    public var depth: Int
    /// The number of legal configurations of the family; 1 if no parameter is open.
    public var configurations: Int
    /// The number of configurations that behave differently and were explored.
    public var explored: Int
    /// Whether the search reached every state; false if something stopped it.
    public var isComplete: Bool
    /// Whether every property was judged; false if a limit was reached before.
    public var isJudged: Bool
    /// The name of the engine, such as `symbolic`; empty for the engine that lists states.
    public var backend: String
    /// Whether transitions were counted; `measuresDepth` says whether the depth was computed.
    public var countsTransitions: Bool
    public var measuresDepth: Bool

    public init(states: Int, transitions: Int, depth: Int) {
      self.states = states
      self.transitions = transitions
      self.depth = depth
      configurations = 1
      explored = 1
      isComplete = true
      isJudged = true
      backend = ""
      countsTransitions = true
      measuresDepth = true
    }
  }
}
