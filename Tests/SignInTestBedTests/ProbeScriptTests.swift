import Foundation
import SignIn
import Testing
import TransitionTables

@testable import SignInTestBed

/// The script that sends the experiments of `waymark probe` to a pool.
@Suite struct ProbeScriptTests {
  /// An experiment whose request carries what the script does not know is skipped, so that no answer
  /// ever decides its assumption.
  @Test func `makes everything that requests of experiments carry`() throws {
    let model = try BundledTable.signIn()
    let script = try String(
      contentsOf: BundledTable.directory.appending(path: "probe/probe.py"), encoding: .utf8)
    let granting = model.rows.filter { !$0.grants.isEmpty }.compactMap { row -> Int? in
      if case .message(let message) = row.trigger { message } else { nil }
    }
    let asked = model.messages.indices.filter {
      model.messages[$0].kind == "request" || granting.contains($0)
    }
    let carried =
      asked.flatMap { model.messages[$0].wire.members } + model.messages.flatMap(\.wire.answers)
    let makers = Set(carried.map { $0.maker.isEmpty ? $0.evidence : $0.maker }).subtracting([""])
    #expect(makers.isSuperset(of: ["deletedNames", "password", "accessToken", "totp"]))
    let unknown = makers.filter { maker in
      !["def \(maker)(", "def \(maker)_(", " \(maker) = ", "\"\(maker)\": \""]
        .contains { script.contains($0) }
    }
    // An authenticator makes it; no experiment asks for one.
    #expect(unknown.sorted() == ["assertion"])
  }
}
