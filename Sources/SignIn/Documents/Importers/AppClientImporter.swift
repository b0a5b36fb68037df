import TransitionTables

/// Reads the client half of a pool: the properties of `AWS::Cognito::UserPoolClient`, or the answer
/// of `describe-user-pool-client`.
struct AppClientImporter {
  let properties: Fact
  let dialect: UserPoolImporter.Dialect
  var reader: FactReader
  private(set) var settings: [String: Setting] = [:]

  init(
    properties: Fact, dialect: UserPoolImporter.Dialect, document: LocatedDocument,
    parameters: [ParameterDeclaration]
  ) {
    self.properties = properties
    self.dialect = dialect
    reader = FactReader(
      document: document, author: dialect.author, spelling: dialect.spelling,
      parameters: parameters)
  }

  /// Reads every property that decides a parameter, and checks the others.
  /// - Parameter required: the names of the attributes that the pool requires, as far as known.
  mutating func read(required: [String] = []) {
    readOnce(required: required)
    for versions in properties.versions {
      settings.narrow(
        to: versions.map { version in
          var other = AppClientImporter(
            properties: version, dialect: dialect, document: reader.document,
            parameters: reader.parameters)
          other.readOnce(required: required)
          return other.settings
        })
    }
  }

  private mutating func readOnce(required: [String]) {
    if dialect != .terraform {
      reader.warnOfUnknownKeys(
        in: properties, of: "an app client",
        known: dialect == .template
          ? KnownProperties.templateClient : KnownProperties.describedClient)
    } else {
      reader.warnOfUnknownKeys(below: properties)
    }
    let errors = reader.value(of: .existenceErrors, in: properties)
    settings[.clientSecret] = readSecret().map { .bool($0) }.setting(
      .clientSecret, reader.parameters)
    if let purpose = otherPurpose {
      reader.complain(
        "document.no-api-client", .note, at: purpose.place,
        "no user of the pool's own signs in by this app client through the API: \(purpose.users)",
        remedy: "choose another client with `--client NAME`, or `--set flows='{userSRP, refresh}'`")
    }
    if otherPurpose == nil || otherPurpose?.kind == .others && !listsNoSignIn {
      settings[.flows] = readFlows().setting(.flows, reader.parameters)
    }
    if hasOwnUsers || errors.known == .choice(.prevent) {
      settings[.existenceErrors] = errors.setting(.existenceErrors, reader.parameters)
    }
    readTokens()
    set(.externalProvider, readProviders().map { .bool($0) })
    set(.writeAttributes, readWritable(required: required))
    checkLegality()
  }

  /// The purpose of a client with which the pool's own users do not sign in through the API.
  private struct Purpose {
    enum Kind { case machines, pages, servers, others }
    var kind: Kind
    var place: SourceLocation
    var users: String {
      switch kind {
      case .machines:
        "it is for machines (client_credentials); the pool is judged for the flows that apps"
          + " ordinarily use"
      case .pages:
        "they sign in on the pages of managed login, which are not modelled; the pool is judged for"
          + " the flows that apps ordinarily use"
      case .servers:
        "a server signs them in, by the administrator's flow; the pool is judged for the flows that"
          + " apps ordinarily use"
      case .others:
        "it names other providers alone; what only the pool's own users would meet is a note"
      }
    }
  }

  /// Whether the pool's own users sign in with the client, through the API or elsewhere.
  var hasOwnUsers: Bool { [nil, .pages, .servers].contains(otherPurpose?.kind) }

  /// Whether only a server signs users in with the client.
  var isForServers: Bool { otherPurpose?.kind == .servers }

  /// Whether the client gets tokens on the pages of managed login, whose token endpoint accepts
  /// refresh tokens whatever the API flows are.
  var signsInOnPages: Bool {
    guard properties[Self.page].isTrue,
      case .list(let flows) = properties["AllowedOAuthFlows"].content
    else { return false }
    return flows.contains { $0.text == "code" }
  }

