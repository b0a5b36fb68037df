import Findings
import SignIn
import Testing
import TransitionTables

@testable import Atlas
@testable import PoolAnalysis

/// How a catalogue writes calls.
@Suite struct CatalogueWordingTests {
  private static let table = """
    enums:
      Flow: [userSRP, userPassword]
      Ceremony: [completed, cancelled]
    words:
      said: { Ceremony: { cancelled: dialogue left } }
    variables:
      account: { bool: true, initially: "true" }
    components:
      client:
        locations: { values: [outside, inside], initially: outside }
    messages:
      done: { to: app, kind: nextStep }
      failed: { to: app, kind: error }
    actions:
      signIn: { by: app, component: client, inputs: { flow: { enum: Flow } }, enabled: account }
      signInByPasskey:
        by: app
        call: signIn
        as: webAuthn
        component: client
        inputs: { ceremony: { enum: Ceremony } }
        enabled: account
    attempt:
      begins: [signIn, signInByPasskey]
      ready: client.at == outside
      underway: "false"
    transitions:
      - { id: in, component: client, on: signIn, from: outside, to: inside, send: done }
      - id: key.refused
        component: client
        on: signInByPasskey
        from: outside
        for: { c: Ceremony }
        who: { cancelled: gives up, completed: never }
        when: ceremony == c and c == cancelled
        send: failed
      - id: key.taken
        component: client
        on: signInByPasskey
        from: outside
        who: has a passkey
        when: ceremony == completed
        to: inside
        send: done
    """

  private func paths(_ table: String = table) throws -> [PathReport] {
    let model = try ModelLoader.load(
      [try LocatedDocument(parsing: table, file: "small.yaml")], keepsMutants: true)
    var checker = PropertyChecker(model: model)
    let explored = try checker.explore(parameters: [:])
    let listed = Catalogue(explored)
    let catalogue = try #require(listed)
    return try CatalogueWording(explored: explored, catalogue: catalogue).paths(agreed: [:])
  }

  @Test func `a call names the users for whom the row decides, by the member it is for`() throws {
    #expect(
      try paths().map { $0.calls.map(\.who) } == [[""], [""], ["has a passkey"], ["gives up"]])
  }

  @Test func `a form of a call is written by its own word, and so is the path`() throws {
    let reported = try paths().map { "\($0.id): \($0.calls.map(\.call).joined(separator: " "))" }
    #expect(
      reported == [
        "userSRP.done: signIn(userSRP)", "userPassword.done: signIn(userPassword)",
        "webAuthn.completed.done: signIn(webAuthn, completed)",
        "webAuthn.cancelled.failed: signIn(webAuthn, dialogue left)",
      ])
  }

  /// Two classes of a code that lead in, and one that does not.
  private static let codes = """
    variables:
      account: { bool: true, initially: "true" }
    components:
      client:
        locations: { values: [outside, inside], initially: outside }
    messages:
      done: { to: app, kind: nextStep }
      failed: { to: app, kind: error }
    actions:
      signIn:
        by: app
        component: client
        inputs:
          answer:
            evidence: code
            classes: [current, adjacent, altered]
            needs: { current: none, adjacent: none }
        enabled: account
    attempt:
      begins: [signIn]
      ready: client.at == outside
      underway: "false"
    transitions:
      - { id: in, component: client, on: signIn, from: outside, when: answer != altered, to: inside, send: done }
      - { id: out, component: client, on: signIn, from: outside, when: answer == altered, send: failed }
    """

  @Test func `every class of a right code is right, and any code is right and wrong ones`() throws {
    #expect(
      try paths(Self.codes).map { $0.calls.map(\.call) } == [
        ["signIn(right answer)"], ["signIn(altered answer)"],
      ])
    let needy = Self.codes.replacing(", adjacent: none }", with: " }")
    #expect(try paths(needy).map { $0.calls.map(\.call) }.first == ["signIn(any answer)"])
  }

  @Test func `the path of a passkey has the sign-in with it`() throws {
    var report = PoolReport(
      pool: "small", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1))
    report.paths = try paths()
    let diagram = try FactorDiagram(
      report: report, factor: "passkey", words: try BundledTable.signIn().factorWords
    ).diagram()
    #expect(diagram.nodes.map(\.id) == ["start", "done", "error.failed"])
    #expect(diagram.notes.map(\.lines) == [["2 of 4 paths do not speak of passkey"]])
  }

  @Test func `both calls with a passkey are written as webAuthn`() throws {
    let model = try BundledTable.signIn()
    let words = model.actions.filter { !$0.word.isEmpty }.map { "\($0.name): \($0.word)" }
    #expect(words == ["signInByPasskey: webAuthn", "usePasskey: webAuthn"])
  }

  @Test func `who is sent elsewhere, or answers too late, is named by every row that says so`()
    throws
  {
    let model = try BundledTable.signIn()
    func users(_ isMeant: (Row) -> Bool) -> Set<String> {
      Set(model.rows.filter { isMeant($0) && !$0.id.hasPrefix("pool.changePassword.") }.map(\.who))
    }
    func sends(_ name: String) -> Set<String> {
      users { row in row.sends.map { model.messages[$0].name == name } ?? false }
    }
    #expect(sends("UserNotConfirmedException") == ["has not confirmed the account"])
    #expect(sends("PasswordResetRequiredException") == ["has to reset the password"])
    #expect(users { $0.id == "pool.session.expired" } == ["answers too late"])
  }
}
