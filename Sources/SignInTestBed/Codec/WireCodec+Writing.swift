import SignInCryptography
import TransitionTables

/// One member of a message that is being written, as its maker sees it.
struct WirePart {
  let member: WireMember
  /// The name of the maker: the member's own, or the one that the row names instead.
  let maker: String
  /// The value of the field that the member carries, in the table's words; empty without a field.
  let value: String
  /// All fields of the message.
  let fields: WireFields
}

/// Makes the values of a message's members: of requests for a client, of replies for a service.
protocol WireMaker {
  associatedtype Failure: Error
  /// The value of a member; nil to leave the member out.
  mutating func make(_ part: WirePart) throws(Failure) -> JSON?
}

extension WireCodec {
  /// Stands for any word that no enum has.
  static let unknownWord = "UNKNOWN_WORD"

  /// Writes a message as JSON.
  ///
  /// - Parameters:
  ///   - message: the position of the message in the model.
  ///   - valuation: the values of its fields, and of the configuration.
  ///   - carries: the makers that the sending row names instead; see
  ///     ``TransitionTables/Row/carries``.
  ///   - maker: makes the members' values.
  func write<Maker: WireMaker>(
    _ message: Int, _ valuation: [Int], carries: [String: String] = [:], by maker: inout Maker
  ) throws(Maker.Failure) -> JSON {
    let fields = fields(of: message, in: valuation)
    let containers = model.messages[message].wire.containers
    var tree = WireTree(containers: containers)
    for member in members(of: message, valuation) {
      let named = carries[member.name] ?? (member.maker.isEmpty ? member.evidence : member.maker)
      guard carries[member.name] != "" else { continue }
      let value = member.field.map { model.text(of: valuation[$0], in: $0) } ?? ""
      let part = WirePart(member: member, maker: named, value: value, fields: fields)
      guard let json = try write(part, valuation, by: &maker) else { continue }
      if member.encoding == .spread {
        for inner in json.entries {
          tree.put(inner.value, at: member.path.dropLast() + ["\(member.name).\(inner.name)"])
        }
      } else {
        tree.put(json, at: member.path)
      }
    }
    return .object(tree.members)
  }

  private func write<Maker: WireMaker>(
    _ part: WirePart, _ valuation: [Int], by maker: inout Maker
  ) throws(Maker.Failure) -> JSON? {
    let member = part.member
    let value = member.field.map { valuation[$0] } ?? 0
    switch member.encoding {
    case .bytes, .json: return try maker.make(part)
    case .presence, .spread:
      return value == 0 && member.field != nil ? nil : try maker.make(part)
    case .absence: return value == 0 ? try maker.make(part) : nil
    case .constant: return member.words.first.map { .string($0) }
    case .flag: return .bool(value != 0)
    case .among: return .bool(member.words.contains(part.value))
    case .holds:
      let isHeld = holds(value, member)
      guard !part.maker.isEmpty else { return .bool(isHeld) }
      return isHeld ? try maker.make(part) : nil
    case .word: return word(value, member).map { .string($0) }
    case .list:
      let names = list(value, member)
      return names.isEmpty ? nil : .array(names.map { .string($0) })
    case .listText:
      return .string(JSON.array(list(value, member).map { .string($0) }).serialized)
    }
  }

  private func word(_ value: Int, _ member: WireMember) -> String? {
    guard let slot = member.field else { return nil }
    if model.slots[slot].type == .bool {
      return member.words.indices.contains(value) ? member.words[value] : nil
    }
    switch wireName(of: value, in: slot) {
    case "*": return Self.unknownWord
    case "=": return member.words.first
    case let name: return name
    }
  }

  /// Whether a set contains the enum member that a wire member stands for.
  private func holds(_ value: Int, _ member: WireMember) -> Bool {
    bit(of: member).map { value >> $0 & 1 == 1 } ?? false
  }

  /// The position in its enum of the member that a wire member stands for.
  func bit(of member: WireMember) -> Int? {
    guard let slot = member.field, case .set(let id) = model.slots[slot].type else { return nil }
    return model.types.enums[id].members.firstIndex { member.words.contains($0) }
  }

  private func list(_ value: Int, _ member: WireMember) -> [String] {
    guard let slot = member.field else { return [] }
    let stem = member.words.first ?? ""
    if case .set = model.slots[slot].type {
      return wireNames(ofSet: value, in: slot).map { stem + $0 }
    }
    return [wireName(of: value, in: slot)].compactMap(\.self).map { stem + $0 }
  }
}

/// The JSON of a message while its members are added.
struct WireTree {
  let containers: [[String]: WireForm.Container]
  private(set) var members: [JSON.Member] = []

  init(containers: [[String]: WireForm.Container]) { self.containers = containers }

  mutating func put(_ value: JSON, at path: [String]) {
    Self.put(value, path[...], within: [], &members, containers)
  }

  private static func put(
    _ value: JSON, _ path: ArraySlice<String>, within outer: [String],
    _ members: inout [JSON.Member], _ containers: [[String]: WireForm.Container]
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else { return members.append(JSON.Member(name, value)) }
    let own = outer + [name]
    let position = members.firstIndex { $0.name == name } ?? members.endIndex
    if position == members.endIndex { members.append(JSON.Member(name, .object([]))) }
    let rest = path.dropFirst()
    switch containers[own] {
    case .pairs:
      let pair = JSON.pair(rest.first ?? "", value)
      members[position].value = .array((members[position].value.elements ?? []) + [pair])
    case .list:
      var inner = members[position].value.elements?.first?.entries ?? []
      put(value, rest, within: own, &inner, containers)
      members[position].value = .array([.object(inner)])
    case nil:
      var inner = members[position].value.entries
      put(value, rest, within: own, &inner, containers)
      members[position].value = .object(inner)
    }
  }
}

extension JSON {
  /// The members of an object; empty for any other kind of JSON.
  var entries: [JSON.Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
