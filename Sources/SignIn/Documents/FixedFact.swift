public import TransitionTables

/// A property of a pool, other than the model's parameters, that matters when the pool is changed:
/// it cannot be changed after creation, or not without loss, or only some feature plans have it.
///
/// Every format that can state such a fact provides it, Waymark's own under `facts:`, so that an
/// imported pool compares like its documents.
public struct FixedFact: Hashable, Sendable {
  /// The subject of the fact, the same in every document.
  public enum Kind: Hashable, Sendable {
    case caseSensitivity
    /// The domain for which passkeys are registered.
    case relyingParty
    /// A custom attribute, named without `custom:`.
    case attribute(String)
    /// A standard attribute that is required and that no parameter of the model covers.
    case requirement(String)
    /// A trigger before token generation whose version lets it change access tokens.
    case accessTokenTrigger
    /// The export of user activity, `userAuthEvents`.
    case activityLogs
    /// An attribute, standard or custom, that is immutable once it has a value.
    case immutability(String)
    /// A setting that no table row reads, by its property, such as `PasswordPolicy.MinimumLength`.
    case setting(String)
  }

  /// The service's prefix for the name of an attribute that no app client reads or writes.
  static let developers = "dev:"

  public var kind: Kind
  /// The value in the document's own words.
  public var value: String
  public var location: SourceLocation
  /// The part of the value that is compared as a fact; parameters cover the rest.
  var comparedValue: String
  /// Whether the fact follows from something that the document leaves out.
  var isByDefault = false
  /// Whether the schema names the attribute with `custom:`, so that the pool's has another name.
  var isDoubled = false

  public init(_ kind: Kind, value: String, location: SourceLocation) {
    self.kind = kind
    (self.value, comparedValue) = (value, value)
    self.location = location
  }

  /// The fact's name in words.
  public var name: String {
    switch kind {
    case .caseSensitivity: "the case sensitivity"
    case .relyingParty: "the relying party"
    case .attribute(let name): "the attribute \(name)"
    case .requirement(let name): "the required attribute \(name)"
    case .accessTokenTrigger: "the trigger PreTokenGenerationConfig"
    case .activityLogs: "the export of user activity"
    case .immutability(let name): "the immutable attribute \(name)"
    case .setting(let name): "the setting \(name)"
    }
  }

  /// The diagnostics for the differences between two pools' facts.
  ///
  /// A fact that only one pool has is an addition or a removal if the other pool's documents are of
  /// a kind that would state it. Additions count only if the service treats them as a change: a
  /// custom attribute or a relying party may be new.
  ///
  /// - Parameters:
  ///   - old: the pool as it is.
  ///   - new: the pool that is to replace it.
  ///   - tier: the new pool's feature plan, as the model calls it.
  public static func complaints(
    from old: PoolDocument, to new: PoolDocument, tier: String
  ) -> [Diagnostic] {
    let changes = old.fixed.compactMap { fact -> Diagnostic? in
      if fact.kind == .accessTokenTrigger || fact.kind == .activityLogs {
        return fact.planComplaint(to: new, tier: tier)
      }
      let other = new.fixed.first { $0.kind == fact.kind }
      guard other?.comparedValue != fact.comparedValue, fact.value != fact.absence || other != nil,
        let place = other?.location ?? new.placeOfRemoval(of: fact)
      else { return nil }
      let now = other.map { "becomes `\($0.value)`" } ?? "is removed"
      return fact.complaint(at: place, "\(fact.name), \(fact.stated)at \(fact.location), \(now)")
    }
    let additions = new.fixed.compactMap { fact -> Diagnostic? in
      guard let absence = fact.absence, fact.value != absence, old.wouldName(fact.kind),
        !old.fixed.contains(where: { $0.kind == fact.kind })
      else { return nil }
      return fact.complaint(
        at: fact.location, "\(fact.name), \(fact.stated)is new; before it is \(absence)")
    }
    return changes + additions
  }

  private func complaint(at place: SourceLocation, _ happening: String) -> Diagnostic {
    if case .setting = kind {
      return Diagnostic(
        "diff.not-modelled", .note, at: place, "\(happening); \(kind.readBy)",
        remedy: "judge yourself what the change means for users")
    }
    guard kind == .relyingParty, let rule = DocumentRule.rule(.l29) else {
      return Diagnostic(
        "L2", .error, at: place,
        "\(happening); no call of the service changes that once a pool is there"
          + " (L2, confidence B)",
        remedy: "keep it as it is, or make a second pool and move the users")
    }
    return Diagnostic(
      rule.code, .warning, at: place,
      "\(happening); \(rule.harms) (\(rule.id), confidence \(rule.confidence))",
      remedy: rule.remedyOfHarm)
  }

