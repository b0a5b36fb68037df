public import Findings

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
/// The program `waymark` explores, so that a debug build of the tests costs no time: the program
/// that comes with a release's Swift package, that is on the `PATH`, or that `WAYMARK_PROGRAM`
/// names. Each pool is explored once, however many tests ask about it, and its report is kept for
/// the next run. Parameters that the documents leave open are explored as a family, as `waymark
/// check` does: a property fails if it fails in any legal configuration.
public struct PoolUnderTest: Sendable {
  /// The configuration is illegal: the service would refuse it.
  public struct Illegal: Error, Sendable {
    /// The ids of the broken rules, with the service's text.
    public var rules: [String]
  }

  /// A document cannot be read, the pool cannot be explored, or the program cannot be found.
  public struct NoAnswer: Error, Sendable, CustomStringConvertible {
    /// The reasons, each as `waymark check` prints it.
    public var complaints: [String]

    public var description: String { complaints.joined(separator: "\n") }
  }

  /// The documents leave open too many configurations to list their paths; the verdicts are known
  /// nevertheless.
  public struct TooOpen: Error, CustomStringConvertible {
    /// The number of legal configurations, or its power of ten.
    public var configurations: String

    public var description: String {
      "the pool leaves \(configurations) configurations open; close some of its parameters to list "
        + "paths"
    }
  }

  let explored: ExploredPool
  let answers: PoolAnswers

  /// The pool of the nearest trait `pool`; nil outside of the trait's tests.
  @TaskLocal public static var current: PoolUnderTest?

  /// The pool of the nearest trait `pool`.
  /// - Throws: ``MissingTrait`` outside of the trait's tests.
  public static var required: PoolUnderTest {
    get throws {
      guard let current else { throw MissingTrait() }
      return current
    }
  }

  /// A test asks for a trait's pool and has no trait `pool`.
  public struct MissingTrait: Error, CustomStringConvertible {
    public var description: String {
      "no pool: write `.pool(\"our-pool.yaml\")` at the test or its suite"
    }
  }

  /// Reads and explores the documents of one pool.
  /// - Throws: ``NoAnswer``, ``Illegal``.
  public init(_ paths: String...) throws { try self.init(paths: paths) }

  /// Reads and explores the documents of one pool, any number of them.
  public init(paths: [String]) throws {
    try self.init(asking: PoolQuestion(paths: paths))
  }

  /// Explores a pool that is given as text, in any supported format.
  public init(text: String, file: String = "the pool") throws {
    try self.init(asking: PoolQuestion(paths: [file], text: text))
  }

  /// Explores a pool with all configurations that it leaves open.
  ///
  /// - Parameters:
  ///   - question: the question that names the pool.
  ///   - answers: the cache that answers it.
  init(asking question: PoolQuestion, of answers: PoolAnswers = .ofProgram) throws {
    guard case .report(let explored) = try answers.answer(to: question.about(.report)) else {
      throw NoAnswer(complaints: ["the program gives no report"])
    }
    (self.explored, self.answers) = (explored, answers)
  }

  /// The report of `waymark check` for the pool, with the paths of attempts to sign in.
  public var report: PoolReport { explored.report }

  /// The verdict on every property, in the order of the table.
  public var verdicts: [PropertyReport] { report.properties }

  /// The paths of attempts to sign in, over all legal configurations.
  /// - Throws: ``TooOpen`` where there are too many configurations to list them.
  public var paths: [PathReport] {
    get throws {
      if let excess = explored.excess { throw TooOpen(configurations: excess) }
      return report.paths
    }
  }

  /// The documents' paths, as they were given.
  public var files: [String] { report.files }

  /// The ids of the properties of severity `error` that fail, in the order of the table.
  public var failingProperties: [String] {
    verdicts.filter { $0.verdict == .fails && $0.severity == .error }.map(\.id)
  }

  /// The names of all next steps that some path shows, which the app must handle.
  /// - Throws: ``TooOpen``.
  public var nextSteps: Set<String> { get throws { Set(try paths.flatMap(steps)) } }

  /// The ids of the paths that end with tokens.
  /// - Throws: ``TooOpen``.
  public var pathsToTokens: [String] {
    get throws { try paths.filter { $0.outcome == "done" }.map(\.id) }
  }

  /// The names of the next steps that a path shows, in order.
  func steps(of path: PathReport) -> [String] {
    path.calls.filter { !$0.isError && !$0.step.isEmpty }.map(\.step)
  }
}
