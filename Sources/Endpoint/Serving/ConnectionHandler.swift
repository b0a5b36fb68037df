import NIOCore
import NIOHTTP1

/// Handles one connection: collects a request within the limits, and writes the answer.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let state: ServingState
  private var head: HTTPRequestHead?
  /// A complete request that waits until the client has read earlier answers. There is at most one,
  /// because nothing more is read until it is answered.
  private var waiting: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isTooLong = false
  private var isAdmitted = false
  private var timer: Scheduled<Void>?

  init(_ state: ServingState) { self.state = state }

  // MARK: Time

  func channelActive(context: ChannelHandlerContext) {
    isAdmitted = true
    guard state.admit() else { return close(context) }
    allow(state.limits.silence, context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    if isAdmitted { state.leave() }
    isAdmitted = false
    context.fireChannelInactive()
  }

  /// Closes the connection after this time, unless a new limit is set before.
  private func allow(_ seconds: Int64, _ context: ChannelHandlerContext) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: .seconds(seconds)) { _ = channel.close() }
  }

  private func close(_ context: ChannelHandlerContext) { _ = context.close() }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      (self.head, body, isTooLong) = (head, [], false)
      allow(state.limits.arrival, context)
      let announced = head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
      guard announced <= state.limits.body else {
        isTooLong = true
        return refuse(context)
      }
      if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
        let more = HTTPResponseHead(version: head.version, status: .continue)
        _ = context.writeAndFlush(wrapOutboundOut(.head(more)))
      }
    case .body(var part):
      guard body.count + part.readableBytes <= state.limits.body else {
        (isTooLong, body) = (true, [])
        // Refused at once, so that the client need not send the rest.
        return refuse(context)
      }
      if !isTooLong { body += part.readBytes(length: part.readableBytes) ?? [] }
    case .end:
      guard let head, !isTooLong else { return }
      self.head = nil
      guard context.channel.isWritable else {
        waiting = head
        return allow(state.limits.silence, context)
      }
      timer?.cancel()
      answer(head, context)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, let head = waiting {
      waiting = nil
      timer?.cancel()
      answer(head, context)
    }
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    close(context)
  }

  private func refuse(_ context: ChannelHandlerContext) {
    guard let head else { return }
    self.head = nil
    let response = Endpoint.fault(
      "RequestEntityTooLarge", "a body has at most \(state.limits.body) bytes", status: 413)
    write(response, to: head, isLast: true, context)
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let request = EndpointRequest(
      head.method.rawValue, head.uri, headers: head.headers.map { ($0.name, $0.value) },
      body: body)
    body = []
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    state.answer(request, on: context.eventLoop) { response in
      let (handler, context) = bound.value
      guard context.channel.isActive else { return }
      guard !response.isLost else { return handler.close(context) }
      handler.write(response, to: head, isLast: !head.isKeepAlive, context)
    }
  }

  private func write(
    _ response: EndpointResponse, to head: HTTPRequestHead, isLast: Bool,
    _ context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
    if response.status != 204 {
      headers.replaceOrAdd(name: "content-length", value: "\(response.body.count)")
    }
    headers.replaceOrAdd(name: "connection", value: isLast ? "close" : "keep-alive")
    let answer = HTTPResponseHead(
      version: head.version, status: HTTPResponseStatus(statusCode: response.status),
      headers: headers)
    _ = context.write(wrapOutboundOut(.head(answer)))
    if head.method != .HEAD {
      let bytes = ByteBuffer(bytes: response.body)
      _ = context.write(wrapOutboundOut(.body(.byteBuffer(bytes))))
    }
    let done = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if isLast {
      let channel = context.channel
      done.whenComplete { _ in _ = channel.close() }
    } else {
      allow(state.limits.silence, context)
    }
  }
}