  /// The value as a diagnostic cites it; empty for requirements, whose name says enough.
  private var stated: String {
    switch kind {
    case .requirement, .immutability: ""
    default: "`\(value)` "
    }
  }

  /// The fact without the given attributes, which a parameter covers; nil where nothing is left.
  func leavingOut(_ attributes: WireNames) -> FixedFact? {
    switch kind {
    case .requirement(let name): return attributes[name] == nil ? self : nil
    case .setting(Self.writable):
      var fact = self
      let words = value.split(separator: ", ").map(String.init)
      fact.comparedValue = words.filter { attributes[$0] == nil }.joined(separator: ", ")
      return fact
    default: return self
    }
  }

  /// The setting of an app client of which table rows read only the two contact addresses.
  static let writable = "WriteAttributes"

  /// The value in a pool that does not state the fact; nil where the fact may be added at any time.
  private var absence: String? {
    switch kind {
    case .caseSensitivity: ServiceDefaults.caseSensitive.value?.description
    case .requirement: "not required"
    case .immutability: "mutable"
    case .setting: "not set"
    case .relyingParty, .attribute, .accessTokenTrigger, .activityLogs: nil
    }
  }
}

extension PoolDocument {
  /// The place where the documents state a parameter, or nil.
  func place(of parameter: PoolParameter) -> SourceLocation? { place(of: parameter.rawValue) }

  private func place(of parameter: String) -> SourceLocation? {
    if case .document(let place) = self[parameter]?.origin { place } else { nil }
  }

  /// The first place where the documents state a parameter, or nil.
  var firstPlace: SourceLocation? {
    settings.lazy.compactMap { self.place(of: $0.parameter) }.first
  }

  /// The place for a diagnostic about a removed fact; nil where the documents would not state it.
  fileprivate func placeOfRemoval(of fact: FixedFact) -> SourceLocation? {
    if let other = fixed.first { return other.location }
    return wouldName(fact.kind) ? firstPlace ?? fact.location : nil
  }

  /// Whether documents of this format state a fact whenever the pool has it.
  fileprivate func wouldName(_ kind: FixedFact.Kind) -> Bool {
    switch format {
    case .cloudFormation, .sam, .serverless, .terraformState, .terraformPlan,
      .terraformConfiguration, .pulumi, .kubernetes, .request, .shell, .waymark:
      true
    case .describeUserPool: kind != .relyingParty
    case .amplifyDefinition: kind != .relyingParty && !kind.isSetting
    default: false
    }
  }
}

extension UserPoolImporter {
  /// The facts of the pool that cannot change later or depend on its plan, as far as stated.
  var fixedFacts: [FixedFact] {
    var facts: [FixedFact] = []
    if case .document(let place) = settings[.caseSensitive]?.origin,
      let value = settings[.caseSensitive]?.value
    {
      facts.append(FixedFact(.caseSensitivity, value: value.description, location: place))
    }
    let party = properties["WebAuthnRelyingPartyID"]
    if let domain = party.text, !domain.isEmpty {
      facts.append(FixedFact(.relyingParty, value: domain, location: party.location))
    }
    return facts + requirements + customAttributes + immutabilities + planFacts
      + properties.settings(Self.unread) + links
  }

  /// The value of `DefaultEmailOption` where new users are verified by a link.
  static let link = "CONFIRM_WITH_LINK"

  /// The verification by a link, which no table row reads; verification by a code is the default.
  private var links: [FixedFact] {
    properties.settings(["VerificationMessageTemplate.DefaultEmailOption"])
      .filter { $0.value == Self.link }
  }

  private var schema: [Fact] {
    let schema = properties[dialect == .service ? "SchemaAttributes" : "Schema"]
    guard case .list(let elements) = schema.content else { return [] }
    return elements
  }

  /// The standard attributes that are required. `sub` is not among them: the service states that
  /// every pool requires it.
  private var requirements: [FixedFact] {
    schema.compactMap { element in
      guard let name = element["Name"].text, StandardAttribute.writable.contains(name),
        element["Required"].isTrue
      else { return nil }
      return FixedFact(.requirement(name), value: "required", location: element["Name"].location)
    }
  }

  /// The settings that no table row reads and that `diff` compares.
  private static let unread = [
    "Policies.PasswordPolicy.MinimumLength", "Policies.PasswordPolicy.RequireLowercase",
    "Policies.PasswordPolicy.RequireUppercase", "Policies.PasswordPolicy.RequireNumbers",
    "Policies.PasswordPolicy.RequireSymbols", "Policies.PasswordPolicy.PasswordHistorySize",
    "Policies.PasswordPolicy.TemporaryPasswordValidityDays",
    "AdminCreateUserConfig.UnusedAccountValidityDays", "DeletionProtection",
  ]

