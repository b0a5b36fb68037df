import TransitionTables

/// What a pool and the identity providers next to it need of each other.
extension UserPoolImporter {
  /// Warns of attributes that nobody can change and that an identity provider maps: at a later
  /// sign-in by the provider the service writes them again, and throws an error.
  /// Source: Cognito's API reference, SchemaAttributeType, Mutable.
  /// - Parameters:
  ///   - mapping: the attributes of the pool with those of the provider.
  ///   - provider: the provider's name.
  mutating func checkMapping(_ mapping: Fact, of provider: Fact) {
    guard case .list(let schema) = properties["Schema"].content else { return }
    let name = provider.text.map { "`\($0.prefix(40))`" } ?? "the identity provider"
    for entry in mapping.entries ?? [] {
      let own = Self.plain(entry.key)
      let place = schema.first { $0["Name"].text.map(Self.plain) == own }
        .flatMap(placeOfImmutability)
      guard let place else { continue }
      reader.complain(
        "document.mapped-immutable", .warning, at: entry.keyLocation,
        "\(name) maps `\(own.prefix(40))`, which nobody can change"
          + " (\(place)): the service writes mapped attributes at every"
          + " sign-in by a provider and throws an error where one is immutable, so that later"
          + " sign-ins by \(name) fail",
        remedy: "make the attribute mutable, or map none to it; the schema of a live pool does not"
          + " change (L2)")
    }
  }

  /// The name of an attribute without `custom:`, as schemas write it.
  private static func plain(_ name: String) -> String {
    name.hasPrefix("custom:") ? String(name.dropFirst(7)) : name
  }
}
