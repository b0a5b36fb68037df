import SignInCryptography

/// What an administrator reads: accounts, devices and settings, as the API writes them.
extension PoolService {
  /// All accounts, by name.
  var users: JSON {
    let all = accounts.all.map(\.value).filter { text("status", in: $0.valuation) != "none" }
    return .array(all.sorted { $0.username < $1.username }.map { describe($0, $0.valuation) })
  }

  /// One account (`UserType`).
  func describe(_ account: ServiceAccount, _ valuation: [Int]) -> JSON {
    .members([
      "Username": .string(account.username), "Attributes": attributeList(of: account, valuation),
      "Enabled": .bool(text("enabled", in: valuation) == "true"),
      "UserStatus": .string(status(in: valuation)),
    ])
  }

  func attributeList(of account: ServiceAccount, _ valuation: [Int]) -> JSON {
    .array(
      publicAttributes(of: account, valuation).map {
        .members(["Name": .string($0.name), "Value": .string($0.value)])
      })
  }

  func status(in valuation: [Int]) -> String {
    slot("status").flatMap { codec.wireName(of: valuation[$0], in: $0) } ?? "UNKNOWN"
  }

  static func describe(_ device: KnownDevice) -> JSON {
    let status = device.isRemembered ? "remembered" : "not_remembered"
    return .members([
      "DeviceKey": .string(device.key),
      "DeviceAttributes": .array([
        .members(["Name": .string("device_status"), "Value": .string(status)])
      ]),
    ])
  }

  // MARK: Settings

  /// The recovery mechanisms whose names a member carries, by priority.
  func mechanisms(_ part: WirePart) -> JSON? {
    guard let slot = part.member.field,
      let names = codec.wireName(of: part.fields.valuation[slot], in: slot)
    else { return nil }
    let mechanisms = names.split { ", ".contains($0) }.enumerated().map { position, name in
      JSON.members(["Priority": .integer(Int64(position + 1)), "Name": .string(String(name))])
    }
    return .array(mechanisms)
  }

  /// The schema of the attributes that a member carries, which are required.
  func requiredSchema(_ part: WirePart) -> JSON? {
    let names = part.member.field.map {
      codec.wireNames(ofSet: part.fields.valuation[$0], in: $0)
    }
    let required = (names ?? []).map { name in
      JSON.members(["Name": .string(name), "Required": .bool(true), "Mutable": .bool(true)])
    }
    return required.isEmpty ? nil : .array(required)
  }
}
