import SignInCryptography
public import TransitionTables

/// A user pool that answers Cognito's operations by name: the table's rows decide, and cryptography
/// judges the bytes.
///
/// A request is read by the API's own fields. What it carries as proof (SRP claims, codes,
/// sessions, tokens, assertions) is judged by its bytes against the concrete record, and the
/// verdict is the class of evidence that the table's message carries. Then the rows of the pool
/// run, their effects are carried out on the concrete record, and what they send becomes the
/// answer. No sign-in rule is written a second time here. What the table has no class for (a
/// malformed text, an unknown operation, a token of another pool) is answered by the service's own
/// exception; <doc:Evidence> lists it all.
///
/// After each request the concrete record is compared with the table's state; see ``differences``.
/// A service is a value and a pure function of its seed and its requests: the clock stands until
/// `TestBedClock` moves it. Names that begin with `TestBed` are the test bed's own operations.
public struct PoolService: Sendable {
  let model: Model
  let binding: TestBedBinding
  let interpreter: Interpreter
  let codec: WireCodec
  /// The messages whose accepting rows change the settings.
  let settingMessages: Set<Int>
  /// The slots of the pool's own variables, which a session carries.
  let ownSlots: [Int]
  /// The resting state under the pool's configuration, before any account exists.
  var initial: [Int]
  var conventions: TestBedConventions
  let seed: UInt64
  /// The secret of the app client, used where the client has one.
  private let generatedSecret: Secret
  /// Whether the pool and its client exist; both do at the start, and calls create and delete them.
  var isPoolThere = true
  var isClientThere = true
  var pool: StandingResource
  var client: StandingResource
  /// The policy for new passwords.
  var passwordPolicy: PasswordPolicy
  /// The lifetimes of the app client's sessions and tokens.
  var clientLives = ClientLives()
  /// The secret from which the material of unknown users is derived.
  let pretenceKey: Secret
  var now: Int64 = 1_767_225_601
  /// The number of seconds that the clock was moved; excludes what the table's own actions passed.
  var moved: Int64 = 0
  let timedActions: [TimedAction]
  var random: SeededRandomBytes
  /// The accounts by key: the `sub`, or `?` and the name for an unknown name, or `?` alone for
  /// requests that name no user.
  var accounts = ServiceAccounts()
  /// The groups by name.
  var groups: [String: UserGroup] = [:]
  /// The keys of the accounts whose refresh tokens were issued.
  var refreshTokens = PresentedTexts<String>()
  var sessions = PresentedTexts<ServiceSession>()
  var exchanges = PresentedTexts<ServiceExchange>()
  /// The behaviour of the owner's triggers for all users; nil until a test sets it.
  var triggerBehaviour: String?
  /// The connected trigger functions, and their answers to the current request.
  var triggers = TriggerDesk()
  /// The differences found between table and test bed.
  public internal(set) var differences: [TestBedDifference] = []
  /// The ids of the rows that fired.
  public internal(set) var rows: Set<String> = []
  /// The positions of the rows that fired for the last request, and the key of their account.
  var fired: [Int] = []
  var served: String?
  /// The table's text of the exception that answered the last request.
  var said = ""
  /// The number of sessions and exchanges at which expired ones are removed.
  var nextPurge = 1_024

  /// Creates a pool without users.
  ///
  /// - Parameters:
  ///   - model: the sign-in model.
  ///   - parameters: the configuration by slot; omitted parameters have their defaults.
  ///   - seed: the seed of all randomness.
  ///   - passwordPolicy: the policy for new passwords.
  ///   - clientLives: the lifetimes of sessions and tokens; nil for those of the conventions.
  ///   - conventions: the conventions of both halves; other values inject a fault.
  /// - Throws: `openSSLFailed`; a `DiagnosticList` where the table names something that nothing
  ///   carries out.
  public init(
    model: Model, parameters: [Int: Int], seed: UInt64 = 1,
    passwordPolicy: PasswordPolicy = PasswordPolicy(), clientLives: ClientLives? = nil,
    conventions: TestBedConventions = .cognito
  ) throws {
    try self.init(
      TestBedBinding(model, conventions.registry), parameters: parameters, seed: seed,
      passwordPolicy: passwordPolicy, clientLives: clientLives, conventions: conventions)
  }

