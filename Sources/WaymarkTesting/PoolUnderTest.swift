public import SignIn
public import TransitionTables

/// A pool document explored in a test: which promises it keeps, which next steps its app must
/// handle, which paths lead to the tokens.
///
/// ```swift
/// @Suite(.pool("../infrastructure/pool.yaml")) struct OurPool {
///   @Test func `keeps its promises`() throws { try PoolUnderTest.required.expectPromises() }
///   @Test func `is handled by the app`() throws {
///     try PoolUnderTest.required.expectHandled(["confirmSignInWithTOTPCode", "done"])
///   }
/// }
/// ```
///
/// Exploring takes about a second in a release build and many times that in a debug build; share
/// one value between tests, as the trait does. What the document leaves open has its default here;
/// the command line explores the whole family.
public struct PoolUnderTest: Sendable {
  /// What the service would refuse: the configuration is illegal.
  public struct Illegal: Error, Sendable {
    /// The ids of the rules that are broken, with the service's words.
    public var rules: [String]
  }

  /// The verdict on every property, in the order of the table.
  public let verdicts: [PropertyVerdict]
  /// The paths of attempts to sign in.
  public let catalogue: Catalogue
  /// The documents, as they are named.
  public let files: [String]
  let model: Model
  let explored: TableExploration
  let places: SettingPlaces

  /// The pool of the nearest ``Testing/Trait/pool(_:beside:)``; nil outside of its tests.
  @TaskLocal public static var current: PoolUnderTest?

  /// The pool of the nearest ``Testing/Trait/pool(_:beside:)``.
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
  /// - Throws: a `DiagnosticList` where a document cannot be read, ``Illegal``, or a
  ///   `PropertyChecker.Failure`.
  public init(_ paths: String...) throws { try self.init(paths: paths) }

  /// Reads and explores the documents of one pool, any number of them.
  public init(paths: [String]) throws {
    try self.init(PoolConfiguration(model: try BundledTable.signIn(), paths: paths))
  }

  /// Explores a pool that is given as text, in any format that can be read.
  public init(text: String, file: String = "the pool") throws {
    try self.init(
      PoolConfiguration(model: try BundledTable.signIn(), texts: [(file, Array(text.utf8))]))
  }

  /// Explores a configuration.
  /// - Throws: ``Illegal``, or a `PropertyChecker.Failure`.
  init(_ configuration: PoolConfiguration) throws {
    let rules = configuration.brokenRules
    guard rules.isEmpty else { throw Illegal(rules: rules) }
    model = configuration.model
    files = configuration.files
    places = configuration.places
    var checker = PropertyChecker(model: model)
    verdicts = try checker.check(model.properties, parameters: configuration.parameters)
    explored = try checker.explore(parameters: configuration.parameters)
    catalogue = Catalogue(explored) ?? Catalogue()
  }

  /// The ids of the properties of severity `error` that fail, in the order of the table.
  public var brokenPromises: [String] {
    verdicts.filter { $0.status == .fails && $0.property.severity == "error" }
      .map(\.property.fullID)
  }

  /// The names of all next steps that some path shows: what the app must handle.
  public var nextSteps: Set<String> { Set(catalogue.paths.flatMap(steps)) }

  /// The ids of the paths that end with tokens.
  public var pathsToTokens: [String] {
    catalogue.paths.filter { $0.outcome == .done }.map(\.id)
  }

  /// The names of the next steps that a path shows, in their order.
  func steps(of path: Catalogue.Path) -> [String] {
    path.calls.compactMap(\.answer).map { model.messages[$0.message] }
      .filter { $0.kind == "nextStep" }.map(\.name)
  }
}
