/// What was found out about one pool: the value that every sink writes.
///
/// A report is made of texts and numbers alone. It knows no model and no search, it holds no time,
/// no path of this machine and no thread count, and so equal findings give equal bytes. What the
/// documents left open makes the report one of a family; conditions then say for which members
/// something is so.
public struct PoolReport: Sendable, Hashable, Codable {
  /// The pool's name.
  public var pool: String
  /// What the pool is for, in a sentence; may be empty.
  public var documentation: String
  /// Where the configuration comes from, a text for each document: `retail.yaml (Waymark pool
  /// file)`.
  public var sources: [String]
  /// The documents, as the user named them.
  public var files: [String]
  public var configuration: ConfigurationReport
  /// How much was explored.
  public var coverage: Coverage
  /// What was computed with real cryptography; nil where nothing was.
  public var cryptography: CryptographyReport?
  public var paths: [PathReport]
  /// Loops and errors that lead back to a view.
  public var sideSteps: [SideStepReport]
  public var properties: [PropertyReport]
  /// Warnings that do not stop a run, rendered.
  public var warnings: [String]
  /// Whether a person stopped the run: then that, and no limit, cut off what is not there.
  public var isInterrupted = false
  /// The command that makes this report again.
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

  /// What documents say that is doubtful or not followed; ``warnings`` has the same as text.
  public var problems: [DocumentProblem] = []
  /// What the documents say that no verdict hangs on, such as the password policy.
  public var notModelled: [String] = []
  /// What would mend the findings; nil where nobody asked for that.
  public var fix: FixReport?

  /// All ``sources`` in one text.
  public var origin: String { sources.joined(separator: ", ") }
  /// The properties that fail, in order.
  public var findings: [PropertyReport] { properties.filter { $0.verdict == .fails } }
  /// The findings that are shown one by one: errors and warnings, one a cause, the errors first.
  public var causes: [PropertyReport] {
    let own = findings.filter { $0.cause == nil }
    return [.error, .warning].flatMap { severity in own.filter { $0.severity == severity } }
  }
  /// What weighs little: traits of the service that no setting changes, and what takes an
  /// administrator who changes an account that is in use.
  public var remarks: [PropertyReport] {
    findings.filter { $0.cause == nil && $0.severity == .note }
  }

  /// How much was explored; nothing is said to hold beyond it.
  public struct Coverage: Sendable, Hashable, Codable {
    /// States at rest, over all configurations that were explored.
    public var states: Int
    public var transitions: Int
    /// The steps on the longest of all shortest paths.
    public var depth: Int
    /// The legal configurations of the family; 1 where nothing is open.
    public var configurations: Int
    /// How many of them behave differently and were explored.
    public var explored: Int
    /// False where something stopped the search before every state was met.
    public var isComplete: Bool
    /// False where a limit was reached before every property was judged.
    public var isJudged: Bool
    /// The engine where it is not the one that lists states: `symbolic`.
    public var backend: String
    /// Whether the transitions were counted and the depth worked out.
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
