public import Findings
import PoolAnalysis
import SignIn
import TransitionTables

/// A pool document explored in a test: which properties hold, which next steps its app must
/// handle, which paths lead to the tokens.
///
/// ```swift
/// @Suite(.pool("../infrastructure/pool.yaml")) struct OurPool {
///   @Test func `no property fails`() throws { try PoolUnderTest.required.expectProperties() }
///   @Test func `is handled by the app`() throws {
///     try PoolUnderTest.required.expectHandled(["confirmSignInWithTOTPCode", "done"])
///   }
/// }
/// ```
///
/// Each pool is explored once, however many tests ask about it, and its report is kept for the next
/// run. A debug build explores slowly: where a program `waymark` is on the `PATH`, or where
/// `WAYMARK_PROGRAM` names one, that program explores in its place. What the documents leave open
/// is explored as a family, as `waymark check` does it: a property fails if it fails in any legal
/// configuration.
public struct PoolUnderTest: Sendable {
  /// What the service would refuse: the configuration is illegal.
  public struct Illegal: Error, Sendable {
    /// The ids of the rules that are broken, with the service's words.
    public var rules: [String]
  }

  /// So many configurations are left open that their paths cannot be listed; the verdicts are
  /// known all the same.
  public struct TooOpen: Error, CustomStringConvertible {
    /// The number of legal configurations.
    public var configurations: Double

    public var description: String {
      "the pool leaves \(LegalityGate.approximate(configurations)) configurations open; close "
        + "some of its parameters to list paths"
    }
  }

  /// What `waymark check` reports of the pool, with the paths of attempts to sign in.
  public let report: PoolReport
  let model: Model
  let pool: LoadedPool
  /// The number of legal configurations.
  private let configurations: Double

  /// The pool of the nearest ``Testing/Trait/pool(_:nextTo:)``; nil outside of its tests.
  @TaskLocal public static var current: PoolUnderTest?

  /// The pool of the nearest ``Testing/Trait/pool(_:nextTo:)``.
  /// - Throws: ``MissingTrait`` outside of its tests.
  public static var required: PoolUnderTest {
    get throws {
      guard let current else { throw MissingTrait() }
      return current
    }
  }

  /// A test asks for the pool of a trait that it does not have.
  public struct MissingTrait: Error, CustomStringConvertible {
    public var description: String {
      "no pool: write `.pool(\"our-pool.yaml\")` at the test or its suite"
    }
  }

  /// Reads and explores the documents of one pool.
  /// - Throws: a `DiagnosticList` where a document cannot be read or the table is at fault,
  ///   ``Illegal``.
  public init(_ paths: String...) throws { try self.init(paths: paths) }

  /// Reads and explores the documents of one pool, any number of them.
  public init(paths: [String]) throws {
    try self.init(asking: PoolQuestion(paths: paths))
  }

  /// Explores a pool that is given as text, in any format that can be read.
  public init(text: String, file: String = "the pool") throws {
    try self.init(asking: PoolQuestion(paths: [file], text: text))
  }

  private init(asking question: PoolQuestion) throws {
    let model = try ExploredPools.model.get()
    try self.init(LoadedPool.read(question, in: model), of: model, asking: question)
  }

  /// Explores a pool with all that it leaves open.
  ///
  /// - Parameters:
  ///   - pool: the pool.
  ///   - model: the table.
  ///   - question: what the pool is, for other processes and runs; nil for a table of a test.
  /// - Throws: ``Illegal``, or a `DiagnosticList`.
  init(_ pool: LoadedPool, of model: Model, asking question: PoolQuestion? = nil) throws {
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let rules = pool.brokenRules(of: family)
    guard rules.isEmpty else { throw Illegal(rules: rules) }
    (self.model, self.pool, configurations) = (model, pool, family.legalCount)
    report =
      if let question {
        try ExploredPools.report(question, on: pool, in: model)
      } else {
        try diagnosed { () throws(CommandFailure) in
          try PoolQuestion.report(on: pool, in: model)
        }
      }
  }

  /// The verdict on every property, in the order of the table.
  public var verdicts: [PropertyReport] { report.properties }

  /// The paths of attempts to sign in, of all legal configurations.
  /// - Throws: ``TooOpen`` where there are too many configurations to list them.
  public var paths: [PathReport] {
    get throws {
      guard configurations <= Double(ConfigurationFamily.mostMembers) else {
        throw TooOpen(configurations: configurations)
      }
      return report.paths
    }
  }

  /// The documents, as they are named.
  public var files: [String] { pool.files }

  /// The ids of the properties of severity `error` that fail, in the order of the table.
  public var failingProperties: [String] {
    verdicts.filter { $0.verdict == .fails && $0.severity == .error }.map(\.id)
  }

  /// The names of all next steps that some path shows: what the app must handle.
  /// - Throws: ``TooOpen``.
  public var nextSteps: Set<String> { get throws { Set(try paths.flatMap(steps)) } }

  /// The ids of the paths that end with tokens.
  /// - Throws: ``TooOpen``.
  public var pathsToTokens: [String] {
    get throws { try paths.filter { $0.outcome == "done" }.map(\.id) }
  }

  /// The names of the next steps that a path shows, in their order.
  func steps(of path: PathReport) -> [String] {
    path.calls.filter { !$0.isError && !$0.step.isEmpty }.map(\.step)
  }
}
