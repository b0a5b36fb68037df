import TransitionTables

/// Translates the arguments of a Terraform resource to the properties of a CloudFormation template,
/// so that one importer reads both; every value keeps its place in the user's file.
///
/// Terraform writes a block as a list with one element; an empty list or text counts as absent.
enum TerraformTranslation {
  /// The blocks that may occur several times.
  private static let lists: Set<String> = ["schema", "recovery_mechanism", "log_configurations"]

  /// The lists that a person may leave empty on purpose; an empty one is then a setting, with its
  /// place.
  private static let emptyLists: Set<String> = [
    "explicit_auth_flows", "auto_verified_attributes", "username_attributes", "alias_attributes",
  ]

  /// The properties of a pool.
  /// - Parameters:
  ///   - arguments: the arguments of the resource.
  ///   - isWritten: whether a person wrote the arguments.
  ///   - parameters: their words name the blocks that switch on a method of MFA.
  static func pool(
    _ arguments: Fact, isWritten: Bool, parameters: [ParameterDeclaration]
  ) -> Fact {
    var properties = translate(arguments, isWritten: isWritten)
    guard var entries = properties.entries else { return properties }
    entries.removeAll { ["Name", "EmailMfaConfiguration"].contains($0.key) }
    move(["PasswordPolicy", "SignInPolicy"], into: "Policies", &entries, at: arguments.location)
    entries.removeAll {
      ["SoftwareTokenMfaConfiguration", "WebAuthnConfiguration"].contains($0.key)
    }
    let passkeys = block(arguments["web_authn_configuration"])
    append(passkeys["user_verification"], as: "WebAuthnUserVerification", to: &entries)
    append(passkeys["factor_configuration"], as: "WebAuthnFactorConfiguration", to: &entries)
    append(passkeys["relying_party_id"], as: "WebAuthnRelyingPartyID", to: &entries)
    append(arguments["name"], as: "UserPoolName", to: &entries)
    append(methods(arguments, parameters), as: "EnabledMfas", to: &entries)
    properties.content = .record(entries)
    return properties
  }

  /// The properties of an app client.
  /// - Parameters:
  ///   - arguments: the arguments of the resource.
  ///   - isWritten: whether a person wrote the arguments.
  static func client(_ arguments: Fact, isWritten: Bool) -> Fact {
    var properties = translate(arguments, isWritten: isWritten)
    guard var entries = properties.entries else { return properties }
    entries.removeAll { $0.key == "Name" || $0.key == "ClientSecret" }
    append(arguments["name"], as: "ClientName", to: &entries)
    if properties["GenerateSecret"].text == nil,
      case .text(let secret, _) = arguments["client_secret"].content, !secret.isEmpty
    {
      entries.removeAll { $0.key == "GenerateSecret" }
      let fact = Fact(.text("true", quoted: false), at: arguments["client_secret"].location)
      append(fact, as: "GenerateSecret", to: &entries)
    }
    properties.content = .record(entries)
    return properties
  }

  /// The `LogConfigurations` of a pool's log delivery, from one block or several.
  static func logDelivery(_ arguments: Fact) -> Fact {
    let logs = translate(arguments)["LogConfigurations"]
    return logs.entries == nil ? logs : Fact(.list([logs]), at: logs.location)
  }

  // MARK: Pieces

  /// The MFA methods that blocks switch on; absent where MFA is off, since the provider does not
  /// set them then.
  private static func methods(_ arguments: Fact, _ parameters: [ParameterDeclaration]) -> Fact {
    let mode = arguments["mfa_configuration"]
    if case .absent = mode.content { return mode }
    if mode.text == "OFF" { return Fact(.absent, at: mode.location) }
    let names = parameters.words(.mfaMethods)
    var methods: [Fact] = []
    for pair in parameters.words(.mfaMethods, in: .terraform)?.pairs ?? [] {
      let path = pair.wire.split(separator: ".").map(String.init)
      let block = block(arguments[path[0]])
      let fact = path.count == 1 ? presence(block) : block[path[1]]
      let method = names?.wire(of: pair.member) ?? pair.member
      switch fact.content {
      case .text("true", _):
        methods.append(Fact(.text(method, quoted: true), at: fact.location))
      case .opaque(let reason), .uncertain(let reason):
        var perhaps = Fact(.uncertain(reason), at: fact.location)
        perhaps.textIfAny = method
        methods.append(perhaps)
      default: break
      }
    }
    return Fact(.list(methods), at: methods.first?.location ?? mode.location)
  }

  private static func presence(_ block: Fact) -> Fact {
    switch block.content {
    case .absent, .uncertain: block
    default: Fact(.text("true", quoted: false), at: block.location)
    }
  }

  /// The block in a list of one block.
  static func block(_ fact: Fact) -> Fact {
    guard case .list(let blocks) = fact.content else { return fact }
    return blocks.first ?? Fact(.absent, at: fact.location)
  }

  /// - Parameter isWritten: whether a person wrote the arguments; states and plans have an empty
  ///   list for everything that is not set.
  private static func translate(
    _ fact: Fact, as name: String = "", isWritten: Bool = false
  ) -> Fact {
    var fact = fact
    switch fact.content {
    case .text("", _): fact.content = .absent
    case .list(let elements):
      let isBlock = !elements.isEmpty && !lists.contains(name) && elements.allSatisfy(\.isBlock)
      if isBlock { return translate(elements[0], as: name, isWritten: isWritten) }
      fact.content = .list(elements.map { translate($0, isWritten: isWritten) })
      if elements.isEmpty, !isWritten || !emptyLists.contains(name) { fact.content = .absent }
    case .record(let entries):
      fact.content = .record(
        entries.compactMap { entry in
          if TerraformNames.metaArguments.contains(entry.key) { return nil }
          let isInvitation = name == "invite_message_template" && entry.key == "sms_message"
          return Fact.Entry(
            key: isInvitation ? "SMSMessage" : TerraformNames.property(of: entry.key),
            keyLocation: entry.keyLocation,
            value: translate(entry.value, as: entry.key, isWritten: isWritten))
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }

  private static func move(
    _ names: [String], into owner: String, _ entries: inout [Fact.Entry], at place: SourceLocation
  ) {
    let moved = entries.filter { names.contains($0.key) }
    guard !moved.isEmpty else { return }
    entries.removeAll { names.contains($0.key) }
    entries.append(
      Fact.Entry(key: owner, keyLocation: place, value: Fact(.record(moved), at: place)))
  }

  private static func append(_ fact: Fact, as key: String, to entries: inout [Fact.Entry]) {
    if case .absent = fact.content { return }
    entries.append(Fact.Entry(key: key, keyLocation: fact.location, value: fact))
  }
}

extension Fact {
  /// Whether the fact may be a Terraform block.
  var isBlock: Bool {
    switch content {
    case .record, .uncertain: true
    default: false
    }
  }
}
