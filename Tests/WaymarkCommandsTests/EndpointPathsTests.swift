import PoolAnalysis
import SignInCryptography
import SignInTestBed
import TestSupport
import Testing

@testable import Endpoint
@testable import WaymarkCommands

/// Every path of a catalogue, those too for which no app of a test has what it takes (a passkey, the
/// keys of a device, its own sign-up), asked over HTTP.
@Suite struct EndpointPathsTests {
  @Test(.optimised, arguments: ["depot", "embassy", "field-service", "kiosk", "retail"])
  func `each path and side step is answered over HTTP as at the pipe, to the byte`(
    _ name: String
  ) throws {
    try compare(name)
  }

  @Test(.long, arguments: ["inn", "laboratory", "newsletter"])
  func `each path and side step of large catalogues is answered over HTTP as at the pipe`(
    _ name: String
  ) throws {
    try compare(name)
  }

  private func compare(_ name: String) throws {
    let environment = ToolEnvironment()
    let pool = try ServedPool(
      PoolRequest(paths: ["Models/pools/sound/\(name).yaml"]), in: environment)
    let paths = try pool.paths(seed: 1, request: ExplorationRequest(), in: environment)
    let service = try pool.service(seed: 1, conventions: environment.conventions)
    let endpoint = try Endpoint(service, model: paths.explored.model, time: 0)
    let overHTTP = try WireCatalogue.run(paths.catalogue, paths.explored, seed: 1) {
      service, line in Self.answer(line, by: &service, at: endpoint)
    }
    #expect(overHTTP.requests > paths.catalogue.paths.count)
    #expect(overHTTP.differences == [])
    func texts(_ wire: WireCatalogue) -> [String] {
      wire.transcripts.map { $0.text(revealsSecrets: true) }
    }
    #expect(texts(overHTTP) == texts(paths.wire))
  }

  /// What an endpoint of a service answers to the request of a line.
  private static func answer(
    _ line: String, by service: inout PoolService, at other: Endpoint
  ) -> String {
    guard let request = try? JSON(parsing: line), let operation = request["operation"]?.text,
      let input = request["input"]
    else { return "" }
    var endpoint = other
    endpoint.moment = Endpoint.Moment(service: service)
    let response = endpoint.respond(
      to: EndpointRequest(
        "POST", "/",
        headers: [
          ("Content-Type", "application/x-amz-json-1.1"),
          ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
        ], body: Array(input.serialized.utf8)), at: service.clock)
    service = endpoint.moment.service
    let member = response.status == 200 ? "output" : "error"
    return "{\"\(member)\":\(String(decoding: response.body, as: UTF8.self))}"
  }
}
