import SignInCryptography

/// The query of ListUsers: a filter, the attributes to show, and the start of the page.
struct UserQuery: Sendable {
  /// A filter on one attribute: its value, or the beginning of it.
  struct Filter: Sendable {
    var attribute: String
    var isPrefix: Bool
    var value: String

    func matches(_ text: String?) -> Bool {
      guard let text else { return false }
      // The reference page names one attribute that is compared without regard to case.
      let value = attribute == TableFilter.userStatus ? value.uppercased() : value
      return isPrefix ? text.hasPrefix(value) : text == value
    }
  }

  var limit: Int
  /// The name at which the page before this one ended.
  var after: String?
  /// The attributes to show; nil for all.
  var attributes: Set<String>?
  var filter: Filter?

  /// Reads a query; `filters` are the attributes that it may filter by.
  init(_ input: ServiceInput, by filters: [String]) throws(ServiceException) {
    limit = try ListPage.limit(in: input)
    let names = try input.texts("AttributesToGet")
    attributes = names.isEmpty ? nil : Set(names)
    if let token = try input.text(.paginationToken) { after = try Self.name(in: token) }
    let text = try input.text("Filter", limit: 256) ?? ""
    filter = text.isEmpty ? nil : try Self.filter(text, of: filters)
  }

  /// The `PaginationToken` after a page that ends with a name.
  static func token(after name: String) -> String { Base64URL.encode(Array(name.utf8)) }

  private static func name(in token: String) throws(ServiceException) -> String {
    guard let bytes = try? Base64URL.decode(token), !bytes.isEmpty else {
      throw .invalidParameter("[no PaginationToken of this pool: the words are not known]")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a filter: `given_name ^= "Jo"`; quotation marks in the value are escaped by a backslash.
  private static func filter(
    _ text: String, of filters: [String]
  ) throws(ServiceException) -> Filter {
    let form = /\s*([\w:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*/
    guard let parts = text.wholeMatch(of: form)?.output else {
      throw .said(.filterMalformed)
    }
    guard filters.contains(String(parts.1)) else {
      throw .said(.filterUnknown, String(parts.1))
    }
    return Filter(
      attribute: String(parts.1), isPrefix: parts.2 == "^=",
      value: String(parts.3.replacing(/\\(.)/) { $0.output.1 }))
  }
}

extension PoolService {
  mutating func listUsers(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let query = try UserQuery(input, by: TableFilter.known(in: model).map(\.name))
    var (turn, answer) = try admit(request)
    turn.page = try page(of: query)
    return try reply(answer, request, &turn)
  }

  /// Whether any account exists.
  var hasUsers: Bool {
    accounts.all.contains { !holds(.accountNone, in: $0.value.valuation) }
  }

  /// A page of accounts, sorted by name.
  private func page(of query: UserQuery) throws(ServiceException) -> ListPage {
    let found = accounts.all.map(\.value).filter { account in
      guard !holds(.accountNone, in: account.valuation) else { return false }
      if let after = query.after, account.username <= after { return false }
      return query.filter.map { $0.matches(searched($0.attribute, in: account)) } ?? true
    }
    let shown = found.sorted { $0.username < $1.username }.prefix(query.limit)
    let last = found.count > shown.count ? shown.last?.username : nil
    for account in shown {
      let names = publicAttributes(of: account, account.valuation).map(\.name)
      guard query.attributes?.isSubset(of: names) ?? true else {
        throw .said(.attributesNotThere)
      }
    }
    return ListPage(
      shown.map { describe($0, $0.valuation, only: query.attributes) },
      token: last.map(UserQuery.token))
  }

  /// The value that a filter compares.
  private func searched(_ attribute: String, in account: ServiceAccount) -> String? {
    switch TableFilter(rawValue: attribute) {
    case .username: account.username
    case .sub: account.sub
    case .status: holds(.enabled, in: account.valuation) ? "Enabled" : "Disabled"
    case .userStatus: status(in: account.valuation)
    case nil: account.attributes[attribute]
    }
  }
}
