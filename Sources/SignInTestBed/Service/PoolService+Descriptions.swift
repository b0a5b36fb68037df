import SignInCryptography

/// Descriptions of accounts, devices and settings for an administrator, as the API writes them.
extension PoolService {
  /// The description of one account (`UserType`).
  ///
  /// - Parameter names: the attributes to show; nil for all.
  func describe(
    _ account: ServiceAccount, _ valuation: [Int], only names: Set<String>? = nil
  ) -> JSON {
    .members([
      "Username": .string(account.username),
      "Attributes": attributeList(of: account, valuation, only: names),
      "UserCreateDate": .integer(account.created),
      "UserLastModifiedDate": .integer(account.modified),
      "Enabled": .bool(holds(.enabled, in: valuation)),
      "UserStatus": .string(status(in: valuation)),
    ])
  }

  func attributeList(
    of account: ServiceAccount, _ valuation: [Int], only names: Set<String>? = nil
  ) -> JSON {
    .array(
      publicAttributes(of: account, valuation).filter { names?.contains($0.name) ?? true }.map {
        .pair($0.name, .string($0.value))
      })
  }

  /// Records when an account was created, and when its description last changed.
  func noteDates(_ account: inout ServiceAccount, insteadOf old: ServiceAccount?) {
    guard let old, !holds(.accountNone, in: old.valuation) else {
      (account.created, account.modified) = (now, now)
      return
    }
    // Most requests change none of the inputs of the description.
    let isSame =
      account.valuation == old.valuation && account.attributes == old.attributes
      && salt(of: account) == salt(of: old)
    if !isSame, shown(of: account) != shown(of: old) { account.modified = now }
  }

  private func salt(of account: ServiceAccount) -> [UInt8] {
    account.world.pool.password?.verifier.salt.bytes ?? []
  }

  /// The values that the dates depend on: all that an administrator reads of an account, and its
  /// password.
  private func shown(of account: ServiceAccount) -> [JSON] {
    let preferences = model.slots(of: .preference)
    return [
      attributeList(of: account, account.valuation), .string(status(in: account.valuation)),
      .string(text(.enabled, in: account.valuation)), .string(Hex.encode(salt(of: account))),
    ] + preferences.map { .integer(Int64(account.valuation[$0])) }
  }

  /// Stores an attribute that affects no decision; an empty value removes it.
  mutating func store(_ value: String?, asAttribute name: String, of key: String) {
    guard let old = accounts[key] else { return }
    var account = old
    account.attributes[name] = value.flatMap { $0.isEmpty ? nil : $0 }
    noteDates(&account, insteadOf: old)
    accounts[key] = account
  }

  func status(in valuation: [Int]) -> String {
    codec.wireName(of: valuation[slot(.status)], in: slot(.status)) ?? "UNKNOWN"
  }

  /// The description of a device in a list (N663). Administrators' answers are known to show
  /// whether it is remembered. No request carries an IP address, so a documentation address stands
  /// for it.
  static func describe(_ device: KnownDevice) -> JSON {
    let status = device.isRemembered ? "remembered" : "not_remembered"
    return .members([
      "DeviceKey": .string(device.key),
      "DeviceAttributes": .array([
        .pair("device_status", .string("valid")),
        .pair("last_ip_used", .string("192.0.2.1")),
        .pair("dev:device_remembered_status", .string(status)),
      ]),
    ])
  }
}
