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
/// The program `waymark` explores, so that a debug build of the tests costs no time: the one that
/// comes with a release's Swift package, is on the `PATH`, or is named by `WAYMARK_PROGRAM`. Each
/// pool is explored once, however many tests ask about it, and its report is kept for the next run.
/// What the documents leave open is explored as a family, as `waymark check` does it: a property
/// fails if it fails in any legal configuration.
public struct PoolUnderTest: Sendable {
  /// What the service would refuse: the configuration is illegal.
  public struct Illegal: Error, Sendable {
    /// The ids of the rules that are broken, with the service's words.
    public var rules: [String]
  }

  /// A document cannot be read, the pool cannot be explored, or there is no program that could.
  public struct NoAnswer: Error, Sendable, CustomStringConvertible {
    /// What is wrong, each as `waymark check` says it.
    public var complaints: [String]

    public var description: String { complaints.joined(separator: "\n") }
  }

  /// So many configurations are left open that their paths cannot be listed; the verdicts are
  /// known all the same.
  public struct TooOpen: Error, CustomStringConvertible {
    /// The number of legal configurations, or about which power of ten it is.
    public var configurations: String

    public var description: String {
      "the pool leaves \(configurations) configurations open; close some of its parameters to list "
        + "paths"
    }
  }

  let explored: ExploredPool
  let answers: PoolAnswers

  /// The pool of the nearest trait `pool`; nil outside of its tests.
  @TaskLocal public static var current: PoolUnderTest?

  /// The pool of the nearest trait `pool`.
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
  /// - Throws: ``NoAnswer``, ``Illegal``.
  public init(_ paths: String...) throws { try self.init(paths: paths) }

  /// Reads and explores the documents of one pool, any number of them.
  public init(paths: [String]) throws {
    try self.init(asking: PoolQuestion(paths: paths))
  }

  /// Explores a pool that is given as text, in any format that can be read.
  public init(text: String, file: String = "the pool") throws {
    try self.init(asking: PoolQuestion(paths: [file], text: text))
  }

  /// Explores a pool with all that it leaves open.
  ///
  /// - Parameters:
  ///   - question: what the pool is.
  ///   - answers: who answers.
  init(asking question: PoolQuestion, of answers: PoolAnswers = .ofProgram) throws {
    guard case .report(let explored) = try answers.answer(to: question.about(.report)) else {
      throw NoAnswer(complaints: ["the program gives no report"])
    }
    (self.explored, self.answers) = (explored, answers)
  }

  /// What `waymark check` reports of the pool, with the paths of attempts to sign in.
  public var report: PoolReport { explored.report }

  /// The verdict on every property, in the order of the table.
  public var verdicts: [PropertyReport] { report.properties }

  /// The paths of attempts to sign in, of all legal configurations.
  /// - Throws: ``TooOpen`` where there are too many configurations to list them.
  public var paths: [PathReport] {
    get throws {
      if let excess = explored.excess { throw TooOpen(configurations: excess) }
      return report.paths
    }
  }

  /// The documents, as they are named.
  public var files: [String] { report.files }

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
