/// Signs requests to AWS with Signature Version 4, by the steps in its documentation.
public struct RequestSigner: Sendable {
  /// A request to be signed.
  public struct Request: Sendable {
    /// The HTTP method, such as `GET` or `POST`.
    public var method: String
    /// The name of the host, without a port.
    public var host: String
    /// The path, percent-encoded where necessary.
    public var path = "/"
    /// The members of the query, not encoded.
    public var query: [(name: String, value: String)] = []
    /// Further headers that are signed.
    public var headers: [(name: String, value: String)] = []
    /// The bytes of the body.
    public var body: [UInt8] = []

    /// Creates a request for `/` without a body.
    public init(_ method: String, host: String) { (self.method, self.host) = (method, host) }
  }

  private let accessKeyID: String
  private let secretAccessKey: Secret
  private let sessionToken: Secret?
  private let region: String
  private let service: String

  /// Creates a signer for a service.
  ///
  /// - Parameters:
  ///   - accessKeyID: the id of the access key.
  ///   - secretAccessKey: the secret access key.
  ///   - sessionToken: the session token of a temporary key; nil for a permanent one.
  ///   - region: the region, such as `eu-west-1`.
  ///   - service: the service, such as `cognito-idp`.
  public init(
    accessKeyID: String, secretAccessKey: Secret, sessionToken: Secret? = nil, region: String,
    service: String
  ) {
    (self.accessKeyID, self.secretAccessKey) = (accessKeyID, secretAccessKey)
    (self.sessionToken, self.region, self.service) = (sessionToken, region, service)
  }

  /// A signer with the same key for another service.
  public func signer(for service: String) -> RequestSigner {
    RequestSigner(
      accessKeyID: accessKeyID, secretAccessKey: secretAccessKey, sessionToken: sessionToken,
      region: region, service: service)
  }

  /// All headers of a request except its length, including the signature.
  ///
  /// - Parameters:
  ///   - request: the request to sign.
  ///   - time: this machine's time, in seconds since 1970.
  /// - Throws: `outOfRange` for a time that cannot be written; `openSSLFailed`.
  public func headers(
    for request: Request, at time: Int64
  ) throws(CryptographyError) -> [(name: String, value: String)] {
    let (day, moment) = try Self.date(time)
    var headers = request.headers + [("Host", request.host), ("X-Amz-Date", moment)]
    if let sessionToken {
      headers.append(("X-Amz-Security-Token", sessionToken.revealedText()))
    }
    let sorted = headers.map { ($0.name.lowercased(), Self.trimmed($0.value)) }
      .sorted { $0.0 < $1.0 }
    let names = sorted.map(\.0).joined(separator: ";")
    let canonical = [
      request.method, request.path, Self.query(request.query),
      sorted.map { "\($0.0):\($0.1)\n" }.joined(), names,
      Hex.encode(try SHA256.digest(of: request.body)),
    ].joined(separator: "\n")
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", moment, scope,
      Hex.encode(try SHA256.digest(of: Array(canonical.utf8))),
    ].joined(separator: "\n")
    let signature = Hex.encode(
      try HMAC.sha256(key: try key(day), message: Array(text.utf8)))
    headers.append(
      (
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scope), SignedHeaders=\(names), "
          + "Signature=\(signature)"
      ))
    return headers
  }

  /// The signing key of a day, derived step by step from the secret access key.
  private func key(_ day: String) throws(CryptographyError) -> Secret {
    var key = Secret("AWS4" + secretAccessKey.revealedText())
    for step in [day, region, service, "aws4_request"] {
      key = Secret(bytes: try HMAC.sha256(key: key, message: Array(step.utf8)))
    }
    return key
  }

  /// The members of a query as they are signed and sent: encoded and sorted.
  public static func query(_ members: [(name: String, value: String)]) -> String {
    members.map { (encoded($0.name), encoded($0.value)) }
      .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  /// Percent-encodes all bytes but letters, digits and `-._~`.
  private static func encoded(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    return text.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte]).uppercased()
    }.joined()
  }

  /// A header's value with its runs of blanks reduced to one.
  private static func trimmed(_ value: String) -> String {
    value.split(separator: " ").joined(separator: " ")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The date and time in AWS's format: `20150830` and `20150830T123600Z`.
  private static func date(
    _ time: Int64
  ) throws(CryptographyError) -> (day: String, moment: String) {
    // `Sun Aug 30 12:36:00 UTC 2015`
    let parts = try TimestampFormatter.format(time).split(separator: " ").map(String.init)
    let month = (months.firstIndex(of: parts[1]) ?? 0) + 1
    let two = { (text: String) in text.count < 2 ? "0" + text : text }
    let day = parts[5] + two(String(month)) + two(parts[2])
    return (day, "\(day)T\(parts[3].replacing(":", with: ""))Z")
  }
}
