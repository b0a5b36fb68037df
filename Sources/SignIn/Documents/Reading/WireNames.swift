/// The words that documents have for something, and the members of the model's enumerations that
/// they stand for.
struct WireNames: Hashable, Sendable {
  /// A word with its member.
  struct Pair: Hashable, Sendable {
    var wire: String
    var member: String
  }

  /// In the order in which messages list them.
  var pairs: [Pair] = []
  /// Several words in one, in their order, separated by commas.
  private(set) var orders: [Pair] = []
  /// Words that are right but say nothing about the model.
  private(set) var ignored: [String] = []

  var wires: [String] { pairs.map(\.wire) }

  subscript(wire: String) -> String? { pairs.first { $0.wire == wire }?.member }

  /// The first word for a member; nil where it has none.
  func wire(of member: String) -> String? { pairs.first { $0.member == member }?.wire }

  /// Adds a word; without a member it says nothing about the model.
  mutating func add(_ wire: String, for member: String?) {
    guard let member else { return ignored.append(wire) }
    let pair = Pair(wire: wire, member: member)
    if wire.contains(Self.separator) { orders.append(pair) } else { pairs.append(pair) }
  }

  private static let separator = ", "

  /// The members that stand for some words in their order.
  func members(inOrder words: [String]) -> [String] {
    let order = words.joined(separator: Self.separator)
    return (pairs + orders).filter { $0.wire == order }.map(\.member)
  }

  /// Words that no parameter of the model stands for.
  static func words(_ words: String...) -> WireNames {
    WireNames(pairs: words.map { Pair(wire: $0, member: $0) })
  }
}

/// The kinds of documents that have words of their own for the values of parameters, as the table
/// names them.
enum DocumentWording: String, CaseIterable, Sendable {
  /// The service's API, whose names on the wire count too.
  case service
  case amplifyOutputs, amplifyConfiguration, amplifyInputs, amplifyDefinition
  /// Waymark's own pool files, and the entries that end the history of a session in them.
  case waymark, waymarkHistory
  /// The blocks that switch something on.
  case terraform
}

extension [ParameterDeclaration] {
  /// The words of a kind of documents for the values of a parameter; nil where the model does not
  /// have it, so that no document is read for it.
  func words(
    _ parameter: PoolParameter, in wording: DocumentWording = .service
  ) -> WireNames? {
    first { $0.name == parameter.rawValue }.map { $0.words[wording] ?? WireNames() }
  }

  /// The attributes that codes go to.
  var addresses: WireNames { words(.requiredAttributes) ?? WireNames() }
}
