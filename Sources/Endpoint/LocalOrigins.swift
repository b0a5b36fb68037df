import Foundation

/// Decides which browser pages may use the endpoint: pages of this machine, and none of the web.
///
/// Without this, any page that a developer opens could read the mailbox or reset the pool: a
/// browser sends requests to loopback for every page, and a name that points there (DNS rebinding)
/// makes them look like the page's own.
public struct LocalOrigins: Sendable {
  /// Whether the endpoint listens on loopback only, so that `Host` must name this machine.
  var isLoopback = true

  /// The response headers that a page may read.
  private static let readable = "x-amzn-requestid, x-amzn-errortype, x-amzn-errormessage"

  /// The reason for which a request is refused; nil where it is allowed.
  func refusal(of request: EndpointRequest) -> String? {
    if let origin = request.headers["origin"], !Self.isLocal(origin: origin) {
      return "pages of other origins than localhost may not use this endpoint"
    }
    if isLoopback, let host = request.headers["host"], !Self.isLocal(host: host) {
      return "this endpoint answers to localhost alone; `--bind` names another address"
    }
    return nil
  }

  /// The CORS headers that let a page of this machine read an answer.
  func headers(for request: EndpointRequest) -> [(name: String, value: String)] {
    guard let origin = request.headers["origin"], Self.isLocal(origin: origin) else { return [] }
    return [
      ("access-control-allow-origin", origin), ("vary", "origin"),
      ("access-control-expose-headers", Self.readable),
    ]
  }

  /// The response to a CORS preflight request.
  func preflight(_ request: EndpointRequest) -> EndpointResponse {
    var response = EndpointResponse(204)
    let asked = request.headers["access-control-request-headers"] ?? "content-type, x-amz-target"
    response.headers = [
      ("access-control-allow-methods", "GET, POST, DELETE, OPTIONS"),
      ("access-control-allow-headers", asked.filter(Self.isPlain)),
      ("access-control-max-age", "600"),
    ]
    return response
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_, ".contains(character))
  }

  /// Whether an origin is of this machine: `http://localhost:5173`, `capacitor://localhost`,
  /// `http://shop.localhost`.
  static func isLocal(origin: String) -> Bool {
    guard let slashes = origin.range(of: "://") else { return false }
    let host = origin[slashes.upperBound...]
    return !host.contains("/") && !host.contains("@") && isLocal(host: String(host))
  }

  /// Whether an address to listen at, without a port, is loopback: `127.0.0.1`, `::1`.
  public static func isLocal(address: String) -> Bool {
    isLocal(host: address.contains(":") ? "[\(address)]" : address)
  }

  /// Whether a host, with or without its port, is this machine.
  static func isLocal(host: String) -> Bool {
    var name = host.lowercased()
    if let bracket = name.lastIndex(of: "]") {
      name = String(name[...bracket])
    } else if let colon = name.lastIndex(of: ":") {
      name = String(name[..<colon])
    }
    if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
