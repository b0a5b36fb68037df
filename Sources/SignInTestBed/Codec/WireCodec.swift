import SignInCryptography
public import TransitionTables

/// The wire as the model describes it: which message an operation or a challenge is, which members
/// it has, and what the members of enums are called there.
///
/// Requests and replies of both halves, the reader of cases, logs and pictures are written and read
/// by it, so that no list of names stands in Swift. Made once a model and never changed; looking up
/// is a dictionary's cost. Readings share it, because a copy of a model counts every list in it.
public final class WireCodec: Sendable {
  let model: Model
  /// Messages to the pool by the operation's name.
  private let requests: [String: Int]
  /// Messages that take the name of another's operation, by the position of that other.
  private let guests: [Int: [Guest]]
  /// Challenges by their wire name.
  private let challenges: [String: Int]
  /// The names of all members that hold secrets, also in small letters, which are a mistake that
  /// hides none.
  let secrets: Set<String>
  /// Names of members in any message.
  let known: Set<String>
  /// By message: the names of its own members that hold none, and of those of answers to it.
  let open: [(members: Set<String>, answers: Set<String>)]

  /// A message that an operation sends which another message is called after, where these texts
  /// are there.
  private struct Guest {
    let message: Int
    /// The slot of the field that is true then.
    let field: Int
    let texts: [WireMember]
  }

  /// The wire of a model.
  public init(_ model: Model) {
    self.model = model
    var requests: [String: Int] = [:]
    var challenges: [String: Int] = [:]
    for (position, message) in model.messages.enumerated() {
      switch TableKind(rawValue: message.kind) {
      case .request, .administration: requests[message.wire.name] = position
      case .challenge: challenges[message.wire.name] = position
      default: continue
      }
    }
    var guests: [Int: [Guest]] = [:]
    for (position, message) in model.messages.enumerated() {
      for (operation, field) in message.wire.others {
        guard let host = requests[operation], host != position else {
          requests[operation] = position
          continue
        }
        let texts = model.texts(of: position, under: field)
        guests[host, default: []].append(Guest(message: position, field: field, texts: texts))
      }
    }
    self.requests = requests
    self.challenges = challenges
    self.guests = guests
    let names = { (members: [WireMember]) in Set(members.filter { !$0.isSecret }.map(\.name)) }
    open = model.messages.map { (names($0.wire.members), names($0.wire.answers)) }
    known = Set(
      model.messages.flatMap { $0.wire.members + $0.wire.answers }.flatMap { $0.path + [$0.name] })
    secrets = Set(
      model.messages.flatMap { $0.wire.members + $0.wire.answers }.filter(\.isSecret)
        .flatMap { [$0.name, $0.name.lowercased()] })
  }

  /// The message that an operation sends to the pool; nil where the table has none.
  func request(named operation: String) -> Int? { requests[operation] }
  func request(_ operation: TableMessage) -> Int? { requests[operation.rawValue] }

  /// The message that an operation sends to the pool with these members, and the slot of the field
  /// that says by which operation, where it is not the message's own; nil where the table has none.
  func request(named operation: String, _ input: JSON) -> (message: Int, field: Int?)? {
    guard let message = requests[operation] else { return nil }
    let guest = guests[message]?.first { guest in
      guest.texts.allSatisfy { text in
        text.path.reduce(input as JSON?) { $0?[$1] }?.text.map(text.words.contains) ?? false
      }
    }
    if let guest { return (guest.message, guest.field) }
    return (message, model.messages[message].wire.others[operation])
  }

  /// The operations that the table has, sorted; a name with a blank is a page of the web.
  public var operations: [String] { requests.keys.filter { !$0.contains(" ") }.sorted() }

  /// The operation that a message is under a valuation of its fields.
  func operation(of message: Int, in valuation: [Int]) -> String {
    let form = model.messages[message].wire
    let other = form.others.sorted { $0.key < $1.key }.first { valuation[$0.value] == 1 }
    return other?.key ?? form.name
  }

  /// The challenge of a wire name; nil where the table has none.
  func challenge(named name: String) -> Int? { challenges[name] }
  func challenge(_ name: TableMessage) -> Int? { challenges[name.rawValue] }

  /// The message, where it is a challenge.
  func isChallenge(_ message: Int) -> Bool {
    challenges[model.messages[message].wire.name] == message
  }

