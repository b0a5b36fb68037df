package import SignInCryptography
package import TransitionTables

/// Settings as the API writes them, out of the table's replies that show them: for descriptions of
/// a pool, for calls that make one, and for calls that change one.
package struct SettingFields {
  private let codec: WireCodec
  private let valuation: [Int]

  /// The settings of a configuration.
  package init(model: Model, valuation: [Int]) {
    codec = WireCodec(model)
    self.valuation = valuation
  }

  /// The fields of a reply, or of the member of it that holds the settings. Fields that are empty
  /// are left out, and so is what no parameter says, such as the ARN of a role.
  package func fields(of message: Int, within member: String = "") -> JSON {
    var maker = SettingMaker(codec: codec)
    let reply = codec.write(message, valuation, by: &maker)
    return member.isEmpty ? reply : reply[member] ?? .object([])
  }

  /// Some fields of a reply of the table, by its name.
  func members(_ names: [String], of reply: String, within member: String = "") -> [JSON.Member] {
    let shown = codec.model.message(named: reply).map { fields(of: $0, within: member) }
    return names.compactMap { name in shown?[name].map { JSON.Member(name, $0) } }
  }
}

/// Makes what stands for a setting that is not one word, a list of words or a flag.
struct SettingMaker: WireMaker {
  let codec: WireCodec

  static let makers: [String: @Sendable (WireCodec, WirePart) -> JSON?] = [
    "mechanisms": mechanisms, "requiredSchema": requiredSchema,
    "smsSender": { _, _ in sender },
    "emptyObject": { _, _ in .object([]) },
  ]

  /// By what a made-up pool sends SMS.
  static let sender = JSON.members([
    "SnsCallerArn": .string("arn:aws:iam::000000000000:role/sms"), "ExternalId": .string("sms"),
  ])

  func make(_ part: WirePart) throws(Never) -> JSON? { Self.makers[part.maker]?(codec, part) }

  /// The recovery mechanisms whose names a member carries, by priority.
  @Sendable private static func mechanisms(_ codec: WireCodec, _ part: WirePart) -> JSON? {
    guard let slot = part.member.field,
      let names = codec.wireName(of: part.fields.valuation[slot], in: slot)
    else { return nil }
    let mechanisms = names.split { ", ".contains($0) }.enumerated().map { position, name in
      JSON.members(["Priority": .integer(Int64(position + 1)), "Name": .string(String(name))])
    }
    return .array(mechanisms)
  }

  /// The schema of the attributes that a member carries, which are required.
  @Sendable private static func requiredSchema(_ codec: WireCodec, _ part: WirePart) -> JSON? {
    let names = part.member.field.map {
      codec.wireNames(ofSet: part.fields.valuation[$0], in: $0)
    }
    let required = (names ?? []).map { name in
      JSON.members(["Name": .string(name), "Required": .bool(true), "Mutable": .bool(true)])
    }
    return required.isEmpty ? nil : .array(required)
  }
}
