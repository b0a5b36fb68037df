import NIOCore
import NIOPosix
import SignInCryptography
import SignInTestBed
import Testing

@testable import Endpoint

/// What asks another endpoint.
@Suite struct EndpointClientTests {
  @Test func `a silent endpoint is waited for as long as is said, and no longer`() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let silent = try ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).wait()
    let port = try #require(silent.localAddress?.port)
    let client = try #require(EndpointClient(url: "http://127.0.0.1:\(port)"))
    let start = ContinuousClock.now
    let failure = #expect(throws: RemoteFailure.self) {
      try client.send("GetUser", .object([]), within: 0.3)
    }
    let waited = start.duration(to: .now)
    #expect(failure?.isUnreachable == true)
    #expect(waited >= .milliseconds(300))
    #expect(waited < .seconds(10))
  }
}
