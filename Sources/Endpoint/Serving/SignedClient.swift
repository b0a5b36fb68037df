import Foundation
public import SignInCryptography
public import SignInTestBed

/// Sends requests to AWS itself: each is signed, and sent over TLS by `curl`.
///
/// `curl` reads the request from a file without a name, so that no process list shows a secret.
public struct SignedClient: Sendable {
  private let host: String
  private let region: String
  private let domain: String
  private let signer: RequestSigner

  /// The time limit of one answer, in seconds.
  private static let patience = 30.0

  /// Creates a client; nil where the URL is another one or the variables hold no key.
  /// - Parameters:
  ///   - url: `https://cognito-idp.REGION.amazonaws.com`.
  ///   - variables: the environment variables that hold the key: `AWS_ACCESS_KEY_ID`,
  ///     `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`.
  public init?(url: String, variables: [String: String]) {
    guard let parts = URLComponents(string: url), parts.scheme == "https", let host = parts.host,
      let match = host.wholeMatch(of: /cognito-idp\.([a-z0-9-]+)\.(amazonaws\.com(\.cn)?)/),
      let id = variables["AWS_ACCESS_KEY_ID"], let key = variables["AWS_SECRET_ACCESS_KEY"]
    else { return nil }
    (self.host, region, domain) = (host, String(match.1), String(match.2))
    signer = RequestSigner(
      accessKeyID: id, secretAccessKey: Secret(key),
      sessionToken: variables["AWS_SESSION_TOKEN"].map { Secret($0) },
      region: String(match.1), service: "cognito-idp")
  }

  /// The id of the account that owns the key, from the Security Token Service (STS).
  ///
  /// - Throws: a `RemoteFailure` where the reply names no account.
  public func account() throws(RemoteFailure) -> String {
    var request = RequestSigner.Request("GET", host: "sts.\(region).\(domain)")
    request.query = [("Action", "GetCallerIdentity"), ("Version", "2011-06-15")]
    let (status, body) = try exchange(request, by: signer.signer(for: "sts"), "GetCallerIdentity")
    guard status == 200, let match = body.firstMatch(of: /<Account>(\d{12})<\/Account>/) else {
      throw RemoteFailure(operation: "GetCallerIdentity", reason: "HTTP \(status)")
    }
    return String(match.1)
  }

  /// Sends an operation with its input, and repeats it when the service throttles.
  ///
  /// - Throws: a `RemoteFailure` where no answer comes.
  public func send(_ operation: String, _ input: JSON) throws(RemoteFailure) -> ServiceReply {
    var request = RequestSigner.Request("POST", host: host)
    request.headers = [
      ("Content-Type", "application/x-amz-json-1.1"),
      ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
    ]
    request.body = Array(input.serialized.utf8)
    for pause in [1.0, 2, 4, 0] {
      let (status, text) = try exchange(request, by: signer, operation)
      let body = (try? JSON(parsing: text)) ?? .object([])
      guard status >= 300 else { return ServiceReply(body: body) }
      let type = body["__type"]?.text?.split(separator: "#").last.map(String.init)
      guard type == "TooManyRequestsException", pause > 0 else {
        return ServiceReply(body: body, exception: type ?? "HTTP \(status)")
      }
      Thread.sleep(forTimeInterval: pause)
    }
    throw RemoteFailure(operation: operation, reason: "too many requests")
  }

  private func exchange(
    _ request: RequestSigner.Request, by signer: RequestSigner, _ operation: String
  ) throws(RemoteFailure) -> (status: Int, body: String) {
    do {
      let headers = try signer.headers(for: request, at: Int64(Foundation.time(nil)))
      let child = try ChildProcess(
        "/usr/bin/env", ["curl", "--config", "-"],
        input: Array(Self.configuration(of: request, headers).utf8), within: Self.patience)
      guard child.status == 0, let line = child.output.lastIndex(of: "\n"),
        let status = Int(child.output[child.output.index(after: line)...])
      else {
        throw RemoteFailure(operation: operation, reason: child.errors, isUnreachable: true)
      }
      return (status, String(child.output[..<line]))
    } catch let failure as RemoteFailure {
      throw failure
    } catch {
      throw RemoteFailure(
        operation: operation, reason: "\(request.host): \(error)", isUnreachable: true)
    }
  }

  /// The configuration file that `curl` reads: one option a line.
  static func configuration(
    of request: RequestSigner.Request, _ headers: [(name: String, value: String)]
  ) -> String {
    let quoted = { (text: String) in
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    }
    let query = request.query.isEmpty ? "" : "?\(RequestSigner.query(request.query))"
    var lines = [
      "silent", "show-error", "proto = \"=https\"", "write-out = \"\\n%{http_code}\"",
      "request = \(quoted(request.method))",
      "url = \(quoted("https://\(request.host)\(request.path)\(query)"))",
    ]
    lines += headers.map { "header = \(quoted("\($0.name): \($0.value)"))" }
    if !request.body.isEmpty {
      lines.append("data-raw = \(quoted(String(decoding: request.body, as: UTF8.self)))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
