import TransitionTables

extension WireCodec {
  /// The parameters of a request, without secrets, as a diagram shows them:
  /// `USER_SRP_AUTH, USERNAME, SRP_A`.
  ///
  /// - Parameters:
  ///   - message: the name of the message in the table.
  ///   - values: its fields by their own names, with the table's values.
  /// - Returns: nil where the message is not a request, or a field has no such value.
  public func summary(of message: String, _ values: [String: String]) -> String? {
    guard let position = model.message(named: message),
      request(named: model.messages[position].wire.name) == position
    else { return nil }
    var valuation = model.slots.map(\.initial)
    for slot in model.messages[position].fields {
      valuation[slot] = model.types.first(of: model.slots[slot].type)
      guard let text = values[model.slots[slot].ownName] else { continue }
      guard let value = model.value(text, in: slot) else { return nil }
      valuation[slot] = value
    }
    let parts = members(of: position, valuation).compactMap { summary(of: $0, valuation) }
    return parts.joined(separator: ", ")
  }

  /// The summary of one member; nil for members that every request has, and for missing ones.
  private func summary(of member: WireMember, _ valuation: [Int]) -> String? {
    let value = member.field.map { valuation[$0] } ?? 0
    switch member.encoding {
    case .json, .absence: return nil
    case .presence where value == 0: return nil
    case .word, .constant:
      let word = member.field.flatMap { wireName(of: value, in: $0) } ?? member.words.first
      guard let word else { return nil }
      return member.path.count == 1 ? word : "\(member.name) \(word)"
    default:
      // A member without a field that the service does not require may be missing.
      let isThere = member.field != nil || member.required != .no
      guard isThere, member.evidence != .session, member.evidence != .accessToken else {
        return nil
      }
      return member.isSecret ? "\(member.name) \(Self.redacted)" : member.name
    }
  }
}
