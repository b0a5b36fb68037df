import Foundation
public import SignInTestBed

/// An HTTP request with its complete body.
public struct EndpointRequest: Sendable {
  /// The HTTP method, such as `GET` or `POST`.
  public var method: String
  /// The path without its query.
  public var path: String
  /// The decoded members of the query.
  public var query: [String: String] = [:]
  /// The headers by name in lower case; of several with one name, the first.
  public var headers: [String: String] = [:]
  /// The bytes of the body.
  public var body: [UInt8] = []

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: the HTTP method, such as `GET` or `POST`.
  ///   - target: the path with its query.
  ///   - headers: names and values, in order.
  ///   - body: the body.
  public init(
    _ method: String, _ target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? "/"
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = String(sides[0]).removingPercentEncoding else { continue }
      query[name] = sides.count > 1 ? String(sides[1]).removingPercentEncoding ?? "" : ""
    }
    for header in headers {
      let name = header.name.lowercased()
      if self.headers[name] == nil { self.headers[name] = header.value }
    }
    self.body = body
  }
}

/// The result of a request: a response, or a question to a trigger function.
public enum EndpointOutcome: Sendable {
  /// The request is answered.
  case response(EndpointResponse)
  /// A trigger function must answer first.
  case question(TriggerCall)
}

/// An HTTP response.
public struct EndpointResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The headers' names and values, in order.
  public var headers: [(name: String, value: String)]
  /// The bytes of the body.
  public var body: [UInt8]
  /// Whether the connection is closed without a response, as the fault `lose` asks for.
  public var isLost = false

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: the HTTP status code.
  ///   - type: the content type of the body.
  ///   - body: the body.
  public init(_ status: Int, type: String = "application/json", body: String = "") {
    self.status = status
    headers = body.isEmpty ? [] : [("content-type", type)]
    self.body = Array(body.utf8)
  }

  /// The value of a header, by its name in lower case; nil where there is none.
  public subscript(header: String) -> String? {
    headers.first { $0.name == header }?.value
  }
}
