import SignIn
public import SignInCryptography
public import TransitionTables

/// The preparation of an endpoint so that the next sign-in takes one path of the catalogue: the
/// user's record, and what the clock and other actors do between its requests.
public struct Drive: Sendable {
  /// An act that happens after a number of the path's requests.
  public struct Event: Sendable {
    public var after: Int
    /// The input of `TestBedAct`, without the user name.
    public var act: [JSON.Member]
  }

  /// The id of the path.
  public var id: String
  /// The input of `TestBedAddUser`; nil where the path begins without an account.
  public var user: JSON?
  /// The name that the user types.
  public var username: String
  /// The requests of the path, as ``WireExchange/request`` writes them.
  public var requests: [String]
  public var events: [Event] = []
  /// Why an endpoint alone cannot prepare the path; empty where it can.
  public var obstacle = ""

  public static let password = "Str0ng-Passw0rd"
  public static let authenticatorSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
  private static let attributes = [
    TableMember.email.rawValue: "drive@example.com", TableMember.phone.rawValue: "+15550100199",
  ]

  /// The secret of the user's authenticator; nil where the user has none.
  public var totpSecret: String? { user?["TotpSecret"]?.text }

  /// Creates the drive of a path.
  ///
  /// - Parameters:
  ///   - id: the id of the path.
  ///   - steps: the steps from the record on.
  ///   - start: the state with the record.
  ///   - exchanges: the requests and answers of the path.
  ///   - service: the pool, without users.
  public init(
    _ id: String, _ steps: [Trace.Step], from start: [Int], _ exchanges: [WireExchange],
    at service: PoolService
  ) {
    self.id = id
    requests = exchanges.map(\.request)
    let kind = service.nameKinds(in: service.initial).first
    username = kind.flatMap { Self.attributes[$0] } ?? "drive"
    user = Self.user(Self.record(start, steps, at: service), named: username, at: service)
    obstacle = Self.obstacle(start, requests, steps, at: service)
    var asked = 0
    for step in steps {
      let sent = step.firings.count { service.model.sends($0)?.toPool == true }
      asked += sent
      guard sent == 0 else { continue }
      switch service.event(of: step) {
      case .success(let act?): events.append(Event(after: asked, act: act))
      case .success(nil): continue
      case .failure(let reason): obstacle = reason.words
      }
    }
  }

  /// The record for an app that shows the present code. Where no row of the path refuses a used
  /// code, no code counts as used: the path's code stands for the next valid one.
  private static func record(
    _ start: [Int], _ steps: [Trace.Step], at service: PoolService
  ) -> [Int] {
    let judgements = steps.flatMap(\.firings).flatMap { service.model.rows[$0.row].judgements }
    let refusesUsed = judgements.contains {
      $0.evidence == TableMaker.totp.rawValue && !$0.isAccepted && $0.reason == TableReason.used
    }
    guard !refusesUsed else { return start }
    var record = start
    let unused = service.binding.part(.usedNone)
    record[unused.slot] = unused.code
    return record
  }

  private static func user(_ start: [Int], named name: String, at service: PoolService) -> JSON? {
    guard !service.holds(.accountNone, in: start) else { return nil }
    let held = service.contacts.filter { service.text(contact: $0.member, in: start) != .absent }
    let given = held.compactMap { contact in
      attributes[contact.member].map { value in
        JSON.pair(contact.wire, .string(value))
      }
    }
    let record = service.recordWords(start).map { JSON.Member($0.name, .string($0.text)) }
    let hasPassword = !service.holds(.passwordNone, in: start)
    let hasAuthenticator = service.holds(.totpVerified, in: start)
    return .members([
      "Username": .string(name), "UserAttributes": .array(given), "Record": .object(record),
      "Password": hasPassword ? .string(password) : nil,
      "TotpSecret": hasAuthenticator ? .string(authenticatorSecret) : nil,
    ])
  }

