import TransitionTables

/// Reads the section `facts` of a pool file: facts that are no parameters but matter when the pool
/// is changed.
///
/// ```yaml
/// facts:
///   caseSensitive: false
///   relyingParty: auth.example.com
///   accessTokenTrigger: V2_0
///   activityLogs: true
///   requiredAttributes: [given_name]
///   attributes: { tenant: String }
///   immutable: [tenant]
///   settings: { PasswordPolicy.MinimumLength: 8 }
///   managedLogin: true
/// ```
///
/// `managedLogin` belongs to the app client: it gets tokens on the pages of managed login.
extension WaymarkPoolImporter {
  /// The keys of `facts:`.
  package static let factKeys = [
    "caseSensitive", "relyingParty", "accessTokenTrigger", "activityLogs", "requiredAttributes",
    "attributes", "immutable", "settings", "managedLogin",
  ]

  /// The standard attributes for which the model has no parameter.
  private var requirable: [String] {
    StandardAttribute.writable.filter { parameters.addresses[$0] == nil }.sorted()
  }

  mutating func readFacts() {
    guard let facts = document.root["facts"], !facts.isNull else { return }
    guard facts.entries != nil else {
      return complain(
        "pool.wrong-type", at: facts.location, "`facts` needs facts with their values",
        remedy: "write `facts: { relyingParty: auth.example.com }`")
    }
    checkKeys(facts, Self.factKeys, of: "`facts`")
    if let flag = truth(facts, "caseSensitive") {
      take(.caseSensitivity, flag.value ? "true" : "false", at: flag.place)
    }
    if let party = facts["relyingParty"], let domain = word(party, "relyingParty") {
      take(.relyingParty, domain, at: party.location)
    }
    readTrigger(facts)
    if let flag = truth(facts, "activityLogs"), flag.value {
      take(.activityLogs, UserPoolImporter.activity, at: flag.place)
    }
    pool.signsInOnPages = truth(facts, "managedLogin")?.value == true
    readRequirements(facts)
    readEntries(facts, "attributes", "names with their types", "{ tenant: String }") {
      .attribute($0)
    }
    if let immutable = facts["immutable"], !immutable.isNull {
      for element in words(immutable, "immutable", "attributes") {
        take(.immutability(element.word), "immutable", at: element.location)
      }
    }
    readEntries(
      facts, "settings", "settings with their values", "{ PasswordPolicy.MinimumLength: 8 }"
    ) {
      .setting($0)
    }
  }

  private mutating func readTrigger(_ facts: LocatedNode) {
    guard let node = facts["accessTokenTrigger"], let version = word(node, "accessTokenTrigger")
    else { return }
    let known = UserPoolImporter.lambdaVersions.wires
    guard known.contains(version) else {
      return complain(
        "pool.unknown-value", at: node.location,
        "`accessTokenTrigger` cannot be `\(version.prefix(40))`", remedy: "write \(known.list)")
    }
    take(.accessTokenTrigger, version, at: node.location)
  }

  private mutating func readRequirements(_ facts: LocatedNode) {
    guard let required = facts["requiredAttributes"], !required.isNull else { return }
    for element in words(required, "requiredAttributes", "standard attributes") {
      guard requirable.contains(element.word) else {
        complain(
          "pool.unknown-value", at: element.location,
          "`requiredAttributes` of `facts` cannot be `\(element.word.prefix(40))`",
          remedy: requirable.nearest(to: element.word).map { "did you mean `\($0)`?" }
            ?? "write standard attributes; e-mail and phone number stand under `configuration`")
        continue
      }
      take(.requirement(element.word), "required", at: element.location)
    }
  }

  private mutating func readEntries(
    _ facts: LocatedNode, _ key: String, _ needs: String, _ example: String,
    _ kind: (String) -> FixedFact.Kind
  ) {
    guard let section = facts[key], !section.isNull else { return }
    guard let entries = section.entries else {
      return complain(
        "pool.wrong-type", at: section.location, "`\(key)` needs \(needs)",
        remedy: "write `\(key): \(example)`")
    }
    for entry in entries {
      guard let value = word(entry.value, entry.key) else { continue }
      take(kind(entry.key), value, at: entry.keyLocation)
    }
  }

  private mutating func truth(
    _ facts: LocatedNode, _ key: String
  ) -> (value: Bool, place: SourceLocation)? {
    guard let node = facts[key], !node.isNull else { return nil }
    if let value = ["true": true, "false": false][node.text ?? ""] {
      return (value, node.location)
    }
    complain(
      "pool.wrong-type", at: node.location, "`\(key)` needs `true` or `false`",
      remedy: "write `\(key): true`")
    return nil
  }

  /// Adds a fact; reports one that the pool's feature plan does not have.
  private mutating func take(
    _ kind: FixedFact.Kind, _ value: String, at place: SourceLocation
  ) {
    let fact = FixedFact(kind, value: value, location: place)
    pool.fixed.append(fact)
    var reader = FactReader(document: document, author: .person, parameters: parameters)
    reader.checkPlan(of: fact, tier: pool.settings[.tier]?.value)
    pool.diagnostics += reader.diagnostics
  }
}