  /// The attributes that are immutable once they have a value.
  private var immutabilities: [FixedFact] {
    schema.compactMap { element in
      guard let spelling = element["Name"].text, !StandardAttribute.written.contains(spelling),
        let place = placeOfImmutability(element)
      else { return nil }
      let name = spelling.split(separator: ":").last.map(String.init) ?? spelling
      var fact = FixedFact(.immutability(name), value: "immutable", location: place)
      if case .absent = element["Mutable"].content { fact.isByDefault = true }
      return fact
    }
  }

  /// The place where an entry of the schema makes its attribute immutable; nil where it does not,
  /// or where that is not known.
  ///
  /// An attribute without an entry is mutable, but an attribute with an entry that lacks `Mutable`
  /// is not; the service's answers always state it. Source: aws-cdk#8624, confidence B.
  func placeOfImmutability(_ entry: Fact) -> SourceLocation? {
    let stated = entry["Mutable"]
    return switch stated.content {
    case .text(let text, _): text.lowercased() == "false" ? stated.location : nil
    case .absent: dialect == .service ? nil : entry["Name"].location
    case .list, .record, .opaque, .uncertain: nil
    }
  }

  /// The custom attributes with their types. Their names lack `custom:`, as in templates.
  /// Attributes that only developers write have the service's prefix.
  private var customAttributes: [FixedFact] {
    schema.compactMap { element in
      guard let spelling = element["Name"].text, !StandardAttribute.names.contains(spelling) else {
        return nil
      }
      let own = spelling.split(separator: ":").last.map(String.init) ?? spelling
      let isDevelopers = spelling.hasPrefix("dev:") || element["DeveloperOnlyAttribute"].isTrue
      let name = isDevelopers ? FixedFact.developers + own : own
      let type = element["AttributeDataType"].text ?? "String"
      var fact = FixedFact(.attribute(name), value: type, location: element["Name"].location)
      fact.isDoubled = !isAnswered && spelling.hasPrefix("custom:")
      return fact
    }
  }
}

extension FixedFact.Kind {
  /// Whether the pool's schema states the fact.
  var isOfSchema: Bool {
    switch self {
    case .attribute, .requirement, .immutability: true
    case .caseSensitivity, .relyingParty, .accessTokenTrigger, .activityLogs, .setting: false
    }
  }

  /// A phrase about the rows that read the fact: of `WriteAttributes` they read only the addresses.
  var readBy: String {
    self == .setting(FixedFact.writable) ? "rows read its addresses alone" : "no row reads it"
  }

  /// Whether the fact is a setting that no table row reads.
  var isSetting: Bool { if case .setting = self { true } else { false } }
}

extension AppClientImporter {
  /// The settings of the app client that no table row reads and that `diff` compares.
  var fixedFacts: [FixedFact] {
    properties.settings([
      "AccessTokenValidity", "IdTokenValidity", "RefreshTokenValidity",
      "TokenValidityUnits.AccessToken", "TokenValidityUnits.IdToken",
      "TokenValidityUnits.RefreshToken", "AuthSessionValidity", "AllowedOAuthFlows",
      "AllowedOAuthScopes", "CallbackURLs", "LogoutURLs", "ReadAttributes",
    ]) + [writable].compactMap(\.self)
  }

  /// The attributes that users may write with the client, where it lists them. `…` stands for the
  /// unknown part, so that such a client differs from one without a list.
  private var writable: FixedFact? {
    let fact = properties[FixedFact.writable]
    var words = ["…"]
    switch fact.content {
    case .absent, .text, .record: return nil
    case .list(let elements):
      let known = elements.compactMap(\.text).sorted()
      words = known.count == elements.count ? known : known + words
    case .opaque, .uncertain: break
    }
    return words.isEmpty
      ? nil
      : FixedFact(
        .setting(FixedFact.writable), value: words.joined(separator: ", "), location: fact.location)
  }
}

extension Fact {
  /// The values at the given paths of a record, as facts that no table row reads.
  func settings(_ paths: [String]) -> [FixedFact] {
    paths.compactMap { path in
      let fact = path.split(separator: ".").reduce(self) { $0[String($1)] }
      guard let value = fact.shownValue, !value.isEmpty else { return nil }
      let name = path.hasPrefix("Policies.") ? String(path.dropFirst(9)) : path
      return FixedFact(.setting(name), value: value, location: fact.location)
    }
  }

  /// A text, or a list of texts in sorted order, on one line.
  var shownValue: String? {
    if let text { return text }
    guard case .list(let elements) = content, elements.allSatisfy({ $0.text != nil }) else {
      return nil
    }
    return elements.compactMap(\.text).sorted().joined(separator: ", ")
  }
}
