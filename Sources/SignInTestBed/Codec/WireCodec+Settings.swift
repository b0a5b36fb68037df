import SignInCryptography
import TransitionTables

/// Reads and writes the pool settings that the API has as lists and objects, by their maker's name.
extension WireCodec {
  typealias SettingWriting = @Sendable (WireCodec, WirePart) -> JSON?
  typealias SettingReading = @Sendable (WireCodec, JSON, Int) -> Int?

  /// The names of these makers.
  static var settingMakers: Set<String> { Set(settingWriters.keys).union(settingReaders.keys) }

  /// The JSON that a maker of settings writes; nil where there is nothing to write.
  func setting(_ part: WirePart) -> JSON? { Self.settingWriters[part.maker]?(self, part) }

  /// The slot's value that a member's JSON states; nil where it states none.
  func setting(of json: JSON, _ member: WireMember, _ slot: Int) -> Int? {
    Self.settingReaders[member.maker]?(self, json, slot)
  }

  /// The SMS configuration: a role in another service, which no row reads.
  static let smsSender = JSON.members([
    "SnsCallerArn": .string("arn:aws:iam::000000000000:role/sms"), "ExternalId": .string("sms"),
  ])

  private static let settingWriters: [String: SettingWriting] = [
    "mechanisms": { codec, part in
      let words = codec.wireWord(part) ?? ""
      let mechanisms = words.split { ", ".contains($0) }.enumerated().map { position, name in
        JSON.members([
          "Priority": .integer(Int64(position + 1)), "Name": .string(String(name)),
        ])
      }
      return mechanisms.isEmpty ? nil : .array(mechanisms)
    },
    "requiredSchema": { codec, part in
      let required = codec.wireNames(part).map { name in
        JSON.members(["Name": .string(name), "Required": .bool(true), "Mutable": .bool(true)])
      }
      return required.isEmpty ? nil : .array(required)
    },
    // No list means that both addresses may be written; a list without them that neither may.
    "writable": { codec, part in
      let names = codec.wireNames(part)
      guard let slot = part.member.field,
        part.fields.valuation[slot] != codec.model.slots[slot].initial
      else { return nil }
      return .array((["name"] + names).map { .string($0) })
    },
    "historySize": { _, part in .integer(part.value == "true" ? 1 : 0) },
    "smsConfiguration": { _, part in part.value == "true" ? smsSender : nil },
    "noParameters": { _, _ in .object([]) },
    "smsMethod": { _, _ in .members([.smsConfiguration: smsSender]) },
    "functions": { codec, part in
      let names = codec.wireNames(part)
      let functions = names.map { name in
        let arn = "arn:aws:lambda:eu-west-1:000000000000:function:\(name)"
        let isSender = name.hasSuffix("Sender")
        return JSON.Member(
          name,
          isSender
            ? .members(["LambdaArn": .string(arn), "LambdaVersion": .string("V1_0")])
            : .string(arn))
      }
      return names.isEmpty ? nil : .object(functions)
    },
  ]

  private static let settingReaders: [String: SettingReading] = [
    "mechanisms": { codec, json, slot in
      guard case .member(let id) = codec.model.slots[slot].type else { return nil }
      let ranked = (json.elements ?? []).sorted {
        ($0["Priority"]?.integer ?? 0) < ($1["Priority"]?.integer ?? 0)
      }
      let names = ranked.compactMap { $0["Name"]?.text }.joined(separator: ", ")
      return codec.model.types.enums[id].members(onWire: names).first
    },
    "requiredSchema": { codec, json, slot in
      let required = (json.elements ?? []).filter { $0["Required"]?.bool == true }
      return codec.set(of: required.compactMap { $0["Name"]?.text }, in: slot)
    },
    "writable": { codec, json, slot in
      codec.set(of: (json.elements ?? []).compactMap(\.text), in: slot)
    },
    "historySize": { _, json, _ in (json.integer ?? 0) > 0 ? 1 : 0 },
    "smsConfiguration": { _, _, _ in 1 },
    "functions": { codec, json, slot in
      codec.set(of: json.entries.filter { $0.value != .null }.map(\.name), in: slot)
    },
  ]

  private func wireWord(_ part: WirePart) -> String? {
    part.member.field.flatMap { wireName(of: part.fields.valuation[$0], in: $0) }
  }

  private func wireNames(_ part: WirePart) -> [String] {
    part.member.field.map { wireNames(ofSet: part.fields.valuation[$0], in: $0) } ?? []
  }

  /// The set of the members with these wire names; unknown names are ignored.
  private func set(of names: [String], in slot: Int) -> Int? {
    guard case .set(let id) = model.slots[slot].type else { return nil }
    return names.reduce(0) { bits, name in
      model.types.enums[id].members(onWire: name).first.map { bits | 1 << $0 } ?? bits
    }
  }
}
