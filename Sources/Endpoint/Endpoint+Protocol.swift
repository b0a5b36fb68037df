import SignInCryptography
import SignInTestBed

/// Cognito's protocol: `POST /` with the operation in `X-Amz-Target`, JSON 1.1.
extension Endpoint {
  /// Answers a request over HTTP.
  ///
  /// - Parameters:
  ///   - request: the request with its body complete.
  ///   - time: this machine's time, in seconds since 1970.
  public mutating func respond(
    to request: EndpointRequest, at time: Int64
  ) -> EndpointResponse {
    var response: EndpointResponse
    if let refusal = origins.refusal(of: request) {
      response = Self.fault("AccessDenied", refusal, status: 403)
    } else {
      response = route(request, at: time)
    }
    if let id = try? requestIDs.identifier() {
      response.headers.append(("x-amzn-requestid", id))
    }
    response.headers += origins.headers(for: request)
    return response
  }

  private mutating func route(
    _ request: EndpointRequest, at time: Int64
  ) -> EndpointResponse {
    if request.method == "OPTIONS" { return origins.preflight(request) }
    if request.path.hasPrefix("/_waymark") { return control(request, at: time) }
    if request.method == "POST", request.path == "/" { return operate(request, at: time) }
    let parts = request.path.split(separator: "/")
    if request.method == "GET", parts.count == 3, parts[1] == ".well-known",
      parts[0] == describe()["UserPoolId"]?.text ?? ""
    {
      return document(String(parts[2]), for: request)
    }
    return Self.fault("NotFound", "POST an operation to /, or open /_waymark/", status: 404)
  }

  /// An error response for a failure that is not an exception of the service.
  static func fault(_ name: String, _ message: String, status: Int = 400) -> EndpointResponse {
    let body = JSON.members(["__type": .string(name), "message": .string(message)])
    return EndpointResponse(status, body: body.serialized)
  }

  // MARK: Operations

  private static let service = "AWSCognitoIdentityProviderService."
  private static let type = "application/x-amz-json-1.1"

  private mutating func operate(
    _ request: EndpointRequest, at time: Int64
  ) -> EndpointResponse {
    let target = request.headers["x-amz-target"] ?? ""
    let isOfService = target.hasPrefix(Self.service)
    let operation = isOfService ? String(target.dropFirst(Self.service.count)) : ""
    let nothing = JSON.object([])
    guard let input = request.body.isEmpty ? nothing : try? JSON(parsing: request.body) else {
      return Self.response(.exception("SerializationException", "The body is no JSON."))
    }
    let isOwn = operation.hasPrefix("TestBed") || operation.hasPrefix(Self.own)
    guard !operation.isEmpty, !isOwn else {
      let reply = ServiceReply.exception(
        "UnknownOperationException", "Unknown operation \(operation)")
      log.note("", .null, reply, at: moment.service, sources: sources)
      return Self.response(reply)
    }
    let fault = take(operation)
    if fault == .throttle {
      let reply = ServiceReply.exception("TooManyRequestsException", "Rate exceeded")
      log.note(operation, input, reply, at: moment.service, sources: sources, fault: fault)
      return Self.response(reply)
    }
    let reply = perform(operation, input, at: time)
    log.note(operation, input, reply, at: moment.service, sources: sources, fault: fault)
    if let exchange = moment.service.exchange(operation, input, reply) {
      if let user = reply.username { signIns.note(exchange, of: user) }
      follow(exchange, at: time)
    }
    if fault == .double {
      let second = perform(operation, input, at: time)
      log.note(operation, input, second, at: moment.service, sources: sources, fault: fault)
    }
    var response = Self.response(reply)
    response.isLost = fault == .lose
    return response
  }

  /// The fault that applies to an operation, with one use of it taken; nil where none does.
  private mutating func take(_ operation: String) -> Fault.Kind? {
    guard let position = faults.firstIndex(where: { ($0.operation ?? operation) == operation })
    else { return nil }
    let kind = faults[position].kind
    faults[position].count -= 1
    if faults[position].count == 0 { faults.remove(at: position) }
    return kind
  }

  private static func response(_ reply: ServiceReply) -> EndpointResponse {
    let isOurs = reply.exception == "InternalErrorException"
    var response = EndpointResponse(
      reply.exception == nil ? 200 : isOurs ? 500 : 400, type: type, body: reply.body.serialized)
    if let exception = reply.exception {
      response.headers.append(("x-amzn-errortype", "\(exception):"))
      let words = reply.body["message"]?.text ?? ""
      response.headers.append(("x-amzn-errormessage", words.filter { (" "..."~").contains($0) }))
    }
    return response
  }

  // MARK: Documents

  /// The response to a verifier's request for a document: the key set or the OpenID configuration.
  private mutating func document(
    _ name: String, for request: EndpointRequest
  ) -> EndpointResponse {
    let ids = describe()
    let pool = ids["UserPoolId"]?.text ?? ""
    switch name {
    case "jwks.json":
      let keys = moment.service.answer("TestBedKeys", .object([]))
      return EndpointResponse(keys.exception == nil ? 200 : 500, body: keys.body.serialized)
    case "openid-configuration":
      let base = "http://\(request.headers["host"] ?? "localhost")/\(pool)"
      let texts = { (texts: [String]) in JSON.array(texts.map { .string($0) }) }
      return EndpointResponse(
        200,
        body: JSON.members([
          "id_token_signing_alg_values_supported": texts(["RS256"]),
          "issuer": ids["Issuer"], "jwks_uri": .string("\(base)/.well-known/jwks.json"),
          "response_types_supported": texts(["code", "token"]),
          "scopes_supported": texts(["openid", "email", "phone", "profile"]),
          "subject_types_supported": texts(["public"]),
        ]).serialized)
    default: return Self.fault("NotFound", "there is no document \(name)", status: 404)
    }
  }
}

extension ServiceReply {
  /// The reply for an exception that the endpoint itself raises, not a row of the table.
  static func exception(_ name: String, _ message: String) -> ServiceReply {
    ServiceReply(
      body: .members(["__type": .string(name), "message": .string(message)]), exception: name)
  }
}
