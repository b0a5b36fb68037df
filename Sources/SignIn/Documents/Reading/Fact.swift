import TransitionTables

/// The value at one place of a document, after its functions were evaluated as far as possible.
///
/// A template does not always state a value: `!GetAtt F.Arn` is certainly *something*, and an
/// undecided `!If` may even be nothing. The two are distinguished because for a trigger only
/// presence matters. Navigation never fails: a missing key of a record gives an absent fact, a key
/// of an unknown value an unknown one.
struct Fact: Sendable {
  /// The content of a fact.
  indirect enum Content: Sendable {
    case absent
    case text(String, quoted: Bool)
    case list([Fact])
    case record([Entry])
    /// There is a value, but the document does not decide which; the text is the reason.
    case opaque(String)
    /// The document does not decide whether there is a value; the text is the reason.
    case uncertain(String)
  }

  /// An entry of a record.
  struct Entry: Sendable {
    var key: String
    var keyLocation: SourceLocation
    var value: Fact
    /// The words of the constant that is a computed key, such as `NAMES`, `TENANT`.
    var constant: [String]?

    /// Whether the key is computed by a program, or is a spread.
    var isOfUnknownName: Bool {
      key == TypeScriptLiteral.spread || key == TypeScriptLiteral.computedKey
    }
  }

  var content: Content
  var location: SourceLocation
  /// The template parameters whose defaults decided this fact, sorted.
  var assumed: [String] = []
  /// For a list element that may be absent: its text if it is present, or nil.
  var textIfAny: String?
  /// The possible texts of an undecided choice; empty where any text is possible.
  var possible: [String] = []
  /// The possible values of a fact that a condition decides; empty where any value is possible.
  var alternatives: [Fact] = []
  /// The resource of the template that the value refers to, or nil.
  var resource: String?
  /// Whether a value that only a deployment knows is certainly not empty.
  var isNeverEmpty = false
  /// The words of the variable or local value that the fact refers to, such as `var`, `mfa`.
  var variable: [String]?
  /// The expression to evaluate once variables are known, where it is more than a single variable.
  var deferred: Deferred?

  init(
    _ content: Content, at location: SourceLocation, assuming assumed: [String] = [],
    resource: String? = nil
  ) {
    self.content = content
    self.location = location
    self.assumed = assumed
    self.resource = resource
  }

  /// The fact that a node states literally; null becomes absent.
  init(literally node: LocatedNode) {
    let content: Content =
      switch node.content {
      case .scalar(let text, let quoted): node.isNull ? .absent : .text(text, quoted: quoted)
      case .sequence(let elements): .list(elements.map(Fact.init(literally:)))
      case .mapping(let entries):
        .record(
          entries.map {
            Entry(key: $0.key, keyLocation: $0.keyLocation, value: Fact(literally: $0.value))
          })
      }
    self.init(content, at: node.location)
  }

  /// The same fact, decided also by defaults of further template parameters.
  func assuming(_ more: [String]) -> Fact {
    var fact = self
    fact.assumed = Set(assumed + more).sorted()
    return fact
  }

  /// A text of the value for a diagnostic, masked where it is a secret: the default of a template
  /// parameter whose name suggests one.
  func quoted(_ text: String) -> String {
    let isSecret = assumed.contains { !text.hasPrefix(text.quoted(under: $0)) }
    return isSecret ? "•••" : String(text.prefix(40))
  }

  /// The possible texts of a choice between some facts; empty where one of them may be anything.
  static func possible(among ends: [Fact]) -> [String] {
    let texts = ends.map { end in end.text.map { [$0] } ?? end.possible }
    return texts.contains(where: \.isEmpty) ? [] : texts.flatMap(\.self)
  }

  /// For each property that has alternatives, the versions of the record with one of them each.
  var versions: [[Fact]] {
    (entries ?? []).indices.compactMap { index in
      let alternatives = (entries ?? [])[index].value.alternatives
      return alternatives.isEmpty
        ? nil
        : alternatives.map { value in
          var (version, all) = (self, entries ?? [])
          all[index].value = value
          version.content = .record(all)
          return version
        }
    }
  }

  var entries: [Entry]? {
    if case .record(let entries) = content { entries } else { nil }
  }

  var text: String? {
    if case .text(let text, _) = content { text } else { nil }
  }

  /// The value under a key of the record.
  subscript(key: String) -> Fact {
    switch content {
    case .record(let entries):
      if let entry = entries.first(where: { $0.key == key }) {
        return entry.value.assuming(assumed)
      }
      if entries.contains(where: { $0.key == "Fn::Transform" }) {
        return Fact(.uncertain("a macro may add \(key)"), at: location, assuming: assumed)
      }
      if entries.contains(where: \.isOfUnknownName) {
        return Fact(.uncertain("a spread may add \(key)"), at: location, assuming: assumed)
      }
      return Fact(.absent, at: location, assuming: assumed)
    case .opaque(let reason), .uncertain(let reason):
      return Fact(.uncertain(reason), at: location, assuming: assumed)
    case .absent, .text, .list:
      return Fact(.absent, at: location, assuming: assumed)
    }
  }
}
