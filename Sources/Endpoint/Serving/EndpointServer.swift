import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import SignInTestBed
import Synchronization

/// Serves an endpoint on a socket.
///
/// One thread reads, answers and writes, so that requests are performed one at a time, in order of
/// arrival. The state changes of one turn of the event loop are synchronised to the disk together;
/// their answers are sent only after that.
public final class EndpointServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  let state: ServingState

  /// Starts to listen and to answer.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint to serve.
  ///   - host: the address to listen at.
  ///   - port: the port; 0 for any free one.
  ///   - limits: the limits on what one client may use.
  ///   - triggers: calls the trigger functions; nil where there are none.
  /// - Throws: an ``EndpointFailure`` where it cannot listen at the address.
  public init(
    _ endpoint: Endpoint, host: String, port: Int, limits: EndpointLimits = EndpointLimits(),
    triggers: TriggerHandlers? = nil
  ) throws(EndpointFailure) {
    var endpoint = endpoint
    endpoint.origins.isLoopback = LocalOrigins.isLocal(address: host)
    Self.allowConnections(limits.connections)
    let state = ServingState(endpoint, limits, triggers)
    self.state = state
    do {
      channel = try ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 1_024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { child in Self.prepare(child, state) }
        .bind(host: host, port: port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      let number = (error as? IOError)?.errnoCode
      let isNoAddress = error is SocketAddressError || error is SocketAddressError.UnknownHost
      let reason = isNoAddress ? "there is no such address" : "\(error)"
      throw EndpointFailure(
        place: "\(host):\(port)", reason: reason, isAddress: true, number: number)
    }
    state.stop = { [channel] in _ = channel.close() }
  }

  private static func prepare(
    _ child: any Channel, _ state: ServingState
  ) -> EventLoopFuture<Void> {
    child.eventLoop.makeCompletedFuture {
      var decoding = NIOHTTPDecoderLimitConfiguration()
      decoding.maxHeaderFieldSize = state.limits.header
      decoding.maxHeaderListSize = state.limits.headers
      decoding.maxHeaderFieldCount = state.limits.headerCount
      let pipeline = child.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withErrorHandling: true, withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
        withDecoderLimitConfiguration: decoding)
      try pipeline.addHandler(ConnectionHandler(state))
    }
  }

  /// Raises the limit of open files for this many connections, as far as the system allows.
  private static func allowConnections(_ count: Int) {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return }
    let wanted = rlim_t(count + 64)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(openFiles, &limit)
  }

  #if os(Linux)
  private static var openFiles: __rlimit_resource_t {
    __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  }
  #else
  private static var openFiles: Int32 { RLIMIT_NOFILE }
  #endif

  /// The port that the server listens at.
  public var port: Int { channel.localAddress?.port ?? 0 }

  /// Waits until ``stop()`` or a failure ends the server.
  ///
  /// - Throws: the ``EndpointFailure`` that ended the server.
  public func wait() throws(EndpointFailure) {
    try? channel.closeFuture.wait()
    try? group.syncShutdownGracefully()
    state.endpoint.withLock { $0.closeState() }
    if let failure = state.failure { throw failure }
  }

  /// Stops the server: answered changes are kept, connections are closed.
  public func stop() { _ = channel.close() }

  /// The exchanges of each user, from which coverage is measured.
  public var signIns: SignInLog { state.endpoint.withLock { $0.signIns } }

  /// The differences found between table and test bed, one line each.
  public var differences: [String] { state.endpoint.withLock { $0.differences } }
}

/// The state that all connections share.
final class ServingState: Sendable {
  let endpoint: Mutex<Endpoint>
  let limits: EndpointLimits
  private let triggers: TriggerHandlers?
  private let counted = Atomic<Int>(0)
  private let failed = Mutex<EndpointFailure?>(nil)
  private let stopping = Mutex<(@Sendable () -> Void)?>(nil)
  private let held = Mutex<[@Sendable (Bool) -> Void]>([])

  init(_ endpoint: Endpoint, _ limits: EndpointLimits, _ triggers: TriggerHandlers?) {
    self.endpoint = Mutex(endpoint)
    (self.limits, self.triggers) = (limits, triggers)
  }

  var failure: EndpointFailure? { failed.withLock { $0 } }
  var stop: (@Sendable () -> Void)? {
    get { stopping.withLock { $0 } }
    set { stopping.withLock { $0 = newValue } }
  }

  /// Counts a new connection; false where there are too many.
  func admit() -> Bool { counted.add(1, ordering: .relaxed).newValue <= limits.connections }
  func leave() { counted.subtract(1, ordering: .relaxed) }

  static var time: Int64 { Int64(Foundation.time(nil)) }

  /// Answers a request once its state change is on disk.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - answers: the trigger functions' answers to it so far.
  ///   - loop: the event loop of its connection.
  ///   - send: takes the answer; never called where the disk does not accept the state.
  func answer(
    _ request: EndpointRequest, by answers: [TriggerAnswer] = [], on loop: any EventLoop,
    _ send: @escaping @Sendable (EndpointResponse) -> Void
  ) {
    guard failure == nil else { return }
    let (outcome, waits) = endpoint.withLock { endpoint in
      let outcome = endpoint.respond(to: request, at: Self.time, by: answers)
      return (outcome, endpoint.hasUncommitted)
    }
    switch outcome {
    case .question(let call):
      // Other requests are served meanwhile, also those that the function itself makes.
      triggers?.ask(call) { answer in
        loop.execute { self.answer(request, by: answers + [answer], on: loop, send) }
      }
    case .response(let response):
      guard waits else { return send(response) }
      hold(response, on: loop, send)
    }
  }

  /// Sends an answer once the state is on disk.
  private func hold(
    _ response: EndpointResponse, on loop: any EventLoop,
    _ send: @escaping @Sendable (EndpointResponse) -> Void
  ) {
    let isFirst = held.withLock { held in
      held.append { isKept in if isKept { send(response) } }
      return held.count == 1
    }
    // Runs after everything that this turn of the loop has read.
    if isFirst { loop.execute { self.commit() } }
  }

  private func commit() {
    let waiting = held.withLock { held in
      defer { held = [] }
      return held
    }
    do throws(EndpointFailure) {
      try endpoint.withLock { endpoint throws(EndpointFailure) in try endpoint.commit() }
    } catch {
      failed.withLock { $0 = error }
      stop?()
    }
    let isKept = failure == nil
    for release in waiting { release(isKept) }
  }
}
