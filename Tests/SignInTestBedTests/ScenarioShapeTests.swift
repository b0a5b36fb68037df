import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// A part of a scenario that is written wrong is refused, for one that is passed over checks
/// nothing.
@Suite struct ScenarioShapeTests {
  private static let call = "call: 'signIn(flow: userSRP, password: current)'"

  /// What is said of a scenario: its place, message and remedy.
  private func complaints(about text: String) throws -> [String] {
    let document = try LocatedDocument(parsing: text, file: "s.yaml")
    let error = #expect(throws: DiagnosticList.self) { try Scenario(reading: document) }
    #expect(error?.diagnostics.allSatisfy { $0.code == "scenario.shape" } == true)
    return error?.diagnostics.map { "\($0.location): \($0.message); \($0.remedy)" } ?? []
  }

  @Test(arguments: ["done", "[done]", "{}", "", "~"])
  func `an expectation that names nothing that comes back is refused`(written: String) throws {
    let step = "configuration: {}\nsteps:\n  - \(Self.call)\n    expect: \(written)\n"
    let column = written.isEmpty ? 12 : 13
    #expect(
      try complaints(about: step) == [
        "s.yaml:4:\(column): `expect` takes `key: value` pairs: what comes back; "
          + "write `expect: { nextStep: done }`, or leave it out"
      ])
  }

  @Test(arguments: [
    ("record", "confirmed", "takes `key: value` pairs: what the record holds"),
    ("record", "[status, confirmed]", "takes `key: value` pairs: what the record holds"),
    ("configuration", "off", "takes `key: value` pairs: parameters"),
    ("assume", "[smsOnlySetupIsOffered]", "takes `key: value` pairs: assumptions"),
    ("pool", "{ mfa: off }", "names one pool file"),
    ("because", "M3", "takes `key: value` pairs: where it comes from"),
    ("doc", "[two, words]", "is a sentence"),
    ("scenario", "{ a: b }", "is its name, one line"),
  ])
  func `a part of another shape is refused at its value`(
    key: String, written: String, meaning: String
  ) throws {
    let other = key == "configuration" ? "doc: A test." : "configuration: {}"
    let found = try complaints(
      about: "\(other)\n\(key): \(written)\nsteps: [{ \(Self.call) }]")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("s.yaml:2:\(key.count + 3): `\(key)` \(meaning); write ") == true)
  }

  @Test func `steps that are no list are pointed at, and so are none`() throws {
    #expect(
      try complaints(about: "configuration: {}\nsteps: { \(Self.call) }") == [
        "s.yaml:2:8: `steps` is a list of steps; begin each step with a dash: "
          + "`- call: signIn(flow: userSRP, password: current)`"
      ])
    #expect(
      try complaints(about: "configuration: {}\nsteps: []") == [
        "s.yaml:2:8: a scenario has no steps; add `steps:` with at least one `call:`"
      ])
    #expect(try complaints(about: "- a").map { $0.prefix(21) } == ["s.yaml:1:1: a scenari"])
  }

  @Test func `a step calls or requests one thing, by its inputs' names`() throws {
    #expect(
      try complaints(about: "configuration: {}\nsteps:\n  - signOut()") == [
        "s.yaml:3:5: a step takes `key: value` pairs; "
          + "write `call: \"signIn(flow: userSRP, password: current)\"`"
      ])
    #expect(
      try complaints(about: "configuration: {}\nsteps:\n  - leaves: {}") == [
        "s.yaml:3:5: a step lacks `call` or `request`; "
          + "write `- call: signIn(flow: userSRP, password: current)`"
      ])
    #expect(
      try complaints(
        about: "configuration: {}\nsteps:\n  - { call: signOut(), request: AdminDeleteUser() }")
        == [
          "s.yaml:3:5: a step has both `call` and `request`; "
            + "make them two steps, one after the other"
        ])
    let taught = "configuration: {}\nsteps: [{ \(Self.call) }]"
    let document = try LocatedDocument(parsing: taught, file: "s.yaml")
    let runner = ScenarioRunner(model: try Bed.model.get())
    #expect(try runner.run(try Scenario(reading: document)).isAsExpected)
  }

  @Test func `a scenario without a pool and without a configuration is refused`() throws {
    #expect(
      try complaints(about: "assume: {}\nsteps: [{ \(Self.call) }]") == [
        "s.yaml:1:1: a scenario names no pool; add `pool: ../pools/sound/retail.yaml`, or "
          + "`configuration: {}` for the defaults"
      ])
  }

  @Test func `a part of the record with members takes a value for each`() throws {
    let text = "configuration: {}\nrecord: { contact: verified }\nsteps: [{ \(Self.call) }]"
    let document = try LocatedDocument(parsing: text, file: "s.yaml")
    let scenario = try Scenario(reading: document)
    let runner = ScenarioRunner(model: try Bed.model.get())
    let error = #expect(throws: DiagnosticList.self) { try runner.run(scenario) }
    #expect(
      error?.diagnostics.map { "\($0.location): \($0.message); \($0.remedy)" } == [
        "s.yaml:2:20: `contact` has no value of its own, but one for each member; "
          + "write `contact: { email: … }`, with any of `email` or `phone`"
      ])
  }
}
