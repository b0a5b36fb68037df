import SignInCryptography
import TransitionTables

/// A message as it was read from the wire: the fields that its words give, and the bytes that are
/// still to be judged.
struct WireReading {
  let message: Int
  /// The parameters, and the message's fields as far as they are read.
  var fields: WireFields
  /// The members that were looked for, each with the JSON found there.
  var parts: [(member: WireMember, json: JSON?)] = []

  /// The JSON of the member that has the maker, or carries the kind of evidence.
  subscript(maker: String) -> JSON? {
    parts.first { $0.member.maker == maker || $0.member.evidence == maker }?.json
  }

  subscript(maker: TableMaker) -> JSON? { self[maker.rawValue] }

  /// The text of that member; nil where it is missing.
  func text(_ maker: TableMaker) -> String? { self[maker]?.text }

  /// Sets a field by its own name; does nothing where the message has no such field.
  mutating func set(_ field: TableField, _ isSo: Bool) { set(field, isSo ? "true" : "false") }
  mutating func set(_ field: TableField, _ value: TableMember) { set(field, value.rawValue) }
  mutating func set(_ field: TableField, _ value: String) {
    guard let slot = fields.slot(field), let number = fields.codec.model.value(value, in: slot)
    else { return }
    fields.valuation[slot] = number
  }

  /// The values of the fields by slot, as the interpreter takes them.
  var values: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: fields.codec.model.messages[message].fields.map {
        ($0, fields.valuation[$0])
      })
  }
}

extension WireMember {
  /// Whether the member's value is a word, and not bytes to be judged.
  fileprivate var saysWord: Bool { [.word, .flag, .list, .listText].contains(encoding) }
}

/// Why a message cannot be read.
enum WireFault: Error {
  /// A required member is missing or empty.
  case missing(WireMember)
  /// A word that is no member of the enum.
  case unknownWord(String, WireMember, known: [String])
}

/// The source of a message's members. It decides how strictly they are read: a request to the
/// service more strictly than a reply in a case.
protocol WireSource {
  associatedtype Failure: Error
  /// The JSON at a member; nil where there is none.
  func value(of member: WireMember) throws(Failure) -> JSON?
  /// Whether an unknown word in a list is a fault; otherwise it is dropped.
  var knowsAllWords: Bool { get }
  /// The error to throw for a fault.
  func failure(_ fault: WireFault) -> Failure
}

extension WireCodec {
  /// Reads a message.
  ///
  /// - Parameters:
  ///   - message: the position of the message in the model.
  ///   - source: the source of its members.
  ///   - valuation: the configuration, in which the message's fields are set.
  ///   - given: the fields that are known already, by slot.
  func read<Source: WireSource>(
    _ message: Int, from source: Source, _ valuation: [Int], given: [Int: Int] = [:]
  ) throws(Source.Failure) -> WireReading {
    var reading = WireReading(
      message: message, fields: fields(of: message, in: valuation))
    let form = model.messages[message].wire
    for slot in model.messages[message].fields {
      let first = model.types.first(of: model.slots[slot].type)
      reading.fields.valuation[slot] = given[slot] ?? form.absent[slot] ?? first
    }
    try read(form.members, from: source, into: &reading)
    try read(answers(form, reading.fields.valuation), from: source, into: &reading)
    return reading
  }

  private func read<Source: WireSource>(
    _ members: [WireMember], from source: Source, into reading: inout WireReading
  ) throws(Source.Failure) {
    // Read words first: the conditions of the other members depend on them.
    let places = members.indices.filter { members[$0].saysWord }
    for place in places + members.indices.filter({ !members[$0].saysWord }) {
      let member = members[place]
      // The presence of such a flag determines the field that its own condition reads.
      let decides = member.encoding == .among && member.when.slots.contains(member.field ?? -1)
      guard decides || ConcreteEvaluator(reading.fields.valuation).holds(member.when) else {
        continue
      }
      var json = try source.value(of: member)
      if json == .null { json = nil }
      guard !decides || json != nil else { continue }
      let isEmpty = json == nil || json?.text == ""
      if isEmpty, ConcreteEvaluator(reading.fields.valuation).holds(member.required) {
        throw source.failure(.missing(member))
      }
      reading.parts.append((member, json))
      guard let slot = member.field else { continue }
      do throws(WireFault) {
        let value = try self.value(of: json, member, slot, reading, source)
        if let value { reading.fields.valuation[slot] = value }
      } catch {
        throw source.failure(error)
      }
    }
  }

