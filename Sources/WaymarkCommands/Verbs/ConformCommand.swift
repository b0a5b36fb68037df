import ArgumentParser
import Endpoint
import Foundation
import PoolAnalysis
import SignInCryptography
import SignInTestBed
import TransitionTables

/// `waymark conform`: compares another endpoint's answers with the table.
struct ConformCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Plays a pool's sign-ins at another endpoint and reports what it answers otherwise.",
    discussion: """
      Makes a pool and an app client with the settings of POOL at the endpoint, then users, by \
      public and administrators' operations alone, and plays the paths of the pool's catalogue \
      with real proofs. Each answer is compared with the row that should have made it: the \
      challenge, the exception, tokens or another result, and the members that it consists of. \
      Texts, and further members of the endpoint, are notes. Runs that need a code from a \
      mailbox, the clock or a trigger are listed as not played. With --scenarios the bundled \
      scenarios are played as well, each in a pool of its own.

      Where the endpoint has one pool and makes none, as `waymark serve`, name it by \
      --user-pool-id and --client-id: its users ada, ada@example.com and +15551234567 are deleted \
      before each run. A pool that was made is deleted at the end, or named on stderr.

      AWS itself is asked at https://cognito-idp.REGION.amazonaws.com with --i-own-this-account: \
      requests are signed with the key of AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and \
      AWS_SESSION_TOKEN and sent by curl. Pools and users are made and deleted there, which costs \
      money, and messages may be sent. Elsewhere nothing is signed, and HTTP is plain.

      Exit status: 0 all answers agree, 14 some differ, 75 nothing answers, or no pool can be made.

      Example: waymark conform pool.yaml --endpoint http://127.0.0.1:5000
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions

  @Option(help: ArgumentHelp("Where the endpoint is.", valueName: "URL"))
  var endpoint: String

  @Option(
    name: .customLong("user-pool-id"),
    help: ArgumentHelp("The pool to use; one is made without it.", valueName: "ID"))
  var poolID: String?

  @Option(
    name: .customLong("client-id"),
    help: ArgumentHelp("The app client of that pool.", valueName: "ID"))
  var clientID: String?

  @Option(
    name: .customLong("i-own-this-account"),
    help: ArgumentHelp(
      "Asks AWS itself, in this account alone, and makes a pool there.", valueName: "ACCOUNT-ID"))
  var account: String?

  @Flag(help: "Plays the bundled scenarios too.")
  var scenarios = false

  @Option(help: "How the result is written: text, json or junit.")
  var format = ReportFormat.text

  func validate() throws {
    guard [.text, .json, .junit].contains(format) else {
      throw ValidationError("--format takes text, json or junit")
    }
    guard (poolID == nil) == (clientID == nil), poolID == nil || !scenarios else {
      throw ValidationError(
        "--user-pool-id and --client-id belong together, and exclude --scenarios")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model(statements: true)
    let send = try RemoteEndpoint(endpoint, account: account).sending(
      within: environment.limits)
    let loaded = try PoolLoader(model: model, request: try pools.request()).load()
    guard let pool = loaded.first, loaded.count == 1 else {
      throw .usage(
        "usage.no-pool", "one pool is played, and \(loaded.count) are given",
        remedy: "name the documents of one pool, or choose one with `--pool`")
    }
    let comparer = PoolComparer(
      model: model, request: search.request(in: environment), environment: environment)
    var jobs = try Conformance.jobs(of: pool, by: comparer)
    if scenarios { jobs += try Conformance.scenarios(model, environment: environment) }
    var conformance = Conformance(title: "\(pool.name) at \(endpoint)")
    var left: [String] = []
    do {
      try play(jobs, &conformance, &left, send, model, environment)
    } catch is RemoteFailure where environment.limits.shouldStop && !conformance.plays.isEmpty {
      // The time limit passed before the answer came: report what was played.
    } catch let failure as RemoteFailure {
      throw CommandFailure(
        [
          Diagnostic(
            "conform.endpoint", at: SourceLocation(file: endpoint),
            (["\(failure.operation): \(failure.reason)"] + left).joined(separator: "; "),
            remedy: "start the endpoint, or name its pool by `--user-pool-id` and `--client-id`")
        ], status: .cannotEvaluate)
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.replay", at: SourceLocation(file: endpoint), "\(error)",
            remedy: "this is an error of waymark; please report it")
        ], status: .systemFailure)
    }
    let text =
      switch format {
      case .json: conformance.value.text
      case .junit: conformance.junit
      default: conformance.text
      }
    var output = CommandOutput(text: text, status: conformance.status)
    output.stderr = left.map { $0 + "\n" }.joined()
    return output
  }

  /// Deletes a pool that was created; returns a warning where it cannot be deleted.
  private static func leaving(_ pool: RemotePool) -> String? {
    pool.delete().map { "warning: the pool \(pool.poolID) is left behind: \($0)" }
  }

  /// Plays the runs of one configuration after those of another. Each group's pool is deleted
  /// before the next one is created, because an endpoint may have room for only one.
  private func play(
    _ jobs: [Conformance.Job], _ conformance: inout Conformance, _ left: inout [String],
    _ send: @escaping RemotePool.Sending, _ model: Model, _ environment: ToolEnvironment
  ) throws {
    var groups = Dictionary(grouping: jobs, by: \.parameters)
    for job in jobs {
      guard let group = groups.removeValue(forKey: job.parameters) else { continue }
      try playGroup(group, of: jobs.count, &conformance, &left, send, model, environment)
    }
  }

  private func playGroup(
    _ jobs: [Conformance.Job], of total: Int, _ conformance: inout Conformance,
    _ left: inout [String], _ send: @escaping RemotePool.Sending, _ model: Model,
    _ environment: ToolEnvironment
  ) throws {
    var made: RemotePool?
    defer { if poolID == nil, let warning = made.flatMap(Self.leaving) { left.append(warning) } }
    var refused: String?
    for job in jobs where !environment.limits.shouldStop {
      environment.progress("run \(conformance.plays.count + 1) of \(total)")
      if let refused {
        conformance.setAside(job, because: refused)
        continue
      }
      do {
        let pool = try made ?? remotePool(model, job.parameters, send)
        made = pool
        try conformance.play(job, of: model, at: pool, seed: search.seed) {
          Int64(Foundation.time(nil))
        }
      } catch let failure as RemoteFailure
        where !failure.isUnreachable && !conformance.plays.isEmpty
      {
        let reason = "no such pool: \(failure.operation): \(failure.reason)"
        refused = reason
        conformance.setAside(job, because: reason)
      }
    }
  }

  private func remotePool(
    _ model: Model, _ parameters: [Int: Int], _ send: @escaping RemotePool.Sending
  ) throws(RemoteFailure) -> RemotePool {
    if let poolID, let clientID {
      return RemotePool(poolID: poolID, clientID: clientID, send: send)
    }
    return try RemotePool(model: model, parameters: parameters, send: send)
  }
}
