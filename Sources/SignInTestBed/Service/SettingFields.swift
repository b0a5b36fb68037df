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
  func members(
    _ names: [TableWire], of reply: TableMessage, within member: TableWire? = nil
  ) -> [JSON.Member] {
    let shown = codec.model.message(reply).map { fields(of: $0, within: member?.rawValue ?? "") }
    return names.compactMap { name in shown?[name].map { JSON.Member(name, $0) } }
  }
}

/// Makes what stands for a setting that is not one word, a list of words or a flag.
struct SettingMaker: WireMaker {
  let codec: WireCodec

  func make(_ part: WirePart) throws(Never) -> JSON? { codec.setting(part) }
}
