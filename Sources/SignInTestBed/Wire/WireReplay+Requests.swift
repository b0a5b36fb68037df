import SignInCryptography
import TransitionTables

/// Sends requests of a scenario that do not come from the modelled client: another client's or an
/// administrator's.
extension WireReplay {
  /// The message that an outsider sends in a step; nil where an action begins the step.
  func request(of step: Trace.Step) -> Int? {
    guard step.action == nil, let first = step.firings.first,
      case .message(let message) = model.rows[first.row].trigger
    else { return nil }
    return message
  }

  /// Sends the message. A change that an administrator is granted is left to the scenario's next
  /// action, which makes it at the service; sent here, it would be made twice.
  mutating func ask(_ message: Int, _ step: Trace.Step) throws(CryptographyError) {
    let name = model.messages[message].name
    let isAdministrator = model.messages[message].kind == .administration
    let who = isAdministrator ? "administrator" : "another client"
    transcript.lines.append(.call("\(who): \(name)"))
    let fields = service.codec.fields(of: message, in: step.before)
    guard let last = step.firings.last else { return }
    if model.effects(of: [last]).contains(.leaveToAdministrator) {
      return transcript.lines.append(.note(model.rows[last.row].fullID))
    }
    if fields.holds(.isFull) { try registerUntilFull() }
    if fields[.name] == .ofAnother { makeAnother() }
    let device = app.user.device
    if name == .confirmDevice, device == nil || fields.holds(.unknownKey) {
      app.user.device = HeldDevice(
        key: "eu-west-1_\(try app.random.identifier())", groupKey: "-none",
        secret: Secret(try app.random.password()))
    }
    try exchange(message, step.before, expected: last, [])
    if name == .confirmDevice { app.user.device = device }
  }

  /// Registers passkeys until the user has the maximum, where a request claims that: the table
  /// follows only one. They are registered like any other.
  private mutating func registerUntilFull() throws(CryptographyError) {
    let initial = model.slots.map(\.initial)
    let messages = [TableMessage.startWebAuthnRegistration, .completeWebAuthnRegistration]
      .compactMap(model.message)
    for _ in 0..<PoolService.mostPasskeys where passkeyCount < PoolService.mostPasskeys {
      for message in messages { try exchange(message, initial, expected: nil, []) }
    }
  }

  /// Creates another user, whose name a request claims to be taken.
  private mutating func makeAnother() {
    _ = service.answer(
      TableMessage.adminCreateUser.rawValue,
      .members([
        .userPoolID: .string(app.poolID), .username: .string(WireApp.nameOfAnother),
        .messageAction: .string("SUPPRESS"),
      ]))
  }

  private var passkeyCount: Int {
    followedAccount?.world.pool.passkeys.credentials.count ?? PoolService.mostPasskeys
  }
}
