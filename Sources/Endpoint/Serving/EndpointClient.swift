import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
public import SignInCryptography
public import SignInTestBed

/// Sends operations to another endpoint over HTTP, one at a time.
public final class EndpointClient: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let host: String
  private let port: Int
  private let path: String

  private static let largest = 4 << 20
  /// The default time limit of an answer, in seconds.
  public static let patience = 30.0

  /// Creates a client; nil where the URL is not plain HTTP.
  public init?(url: String) {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host
    else { return nil }
    (self.host, port) = (host, parts.port ?? 80)
    path = parts.path.isEmpty ? "/" : parts.path
  }

  deinit { try? group.syncShutdownGracefully() }

  /// Sends an operation with its input, and waits for the answer up to a number of seconds.
  ///
  /// - Throws: a `RemoteFailure` where the endpoint cannot be reached or its answer is not HTTP.
  public func send(
    _ operation: String, _ input: JSON, within seconds: Double = patience
  ) throws(RemoteFailure) -> ServiceReply {
    // Emulators read region and account from it; none checks the signature.
    let headers = [
      ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
      (
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=none/20260101/eu-west-1/cognito-idp/aws4_request, "
          + "SignedHeaders=host, Signature=none"
      ),
    ]
    do {
      let (status, bytes) = try post(
        Array(input.serialized.utf8), as: "application/x-amz-json-1.1", headers, within: seconds)
      let body = (try? JSON(parsing: bytes)) ?? .object([])
      guard status >= 300 else { return ServiceReply(body: body, exception: nil) }
      // Some endpoints write `namespace#Name`, and some omit the type.
      let type = body["__type"]?.text?.split(separator: "#").last.map(String.init)
      return ServiceReply(body: body, exception: type ?? "HTTP \(status)")
    } catch {
      throw RemoteFailure(
        operation: operation, reason: "http://\(host):\(port): \(error)", isUnreachable: true)
    }
  }

  /// Whether an error means that the connection timed out.
  static func isLate(_ error: any Error) -> Bool {
    if case .connectTimeout? = error as? ChannelError { true } else { false }
  }

  /// Sends a body by POST, and waits for the answer.
  ///
  /// - Parameters:
  ///   - body: the bytes of the body.
  ///   - type: the content type of the body.
  ///   - further: additional headers.
  ///   - seconds: the time limit for connection and answer together.
  /// - Throws: the error of the network or the protocol.
  public func post(
    _ body: [UInt8], as type: String = "application/json", _ further: [(String, String)] = [],
    within seconds: Double = patience
  ) throws -> (status: Int, body: [UInt8]) {
    let patience = TimeAmount.milliseconds(Int64(seconds * 1_000))
    let end = NIODeadline.now() + patience
    let loop = group.next()
    let pending = loop.makePromise(of: (status: Int, body: [UInt8]).self)
    let channel = try ClientBootstrap(group: loop)
      .connectTimeout(patience)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(AnswerHandler(pending, Self.largest))
        }
      }
      .connect(host: host, port: port).wait()
    var headers = HTTPHeaders([
      ("Host", "\(host):\(port)"), ("Content-Type", type),
      ("Content-Length", String(body.count)), ("Connection", "close"),
    ])
    for (name, value) in further { headers.add(name: name, value: value) }
    let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: headers)
    _ = channel.write(HTTPClientRequestPart.head(head))
    _ = channel.write(
      HTTPClientRequestPart.body(.byteBuffer(channel.allocator.buffer(bytes: body))))
    _ = channel.writeAndFlush(HTTPClientRequestPart.end(nil))
    let timer = loop.scheduleTask(deadline: end) {
      pending.fail(ChannelError.connectTimeout(patience))
    }
    defer {
      timer.cancel()
      _ = channel.close()
    }
    return try pending.futureResult.wait()
  }
}

/// Collects the one answer of a connection.
private final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let pending: EventLoopPromise<(status: Int, body: [UInt8])>
  private let largest: Int
  private var (status, body) = (0, [UInt8]())

  init(_ pending: EventLoopPromise<(status: Int, body: [UInt8])>, _ largest: Int) {
    (self.pending, self.largest) = (pending, largest)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): status = Int(head.status.code)
    case .body(let part):
      body += Array(part.readableBytesView)
      if body.count > largest { _ = context.close() }
    case .end: pending.succeed((status, body))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    pending.fail(error)
    _ = context.close()
  }

  func channelInactive(context: ChannelHandlerContext) {
    pending.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
