import Foundation
public import SignInTestBed

/// A request as the endpoint reads it, with its body complete.
public struct EndpointRequest: Sendable {
  /// `GET`, `POST` and so on.
  public var method: String
  /// The path without its query.
  public var path: String
  /// The query's members, decoded.
  public var query: [String: String] = [:]
  /// Headers by their names in lower case; of several with one name, the first.
  public var headers: [String: String] = [:]
  /// The body.
  public var body: [UInt8] = []

  /// A request.
  ///
  /// - Parameters:
  ///   - method: `GET`, `POST` and so on.
  ///   - target: the path with its query.
  ///   - headers: names and values in their order.
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

/// What becomes of a request.
public enum EndpointOutcome: Sendable {
  /// It is answered.
  case response(EndpointResponse)
  /// A function of the owner must be asked first.
  case question(TriggerCall)
}

/// What a request is answered with.
public struct EndpointResponse: Sendable {
  /// The status.
  public var status: Int
  /// Names and values in their order.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]
  /// Whether the connection is closed in place of an answer, as a fault asks for.
  public var isLost = false

  /// A response.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - type: the body's type.
  ///   - body: the body.
  public init(_ status: Int, type: String = "application/json", body: String = "") {
    self.status = status
    headers = body.isEmpty ? [] : [("content-type", type)]
    self.body = Array(body.utf8)
  }

  /// The value of a header, by its name in lower case.
  public subscript(header: String) -> String? {
    headers.first { $0.name == header }?.value
  }
}
