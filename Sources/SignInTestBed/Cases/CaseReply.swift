import SignInCryptography
import TransitionTables

/// Reads a scripted answer, the service's JSON under the API's names, as a message to the client.
struct CaseReply {
  let codec: WireCodec
  /// The operation that the answer belongs to.
  let operation: String
  let returns: LocatedNode

  private var model: Model { codec.model }

  /// The message and its fields by slot, or nil where the table has no such message.
  func message(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    memory.parameters = [:]
    memory.answered["destination"] = nil
    if let exception { return model.message(named: exception).map { ($0, [:]) } }
    if let session = text(.session) {
      let isSignUp = codec.maker(of: .session, inReplyTo: operation) == .signUpSession
      memory.kept[isSignUp ? "signUpSession" : "session"] = session
      if isSignUp { memory.answered["session"] = session }
    }
    guard let reading = reading(&memory) else { return nil }
    memory.kept["sharedSecret"] = reading.text(.secretCode) ?? memory.kept["sharedSecret"]
    memory.answered["destination"] = reading.text(.maskedAddress)
    if reading.fields.slot(.medium) != nil, !codec.isChallenge(reading.message) {
      memory.answered["attributeKey"] = reading.text(.deliveredAttribute)
    }
    if reading.fields.slot(.confirmed) != nil {
      // A sign-up that completes without a code returns no user id to the app.
      let isComplete = reading.fields.holds(.confirmed) && text(.session) != nil
      memory.answered["userId"] = isComplete ? nil : reading.text(.userSub)
    }
    return (reading.message, reading.values)
  }

  /// The name of the exception, also for an error of the token endpoint; nil for a result.
  var exception: String? {
    text("__type") ?? (text("error") == nil ? nil : TableMessage.oauthError.rawValue)
  }

  /// Reads the result of the operation: in a sign-in tokens, a challenge, or neither.
  private func reading(_ memory: inout CaseMemory) -> WireReading? {
    if let result = model.message(named: "\(operation)Result") { return read(result) }
    let tokens = model.message(.tokens).flatMap(read)
    memory.deviceKey = tokens?.text(.knownDeviceKey)
    if tokens?.fields[.incomplete] == "false" { return tokens }
    guard let name = text(.challengeName) else {
      let isThere = returns[.authenticationResult]?.isNull == false
      return isThere ? tokens : model.message(.emptyAnswer).flatMap(read)
    }
    memory.parameters = CaseMemory.texts(returns[.challengeParameters])
    memory.echoedName = memory.parameters[.authUsername] ?? memory.echoedName
    // Any other name counts as the password challenge; only the first request says which of the two
    // it is.
    return (codec.challenge(named: name) ?? codec.challenge(.passwordChallenge)).flatMap(read)
  }

  private func read(_ message: Int) -> WireReading? {
    let source = CaseSource(codec: codec, returns: returns)
    let reading = try? codec.read(message, from: source, model.slots.map(\.initial))
    guard var reading, reading.fields.slot(.badNumber) != nil else { return reading }
    // The client checks that a proof's material is present before it calculates with it, so a
    // missing part is reported before a malformed number (amplify-client §4.2, §4.3).
    let material = CaseMemory.texts(returns[.challengeParameters])
    let (salt, number) = (material[.salt] ?? "", material[.srpB])
    let block = material[.secretBlock].flatMap { try? Base64.decode($0) }
    reading.set(.lacksParameters, salt.isEmpty || number == nil || block == nil)
    reading.set(.badNumber, !salt.allSatisfy(\.isHexDigit) || isBad(number ?? "1"))
    return reading
  }

  /// Whether the server's number is malformed, or a multiple of N, zero included.
  private func isBad(_ number: String) -> Bool {
    let digits = String(number.drop { $0 == "0" })
    guard !digits.isEmpty, number.allSatisfy(\.isHexDigit) else { return true }
    return (try? SRPGroup.cognito.modulus.divides(BigNumber(hex: digits))) ?? false
  }

  private func text(_ name: TableWire) -> String? { text(name.rawValue) }
  private func text(_ key: String) -> String? { returns[key].flatMap { $0.isNull ? nil : $0.text } }
}

/// Looks up the members of a scripted answer. The client reads the names of factors in any case.
private struct CaseSource: WireSource {
  let codec: WireCodec
  let returns: LocatedNode
  let knowsAllWords = false

  func value(of member: WireMember) throws(WireFault) -> JSON? {
    var node: LocatedNode? = returns
    for name in member.path { node = (node?.elements?.first ?? node)?[name] }
    guard let node, !node.isNull else { return nil }
    let isOfWords = [.word, .list, .listText].contains(member.encoding)
    return isOfWords ? known(JSON(node), member, codec.words(ofField: member)) : JSON(node)
  }

  func failure(_ fault: WireFault) -> WireFault { fault }

  /// The table's spelling of names that differ from it in case alone.
  private func known(_ json: JSON, _ member: WireMember, _ names: [String]) -> JSON {
    if let elements = json.elements { return .array(elements.map { known($0, member, names) }) }
    guard let text = json.text, case let capitals = text.uppercased() else { return json }
    let isKnown =
      member.encoding == .listText
      ? names.contains { text.contains($0) } : names.contains(text) || !names.contains(capitals)
    return isKnown ? json : .string(capitals)
  }
}
