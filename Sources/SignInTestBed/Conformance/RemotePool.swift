public import SignInCryptography
import Synchronization
public import TransitionTables

/// A user pool at an endpoint that answers Cognito's operations, with the function that calls it.
public struct RemotePool: Sendable {
  /// Sends an operation with its input; returns the body, with the exception's name where it
  /// failed.
  public typealias Sending =
    @Sendable (_ operation: String, _ input: JSON) throws(RemoteFailure) -> ServiceReply

  public var poolID: String
  public var clientID: String
  public var clientSecret: Secret?
  /// Whether the pool has the triggers that the configuration names. No operation can create them.
  let hasTriggers: Bool
  public let send: Sending

  /// Uses an existing pool.
  public init(
    poolID: String, clientID: String, clientSecret: Secret? = nil, send: @escaping Sending
  ) {
    (self.poolID, self.clientID, self.clientSecret) = (poolID, clientID, clientSecret)
    (self.hasTriggers, self.send) = (true, send)
  }

  /// Creates a pool and a client with the settings of a configuration. If the endpoint refuses a
  /// part, the pool is deleted again.
  ///
  /// - Throws: the operation and the reason of the refusal, and also a failure to delete the pool.
  public init(
    model: Model, parameters: [Int: Int], send: @escaping Sending
  ) throws(RemoteFailure) {
    let initial = Interpreter(model: model).initial(parameters: parameters)
    let text = { (name: TableVariable) in ValuationReader(model: model, valuation: initial)[name] }
    let fields = SettingFields(model: model, valuation: initial)
    let shown = (TableMessage.describeUserPoolResult, TableWire.userPool)
    var pool = fields.members(
      [
        .usernameAttributes, .aliasAttributes, .autoVerifiedAttributes, .accountRecoverySetting,
        .adminCreateUserConfig, .userAttributeUpdateSettings, .deviceConfiguration,
        .emailConfiguration,
      ], of: shown.0, within: shown.1)
    if text(.firstFactors) != "{password}" {
      pool += fields.members([.policies, .userPoolTier], of: shown.0, within: shown.1)
    } else if initial[model.slot(of: .tier)] != model.slots[model.slot(of: .tier)].initial {
      pool += fields.members([.userPoolTier], of: shown.0, within: shown.1)
    }
    for schema in fields.members([.schemaAttributes], of: shown.0, within: shown.1) {
      pool.append(.init(.schema, schema.value))
    }
    if text(.smsConfigured) == "true" {
      pool.append(.init(.smsConfiguration, WireCodec.smsSender))
    }
    let made = try Self.ask(
      .createUserPool, .object([.init(.poolName, .string("waymark-conform"))] + pool), send)
    poolID = made[.userPool]?[.id]?.text ?? ""
    (self.hasTriggers, self.send) = (false, send)
    (clientID, clientSecret) = ("", nil)
    do throws(RemoteFailure) {
      try finish(fields, text, send)
    } catch {
      guard !poolID.isEmpty, let left = delete() else { throw error }
      throw RemoteFailure(
        operation: error.operation,
        reason: "\(error.reason); the pool \(poolID) is left behind: \(left)",
        isUnreachable: error.isUnreachable)
    }
  }

  /// Sets the MFA configuration of a created pool, and creates a client.
  private mutating func finish(
    _ fields: SettingFields, _ text: (TableVariable) -> String, _ send: Sending
  ) throws(RemoteFailure) {
    if text(.mfa) != "off" || text(.firstFactors).contains(TableMember.webAuthn.rawValue) {
      let settings = fields.members(
        [
          .mfaConfiguration, .softwareTokenMfaConfiguration, .smsMfaConfiguration,
          .emailMfaConfiguration, .webAuthnConfiguration,
        ], of: .setUserPoolMfaConfigResult)
      let input = JSON.object([JSON.Member(.userPoolID, .string(poolID))] + settings)
      _ = try Self.ask(.setUserPoolMfaConfig, input, send)
    }
    let client = [
      JSON.Member(.userPoolID, .string(poolID)), .init(.clientName, .string("waymark-conform")),
      .init(.generateSecret, .bool(text(.clientSecret) == "true")),
    ]
    let settings = fields.members(
      [
        .explicitAuthFlows, .preventUserExistenceErrors, .enableTokenRevocation,
        .refreshTokenRotation, .writeAttributes,
      ], of: .describeUserPoolClientResult, within: .userPoolClient)
    let app = try Self.ask(.createUserPoolClient, .object(client + settings), send)
    clientID = app[.userPoolClient]?[.clientID]?.text ?? ""
    clientSecret = app[.userPoolClient]?[.clientSecret]?.text.map { Secret($0) }
    guard !poolID.isEmpty, !clientID.isEmpty else {
      throw RemoteFailure(
        operation: TableMessage.createUserPoolClient.rawValue, reason: "the answer has no id")
    }
  }

  /// A setting that no created pool has, or an assumption that another pool need not meet; nil
  /// where the configuration has none.
  static func unmade(in model: Model, _ valuation: [Int]) -> String? {
    let unmade: [TableVariable] = [.immutableAttributes, .passwordHistory, .threatProtection]
    let assumed = model.parameters.filter { model.slots[$0].kind == .assumption }
    return (unmade.map { model.slot(of: $0) } + assumed)
      .first { valuation[$0] != model.slots[$0].initial }
      .map { model.slots[$0].name }
  }

  /// The table's own service as a remote pool, at a fixed clock.
  static func own(_ service: PoolService, clock: () -> Int64) -> RemotePool {
    var service = service
    service.moveClock(to: clock())
    let shared = Mutex(service)
    return RemotePool(
      poolID: World.poolID, clientID: World.clientID, clientSecret: service.clientSecret
    ) { operation, input throws(RemoteFailure) in
      shared.withLock { $0.answer(operation, input) }
    }
  }

  private static func ask(
    _ message: TableMessage, _ input: JSON, _ send: Sending
  ) throws(RemoteFailure) -> JSON {
    let operation = message.rawValue
    let reply = try send(operation, input)
    guard let exception = reply.exception else { return reply.body }
    throw RemoteFailure(
      operation: operation, reason: "\(exception): \(reply.body[.message]?.text ?? "")")
  }

  /// Deletes the pool with its content.
  ///
  /// - Returns: the reason why it could not be deleted; nil where it was.
  public func delete() -> String? {
    do throws(RemoteFailure) {
      _ = try Self.ask(.deleteUserPool, .members([.userPoolID: .string(poolID)]), send)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Deletes users that an earlier run may have left.
  func deleteUsers(named names: [String]) {
    for name in names {
      _ = try? send(
        TableMessage.adminDeleteUser.rawValue,
        .members([.userPoolID: .string(poolID), .username: .string(name)]))
    }
  }
}

/// A failure to perform an operation, or to reach the endpoint.
public struct RemoteFailure: Error, Sendable {
  public var operation: String
  public var reason: String
  /// Whether the endpoint could not be reached at all.
  public var isUnreachable: Bool

  public init(operation: String, reason: String, isUnreachable: Bool = false) {
    (self.operation, self.reason) = (operation, reason)
    self.isUnreachable = isUnreachable
  }
}
