import TransitionTables

/// Custom attributes whose names denote a privilege and which users of an app client can set.
///
/// A client without `WriteAttributes` may write all mutable attributes (N532, N971). Anybody with
/// an access token for the API can update an attribute that the client may write. Without a client
/// secret, anybody who signs up can set it, whatever the app's own forms ask for.
struct WritablePrivileges {
  /// The pool and its client, with every setting settled.
  let document: PoolDocument
  /// Whether only a server signs users in by the client.
  var isForServers = false

  /// A warning where a program of the project reads such an attribute outside of a browser, else
  /// a note; nil where users can write none, or where only a server signs users in and no program
  /// reads one.
  var complaint: Diagnostic? {
    let written = attributes
    let isRead = written.contains { document.attributeReads["custom:" + $0.name] != nil }
    // A server may keep the tokens, and without them users cannot write attributes.
    guard let first = written.first, !isByServer || isRead else { return nil }
    let acts = acts(on: written.map(\.name))
    let names = written.map { "custom:" + $0.name }
    let isOne = names.count == 1
    let it = isOne ? "it" : "them"
    let basis =
      listed.map { _ in "\(FixedFact.writable) has \(it)" }
      ?? "without \(FixedFact.writable) it may write every custom attribute"
    let reads = reads(of: names.filter { !document.attributesOfBrowsers.contains($0) })
    let shown = self.reads(of: names.filter(document.attributesOfBrowsers.contains))
    let trust =
      reads.isEmpty
      ? "a back end that relies on \(it) gives users whatever they ask for; one that does not is"
        + " safe"
        + (shown.isEmpty
          ? "" : "; \(shown.joined(separator: ", ")) in a browser, which by itself grants nothing")
      : "\(reads.joined(separator: ", ")): users can give themselves what it grants for any value"
    let place = listed?.location ?? first.location
    let properties = PropertyNames(
      format: document.formats[place.file] ?? document.format, files: [place.file],
      known: [FixedFact.writable[...]: true])
    let whereToWrite = properties.place(of: [.init(FixedFact.writable, isClient: true)])
    return Diagnostic(
      "document.writable-privilege", reads.isEmpty ? .note : .warning, at: place,
      properties.text(
        "the app client may write \(names.listOfAll), whose \(isOne ? "name says" : "names say")"
          + " what somebody may do or see (\(basis)): \(acts); \(trust)"),
      remedy: properties.text(
        "list what users may change under \(FixedFact.writable), without \(names.listOfAll), and"
          + " have the value\(isOne ? "" : "s") written by an administrator's call"
          + " (AdminUpdateUserAttributes), or use groups" + mapped)
        + (whereToWrite.map { ". \($0)" } ?? ""))
  }

  /// The complaints about attributes that decide the group into which a function puts whoever
  /// signed up, where nothing keeps them from writing it: an error where the attribute names the
  /// group and its own name denotes a privilege, and where the name of a group to choose does.
  var ofGroups: [Diagnostic] {
    guard isForSignUp else { return [] }
    return writable { choice(by: $0) != nil }.compactMap { name, _ in
      choice(by: name).map { choice in
        let isNamed = choice.groups.isEmpty
        let which = isNamed ? "names" : "decides" + (choice.isByPresence ? " by its presence" : "")
        let isPrivileged =
          isNamed
          ? PrivilegeNames.known.contains(name)
          : choice.groups.contains(where: PrivilegeNames.ofGroups.contains)
        return Diagnostic(
          "document.group-by-attribute", isPrivileged ? .error : .warning, at: choice.place,
          "this puts whoever signed up into the group that `custom:\(name)` \(which), and whoever"
            + " signs up can set that attribute to any value by SignUp, whatever the app's own"
            + " forms ask for: they can choose "
            + (isNamed ? "any group that the pool has" : choice.groups.listOfAll),
          remedy: isNamed
            ? "put users into a fixed group here, or compare the value with the groups that anybody"
              + " may choose, and add users to other groups by an administrator's call"
              + " (AdminAddUserToGroup)"
            : "put users into a fixed group here, and add them to groups with more rights by an"
              + " administrator's call (AdminAddUserToGroup)")
      }
    }
  }

  /// How an attribute decides its user's group; nil where it does not, or where no name of the
  /// groups that it chooses among denotes a privilege.
  private func choice(by name: String) -> GroupChoice? {
    document.attributesOfGroups["custom:" + name].flatMap { choice in
      choice.groups.isEmpty || choice.isByPresence
        || choice.groups.contains(where: PrivilegeNames.ofGroups.contains) ? choice : nil
    }
  }

  /// The places where programs read some attributes, in words.
  private func reads(of names: [String]) -> [String] {
    names.compactMap { name in
      document.attributeReads[name].map { "\($0.file):\($0.line) reads `\(name)`" }
    }
  }

