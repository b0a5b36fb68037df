import ArgumentParser
import Endpoint
import Foundation
import PoolAnalysis
import SafeText
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// `waymark serve`: serves a pool over HTTP, to which apps and SDKs can sign in.
struct ServeCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answers Cognito's API over HTTP, by the table and real cryptography.",
    discussion: """
      Point the endpoint of an SDK here. The rows of the pool decide, cryptography judges the \
      bytes, as in `testbed`. One line at the start names address, pool, client and users.

      Under /_waymark/ are the mailbox, the clock, faults, users and the rows that fired, as a \
      page for people and as JSON for tests. Administrators' calls are not authenticated: whoever \
      reaches the port may make them. So it listens at 127.0.0.1 unless --bind names another \
      address.

      With --trigger it asks Lambda functions of yours where the rows say that they run.

      Without a POOL it is sound/retail. A parameter that the pool leaves open has its default. It \
      runs until it is interrupted; exit status 14 where table and test bed differed.

      Example: waymark serve pool.yaml --port 9229 --users users.yaml
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var functions: TriggerOptions

  @Option(help: "The port; 0 takes any that is free.")
  var port: UInt16 = 9_229

  @Option(help: ArgumentHelp("Listens at this address of the machine.", valueName: "ADDRESS"))
  var bind = "127.0.0.1"

  @Option(
    help: ArgumentHelp("Users who are there at the start, as YAML or JSON.", valueName: "FILE"))
  var users: String?

  @Option(
    help: ArgumentHelp("Keeps the state in this file, whatever happens.", valueName: "FILE"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The issuer in tokens; by default the one that the real service would write.",
      valueName: "URL"))
  var issuer: String?

  @Option(
    help: ArgumentHelp(
      "The domain of passkeys, such as localhost for pages of this machine.", valueName: "DOMAIN"))
  var relyingParty: String?

  @Option(
    help: ArgumentHelp(
      "Notes in this file, at the end, which paths the sign-ins took; see `waymark coverage`.",
      valueName: "FILE"))
  var coverage: String?

  @Option(
    help: ArgumentHelp(
      "Makes the next sign-in take a path of the catalogue; see `waymark paths`.",
      valueName: "PATH-ID"))
  var drive: String?

  @Option(help: "The seed of all randomness.")
  var seed: UInt64 = 1

  func validate() throws {
    guard pools.pools.count <= 1 else { throw ValidationError("an endpoint is of one POOL") }
    if let relyingParty, (try? RelyingParty(id: relyingParty)) == nil {
      throw ValidationError("--relying-party takes a domain in small letters, such as localhost")
    }
    if let issuer, URLComponents(string: issuer)?.host?.isEmpty ?? true {
      throw ValidationError("--issuer takes a URL, such as http://localhost:9229/pool")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let pool = try ServedPool(pools, in: environment)
    var conventions = environment.conventions
    // The machine's clock moves by whole seconds.
    conventions.pool.clockStep = 1
    conventions.pool.tokens.issuer = issuer
    conventions.client.tokens.issuer = issuer
    if let relyingParty {
      conventions.pool.relyingPartyID = relyingParty
      conventions.client.relyingPartyID = relyingParty
    }
    var service = try pool.service(seed: seed, conventions: conventions)
    let handlers = try functions.connect(to: &service)
    let (users, document) = try users(of: pool)
    let seen = try earlier()
    let drives = try drives(of: pool, in: environment)
    do throws(EndpointFailure) {
      var endpoint = try Endpoint(
        service, model: pool.model, users: users,
        time: Int64(Foundation.time(nil)), state: state)
      (endpoint.signIns, endpoint.drives) = (seen, drives)
      if let drive { try endpoint.begin(drive, at: Int64(Foundation.time(nil))) }
      let server = try EndpointServer(
        endpoint, host: bind, port: Int(port), triggers: handlers)
      PoolService.prepareKeys()
      var result = CommandOutput()
      let warning =
        LocalOrigins.isLocal(address: bind)
        ? []
        : ["warning: administrators' calls are not authenticated; all who reach \(bind) make them"]
      let host = bind.contains(":") ? "[\(bind)]" : bind
      let lines = [endpoint.greeting(at: "http://\(host):\(server.port)").visibleLine] + warning
      // A script may interrupt as soon as it reads the greeting, and the server must then stop
      // properly.
      environment.limits.begin(timeout: nil)
      guard lines.allSatisfy(environment.writeLine) else { return result }
      let stopping = Thread { [limits = environment.limits] in
        while !limits.shouldStop { Thread.sleep(forTimeInterval: 0.1) }
        server.stop()
      }
      stopping.start()
      try server.wait()
      environment.limits.reset()
      result.stderr = server.differences.map { $0 + "\n" }.joined()
      if !server.differences.isEmpty { result.status = .testBedDiffers }
      if let coverage {
        result.files.append(
          CommandOutput.File(coverage, text: server.signIns.json.serialized + "\n"))
      }
      return result
    } catch {
      throw failure(error, document)
    }
  }

  /// The coverage of earlier runs in the file; a file of another kind is refused, not overwritten.
  private func earlier() throws(CommandFailure) -> SignInLog {
    guard let file = coverage else { return SignInLog() }
    try FileWriter.rehearse(file)
    guard FileManager.default.fileExists(atPath: file) else { return SignInLog() }
    var kind = CoverageCommand.kind
    kind.remedy = "give `--coverage` a new file"
    return try RecordedJSON.value(at: file, kind) { SignInLog($0) }
  }

  /// The paths that can be driven; computed only if one is asked for, because that takes a search.
  private func drives(
    of pool: ServedPool, in environment: ToolEnvironment
  ) throws(CommandFailure) -> [Drive] {
    guard drive != nil else { return [] }
    return try pool.drives(seed: seed, request: ExplorationRequest(seed: seed), in: environment)
      .drives
  }

  /// The users of the file, with the file itself for diagnostics.
  private func users(
    of pool: ServedPool
  ) throws(CommandFailure) -> (users: [JSON], document: LocatedDocument?) {
    guard let users else { return ([], nil) }
    do {
      let document = try PoolReader.document(at: users)
      let file = UsersFile(
        document, of: pool.model, parameters: pool.parameters, policy: pool.passwordPolicy)
      return (try file.users(), document)
    } catch let list as DiagnosticList {
      throw CommandFailure(list.diagnostics, status: .unreadable)
    } catch {
      throw CommandFailure(
        [
          Diagnostic("users.shape", at: SourceLocation(file: users), "\(error)")
        ], status: .unreadable)
    }
  }

  private func failure(_ failure: EndpointFailure, _ users: LocatedDocument?) -> CommandFailure {
    if let user = failure.user, let document = users {
      let place = document.root["users"]?.elements?[user].location ?? document.root.location
      return CommandFailure(
        [
          document.diagnostic(
            "serve.user", at: place,
            "`\(failure.place.prefix(60))` cannot be made: \(failure.reason)",
            remedy: "correct this user")
        ], status: .unreadable)
    }
    let isDrive = failure.place == drive
    let code = failure.isAddress ? "serve.address" : isDrive ? "serve.drive" : "serve.state"
    let remedy = [
      "serve.address": "give another `--port`, where 0 takes any that is free, or `--bind`",
      "serve.state": "give another file; one that nobody uses can be deleted to begin anew",
      "serve.drive": "`waymark paths POOL` lists the paths",
    ]
    return CommandFailure(
      [
        Diagnostic(
          code, at: SourceLocation(file: failure.place, line: failure.line, column: 1),
          failure.number.map(SystemFault.words) ?? failure.reason, remedy: remedy[code] ?? "")
      ], status: isDrive ? .usage : .systemFailure)
  }
}
