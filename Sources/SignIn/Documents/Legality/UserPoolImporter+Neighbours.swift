import TransitionTables

/// Checks a pool together with its identity providers.
extension UserPoolImporter {
  /// Warns of immutable attributes that an identity provider maps: at a later sign-in with the
  /// provider the service writes them again, and throws an error. An attribute that several
  /// providers map is reported once.
  /// Source: Cognito's API reference, SchemaAttributeType, Mutable.
  /// - Parameter providers: for each provider, the mapping from attributes of the pool to those of
  ///   the provider, and the provider's name.
  mutating func checkMappings(_ providers: [(attributes: Fact, name: Fact)]) {
    guard case .list(let schema) = properties["Schema"].content else { return }
    var seen: Set<String> = []
    for entry in providers.flatMap({ $0.attributes.entries ?? [] })
    where seen.insert(entry.key).inserted {
      let own = entry.key
      let place = schema.first { $0["Name"].text.map(Self.fullName) == own }
        .flatMap(placeOfImmutability)
      guard let place else { continue }
      let owners = providers.filter { provider in
        provider.attributes.entries?.contains { $0.key == own } == true
      }
      let names = owners.compactMap(\.name.text).map { String($0.prefix(40)) }
      let isUnnamed = names.count < owners.count
      let subject = isUnnamed ? "the identity provider" : names.listOfAll
      reader.complain(
        "document.mapped-immutable", .warning, at: entry.keyLocation,
        "\(subject) \(isUnnamed || names.count == 1 ? "maps" : "map") `\(own.prefix(40))`, which"
          + " nobody can change (\(place)): the service writes mapped attributes at every"
          + " sign-in by a provider and throws an error where one is immutable, so that later"
          + " sign-ins by \(subject) fail",
        remedy: "make the attribute mutable, or map none to it; the schema of a live pool does not"
          + " change (L2)")
    }
  }

  /// The name of an attribute as in a mapping; schemas write custom attributes without `custom:`.
  /// `username` in a mapping is the user's name rather than an attribute.
  private static func fullName(_ name: String) -> String {
    StandardAttribute.names.contains(name) || name.hasPrefix("custom:") ? name : "custom:\(name)"
  }
}

extension FactReader {
  /// The keys in the list of words about identity providers. A table without them is not loaded,
  /// see `DocumentBinding`.
  static let keysOfProviders = ["types"]

  /// Reports types that no identity provider has, in documents that people write.
  mutating func checkProviders(ofTypes types: [Fact]) {
    let known = DocumentRule.words(of: "identityProviders", Self.keysOfProviders[0]).sorted()
    for fact in types {
      guard author == .person, let text = fact.text, !known.contains(text) else { continue }
      complain(
        "document.unknown-value", at: fact.location,
        "\(spelled("ProviderType")) of an identity provider cannot be `\(fact.quoted(text))`",
        remedy: "write \(known.list)")
    }
  }
}