  /// All members that a message has on the wire under a valuation of its fields, in their order:
  /// its own, and the answers to the challenge that it names.
  func members(of message: Int, _ valuation: [Int]) -> [WireMember] {
    let form = model.messages[message].wire
    let all = form.members + answers(form, valuation)
    let evaluator = ConcreteEvaluator(valuation)
    return all.filter { evaluator.holds($0.when) }
  }

  /// The members that answer the challenge that a message names.
  func answers(_ form: WireForm, _ valuation: [Int]) -> [WireMember] {
    guard let answering = form.answering,
      let name = wireName(of: valuation[answering.field], in: answering.field),
      let challenge = challenges[name]
    else { return [] }
    return model.messages[challenge].wire.answers
  }

  /// The service's words that go with what a row sends: the row's own, those of a field such as a
  /// reason, which may be none, or the message's; in brackets where nobody reported them.
  func text(of firing: Interpreter.Firing) -> String {
    let row = model.rows[firing.row]
    guard let sent = row.sends, row.text.isEmpty else { return row.text }
    let form = model.messages[sent].wire
    let field = form.members.first { $0.name == Self.words }?.field
    if let words = field.flatMap({ wireName(of: firing.valuation[$0], in: $0) }) { return words }
    return form.text.isEmpty ? "[\(form.name): the words are not known]" : form.text
  }

  /// Whether a text is what some row, message or reason of the table says.
  func isSaid(_ text: String) -> Bool {
    model.rows.contains { $0.text == text } || model.messages.contains { $0.wire.text == text }
      || model.types.enums.contains { $0.wireNames.contains(text) }
  }

  /// The member of an exception that holds its words.
  static let words = TableWire.message.rawValue

  /// Who makes a member of the result of an operation; nil where the table has none, or one that
  /// nobody looks for.
  func maker(of member: TableWire, inReplyTo operation: String) -> TableMaker? {
    guard let result = model.message(named: "\(operation)Result") else { return nil }
    let found = model.messages[result].wire.members.first { $0.name == member.rawValue }
    return found.flatMap { TableMaker(rawValue: $0.maker) }
  }

  // MARK: Names

  /// The wire name of a slot's value; nil where it has none.
  func wireName(of value: Int, in slot: Int) -> String? {
    guard case .member(let id) = model.slots[slot].type else { return nil }
    return model.types.enums[id].wireName(of: value)
  }

  /// The wire names of a set's members, sorted.
  func wireNames(ofSet value: Int, in slot: Int) -> [String] {
    guard case .set(let id) = model.slots[slot].type else { return [] }
    let members = model.types.enums[id].members.indices.filter { value >> $0 & 1 == 1 }
    return members.compactMap { model.types.enums[id].wireName(of: $0) }.sorted()
  }

  /// The members of a named enum with their wire names, in order of declaration.
  func words(of type: TableEnum) -> [(member: String, wire: String)] { words(of: type.rawValue) }
  func words(of type: String) -> [(member: String, wire: String)] {
    guard let id = model.types.named(type) else { return [] }
    let type = model.types.enums[id]
    return type.members.enumerated().compactMap { position, member in
      type.wireName(of: position).map { (member, $0) }
    }
  }

  /// The wire names that a member's field can have.
  func words(ofField member: WireMember) -> [String] {
    switch member.field.map({ model.slots[$0].type }) {
    case .member(let id), .set(let id): model.types.enums[id].wireNames.compactMap(\.self)
    default: []
    }
  }

  /// The values of a message's fields.
  func fields(of message: Int, in valuation: [Int]) -> WireFields {
    WireFields(codec: self, message: message, valuation: valuation)
  }
}

extension WireMember {
  /// The makers of members that say whose account a request is about.
  static let naming: [TableMaker] = [.ownName, .typedName, .echoedName, .signUpName, .createdName]

  /// Whether it says so.
  var isNaming: Bool { Self.naming.contains { maker == $0 } }
}

/// The fields of a message by their own names, as a table writes their values.
struct WireFields {
  let codec: WireCodec
  let message: Int
  var valuation: [Int]

  /// The text of a field; empty where the message has none of the name.
  subscript(field: TableField) -> String { self[field.rawValue] }
  subscript(field: String) -> String {
    slot(field).map { codec.model.text(of: valuation[$0], in: $0) } ?? ""
  }

  /// Whether a flag is true; false where the message has none of the name.
  func holds(_ field: TableField) -> Bool { self[field] == "true" }

  /// The slot of a field by its own name.
  func slot(_ field: TableField) -> Int? { slot(field.rawValue) }
  func slot(_ field: String) -> Int? {
    codec.model.messages[message].fields.first { codec.model.slots[$0].isNamed(field) }
  }
}
