import SignInCryptography
import TransitionTables

/// A request of the client, as the service sees it: an operation and named fields.
///
/// The members of `AuthParameters` and `ChallengeResponses` stand next to the others, as the case
/// files write them; a field inside another is written with a dot.
public struct WireRequest: Sendable, Hashable {
  /// The operation's name in the API.
  public var operation: String
  /// The fields that are present, by name. All values are texts; Booleans are `true` and `false`.
  public var fields: [String: String] = [:]

  /// Stands for a text that the test bed generates.
  static let made = "<made>"

  /// Writes a request of the table, with the texts of a case in its members.
  ///
  /// - Parameter carries: the makers that the sending row names instead of the members' own.
  init(
    _ message: Int, _ valuation: [Int], carries: [String: String], of memory: CaseMemory,
    by codec: WireCodec
  ) {
    operation = codec.model.messages[message].name
    var maker = CaseMaker(codec: codec, valuation: valuation, memory: memory)
    take(codec.write(message, valuation, carries: carries, by: &maker), within: "")
  }

  private mutating func take(_ json: JSON, within prefix: String) {
    for member in json.entries {
      let name = prefix + member.name
      switch member.value {
      case .object: take(member.value, within: WireCodec.inlined.contains(name) ? "" : name + ".")
      case .string(let text): fields[name] = text
      case .bool(let flag): fields[name] = flag ? "true" : "false"
      default: fields[name] = Self.made
      }
    }
  }
}

/// Fills a request with the texts of a case, where the app's own would stand. Members made by
/// cryptography are only marked as present.
private struct CaseMaker: WireMaker {
  let codec: WireCodec
  let valuation: [Int]
  let memory: CaseMemory

  func make(_ part: WirePart) throws(Never) -> JSON? {
    switch TableMaker(rawValue: part.maker) {
    case .metadata:
      // Deprecated validation data takes precedence over metadata of the same key.
      object(memory.given("metadata").merging(memory.given("validationData")) { $1 })
    case .givenAttributes, .missingAttributes: object(memory.given("userAttributes"))
    default: text(part).map { .string($0) }
    }
  }

  private func object(_ texts: [String: String]) -> JSON? {
    guard !texts.isEmpty else { return nil }
    return .object(texts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
  }

  private func text(_ part: WirePart) -> String? {
    let made = WireRequest.made
    let signUpName = memory.kept["signUpUsername"] ?? memory.username
    let answer = memory.typed("challengeResponse") ?? ""
    let isAnswer = part.member.path.first == TableWire.challengeResponses.rawValue
    switch TableMaker(rawValue: codec.model.evidence[part.maker]?.judge ?? part.maker) {
    case .typedName:
      let isAutomatic = memory.isAutomatic || part.fields[.signUpSession] != .noValue
      return isAutomatic ? signUpName : memory.username
    case .echoedName: return memory.echoedName ?? memory.username
    case .signUpName: return signUpName
    case .ownName: return memory.username
    case .session: return memory.kept["session"]
    case .signUpSession: return part.value == .noValue ? nil : memory.kept["signUpSession"]
    case .secretHash: return part.member.field != nil || knowsSecret ? made : nil
    case .deviceKey: return part.member.field == nil ? memory.deviceKey ?? made : made
    case .namedDevice: return memory.typed("device") ?? made
    case .password:
      let isOld = part.member.name == TableWire.previousPassword.rawValue
      return isOld ? memory.typed("oldPassword") : isAnswer ? answer : memory.password
    case .newPassword: return isAnswer ? answer : memory.typed("newPassword")
    case .signUpPassword: return memory.password
    case .sessionCode, .totp, .customAnswer: return answer
    case .address: return part.value == .empty ? nil : answer
    case .totpSetup:
      let isSignIn = !part.fields.holds(.byToken)
      return isSignIn ? answer : memory.typed("confirmationCode") ?? made
    case .mailedCode, .attributeCode: return memory.typed("confirmationCode")
    case .forceAlias: return memory.typed("forceAliasCreation")
    case .friendlyName: return memory.typed("friendlyDeviceName")
    default: return made
    }
  }

  /// Whether the app knows the client secret, and so can make a secret hash.
  private var knowsSecret: Bool {
    [.clientSecret, .appKnowsClientSecret].allSatisfy { valuation[codec.model.slot(of: $0)] == 1 }
  }
}
