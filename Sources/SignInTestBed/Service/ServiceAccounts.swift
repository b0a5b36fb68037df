/// The accounts of a service by key, with indexes by name and by sign-in.
///
/// A look-up takes the same time however many accounts there are.
struct ServiceAccounts: Sendable {
  private var byKey: [String: ServiceAccount] = [:]
  /// The keys of accounts by user name, `sub`, typed name and attribute.
  private var keysByName: [String: Set<String>] = [:]
  /// The keys of accounts by `origin_jti`, which anybody can read in the tokens.
  private var keysByOrigin: [String: String] = [:]
  /// A counter that each change increases.
  var version = 0
  /// Whether names and addresses are compared without regard to case; set before there are
  /// accounts.
  var ignoresCase = false

  subscript(key: String) -> ServiceAccount? {
    get { byKey[key] }
    set {
      version += 1
      index(newValue, insteadOf: byKey[key], under: key)
      byKey[key] = newValue
    }
  }

  /// All accounts in the order of their keys.
  var all: [(key: String, value: ServiceAccount)] { byKey.sorted { $0.key < $1.key } }

  /// The keys of the accounts that have a name or attribute, sorted.
  func keys(named name: String) -> [String] { (keysByName[form(of: name)] ?? []).sorted() }

  /// The form of a name that is used for comparison.
  func form(of name: String) -> String { ignoresCase ? name.lowercased() : name }

  /// The key of the account that a sign-in belongs to.
  func key(ofOrigin origin: String) -> String? { keysByOrigin[origin] }

  private mutating func index(
    _ account: ServiceAccount?, insteadOf old: ServiceAccount?, under key: String
  ) {
    let names = Set((account?.names ?? []).map(form))
    let former = Set((old?.names ?? []).map(form))
    for name in former.subtracting(names) {
      keysByName[name]?.remove(key)
      if keysByName[name]?.isEmpty == true { keysByName[name] = nil }
    }
    for name in names.subtracting(former) { keysByName[name, default: []].insert(key) }
    // Grants are appended, or replaced by others of the same sign-in, but never removed.
    let known = old?.grants.count ?? 0
    for record in (account?.grants ?? []).dropFirst(known) {
      if let origin = record.grant?.origin { keysByOrigin[origin] = key }
    }
    guard account == nil else { return }
    for origin in (old?.grants ?? []).compactMap(\.grant?.origin) { keysByOrigin[origin] = nil }
  }
}

extension ServiceAccount {
  /// All names under which the account can be found.
  fileprivate var names: Set<String> {
    Set([username, sub, typedName].compactMap(\.self) + attributes.values)
  }
}
