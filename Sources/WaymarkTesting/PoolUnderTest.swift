public import SignIn
public import TransitionTables

/// A pool document explored in a test: which promises it keeps, which next steps its app must
/// handle, which paths lead to the tokens.
///
/// ```swift
/// @Test func ourPoolKeepsItsPromises() throws {
///   let pool = try PoolUnderTest("infrastructure/pool.yaml")
///   #expect(pool.brokenPromises.isEmpty)
///   #expect(pool.nextSteps.isSubset(of: ["confirmSignInWithTOTPCode", "done"]))
/// }
/// ```
///
/// Exploring takes about a second in a release build and many times that in a debug build; share
/// one value between tests. What the document leaves open has its default here; the command line
/// explores the whole family.
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
  private let model: Model

  /// Reads and explores the documents of one pool.
  /// - Throws: a `DiagnosticList` where a document cannot be read, ``Illegal``, or a
  ///   `PropertyChecker.Failure`.
  public init(_ paths: String...) throws {
    try self.init(document: { reader in try reader.read(paths: paths) })
  }

  /// Explores a pool that is given as text, in any format that can be read.
  public init(text: String, file: String = "the pool") throws {
    try self.init(document: { reader in try reader.read([(file, Array(text.utf8))]) })
  }

  private init(document: (PoolReader) throws -> PoolDocument) throws {
    let model = try BundledTable.signIn()
    let pool = try document(PoolReader(parameters: model.parameterDeclarations))
    var parameters: [Int: Int] = [:]
    for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
    for (name, setting) in pool.settings {
      guard let slot = model.parameter(named: name), let value = setting.value else { continue }
      parameters[slot] = model.number(of: value, in: slot) ?? parameters[slot]
    }
    let family = ConfigurationFamily(model: model, closed: parameters, open: [])
    let refused = pool.refusals.map(\.message)
    guard family.brokenRules.isEmpty, refused.isEmpty else {
      throw Illegal(rules: family.brokenRules.map { "\($0.id): \($0.refusal)" } + refused)
    }
    var checker = PropertyChecker(model: model)
    verdicts = try checker.check(model.properties, parameters: parameters)
    let explored = try checker.explore(parameters: parameters)
    catalogue = Catalogue(explored) ?? Catalogue()
    self.model = model
  }

  /// The ids of the properties of severity `error` that fail, in the order of the table.
  public var brokenPromises: [String] {
    verdicts.filter { $0.status == .fails && $0.property.severity == "error" }
      .map(\.property.fullID)
  }

  /// The names of all next steps that some path shows: what the app must handle.
  public var nextSteps: Set<String> {
    let answers = catalogue.paths.flatMap(\.calls).compactMap(\.answer)
    let names = answers.map { model.messages[$0.message] }.filter { $0.kind == "nextStep" }
    return Set(names.map(\.name))
  }

  /// The ids of the paths that end with tokens.
  public var pathsToTokens: [String] {
    catalogue.paths.filter { $0.outcome == .done }.map(\.id)
  }
}
