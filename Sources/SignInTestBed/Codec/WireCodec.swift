import SignInCryptography
public import TransitionTables

/// The wire format that the model describes: the message of each operation and challenge, its
/// members, and the wire names of enum members.
///
/// It reads and writes requests and replies of both halves, cases, logs and diagrams, so that no
/// list of names stands in Swift. Built once for a model and immutable; a look-up costs one
/// dictionary access. It is a shared object because copying a model would retain every list in it.
public final class WireCodec: Sendable {
  let model: Model
  /// The messages to the pool, by the name of the operation.
  private let requests: [String: Int]
  /// The messages that use the name of another message's operation, by the position of that
  /// message.
  private let guests: [Int: [Guest]]
  /// The challenges by their wire name.
  private let challenges: [String: Int]
  /// The names of all members that hold secrets, also in lower case, so that a wrongly capitalised
  /// secret is redacted too.
  let secrets: Set<String>
  /// The names of members of any message.
  let known: Set<String>
  /// For each message the names of its members that are no secrets, and of those of its answers.
  let open: [(members: Set<String>, answers: Set<String>)]

  /// A message that is sent by the operation of another message, when certain members have certain
  /// texts.
  private struct Guest {
    let message: Int
    /// The slot of the field that is true in that case.
    let field: Int
    let texts: [WireMember]
  }

  /// Builds the codec of a model.
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

  /// The position of the message that an operation sends to the pool; nil where the table has none.
  func request(named operation: String) -> Int? { requests[operation] }
  func request(_ operation: TableMessage) -> Int? { requests[operation.rawValue] }

  /// The message that an operation sends to the pool with these members; nil where the table has
  /// none. `field` is the slot that says by which operation, where it is not the message's own.
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

  /// The operations that the table has, sorted; names with a blank, which are web pages, are left
  /// out.
  public var operations: [String] { requests.keys.filter { !$0.contains(" ") }.sorted() }

  /// The operation that a message is sent by, under a valuation of its fields.
  func operation(of message: Int, in valuation: [Int]) -> String {
    let form = model.messages[message].wire
    let other = form.others.sorted { $0.key < $1.key }.first { valuation[$0.value] == 1 }
    return other?.key ?? form.name
  }

  /// The position of the challenge with a wire name; nil where the table has none.
  func challenge(named name: String) -> Int? { challenges[name] }
  func challenge(_ name: TableMessage) -> Int? { challenges[name.rawValue] }

  /// Whether a message is a challenge.
  func isChallenge(_ message: Int) -> Bool {
    challenges[model.messages[message].wire.name] == message
  }

  /// All members that a message has on the wire under a valuation of its fields, in order: its own,
  /// and the answers to the challenge that it names.
  func members(of message: Int, _ valuation: [Int]) -> [WireMember] {
    let form = model.messages[message].wire
    let all = form.members + answers(form, valuation)
    let evaluator = ConcreteEvaluator(valuation)
    return all.filter { evaluator.holds($0.when) }
  }

  /// The members that answer the challenge named by a message.
  func answers(_ form: WireForm, _ valuation: [Int]) -> [WireMember] {
    guard let answering = form.answering,
      let name = wireName(of: valuation[answering.field], in: answering.field),
      let challenge = challenges[name]
    else { return [] }
    return model.messages[challenge].wire.answers
  }

  /// The service's text for the message that a row sends: the row's own text, that of a field such
  /// as a reason, or the message's. A text in brackets means that nobody has reported the words.
  func text(of firing: Interpreter.Firing) -> String {
    let row = model.rows[firing.row]
    guard let sent = row.sends, row.text.isEmpty else { return row.text }
    let form = model.messages[sent].wire
    let field = form.members.first { $0.name == Self.words }?.field
    if let words = field.flatMap({ wireName(of: firing.valuation[$0], in: $0) }) { return words }
    return form.text.isEmpty ? "[\(form.name): the words are not known]" : form.text
  }

  /// Whether a text is stated by some row, message or reason of the table.
  func isSaid(_ text: String) -> Bool {
    model.rows.contains { $0.text == text } || model.messages.contains { $0.wire.text == text }
      || model.types.enums.contains { $0.wireNames.contains(text) }
  }

  /// The member of an exception that holds its text.
  static let words = TableWire.message.rawValue

  /// The maker of a member in an operation's result; nil where the table has none, or one that no
  /// Swift code looks for.
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

  /// The fields of a message, with their values in a valuation.
  func fields(of message: Int, in valuation: [Int]) -> WireFields {
    WireFields(codec: self, message: message, valuation: valuation)
  }
}

extension WireMember {
  /// The makers of the members that name the account of a request.
  static let naming: [TableMaker] = [.ownName, .typedName, .echoedName, .signUpName, .createdName]

  /// Whether the member names the account of a request.
  var isNaming: Bool { Self.naming.contains { maker == $0 } }
}

/// The fields of a message by their own names, with values in the table's words.
struct WireFields {
  let codec: WireCodec
  let message: Int
  var valuation: [Int]

  /// The text of a field; empty where the message has no field of this name.
  subscript(field: TableField) -> String { self[field.rawValue] }
  subscript(field: String) -> String {
    slot(field).map { codec.model.text(of: valuation[$0], in: $0) } ?? ""
  }

  /// Whether a flag is true; false where the message has no field of this name.
  func holds(_ field: TableField) -> Bool { self[field] == "true" }

  /// The slot of a field, by its own name.
  func slot(_ field: TableField) -> Int? { slot(field.rawValue) }
  func slot(_ field: String) -> Int? {
    codec.model.messages[message].fields.first { codec.model.slots[$0].isNamed(field) }
  }
}
