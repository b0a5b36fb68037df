import PoolAnalysis
import SignIn
import SignInTestBed
import TransitionTables

/// The one pool that `testbed` serves on a pipe and `serve` over HTTP.
struct ServedPool {
  let model: Model
  /// The configuration by slot; parameters that the documents leave open have their defaults.
  let parameters: [Int: Int]
  let name: String
  /// The documents' policy for new passwords.
  let passwordPolicy: PasswordPolicy
  /// The documents' lifetimes of sessions and tokens.
  let clientLives: ClientLives
  /// Whether the documents let names be compared without regard to case.
  let ignoresCase: Bool
  private let pool: LoadedPool

  /// Loads the pool that the options name, or sound/retail where they name none.
  init(_ options: PoolOptions, in environment: ToolEnvironment) throws(CommandFailure) {
    try self.init(try options.request(), in: environment)
  }

  /// Loads the pool of a request, or sound/retail where it names none.
  init(_ request: PoolRequest, in environment: ToolEnvironment) throws(CommandFailure) {
    model = try environment.model()
    let loader = PoolLoader(model: model, request: request)
    let pool =
      if let bundled = try Self.bundled(request) { try loader.load(bundled) } else {
        try loader.load()[0]
      }
    var closed = pool.closed
    for slot in pool.open { closed[slot] = model.slots[slot].initial }
    let family = ConfigurationFamily(model: model, closed: closed, open: [])
    try LegalityGate(model: model, pool: pool, family: family).pass()
    (parameters, name, self.pool) = (closed, pool.name, pool)
    let stated = pool.document?.fixed ?? []
    (passwordPolicy, clientLives) = (PasswordPolicy(stated: stated), ClientLives(stated: stated))
    ignoresCase = stated.contains { $0.kind == .caseSensitivity && $0.value == "false" }
  }

  /// The paths of the pool's catalogue, as drives.
  func drives(
    seed: UInt64, request: ExplorationRequest, in environment: ToolEnvironment
  ) throws(CommandFailure) -> DriveList {
    let service = try service(seed: seed, conventions: environment.conventions)
    return try paths(seed: seed, request: request, in: environment)
      .drives(pool.name, at: service)
  }

  /// The pool's catalogue, replayed over the wire.
  func paths(
    seed: UInt64, request: ExplorationRequest, in environment: ToolEnvironment
  ) throws(CommandFailure) -> WirePaths {
    var closed = pool
    (closed.closed, closed.open) = (parameters, [])
    let comparer = PoolComparer(model: model, request: request, environment: environment)
    return try WirePaths(of: closed, by: comparer, seed: seed)
  }

  /// The bundled example that is used where no pool is named.
  private static func bundled(
    _ request: PoolRequest
  ) throws(CommandFailure) -> PoolLoader.Document? {
    guard request.paths.isEmpty else { return nil }
    let pool = try BundledPool.all().first { $0.name.hasSuffix("sound/retail.yaml") }
    return pool.map { PoolLoader.Document(name: $0.name, bytes: $0.bytes) }
  }

  /// The pool as a service without users.
  func service(
    seed: UInt64, conventions: TestBedConventions
  ) throws(CommandFailure) -> PoolService {
    do {
      var service = try PoolService(
        model: model, parameters: parameters, seed: seed, passwordPolicy: passwordPolicy,
        clientLives: clientLives, conventions: conventions)
      service.ignoresCase = ignoresCase
      return service
    } catch let unbound as DiagnosticList {
      throw CommandFailure(unbound.diagnostics, status: .unreadable)
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.cryptography", at: SourceLocation(file: name),
            "cryptography failed: \(error)", remedy: "install OpenSSL's libcrypto")
        ], status: .systemFailure)
    }
  }
}