  /// The value that a member gives its field; nil where the bytes are to be judged or nothing is
  /// stated.
  private func value<Source: WireSource>(
    of json: JSON?, _ member: WireMember, _ slot: Int, _ reading: WireReading, _ source: Source
  ) throws(WireFault) -> Int? {
    let before = reading.fields.valuation[slot]
    switch member.encoding {
    case .json: return json.flatMap { setting(of: $0, member, slot) }
    case .bytes, .constant, .spread: return nil
    case .flag: return json?.bool == true || json?.text == "true" ? 1 : 0
    case .presence:
      // A field that several members carry is true if all of them are present.
      let isFirst = !reading.parts.dropLast().contains { $0.member.field == slot }
      return json != nil && (isFirst || before == 1) ? 1 : 0
    case .absence: return json == nil || before == 1 ? 1 : 0
    case .among: return among(reading, slot)
    case .holds:
      guard let bit = bit(of: member) else { return nil }
      let isHeld = json != nil && json?.bool != false
      return isHeld ? before | 1 << bit : before & ~(1 << bit)
    case .list:
      if source.knowsAllWords { try refuseUnknown(json?.elements ?? [], member, slot) }
      return set(json?.elements ?? [], member, slot)
    case .listText:
      let list = json?.text.flatMap { try? JSON(parsing: $0) }
      return set(list?.elements ?? [], member, slot)
    case .word: return try word(json, member, slot, reading, source)
    }
  }

  private func refuseUnknown(
    _ elements: [JSON], _ member: WireMember, _ slot: Int
  ) throws(WireFault) {
    guard case .set(let id) = model.slots[slot].type else { return }
    let kind = model.types.enums[id]
    let unknown = elements.compactMap(\.text).first { kind.members(onWire: $0).isEmpty }
    guard let unknown else { return }
    throw .unknownWord(unknown, member, known: kind.wireNames.compactMap(\.self))
  }

  /// The set that a list states. Unknown words are dropped; a list with other elements is empty.
  private func set(_ elements: [JSON], _ member: WireMember, _ slot: Int) -> Int {
    guard case .set(let id) = model.slots[slot].type, elements.allSatisfy({ $0.text != nil })
    else { return 0 }
    let stem = member.words.first ?? ""
    let names = elements.compactMap(\.text).filter { $0.hasPrefix(stem) }
    return names.reduce(0) { bits, name in
      let members = model.types.enums[id].members(onWire: String(name.dropFirst(stem.count)))
      return members.first.map { bits | 1 << $0 } ?? bits
    }
  }

  /// The enum member that matches the flags read so far; a missing flag counts as false.
  private func among(_ reading: WireReading, _ slot: Int) -> Int? {
    let flags = reading.parts.filter { $0.member.field == slot && $0.member.encoding == .among }
    if model.slots[slot].type == .bool {
      return [0, 1].first { value in
        flags.allSatisfy { member, json in
          member.words.contains(model.text(of: value, in: slot)) == (json?.bool == true)
        }
      }
    }
    guard case .member(let id) = model.slots[slot].type else { return nil }
    return model.types.enums[id].members.indices.first { value in
      var valuation = reading.fields.valuation
      valuation[slot] = value
      let name = model.types.enums[id].members[value]
      let isThere = { (member: WireMember) in ConcreteEvaluator(valuation).holds(member.when) }
      return flags.contains { isThere($0.member) }
        && flags.allSatisfy { member, json in
          (isThere(member) && member.words.contains(name)) == (json?.bool == true)
        }
    }
  }

  private func word<Source: WireSource>(
    _ json: JSON?, _ member: WireMember, _ slot: Int, _ reading: WireReading, _ source: Source
  ) throws(WireFault) -> Int? {
    guard case .member(let id) = model.slots[slot].type else {
      // The second word means true, the others false.
      guard let text = json?.text else { return 0 }
      guard let place = member.words.firstIndex(of: text) else {
        throw .unknownWord(text, member, known: [])
      }
      return place == 1 ? 1 : 0
    }
    let names = model.types.enums[id].wireNames
    guard let text = json?.text else {
      return names.firstIndex(of: nil) ?? names.firstIndex(of: "") ?? names.firstIndex(of: "*")
    }
    let candidates = model.types.enums[id].members(onWire: text)
    if candidates.count > 1 {
      // If several members share a wire name, take the first whose own members are all present.
      return candidates.first { admits($0, slot, reading, source) } ?? candidates.last
    }
    if let only = candidates.first { return only }
    if let other = names.firstIndex(of: "*") { return other }
    // An unknown word counts as missing where the member is optional.
    if member.required == .no, !names.contains(""), let none = names.firstIndex(of: nil) {
      return none
    }
    throw .unknownWord(text, member, known: names.compactMap(\.self))
  }

  private func admits<Source: WireSource>(
    _ value: Int, _ slot: Int, _ reading: WireReading, _ source: Source
  ) -> Bool {
    var valuation = reading.fields.valuation
    valuation[slot] = value
    return members(of: reading.message, valuation).allSatisfy { member in
      guard ConcreteEvaluator(valuation).holds(member.required), member.field != slot else {
        return true
      }
      return (try? source.value(of: member)) != nil
    }
  }
}
