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
}
