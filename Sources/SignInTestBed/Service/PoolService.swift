import SignInCryptography
public import TransitionTables

/// A user pool that answers Cognito's operations by name: the table's rows decide, cryptography
/// judges the bytes.
///
/// A request is read by the API's own fields; what it carries as proof (SRP claims, codes,
/// sessions, tokens, assertions) is judged by its bytes against the concrete record, and the
/// verdict names the class of evidence that the table's message carries. Then the rows of the pool
/// run, their effects are carried out on the concrete record, and what they send becomes the
/// answer. No rule of sign-in is written down here a second time. What the table has no class for
/// (a malformed text, an unknown operation, a token of another pool) is answered by the service's
/// own exception; <doc:Evidence> lists it all.
///
/// After each request the concrete record is compared with the table's state; see ``differences``.
/// A service is a value and a pure function of its seed and its requests: the clock stands until
/// `TestBedClock` moves it. Names that begin with `TestBed` are the test bed's own operations.
public struct PoolService: Sendable {
  let model: Model
  let binding: TestBedBinding
  let interpreter: Interpreter
  let codec: WireCodec
  /// The messages that change the settings.
  let settingMessages: Set<Int>
  /// The slots of the pool's own variables: what a session carries.
  let ownSlots: [Int]
  /// The state at rest under the pool's configuration, before there is any account.
  var initial: [Int]
  var conventions: TestBedConventions
  let seed: UInt64
  /// The secret that an app client with a secret has.
  private let generatedSecret: Secret
  /// What a call has made or deleted; at the start both are there.
  var isPoolThere = true
  var isClientThere = true
  var pool: StandingResource
  var client: StandingResource
  /// What new passwords must be.
  var passwordPolicy: PasswordPolicy
  /// How long what the app client gets lives.
  var clientLives = ClientLives()
  /// The secret from which the material of unknown users is derived.
  let pretenceKey: Secret
  var now: Int64 = 1_767_225_601
  /// By how many seconds the clock was moved. What the table's own actions passed is not in it.
  var moved: Int64 = 0
  let timedActions: [TimedAction]
  var random: SeededRandomBytes
  /// By key: the name of the account, or the name that nobody has.
  var accounts = ServiceAccounts()
  /// By name.
  var groups: [String: UserGroup] = [:]
  /// Whose refresh tokens were handed out.
  var refreshTokens = PresentedTexts<String>()
  var sessions = PresentedTexts<ServiceSession>()
  var exchanges = PresentedTexts<ServiceExchange>()
  /// What the owner's triggers do now, for all users together; nil until somebody says so.
  var triggerBehaviour: String?
  /// The owner's functions that are asked.
  var triggers = TriggerDesk()
  /// Where table and test bed differed; empty as long as they agree.
  public internal(set) var differences: [TestBedDifference] = []
  /// The rows that fired, by id.
  public internal(set) var rows: Set<String> = []
  /// The rows that fired for the last request, by position, and the account that they read.
  var fired: [Int] = []
  var served: String?
  /// The table's words of the exception that the last request was answered with.
  var said = ""
  /// How many sessions and exchanges may be kept before those that are over are forgotten.
  var nextPurge = 1_024

  /// A pool without users.
  ///
  /// - Parameters:
  ///   - model: the sign-in model.
  ///   - parameters: the configuration by slot; what is left out has its default.
  ///   - seed: of all randomness.
  ///   - passwordPolicy: what it asks of new passwords.
  ///   - clientLives: how long its sessions and tokens live; nil as the conventions say.
  ///   - conventions: what both halves agree on; another value is a fault put in.
  /// - Throws: `openSSLFailed`; a `DiagnosticList` where the table names what nothing carries out.
  public init(
    model: Model, parameters: [Int: Int], seed: UInt64 = 1,
    passwordPolicy: PasswordPolicy = PasswordPolicy(), clientLives: ClientLives? = nil,
    conventions: TestBedConventions = .cognito
  ) throws {
    (self.model, self.passwordPolicy) = (model, passwordPolicy)
    binding = try TestBedBinding(model, conventions.registry)
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

  /// Complaints about replies of the table that nothing here makes, and the other way round.
  static func unknownMakers(in codec: WireCodec) -> [Diagnostic] {
    codec.unknownMakers(of: .replies, known: ReplyMaker.known, judged: judged)
  }

  /// The app client's secret; nil where it has none.
  var clientSecret: Secret? {
    holds(.hasClientSecret, in: initial) ? generatedSecret : nil
  }

  /// Whether names and addresses in other capitals are the same, as the pool's
  /// UsernameConfiguration says. It is set before there are users.
  public var ignoresCase: Bool {
    get { accounts.ignoresCase }
    set { accounts.ignoresCase = newValue }
  }

  // MARK: Lines

  /// Answers one line of JSON, `{"operation": …, "input": {…}}`, with one: `{"output": {…}}`
  /// or `{"error": {"__type": …, "message": …}}`. An `id` is handed back.
  ///
  /// Never fails: what cannot be read is answered by an exception of the service.
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

  /// Whether a condition that the test bed knows holds.
  func holds(_ term: TableTerm, in valuation: [Int]) -> Bool {
    binding.state(valuation).holds(term)
  }

  private static func ownSlots(of model: Model) -> [Int] {
    guard let pool = model.component(.pool) else { return [] }
    return model.slots.indices.filter { model.slots[$0].kind == .variable(component: pool) }
  }
}
