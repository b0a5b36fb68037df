import SignInCryptography

/// What ListUsers asks for: which users, which of their attributes, and where a page begins.
struct UserQuery: Sendable {
  /// An attribute and what it is, or begins with.
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
  /// The name that the page before this one ended with.
  var after: String?
  /// Nil where all attributes are asked for.
  var attributes: Set<String>?
  var filter: Filter?

  /// A query by one of some filters.
  init(_ input: ServiceInput, by filters: [String]) throws(ServiceException) {
    limit = try ListPage.limit(in: input)
    let names = try input.texts("AttributesToGet")
    attributes = names.isEmpty ? nil : Set(names)
    if let token = try input.text(.paginationToken) { after = try Self.name(in: token) }
    let text = try input.text("Filter", limit: 256) ?? ""
    filter = text.isEmpty ? nil : try Self.filter(text, of: filters)
  }

  /// What `PaginationToken` is where a page ends with a name.
  static func token(after name: String) -> String { Base64URL.encode(Array(name.utf8)) }

  private static func name(in token: String) throws(ServiceException) -> String {
    guard let bytes = try? Base64URL.decode(token), !bytes.isEmpty else {
      throw .invalidParameter("[no PaginationToken of this pool: the words are not known]")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `given_name ^= "Jo"`; a quotation mark in the value has a backslash before it.
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

  /// Whether there is any account.
  var hasUsers: Bool {
    accounts.all.contains { !holds(.accountNone, in: $0.value.valuation) }
  }

  /// Accounts by their names.
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

  /// What a filter compares.
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
