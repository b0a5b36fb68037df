import SignInCryptography
import TransitionTables

/// A request of the table with the texts of a case in its members.
struct CaseRequest {
  let codec: WireCodec
  let message: Int
  let valuation: [Int]
  /// What the row that sends it makes otherwise.
  var carries: [String: String] = [:]
  let memory: CaseMemory

  /// Stands for a text that the test bed makes.
  static let made = "<made>"

  /// The members of these stand next to the others in a case.
  private static let nextTo: Set<String> = ["AuthParameters", "ChallengeResponses"]

  /// The names of members that a case may speak of.
  static func memberNames(_ model: Model) -> [String] {
    let requests = model.messages.filter { $0.kind == "request" || $0.kind == "challenge" }
    let members = requests.flatMap {
      $0.wire.answers + ($0.kind == "request" ? $0.wire.members : [])
    }
    return Set(members.flatMap { nextTo.contains($0.path[0]) ? $0.path.dropFirst() : $0.path[...] })
      .sorted()
  }

  /// What the service would see.
  var request: WireRequest {
    var maker = CaseMaker(codec: codec, valuation: valuation, memory: memory)
    let json = codec.write(message, valuation, carries: carries, by: &maker)
    var fields: [String: String?] = [:]
    Self.flatten(json, within: "", into: &fields)
    return WireRequest(codec.model.messages[message].name, fields)
  }

  private static func flatten(
    _ json: JSON, within prefix: String, into fields: inout [String: String?]
  ) {
    for member in json.entries {
      let name = prefix + member.name
      switch member.value {
      case .object where nextTo.contains(name): flatten(member.value, within: "", into: &fields)
      case .object: flatten(member.value, within: name + ".", into: &fields)
      case .string(let text): fields[name] = .some(text)
      case .bool(let flag): fields[name] = .some(flag ? "true" : "false")
      default: fields[name] = .some(made)
      }
    }
  }
}

/// Puts the texts of a case where the app's own would stand; everything that is made by
/// cryptography is only there or not.
private struct CaseMaker: WireMaker {
  let codec: WireCodec
  let valuation: [Int]
  let memory: CaseMemory

  func make(_ part: WirePart) throws(Never) -> JSON? {
    switch part.maker {
    case "metadata": return Self.object(memory.metadata)
    case "givenAttributes", "missingAttributes": return Self.object(memory.userAttributes)
    default: return text(part).map { .string($0) }
    }
  }

  private static func object(_ texts: [String: String]) -> JSON? {
    guard !texts.isEmpty else { return nil }
    return .object(texts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
  }

  private func text(_ part: WirePart) -> String? {
    let isAnswer = part.member.path.first == "ChallengeResponses"
    switch codec.model.evidence[part.maker]?.judge ?? part.maker {
    case "typedName":
      let isAutomatic = memory.isAutomatic || part.fields["signUpSession"] != "none"
      return isAutomatic ? memory.signUpName ?? memory.username : memory.username
    case "echoedName": return memory.echoedName ?? memory.username
    case "signUpName": return memory.signUpName ?? memory.username
    case "ownName": return memory.username
    case "session": return memory.session
    case "signUpSession": return part.value == "none" ? nil : memory.signUpSession
    case "secretHash": return part.member.field != nil || knowsSecret ? CaseRequest.made : nil
    case "deviceKey":
      return part.member.field == nil ? memory.deviceKey ?? CaseRequest.made : CaseRequest.made
    case "namedDevice": return memory.namedDevice ?? CaseRequest.made
    case "password":
      if part.member.name == "PreviousPassword" { return memory.oldPassword }
      return isAnswer ? memory.answer : memory.password
    case "newPassword": return isAnswer ? memory.answer : memory.newPassword
    case "signUpPassword": return memory.password
    case "sessionCode", "totp", "customAnswer": return memory.answer
    case "address": return part.value == "empty" ? nil : memory.answer
    case "totpSetup":
      let isSignIn = part.fields["byToken"] != "true"
      return isSignIn ? memory.answer : memory.code ?? CaseRequest.made
    case "mailedCode", "attributeCode": return memory.code
    case "forceAlias": return memory.forcesAlias
    case "friendlyName": return memory.friendlyDeviceName
    default: return CaseRequest.made
    }
  }

  /// Whether the app can make a secret hash.
  private var knowsSecret: Bool {
    let state = ValuationReader(model: codec.model, valuation: valuation)
    return state["clientSecret"] == "true" && state["appKnowsClientSecret"] == "true"
  }
}
