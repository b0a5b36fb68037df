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
      let own = entry.key
      let place = schema.first { $0["Name"].text.map(Self.fullName) == own }
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

  /// The name of an attribute as a mapping has it: schemas write custom ones without `custom:`. The
  /// `username` of a mapping is the user's name, which is no attribute.
  private static func fullName(_ name: String) -> String {
    StandardAttribute.names.contains(name) || name.hasPrefix("custom:") ? name : "custom:\(name)"
  }
}