  /// Whether the client lists flows, but none with which an app signs users in.
  private var listsNoSignIn: Bool {
    guard case .list(let flows) = properties["ExplicitAuthFlows"].content else { return false }
    let others = [Self.servers, "ALLOW_REFRESH_TOKEN_AUTH"]
    return flows.allSatisfy { others.contains($0.text ?? "") }
  }

  /// The place of the custom flow in the list, under its current name.
  var customFlowPlace: SourceLocation? {
    guard case .list(let flows) = properties["ExplicitAuthFlows"].content,
      let name = reader.parameters.words(.flows)?.wire(of: KnownMember.custom.rawValue)
    else { return nil }
    return flows.first { $0.text == name }?.location
  }

  private static let servers = "ALLOW_ADMIN_USER_PASSWORD_AUTH"

  /// The purpose of a client with which no app can sign in, or nil. The pages use no flow of the
  /// API. So a client that lists only refresh, together with an OAuth flow of users, is for the
  /// pages, and one that lists only the administrator's flow is for a server.
  private var otherPurpose: Purpose? {
    let providers = properties["SupportedIdentityProviders"]
    if Self.namesOthersAlone(providers) == true {
      return Purpose(kind: .others, place: providers.location)
    }
    let flows = properties["ExplicitAuthFlows"]
    if listsNoSignIn, case .list(let listed) = flows.content,
      listed.contains(where: { $0.text == Self.servers })
    {
      return Purpose(kind: .servers, place: flows.location)
    }
    guard case .list(let listed) = properties["AllowedOAuthFlows"].content, !listed.isEmpty,
      properties[Self.page].isTrue
    else { return nil }
    let place = properties["AllowedOAuthFlows"].location
    if Self.isForMachines(properties["AllowedOAuthFlows"]) {
      return Purpose(kind: .machines, place: place)
    }
    return listsNoSignIn ? Purpose(kind: .pages, place: place) : nil
  }

  /// Whether the providers do not include the pool itself; nil where none are listed. For an
  /// undecided choice, both sides must qualify.
  private static func namesOthersAlone(_ providers: Fact) -> Bool? {
    if let choice = providers.deferred, case .choice = choice.kind {
      let sides = choice.parts.suffix(2).compactMap(namesOthersAlone)
      return sides.isEmpty ? nil : sides.allSatisfy { $0 }
    }
    switch providers.content {
    case .absent: return nil
    case .list(let elements) where elements.isEmpty: return nil
    // A reference to a provider's own resource is never `COGNITO`.
    case .list(let elements):
      return elements.allSatisfy { $0.text.map { $0 != "COGNITO" } ?? ($0.resource != nil) }
    default: return false
    }
  }

  /// Whether a client's OAuth flows are only those of machines, with which no user signs in.
  private static func isForMachines(_ flows: Fact) -> Bool {
    guard case .list(let elements) = flows.content, !elements.isEmpty else { return false }
    return elements.allSatisfy { $0.text == "client_credentials" }
  }

  /// Sorts a pool's app clients into the order in which they are taken where none is named: those
  /// for machines come last.
  /// - Returns: the clients; the phrase for the first of them, such as `the first of`; and whether
  ///   users may sign in by several of them.
  static func inOrder<Client>(
    _ clients: [Client], flows: (Client) -> Fact
  ) -> (clients: [Client], first: String, isOfSeveral: Bool) {
    let users = clients.filter { !isForMachines(flows($0)) }
    let machines = clients.filter { isForMachines(flows($0)) }
    let isFirst = users.isEmpty || clients.first.map { isForMachines(flows($0)) } != true
    return (
      users + machines, isFirst ? "the first of" : "the first by which users sign in, of",
      users.count > 1
    )
  }

  /// Reads the settings of tokens. A missing setting has the parameter's default, even without a
  /// client: no verdict is known to depend on it alone, so the parameter is not opened.
  private mutating func readTokens() {
    set(.tokenRevocation, reader.value(of: .tokenRevocation, in: properties))
    let feature = properties["RefreshTokenRotation"]["Feature"]
    let rotates = reader.word(
      feature, "RefreshTokenRotation.Feature", .words("ENABLED", "DISABLED"))
    set(.tokenRotation, rotates.map { .bool($0 == "ENABLED") })
  }