  /// What the app must hold that no endpoint can give it; empty where there is no such thing.
  private static func obstacle(
    _ start: [Int], _ requests: [String], _ steps: [Trace.Step], at service: PoolService
  ) -> String {
    // The app signs in by itself only after a sign-up of its own.
    let signsInAfterSignUp = steps.contains { step in
      step.action.map { service.model.actions[$0].name } == TableAction.autoSignIn.rawValue
        && step.firings.contains { service.model.sends($0)?.toPool == true }
    }
    if signsInAfterSignUp { return "the app has signed its user up" }
    // Another user's passkey that is presented counts too.
    let isPresented = requests.contains(
      "\(TableMessage.respondToAuthChallenge.rawValue) \(TableMessage.webAuthn.rawValue)")
    if isPresented || service.holds(.passkeyRegistered, in: start) {
      return "the app holds a passkey"
    }
    return service.holds(.deviceNone, in: start) ? "" : "the app holds the keys of a device"
  }

  /// The drive as JSON, with all that a test runner needs.
  public var json: JSON {
    .members([
      "id": .string(id), "username": .string(username), "password": .string(Self.password),
      "totpSecret": user?["TotpSecret"], "record": user?["Record"],
      "requests": .array(requests.map { .string($0) }),
      "obstacle": obstacle.isEmpty ? nil : .string(obstacle),
    ])
  }
}

/// Why a step of a path cannot be prepared.
struct DriveObstacle: Error {
  var words: String
}

extension PoolService {
  /// The record of a state in the table's words, where it differs from a pool without users.
  func recordWords(_ valuation: [Int]) -> [(name: String, text: String)] {
    model.slots.indices.filter { slot in
      model.slots[slot].kind == .variable(component: nil) && valuation[slot] != initial[slot]
    }.map { (model.slots[$0].name, model.text(of: valuation[$0], in: $0)) }
  }

  /// The act of another actor in a step, as the input of `TestBedAct`; nil where nobody else acts
  /// on the pool.
  fileprivate func event(of step: Trace.Step) -> Result<[JSON.Member]?, DriveObstacle> {
    guard model.effects(of: step.firings).isDisjoint(with: TableEffect.elsewhere) else {
      return .failure(DriveObstacle(words: "the network or another app takes part"))
    }
    guard let action = step.action, !model.actions[action].isBy(.app) else {
      return .success(nil)
    }
    guard step.firings.contains(where: model.isOfPool) else { return .success(nil) }
    let inputs = zip(model.actions[action].inputs, step.inputs).map { input, value in
      JSON.Member(input.name, .string(model.text(of: value, in: input.slot)))
    }
    let app = model.clientSlots.map { slot in
      JSON.Member(model.slots[slot].name, .string(model.text(of: step.before[slot], in: slot)))
    }
    return .success([
      JSON.Member("Action", .string(model.actions[action].name)),
      JSON.Member("Inputs", .object(inputs)), JSON.Member("App", .object(app)),
    ])
  }

  /// Performs `TestBedAct`: an action of an actor other than the app, on the account with a name.
  mutating func act(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let action = try input.required("Action", limit: 64)
    guard model.action(named: action) != nil else {
      throw .invalidParameter("The table has no action \(action).")
    }
    let key = try resolve(try input.required(.username, limit: 128)).key
    let session = sessions.all.filter { $0.account == key }.compactMap(\.pending)
      .max { $0.expires < $1.expires }
    var turn = try turn(
      for: key, session: session?.text, grant: accounts[key]?.grants.indices.last)
    turn.newPassword = Secret(Drive.password)
    let app = try input.map("App")
    for name in app.names {
      guard let slot = model.slots.indices.first(where: { model.slots[$0].name == name }),
        model.clientSlots.contains(slot),
        let value = model.value(try app.text(name) ?? "", in: slot)
      else { throw .invalidParameter("The app has no \(name).") }
      turn.valuation[slot] = value
    }
    let inputs = try input.map("Inputs")
    var given: [String: String] = [:]
    for name in inputs.names { given[name] = try inputs.text(name) }
    guard try run(action: action, given, &turn) != nil else {
      throw .invalidParameter("The table does nothing at \(action).")
    }
    now = max(now, turn.account.world.now)
    accounts.version += 1
    return .members(["Clock": .integer(now)])
  }
}