  /// The exception for mapped attributes in the remedy, where users of a provider sign in.
  private var mapped: String {
    document[PoolParameter.externalProvider.rawValue]?.value == .bool(true)
      ? "; what an identity provider maps has to stay writable" : ""
  }

  /// The client's list of writable attributes, or nil where it has none.
  private var listed: FixedFact? { setting(FixedFact.writable) }

  private func setting(_ name: String) -> FixedFact? {
    document.fixed.first { $0.kind == .setting(name) }
  }

  /// The custom attributes that users may write and whose names denote a privilege. One that names
  /// a group has a complaint of its own.
  private var attributes: [(name: String, location: SourceLocation)] {
    writable { PrivilegeNames.known.contains($0) && !(isForSignUp && choice(by: $0) != nil) }
  }

  /// The custom attributes that the client may write, and users through it.
  /// - Parameter isWanted: decides by the name alone, before each is looked up in the document.
  private func writable(
    where isWanted: (String) -> Bool
  ) -> [(name: String, location: SourceLocation)] {
    let writable = listed.map { Set($0.value.split(separator: ", ").map(String.init)) }
    return document.fixed.compactMap { fact in
      // An attribute whose prefix is doubled has a warning of its own, and another name.
      guard case .attribute(let name) = fact.kind, !name.hasPrefix(FixedFact.developers),
        isWanted(name), !fact.isDoubled, writable?.contains("custom:" + name) ?? true,
        isForSignUp || isForTokens && isChangeable(name)
      else { return nil }
      return (name, fact.location)
    }
  }

  /// Whether a signed-in user may update mutable attributes.
  private var isForTokens: Bool {
    // Tokens from the API always are valid for it.
    isForUsers && (isPublic || handing != nil) || isScoped
  }

  /// Whether tokens from the pages of managed login are valid for the API.
  private var isScoped: Bool {
    let scopes = setting("AllowedOAuthScopes")?.value.split(separator: ", ") ?? []
    return scopes.contains("aws.cognito.signin.user.admin")
  }

  /// The place where the server hands out access tokens that a client with a secret gets.
  private var handing: SourceLocation? { isPublic || isScoped ? nil : document.tokensOfUsers }

  /// Whether users get access tokens from a server.
  private var isByServer: Bool { isForServers || handing != nil }

  /// Whether anybody can sign up with any value, with no function that could reject it.
  private var isForSignUp: Bool {
    guard isForUsers, isPublic,
      document[PoolParameter.selfSignUp.rawValue]?.value == .bool(true),
      case .set(let triggers)? = document[PoolParameter.triggers.rawValue]?.value
    else { return false }
    return !triggers.contains(.preSignUp)
  }

  private var isForUsers: Bool {
    isForServers || document[PoolParameter.flows.rawValue]?.value != nil
  }
  private var isPublic: Bool {
    document[PoolParameter.clientSecret.rawValue]?.value == .bool(false)
  }

  private func isChangeable(_ name: String) -> Bool {
    !document.fixed.contains { $0.kind == .immutability(name) }
  }

  /// The ways in which users write the attributes, in words.
  private func acts(on names: [String]) -> String {
    let changed = isForTokens ? names.filter(isChangeable) : []
    let update =
      isByServer
      ? "whoever the server hands their access token to"
        + (handing.map { " (\($0.file):\($0.line))" } ?? "") + " can set any value"
      : "whoever is signed in can set any value"
    let signUp = "whoever signs up"
    guard !changed.isEmpty else { return "\(signUp) can set any value by SignUp" }
    guard isForSignUp else { return "\(update) by UpdateUserAttributes" }
    let which =
      changed == names ? "" : " of \(changed.map { "custom:" + $0 }.listOfAll)"
    return "\(update)\(which) by UpdateUserAttributes, and \(signUp)"
      + (which.isEmpty ? "" : " any value of each") + " by SignUp"
  }
}

/// The names of attributes that denote what a user may do or whose data they see: the table of
/// words `privileges`.
struct PrivilegeNames {
  /// Words that denote a privilege anywhere in a name.
  private let anywhere: Set<String>
  /// Names that denote a privilege only as a whole, without separators between their words.
  private let alone: Set<String>

  /// The names in the bundled table. Without them no table is loaded, see `DocumentBinding`.
  static let known = PrivilegeNames(
    anywhere: DocumentRule.words(of: "privileges", keys[0]),
    alone: DocumentRule.words(of: "privileges", keys[1]))

  /// The names of groups, whose members have more rights than other users.
  static let ofGroups = PrivilegeNames(
    anywhere: DocumentRule.words(of: "privileges", keys[2]), alone: [])

  /// The keys of the table of words.
  static let keys = ["anywhere", "alone", "groups"]

  /// Whether a name denotes a privilege: `role`, `userRole`, `is_admin`, `tenantId`.
  func contains(_ name: String) -> Bool {
    let words = CamelCase.argument(of: name).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let whole = words.joined()
    return !anywhere.isDisjoint(with: words) || anywhere.contains(whole) || alone.contains(whole)
  }
}
