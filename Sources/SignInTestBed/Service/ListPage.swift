import SignInCryptography

/// One page of a list reply.
struct ListPage: Sendable {
  /// The largest number of entries of a page.
  static let most = 60

  var elements: [JSON]
  /// The token that requests the next page; nil on the last one.
  var token: String?

  init(_ elements: [JSON], token: String? = nil) {
    (self.elements, self.token) = (elements, token)
  }

  /// The page that `Limit` and `NextToken` of a request ask for.
  ///
  /// - Parameter wrongToken: the refusal of a token that the pool did not issue.
  init(
    of all: [JSON], _ input: ServiceInput, wrongToken: TableRefusal
  ) throws(ServiceException) {
    // The reference page allows 0, but the service refuses it (N129).
    guard try input.integer("Limit") != 0 else {
      throw .broken("'0' ", at: "maxResults", "have value greater than or equal to 1")
    }
    let limit = try Self.limit(in: input)
    var start = 0
    if let text = try input.text(.nextToken) {
      let bytes = try? Base64URL.decode(text)
      guard let position = bytes.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
        (0...all.count).contains(position)
      else { throw .said(wrongToken) }
      start = position
    }
    let end = min(start + limit, all.count)
    elements = Array(all[start..<end])
    token = end < all.count ? Base64URL.encode(Array("\(end)".utf8)) : nil
  }

  /// The number of entries that a request asks for.
  static func limit(in input: ServiceInput) throws(ServiceException) -> Int {
    let asked = try input.integer("Limit") ?? 0
    return asked > 0 ? Int(clamping: asked) : most
  }
}
