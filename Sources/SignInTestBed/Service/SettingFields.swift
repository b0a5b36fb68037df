package import SignInCryptography
package import TransitionTables

/// Settings as the API writes them, taken from the table's replies that show them: for descriptions
/// of a pool, and for calls that create or change one.
package struct SettingFields {
  private let codec: WireCodec
  private let valuation: [Int]

  /// Creates a writer for the settings of a configuration.
  package init(model: Model, valuation: [Int]) {
    codec = WireCodec(model)
    self.valuation = valuation
  }

  /// The fields of a reply, or of the member of it that holds the settings. Empty fields are
  /// omitted, and so is what no parameter determines, such as the ARN of a role.
  package func fields(of message: Int, within member: String = "") -> JSON {
    var maker = SettingMaker(codec: codec)
    let reply = codec.write(message, valuation, by: &maker)
    return member.isEmpty ? reply : reply[member] ?? .object([])
  }

  /// Some fields of a reply, which is named by its message in the table.
  func members(
    _ names: [TableWire], of reply: TableMessage, within member: TableWire? = nil
  ) -> [JSON.Member] {
    let shown = codec.model.message(reply).map { fields(of: $0, within: member?.rawValue ?? "") }
    return names.compactMap { name in shown?[name].map { JSON.Member(name, $0) } }
  }
}

/// Makes the JSON of settings that are not a word, a list of words or a flag.
struct SettingMaker: WireMaker {
  let codec: WireCodec

  func make(_ part: WirePart) throws(Never) -> JSON? { codec.setting(part) }
}