  /// Creates a pool of a model that is bound already, by the registry of the conventions.
  init(
    _ binding: TestBedBinding, parameters: [Int: Int], seed: UInt64,
    passwordPolicy: PasswordPolicy = PasswordPolicy(), clientLives: ClientLives? = nil,
    conventions: TestBedConventions = .cognito
  ) throws {
    (self.binding, self.passwordPolicy) = (binding, passwordPolicy)
    model = binding.model
    self.seed = seed
    self.conventions = conventions
    interpreter = Interpreter(model: model)
    codec = WireCodec(model)
    settingMessages = Self.messagesOfSettings(in: model)
    ownSlots = Self.ownSlots(of: model)
    timedActions = TimedAction.all(of: model)
    let unknown = Self.unknownMakers(in: codec)
    guard unknown.isEmpty else { throw DiagnosticList(unknown) }
    initial = interpreter.rested(interpreter.initial(parameters: parameters))
    (pool, client) = (StandingResource(at: now), StandingResource(at: now))
    random = SeededRandomBytes(seed: seed, purpose: "service")
    pretenceKey = Secret(bytes: try random.bytes(32))
    generatedSecret = Secret(Base64URL.encode(try random.bytes(38)))
    if let clientLives { take(clientLives) }
  }

  /// Complaints about makers of replies that the table names and the service lacks, and the
  /// reverse.
  static func unknownMakers(in codec: WireCodec) -> [Diagnostic] {
    codec.unknownMakers(of: .replies, known: ReplyMaker.known, judged: judged)
  }

  /// The app client's secret; nil where it has none.
  var clientSecret: Secret? {
    holds(.hasClientSecret, in: initial) ? generatedSecret : nil
  }

  /// Whether names and addresses are compared without regard to case, as the pool's
  /// UsernameConfiguration says. It must be set before there are users.
  public var ignoresCase: Bool {
    get { accounts.ignoresCase }
    set { accounts.ignoresCase = newValue }
  }

  // MARK: Lines

  /// Answers one line of JSON, `{"operation": …, "input": {…}}`, with one: `{"output": {…}}` or
  /// `{"error": {"__type": …, "message": …}}`. An `id` is returned unchanged.
  ///
  /// Never fails: a malformed line is answered by an exception of the service.
  public mutating func answer(_ line: [UInt8]) -> String {
    var members: [JSON.Member] = []
    do throws(ServiceException) {
      let request = try Self.request(line)
      if let id = request.json["id"] { members.append(JSON.Member("id", id)) }
      let operation = try request.required("operation", limit: 128)
      let nothing = try ServiceInput(.object([]))
      let input = try request.object("input") ?? nothing
      let reply = answer(operation, input.json)
      members.append(JSON.Member(reply.exception == nil ? "output" : "error", reply.body))
    } catch {
      members.append(JSON.Member("error", error.json))
    }
    return JSON.object(members).serialized
  }

  private static func request(_ line: [UInt8]) throws(ServiceException) -> ServiceInput {
    let json: JSON
    do throws(CryptographyError) {
      json = try JSON(parsing: line)
    } catch {
      throw .serialization("the line is no JSON that can be read: \(error.message)")
    }
    return try ServiceInput(json)
  }

  // MARK: Table

  func slot(_ variable: TableVariable) -> Int { model.slot(of: variable) }

  func text(_ variable: TableVariable, in valuation: [Int]) -> String {
    ValuationReader(model: model, valuation: valuation)[variable]
  }

  /// Whether a condition known to the test bed holds in a state.
  func holds(_ term: TableTerm, in valuation: [Int]) -> Bool {
    binding.state(valuation).holds(term)
  }

  private static func ownSlots(of model: Model) -> [Int] {
    guard let pool = model.component(.pool) else { return [] }
    return model.slots.indices.filter { model.slots[$0].kind == .variable(component: pool) }
  }
}
