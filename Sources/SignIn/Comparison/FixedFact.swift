public import TransitionTables

/// A property of a pool, beside the model's parameters, that cannot be changed once the pool is
/// there, or not without loss.
public struct FixedFact: Hashable, Sendable {
  /// What it is, the same in every document: `case sensitivity`, `the attribute tenant`.
  public var name: String
  /// What the document says, in its own words.
  public var value: String
  public var location: SourceLocation
  /// The rule that forbids or regrets a change: `L2`, `L29`.
  public var rule: String

  public init(name: String, value: String, location: SourceLocation, rule: String) {
    self.name = name
    self.value = value
    self.location = location
    self.rule = rule
  }

  /// What the service makes of the differences between two pools' facts.
  ///
  /// A fact that only the new pool has is new, and forbids nothing; one that only the old pool has
  /// is a removal where the new documents are of a kind that would have named it.
  public static func complaints(
    from old: PoolDocument, to new: PoolDocument
  ) -> [Diagnostic] {
    old.fixed.compactMap { fact in
      let other = new.fixed.first { $0.name == fact.name }
      guard other?.value != fact.value, let rule = ChangeOfFact(rawValue: fact.rule) else {
        return nil
      }
      guard let place = other?.location ?? new.fixed.first?.location else { return nil }
      let now = other.map { "becomes `\($0.value)`" } ?? "is removed"
      return Diagnostic(
        rule.code, rule.severity, at: place,
        "\(fact.name), `\(fact.value)` at \(fact.location), \(now); \(rule.consequence)"
          + " (\(fact.rule), confidence B)", remedy: rule.remedy)
    }
  }

  /// What follows from the change of a fact, by its rule.
  private enum ChangeOfFact: String {
    case schema = "L2"
    case relyingParty = "L29"

    var code: String { self == .schema ? "L2" : "legality.L29" }
    var severity: Diagnostic.Severity { self == .schema ? .error : .warning }

    var consequence: String {
      switch self {
      case .schema:
        "the service refuses this: “cannot modify or remove schema items”; frameworks replace the"
          + " pool, and all its users are lost"
      case .relyingParty: "every passkey that users registered is orphaned"
      }
    }

    var remedy: String {
      switch self {
      case .schema: "keep it as it is, or make a second pool and move the users"
      case .relyingParty: "keep the relying party, or see that every user has another first factor"
      }
    }
  }
}

extension UserPoolImporter {
  /// What of the pool cannot change later, as far as the document states it.
  var fixedFacts: [FixedFact] {
    var facts: [FixedFact] = []
    if case .document(let place) = settings["caseSensitive"]?.origin,
      let value = settings["caseSensitive"]?.value
    {
      facts.append(
        FixedFact(
          name: "the case sensitivity", value: value.description, location: place, rule: "L2"))
    }
    let party = properties["WebAuthnRelyingPartyID"]
    if let domain = party.text, !domain.isEmpty {
      facts.append(
        FixedFact(
          name: "the relying party", value: domain, location: party.location, rule: "L29"))
    }
    return facts + customAttributes
  }

  /// The attributes that are not standard ones, with their types; `custom:` is left out, as
  /// templates do.
  private var customAttributes: [FixedFact] {
    let schema = properties[dialect == .service ? "SchemaAttributes" : "Schema"]
    guard case .list(let elements) = schema.content else { return [] }
    return elements.compactMap { element in
      guard let spelling = element["Name"].text, !Self.standardAttributes.contains(spelling) else {
        return nil
      }
      let name = spelling.split(separator: ":").last.map(String.init) ?? spelling
      let type = element["AttributeDataType"].text ?? "String"
      return FixedFact(
        name: "the attribute \(name)", value: type, location: element["Name"].location, rule: "L2")
    }
  }
}