  private mutating func set(_ parameter: PoolParameter, _ reading: Reading<ParameterValue>) {
    if case .absent = reading { return }
    settings[parameter] = reading.setting(parameter, reader.parameters)
  }

  private mutating func readSecret() -> Reading<Bool> {
    switch dialect {
    case .template, .terraform: reader.flag(properties["GenerateSecret"], "GenerateSecret")
    case .service: reader.presence(properties["ClientSecret"], "ClientSecret")
    }
  }

  private mutating func readFlows() -> Reading<ParameterValue> {
    let name = "ExplicitAuthFlows"
    let fact = properties[name]
    switch reader.words(fact, name, .flows) {
    case .absent:
      // A client without a list has the default flows; the service leaves the refresh flow out
      // where refresh tokens rotate (N151).
      let rotation = properties["RefreshTokenRotation"]["Feature"]
      guard rotation.text == "ENABLED" else { return .absent }
      return .value(.members([.userSRP, .custom]), at: rotation.location)
    case .open(let reason): return .open(reason)
    case .value(let flows, let place):
      if flows.isEmpty {
        // The service's own answer omits the flows where none are listed. In a document that a
        // person wrote, no public evidence states the effect of an empty list.
        if dialect == .service { return .absent }
        reader.complain(
          "document.empty-flows", .warning, at: place,
          "\(reader.spelled(name)) is an empty list, which is no default: whether the client then"
            + " allows no flow or the default ones is not known",
          remedy: "list the flows, or leave \(reader.spelled(name)) out: refresh, SRP and custom")
        return .open("\(reader.spelled(name)) is an empty list")
      }
      let legacy = flows.filter { !$0.wire.hasPrefix("ALLOW_") }
      if legacy.isEmpty { return .value(.members(flows.map(\.member)), at: place) }
      guard legacy.count == flows.count else {
        reader.refuse(
          .l40, at: place,
          "\(reader.spelled(name)) mixes \(legacy.map(\.wire).list) with names in ALLOW_")
        return .value(.members(flows.map(\.member)), at: place)
      }
      // Legacy names add to the flows that every client then had: SRP, custom and refresh. Only
      // CUSTOM_AUTH_FLOW_ONLY removes SRP. (Reported; confidence C.)
      let isCustomOnly = legacy.contains { $0.member == KnownMember.custom }
      let impliedFlows =
        (isCustomOnly ? [KnownMember.refresh] : [.userSRP, .custom, .refresh]).map(\.rawValue)
      for flow in legacy {
        reader.complain(
          "document.legacy-flow", .note, at: place,
          "`\(flow.wire)` is a legacy flow name; \(impliedFlows.joined(separator: ", ")) "
            + "are allowed with it",
          remedy: "write `\(modernName(flow.member))` and "
            + impliedFlows.map { "`\(modernName($0))`" }.joined(separator: ", "))
      }
      return .value(.members(flows.map(\.member) + impliedFlows), at: place)
    }
  }

  private func modernName(_ member: String) -> String {
    reader.parameters.words(.flows)?.wire(of: member) ?? member
  }

  /// Whether users of an external provider can sign in: a provider is named, and the web page for
  /// it is switched on.
  private mutating func readProviders() -> Reading<Bool> {
    let name = "SupportedIdentityProviders"
    let fact = properties[name]
    guard case .list(let elements) = fact.content, !elements.isEmpty else {
      return fact.unknownReason.map { reader.leaveOpen(fact, name, $0) } ?? .absent
    }
    let hasOther = elements.contains { $0.isCertain && $0.text != "COGNITO" }
    switch reader.flag(properties[Self.page], Self.page) {
    case .open(let reason): return hasOther ? .open(reason) : .value(false, at: fact.location)
    case .absent: return .value(false, at: fact.location)
    case .value(let isOn, _): return .value(isOn && hasOther, at: fact.location)
    }
  }
}
