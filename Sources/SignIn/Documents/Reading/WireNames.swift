/// The words that documents use for something, with the members of the model's enumerations that
/// they stand for.
struct WireNames: Hashable, Sendable {
  /// A word with its member.
  struct Pair: Hashable, Sendable {
    var wire: String
    var member: String
  }

  /// The pairs in the order in which messages list them.
  var pairs: [Pair] = []
  /// Pairs whose word is a sequence of words, separated by commas.
  private(set) var orders: [Pair] = []
  /// Valid words without a meaning in the model.
  private(set) var ignored: [String] = []

  var wires: [String] { pairs.map(\.wire) }

  subscript(wire: String) -> String? { pairs.first { $0.wire == wire }?.member }

  /// The first word for a member; nil where it has none.
  func wire(of member: String) -> String? { pairs.first { $0.member == member }?.wire }

  /// Adds a word; a word without a member has no meaning in the model.
  mutating func add(_ wire: String, for member: String?) {
    guard let member else { return ignored.append(wire) }
    let pair = Pair(wire: wire, member: member)
    if wire.contains(Self.separator) { orders.append(pair) } else { pairs.append(pair) }
  }

  private static let separator = ", "

  /// The members that stand for a sequence of words.
  func members(inOrder words: [String]) -> [String] {
    let order = words.joined(separator: Self.separator)
    return (pairs + orders).filter { $0.wire == order }.map(\.member)
  }

  /// Words for which the model has no parameter; each is its own member.
  static func words(_ words: String...) -> WireNames {
    WireNames(pairs: words.map { Pair(wire: $0, member: $0) })
  }
}

/// The kinds of documents with their own words for parameter values, as the table names them.
enum DocumentWording: String, CaseIterable, Sendable {
  /// The service's API, whose wire names count too.
  case service
  case amplifyOutputs, amplifyConfiguration, amplifyInputs, amplifyDefinition
  /// Waymark's own pool files, and the final entries of session histories in them.
  case waymark, waymarkHistory
  /// The Terraform blocks that switch something on.
  case terraform
}

extension [ParameterDeclaration] {
  /// The words of a kind of documents for the values of a parameter; nil where the model does not
  /// have the parameter, so that no document is read for it.
  func words(
    _ parameter: PoolParameter, in wording: DocumentWording = .service
  ) -> WireNames? {
    first { $0.name == parameter.rawValue }.map { $0.words[wording] ?? WireNames() }
  }

  /// The contact attributes, to which codes are sent.
  var addresses: WireNames { words(.requiredAttributes) ?? WireNames() }
}
