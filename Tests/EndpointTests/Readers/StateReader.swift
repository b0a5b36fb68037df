import Foundation
import SignInCryptography
import TestSupport
import TransitionTables

@testable import Endpoint

/// What reads the file that keeps the state of an endpoint.
///
/// A document has a request in each line, as JSON. The digest that a line begins with is added where
/// the line begins with a bracket: a mutant with a wrong one would show nothing else.
enum StateReader: String, CaseIterable, HostileReader {
  case states

  func notes(reading bytes: [UInt8]) throws -> [Diagnostic] {
    let folder = try Folder()
    let path = folder["state"]
    let written = Self.withDigests(bytes)
    try Data(written).write(to: URL(filePath: path))
    do throws(EndpointFailure) {
      var endpoint = try Self.endpoint(path)
      _ = endpoint.greeting(at: "http://localhost")
      endpoint.closeState()
      return []
    } catch {
      let kept = try Array(Data(contentsOf: URL(filePath: path)))
      // A last line that was never complete may be missing.
      guard !kept.isEmpty || written.isEmpty else { throw Lost() }
      throw Diagnostic(
        "serve.state", at: SourceLocation(file: Self.document, line: error.line), error.reason)
    }
  }

  /// A refused file that is empty afterwards.
  private struct Lost: Error {}

  private static let service = Result { try Desk().endpoint.moment.service }

  private static func endpoint(_ path: String) throws(EndpointFailure) -> Endpoint {
    guard let service = try? service.get(), let model = try? Desk.model.get() else {
      throw EndpointFailure(place: path, reason: "there is no table")
    }
    return try Endpoint(service, model: model, time: 1_800_000_000, state: path)
  }

  private static func withDigests(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      let isRequest = line.first == UInt8(ascii: "{")
      let digest = isRequest ? StateJournal.digest(Array(line)).map { Array("\($0) ".utf8) } : nil
      return (digest ?? []) + line
    }
    return Array(lines.joined(separator: [10]))
  }
}
