import PoolAnalysis
import SignIn
import SignInTestBed
import TransitionTables

/// The one pool that is answered for: by `testbed` on a pipe, by `serve` over HTTP.
struct ServedPool {
  let model: Model
  /// The configuration by slot; what the documents leave open has its default.
  let parameters: [Int: Int]
  let name: String

  /// Loads the pool that the options name; sound/retail where they name none.
  init(_ options: PoolOptions, in environment: ToolEnvironment) throws(CommandFailure) {
    model = try environment.model()
    let loader = PoolLoader(model: model, request: try options.request())
    let pool =
      if let bundled = try Self.bundled(options) { try loader.load(bundled) } else {
        try loader.load()[0]
      }
    var closed = pool.closed
    for slot in pool.open { closed[slot] = model.slots[slot].initial }
    let family = ConfigurationFamily(model: model, closed: closed, open: [])
    try LegalityGate(model: model, pool: pool, family: family).pass()
    (parameters, name) = (closed, pool.name)
  }

  /// The example that is taken where no pool is named.
  private static func bundled(
    _ options: PoolOptions
  ) throws(CommandFailure) -> PoolLoader.Document? {
    guard options.pools.isEmpty else { return nil }
    let pool = try BundledPool.all().first { $0.name.hasSuffix("sound/retail.yaml") }
    return pool.map { PoolLoader.Document(name: $0.name, bytes: $0.bytes) }
  }

  /// The pool as a service without users.
  func service(
    seed: UInt64, conventions: TestBedConventions
  ) throws(CommandFailure) -> PoolService {
    do {
      return try PoolService(
        model: model, parameters: parameters, seed: seed, conventions: conventions)
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
