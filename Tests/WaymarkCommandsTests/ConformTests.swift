import Endpoint
import Foundation
import SignIn
import SignInCryptography
import SignInTestBed
import Synchronization
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark conform`: the service's own answers agree in all runs, and a wrong one is found.
@Suite struct ConformTests {
  /// The time at which a service without a clock of its own stands.
  private static let start: Int64 = 1_767_225_601

  /// A service as an endpoint, with what becomes of its answers.
  private static func pool(
    _ model: Model, _ parameters: [Int: Int],
    changing change: @escaping @Sendable (String, ServiceReply) -> ServiceReply = { $1 }
  ) throws -> RemotePool {
    let service = Mutex(try PoolService(model: model, parameters: parameters, seed: 7))
    let described = service.withLock { $0.answer("TestBedDescribe", .object([])).body }
    return RemotePool(
      poolID: described["UserPoolId"]?.text ?? "", clientID: described["ClientId"]?.text ?? "",
      clientSecret: described["ClientSecret"]?.text.map { Secret($0) }
    ) { operation, input in
      change(operation, service.withLock { $0.answer(operation, input) })
    }
  }

  private static func loaded(_ name: String, _ model: Model) throws -> LoadedPool {
    let path = BundledTable.directory.appending(path: "pools/sound/\(name).yaml").path
    return try #require(
      try PoolLoader(model: model, request: PoolRequest(paths: [path])).load().first)
  }

  private static func jobs(_ name: String, _ model: Model) throws -> [Conformance.Job] {
    let comparer = PoolComparer(
      model: model, request: ExplorationRequest(), environment: ToolEnvironment())
    return try Conformance.jobs(of: try loaded(name, model), by: comparer)
  }

  /// A pool with the settings of a configuration, made as at any endpoint.
  private static func made(_ model: Model, _ parameters: [Int: Int]) throws -> RemotePool {
    try RemotePool(model: model, parameters: parameters, send: pool(model, [:]).send)
  }

  /// The runs of kiosk with some ids, each at a pool of its own.
  private static func kiosk(
    _ model: Model, at pool: (Model, [Int: Int]) throws -> RemotePool,
    where isMeant: (String) -> Bool
  ) throws -> Conformance {
    var conformance = Conformance(title: "kiosk")
    for job in try jobs("kiosk", model) where isMeant(job.id) {
      try conformance.play(job, of: model, at: try pool(model, job.parameters), seed: 1) { start }
    }
    return conformance
  }

  private static let pools = [
    ("dojo", 8), ("charity", 10), ("embassy", 5), ("kiosk", 10), ("bank", 22), ("sundial", 14),
    ("retail", 32), ("laboratory", 172),
  ]

  /// Each of them has a setting that the pool is not made without: MFA by e-mail, a fast clock of
  /// the client, user verification. Of those with triggers the runs that need none are played.
  @Test(
    .optimised,
    arguments: Effort.isSampled ? Array(pools.prefix(3)) : pools)
  func `a pool that is made agrees with the table in every path that can be played`(
    name: String, least: Int
  ) throws {
    let model = try BundledTable.signIn()
    var conformance = Conformance(title: name)
    for job in try Self.jobs(name, model) {
      let pool = try Self.made(model, job.parameters)
      try conformance.play(job, of: model, at: pool, seed: 1) { Self.start }
    }
    #expect(conformance.plays.compactMap(\.difference) == [])
    #expect(conformance.played >= least)
    #expect(conformance.status == .allHold)
  }

  @Test(.optimised) func `what triggers decide is not played where a pool is made`() throws {
    let model = try BundledTable.signIn()
    let conformance = try Self.kiosk(model, at: Self.made) {
      $0.hasPrefix("customWithoutSRP.confirm")
    }
    let reasons = Set(conformance.plays.map(\.setAside))
    #expect(reasons == ["a trigger, of which a pool that is made here has none"])
  }

  @Test(.optimised) func `a right answer to a challenge of triggers is known to nobody outside`()
    throws
  {
    let model = try BundledTable.signIn()
    let conformance = try Self.kiosk(
      model, at: { try Self.pool($0, $1) }, where: { $0.contains("CustomChallenge") })
    let right = conformance.plays.filter { $0.id.hasSuffix("/right.done") }
    #expect(!right.isEmpty)
    #expect(right.allSatisfy { $0.setAside == "an answer that a trigger judges" })
    #expect(conformance.played > 0)
    #expect(conformance.status == .allHold)
  }

  @Test(.optimised) func `the service agrees in every scenario that can be played`() throws {
    try agrees { try Self.pool($0, $1) }
  }

  /// Fails where a setting of a scenario does not reach the pool that is made for it.
  @Test(.optimised) func `a pool that is made agrees in every scenario that can be played`()
    throws
  {
    try agrees { try Self.made($0, $1) }
  }

  /// Plays the bundled scenarios, or each seventh of them, each in a pool of its own.
  private func agrees(at pool: (Model, [Int: Int]) throws -> RemotePool) throws {
    let model = try BundledTable.signIn()
    var conformance = Conformance(title: "scenarios")
    let jobs = try Conformance.scenarios(model, environment: ToolEnvironment())
    for job in jobs.enumerated().filter({ !Effort.isSampled || $0.offset % 7 == 0 }).map(\.element)
    {
      try conformance.play(job, of: model, at: pool(model, job.parameters), seed: 1) { Self.start }
    }
    let wrong = conformance.plays.filter { $0.difference != nil }
    #expect(wrong.map { "\($0.id): \($0.answers.last.map { "\($0)" } ?? "")" } == [])
    let least = Effort.isSampled ? 5 : 50
    #expect(conformance.played >= least, "\(conformance.played) of \(conformance.plays.count)")
  }

  /// The client is refused after the pool was made.
  @Test func `a pool that is half made is deleted, or named`() throws {
    let model = try BundledTable.signIn()
    let pool = try Self.pool(model, [:])
    let asked = Mutex<[String]>([])
    func failure(deleting isDeleted: Bool) throws -> RemoteFailure {
      try #require(throws: RemoteFailure.self) {
        try RemotePool(model: model, parameters: [:]) { operation, input throws(RemoteFailure) in
          asked.withLock { $0.append(operation) }
          let isRefused =
            operation == "CreateUserPoolClient" || operation == "DeleteUserPool" && !isDeleted
          guard isRefused else { return try pool.send(operation, input) }
          return ServiceReply(
            body: .members(["message": .string("no")]), exception: "InternalErrorException")
        }
      }
    }
    #expect(try failure(deleting: true).reason == "InternalErrorException: no")
    #expect(asked.withLock { $0.last } == "DeleteUserPool")
    #expect(
      try failure(deleting: false).reason.hasSuffix("is left behind: InternalErrorException: no"))
  }

  @Test(.optimised) func `an endpoint that takes any proof is found, with the row`() throws {
    let model = try BundledTable.signIn()
    var conformance = Conformance(title: "gullible")
    for job in try Self.jobs("retail", model) {
      let pool = try Self.pool(model, job.parameters) { operation, reply in
        guard operation == "RespondToAuthChallenge", reply.exception == "NotAuthorizedException"
        else { return reply }
        let tokens = JSON.members(["AccessToken": .string("a"), "IdToken": .string("i")])
        return ServiceReply(body: .members(["AuthenticationResult": tokens]), exception: nil)
      }
      try conformance.play(job, of: model, at: pool, seed: 1) { Self.start }
    }
    #expect(conformance.status == .testBedDiffers)
    #expect(
      conformance.text.contains(
        """
        ✗ pool.password.nobody  RespondToAuthChallenge
            expected  NotAuthorizedException
            answered  tokens

        """))
    #expect(conformance.junit.contains("<failure message=\"pool.password.nobody: "))
  }

  @Test(.optimised) func `a member that an answer lacks is found, and the run goes on`() throws {
    let model = try BundledTable.signIn()
    func conformance(
      _ job: Conformance.Job, changing change: @escaping @Sendable ([JSON.Member]) -> [JSON.Member]
    ) throws -> Conformance {
      var conformance = Conformance(title: "terse")
      let pool = try Self.pool(model, job.parameters) { operation, reply in
        guard operation == "AdminCreateUser", let user = reply.body["User"],
          case .object(let members) = user
        else { return reply }
        return ServiceReply(body: .members(["User": .object(change(members))]))
      }
      try conformance.play(job, of: model, at: pool, seed: 1) { Self.start }
      return conformance
    }
    let job = try #require(
      try Self.jobs("bank", model).first { job in
        let answers = try conformance(job) { $0 }.plays.flatMap(\.answers)
        return answers.contains { $0.operation == "AdminCreateUser" }
      })
    let whole = try conformance(job) { $0 }
    let terse = try conformance(job) { $0.filter { $0.name != "UserStatus" } }
    let wordy = try conformance(job) { $0 + [JSON.Member("Colour", .string("red"))] }
    #expect(terse.status == .testBedDiffers)
    #expect(terse.plays.first?.difference?.missing == ["User.UserStatus"])
    #expect(terse.text.contains("    answered  a result\n    lacks     User.UserStatus\n"))
    #expect(terse.plays.first?.answers.count == whole.plays.first?.answers.count)
    #expect(wordy.status == .allHold)
    #expect(wordy.plays.flatMap(\.answers).flatMap(\.added).contains("User.Colour"))
  }

  @Test(.optimised) func `over HTTP the endpoint of serve agrees, and nothing is an answer`() throws
  {
    let model = try BundledTable.signIn()
    let parameters = try #require(try Self.jobs("retail", model).first).parameters
    let service = try PoolService(model: model, parameters: parameters, seed: 3)
    let endpoint = try Endpoint(
      service, model: model, users: [], time: Int64(Foundation.time(nil)), state: nil)
    let server = try EndpointServer(endpoint, host: "127.0.0.1", port: 0)
    PoolService.prepareKeys()
    defer { server.stop() }
    var described = service
    let ids = described.answer("TestBedDescribe", .object([])).body
    let path = BundledTable.directory.appending(path: "pools/sound/retail.yaml").path
    let output = WaymarkTool.output(
      for: [
        "conform", path, "--endpoint", "http://127.0.0.1:\(server.port)", "--user-pool-id",
        ids["UserPoolId"]?.text ?? "", "--client-id", ids["ClientId"]?.text ?? "",
      ], in: ToolEnvironment())
    #expect(output.status == .allHold, "\(output.text) \(output.stderr)")
    // Where there are no users the one pool is made anew for each configuration.
    let empty = try EndpointServer(endpoint, host: "127.0.0.1", port: 0)
    defer { empty.stop() }
    let scenarios = WaymarkTool.output(
      for: ["conform", path, "--endpoint", "http://127.0.0.1:\(empty.port)", "--scenarios"],
      in: ToolEnvironment())
    #expect(scenarios.status == .allHold, "\(scenarios.text) \(scenarios.stderr)")
    #expect(!scenarios.text.contains("no such pool"))
    #expect(!scenarios.stderr.contains("left behind"))
    let none = WaymarkTool.output(
      for: ["conform", path, "--endpoint", "http://127.0.0.1:1"], in: ToolEnvironment())
    #expect(none.status == .cannotEvaluate)
    #expect(none.stderr.contains("[conform.endpoint]"))
  }
}
