import SignInCryptography
import TransitionTables

/// A scripted answer as a message to the client: the service's JSON under the API's own names.
struct CaseReply {
  let codec: WireCodec
  /// The operation that is answered.
  let operation: String
  let returns: LocatedNode

  private var model: Model { codec.model }

  /// The message and its fields by slot, or nil where the table has no such message.
  func message(_ memory: inout CaseMemory) -> (message: Int, fields: [Int: Int])? {
    memory.parameters = [:]
    memory.destination = nil
    if let exception { return model.message(named: exception).map { ($0, [:]) } }
    if let session = text("Session") {
      let isSignUp = codec.maker(of: "Session", inReplyTo: operation) == "signUpSession"
      memory.received(session, ofSignUp: isSignUp)
    }
    guard let reading = reading(&memory) else { return nil }
    memory.secret = reading.text("secretCode") ?? memory.secret
    memory.destination = reading.text("maskedAddress")
    if reading.fields.slot("medium") != nil, !codec.isChallenge(reading.message) {
      memory.attributeKey = reading.text("deliveredAttribute")
    }
    if reading.fields.slot("confirmed") != nil {
      // What completes by itself names no user.
      let isComplete = reading.fields["confirmed"] == "true" && text("Session") != nil
      memory.userID = isComplete ? nil : reading.text("userSub")
    }
    return (reading.message, reading.values)
  }

  /// The exception that it is; nil where it is none. The token endpoint knows none of the
  /// service's, but errors of its own.
  var exception: String? { text("__type") ?? (text("error") == nil ? nil : "OAuthError") }

  /// The result of the operation; in a sign-in tokens, a challenge, or neither.
  private func reading(_ memory: inout CaseMemory) -> WireReading? {
    if let result = model.message(named: "\(operation)Result") { return read(result) }
    let tokens = model.message(named: "TOKENS").flatMap(read)
    memory.deviceKey = tokens?.text("knownDeviceKey")
    if tokens?.fields["incomplete"] == "false" { return tokens }
    guard let name = text("ChallengeName") else {
      let isThere = returns["AuthenticationResult"]?.isNull == false
      return isThere ? tokens : model.message(named: "EmptyAnswer").flatMap(read)
    }
    memory.parameters = CaseMemory.texts(returns["ChallengeParameters"])
    memory.echoedName = memory.parameters["USERNAME"] ?? memory.echoedName
    // Both ask for a password; only the first request says which.
    let challenge = codec.challenge(named: name) ?? codec.challenge(named: "PASSWORD")
    return challenge.flatMap(read)
  }

  private func read(_ message: Int) -> WireReading? {
    let source = CaseSource(codec: codec, message: message, returns: returns)
    let reading = try? codec.read(message, from: source, model.slots.map(\.initial))
    guard var reading, reading.fields.slot("badNumber") != nil else { return reading }
    let material = CaseSRPMaterial(CaseMemory.texts(returns["ChallengeParameters"]))
    reading.set("lacksParameters", material.lacksParameters ? "true" : "false")
    reading.set("badNumber", material.hasBadNumber ? "true" : "false")
    return reading
  }

  private func text(_ key: String) -> String? {
    returns[key].flatMap { $0.isNull ? nil : $0.text }
  }
}

/// Where the members of a scripted answer stand. The client reads the names of factors whatever
/// their case.
private struct CaseSource: WireSource {
  let codec: WireCodec
  let message: Int
  let returns: LocatedNode

  func value(of member: WireMember) throws(WireFault) -> JSON? {
    var node: LocatedNode? = returns
    for name in member.path {
      if let first = node?.elements?.first { node = first }
      node = node?[name]
    }
    guard let node, !node.isNull else { return nil }
    return [.word, .list, .listText].contains(member.encoding) ? json(node, member) : json(node)
  }

  func failure(_ fault: WireFault) -> WireFault { fault }

  private func json(_ node: LocatedNode) -> JSON {
    if let elements = node.elements { return .array(elements.map(json)) }
    if let entries = node.entries {
      return .object(entries.map { JSON.Member($0.key, json($0.value)) })
    }
    return .string(node.text ?? "")
  }

  /// The same with names of factors in capitals.
  private func json(_ node: LocatedNode, _ member: WireMember) -> JSON {
    let known = codec.words(ofField: member)
    if let elements = node.elements { return .array(elements.map { json($0, member) }) }
    let text = node.text ?? ""
    if member.encoding == .listText {
      return .string(known.contains { text.contains($0) } ? text : text.uppercased())
    }
    return .string(
      !known.contains(text) && known.contains(text.uppercased()) ? text.uppercased() : text)
  }
}

/// The names that a scripted answer may use.
extension CaseReply {
  /// A name that is none, and those that are known.
  struct Mistake {
    var place: SourceLocation
    var message: String
    var word: String
    var known: [String]
  }

  /// What is wrong with the names of an answer: members, challenges and exceptions.
  var mistakes: [Mistake] {
    let names = { (kind: String) in
      model.messages.filter { $0.kind == kind }.map(\.wire.name)
    }
    if let type = returns["__type"] {
      return unknown(returns, ["__type", "message"])
        + unknown(type, names("exception"), "no exception is")
    }
    var found = unknownMembers(of: returns, within: [])
    if let name = returns["ChallengeName"], !name.isNull {
      found += unknown(name, codec.words(of: "Challenge").map(\.wire), "no challenge is")
    }
    return found
  }

  /// The paths of all members of answers to the operation.
  private var paths: [[String]] {
    let result = model.message(named: "\(operation)Result")
    let replies =
      result.map { [model.messages[$0]] }
      ?? model.messages.filter { $0.kind == "challenge" || $0.name == "TOKENS" }
    let envelope = result == nil ? [["ChallengeName"], ["Session"]] : []
    // Errors of the token endpoint, and what its tokens come with.
    let isEndpoint = operation == "FederatedToken"
    let others = ["error", "error_description", "expires_in", "token_type"].map { [$0] }
    return replies.flatMap { $0.wire.members.map(\.path) } + envelope + (isEndpoint ? others : [])
  }

  private func unknownMembers(of node: LocatedNode, within path: [String]) -> [Mistake] {
    let below = paths.filter { $0.count > path.count && $0.starts(with: path) }
    // What has no declared parts may have any, and parameters of a challenge too.
    guard !below.isEmpty, path != ["ChallengeParameters"] else { return [] }
    let known = Set(below.map { $0[path.count] }).sorted()
    return (node.elements ?? [node]).flatMap { part in
      unknown(part, known)
        + (part.entries ?? []).flatMap { unknownMembers(of: $0.value, within: path + [$0.key]) }
    }
  }

  private func unknown(_ node: LocatedNode, _ known: [String]) -> [Mistake] {
    (node.entries ?? []).filter { !known.contains($0.key) }.map {
      Mistake(
        place: $0.keyLocation, message: "no answer has `\($0.key)` here", word: $0.key,
        known: known)
    }
  }

  private func unknown(_ node: LocatedNode, _ known: [String], _ what: String) -> [Mistake] {
    let word = node.text ?? ""
    guard !known.contains(word) else { return [] }
    return [Mistake(place: node.location, message: "\(what) `\(word)`", word: word, known: known)]
  }
}
