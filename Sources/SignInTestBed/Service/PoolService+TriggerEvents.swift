import SignInCryptography
import TransitionTables

/// The events that trigger functions are called with, and the effects of their answers.
extension PoolService {
  private typealias Making = @Sendable (PoolService, ServiceTurn) -> JSON?

  private static let makers: [String: Making] = [
    "userAttributes": { service, turn in service.shownAttributes(turn) },
    "validationData": { service, _ in
      service.isFirstRequest
        ? service.triggers.input[.clientMetadata] ?? service.validationData
        : service.validationData
    },
    // InitiateAuth's metadata goes only to the functions that validate the request.
    "clientMetadata": { service, _ in
      service.isFirstRequest ? .object([]) : service.triggers.input[.clientMetadata] ?? .object([])
    },
    "userNotFound": { service, turn in .bool(service.isNobody(turn)) },
    "newDeviceUsed": { service, turn in
      let isTracking = !service.holds(.devicesOff, in: service.initial)
      return .bool(isTracking && turn.deviceKey == nil)
    },
    "groupConfiguration": { service, turn in
      let groups = service.groups(of: turn.account)
      return .members([
        "groupsToOverride": .array(groups.map { .string($0.name) }),
        "iamRolesToOverride": .array(groups.roles.map { .string($0) }),
        "preferredRole": groups.preferredRole.map { .string($0) } ?? .null,
      ])
    },
    "scopes": { _, _ in .array([.string("aws.cognito.signin.user.admin")]) },
    "password": { service, _ in service.triggers.input[.authParameters]?[.authPassword] },
    "session": { _, turn in .array(turn.triggers.history) },
    "challengeName": { _, _ in .string(TableMessage.customChallenge.rawValue) },
    "challengeAnswer": { service, _ in service.triggers.input[.challengeResponses]?[.answer] },
    "privateChallengeParameters": { service, turn in service.custom(turn)?.hidden },
    "codeParameter": { _, _ in .string("{####}") },
    "usernameParameter": { service, _ in
      service.triggers.operation == .adminCreateUser ? .string("{username}") : .null
    },
  ]

  /// The members of an event's request that can be made.
  static var eventMembers: Set<String> { Set(makers.keys) }

  /// The event of a question to a function.
  func event(
    _ function: TriggerTable.Function, at place: String, _ turn: ServiceTurn
  ) -> JSON {
    let request = function.request.map { name in
      JSON.Member(name, Self.makers[name]?(self, turn) ?? .null)
    }
    let challenge = triggers.input[.challengeName]?.text ?? ""
    let source =
      function.sources[triggers.operation] ?? function.sources[challenge]
      ?? function.places[place] ?? ""
    return .members([
      "version": .string(function.name == .preTokenGeneration ? "2" : "1"),
      "triggerSource": .string(source),
      "region": .string(World.poolID.split(separator: "_").first.map(String.init) ?? ""),
      "userPoolId": .string(World.poolID), "userName": .string(turn.account.username),
      "callerContext": .members([
        "awsSdkVersion": .string("aws-sdk-unknown-unknown"), "clientId": .string(World.clientID),
      ]),
      "request": .object(request), "response": function.response,
    ])
  }

  private func isNobody(_ turn: ServiceTurn) -> Bool {
    holds(.accountNone, in: turn.triggers.shown)
  }

  private var isFirstRequest: Bool {
    triggers.operation.hasSuffix(TableMessage.initiateAuth.rawValue)
  }

  /// `ValidationData` of a sign-up, a list of names and values, as a map.
  private var validationData: JSON {
    .object(
      (triggers.input["ValidationData"]?.elements ?? []).compactMap { pair in
        pair["Name"]?.text.map { JSON.Member($0, pair["Value"] ?? .null) }
      })
  }

  /// The attributes of the user; for an account that is still to be created, or is created by this
  /// request, the attributes that came along.
  private func shownAttributes(_ turn: ServiceTurn) -> JSON {
    guard !isNobody(turn) else {
      return .object(
        turn.attributes.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
    }
    let status = JSON.Member("cognito:user_status", .string(status(in: turn.triggers.shown)))
    var account = turn.account
    if holds(.accountNone, in: turn.valuation) {
      account.attributes.merge(turn.attributes) { _, new in new }
    }
    return .object(
      publicAttributes(of: account, turn.triggers.shown).map {
        JSON.Member($0.name, .string($0.value))
      } + [status])
  }

  private func custom(_ turn: ServiceTurn) -> CustomChallenge? {
    turn.session.flatMap { sessions[$0]?.custom }
  }

  // MARK: Answers

  /// Calls the functions whose answers an effect needs.
  mutating func prepare(
    _ effect: String, _ valuation: [Int], _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    guard let response = try ask(at: effect, in: valuation, &turn) else { return }
    if effect == TableEffect.newCustomChallenge.rawValue {
      turn.triggers.custom = CustomChallenge(response)
    } else {
      turn.triggers.tokens = TokenChanges(response)
    }
  }

  /// Adds the answer of a request to the history that DefineAuthChallenge reads.
  func noteHistory(of request: ServiceRequest, _ turn: inout ServiceTurn) {
    guard !triggers.connected.isEmpty else { return }
    var name = triggers.input[.challengeName]?.text
    if name == nil, triggers.input[.authFlow]?.text == TableWire.customAuth.rawValue,
      triggers.input[.authParameters]?[.srpA] != nil
    {
      name = TableWire.srpA.rawValue
    }
    guard let name else { return }
    let isRight = name != .customChallenge || request.reading.fields[.answer] == .right
    turn.triggers.history.append(
      .members([
        "challengeName": .string(name), "challengeResult": .bool(isRight),
        "challengeMetadata": custom(turn)?.metadata ?? .null,
      ]))
  }

  /// Replaces the text of messages that were sent by that of the function CustomMessage.
  mutating func word(
    _ positions: Range<Int>, _ valuation: [Int], _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    for position in positions {
      let mail = turn.account.mail[position]
      // The answer of a custom challenge is sent by the pool's owner, for which no function runs
      // here.
      guard !mail.medium.isEmpty || mail.purpose == TableMaker.temporaryPassword.rawValue,
        let response = try ask(at: "message", in: valuation, &turn)
      else { continue }
      let words = response[mail.medium == TableMember.sms ? "smsMessage" : "emailMessage"]?.text
      turn.account.mail[position].text = words?
        .replacing("{####}", with: mail.code)
        .replacing("{username}", with: turn.account.username)
    }
  }
}
