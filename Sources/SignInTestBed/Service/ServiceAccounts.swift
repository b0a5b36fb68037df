/// The accounts of a service by their keys, found by name and by sign-in without a search.
///
/// How long it takes to find an account does not depend on how many there are.
struct ServiceAccounts: Sendable {
  private var byKey: [String: ServiceAccount] = [:]
  /// By user name, `sub`, typed name and attribute.
  private var keysByName: [String: Set<String>] = [:]
  /// By `origin_jti`, which is in the tokens for everybody to read.
  private var keysByOrigin: [String: String] = [:]
  /// Grows with each change.
  var version = 0
  /// Whether names and addresses in other capitals are the same; set before there are accounts.
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

  /// The accounts that have a name or attribute, in the order of their keys.
  func keys(named name: String) -> [String] { (keysByName[form(of: name)] ?? []).sorted() }

  /// A name as it is compared.
  func form(of name: String) -> String { ignoresCase ? name.lowercased() : name }

  /// The account of a sign-in.
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
    // Grants are appended and replaced by others of the same sign-in, never taken away.
    let known = old?.grants.count ?? 0
    for record in (account?.grants ?? []).dropFirst(known) {
      if let origin = record.grant?.origin { keysByOrigin[origin] = key }
    }
    guard account == nil else { return }
    for origin in (old?.grants ?? []).compactMap(\.grant?.origin) { keysByOrigin[origin] = nil }
  }
}

extension ServiceAccount {
  /// Everything that the account may be known by.
  fileprivate var names: Set<String> {
    Set([username, sub, typedName].compactMap(\.self) + attributes.values)
  }
}
