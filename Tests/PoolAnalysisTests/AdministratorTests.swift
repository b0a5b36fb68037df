import Findings
import SignIn
import SignInTestBed
import Testing
import TransitionTables

@testable import PoolAnalysis

/// What an administrator's request is answered with and what the administrator's action does are
/// rows of two ladders; they must agree in every state that a bundled scenario goes through.
@Suite struct AdministratorTests {
  /// A request with its fields, and the actions that follow on it with their inputs.
  struct Pairing: Sendable {
    var request: String
    var fields: [String: String] = [:]
    var actions: [(name: String, inputs: [String: String])]
  }

  @Test func `reports call the actors that they distinguish as the table does`() {
    // Reports know nothing of the table, whose actors are looked up when it is loaded.
    let known = KnownActor.allCases.map(\.rawValue)
    #expect(TraceStepReport.Actor.allCases.allSatisfy { known.contains($0.rawValue) })
  }

  static let pairings: [Pairing] = [
    Pairing(request: "AdminConfirmSignUp", actions: [("confirmUser", [:])]),
    Pairing(request: "AdminResetUserPassword", actions: [("resetUserPassword", [:])]),
    Pairing(request: "AdminDisableUser", actions: [("disableUser", [:])]),
    Pairing(request: "AdminEnableUser", actions: [("enableUser", [:])]),
    Pairing(request: "AdminUserGlobalSignOut", actions: [("signOutUser", [:])]),
    Pairing(request: "AdminDeleteSoftwareToken", actions: [("removeAuthenticator", [:])]),
    Pairing(
      request: "AdminLinkProviderForUser", fields: ["whose": "owner"],
      actions: [("linkProvider", ["whose": "owner"])]),
    Pairing(
      request: "AdminSetUserPassword",
      actions: [("setPermanentPassword", [:]), ("setTemporaryPassword", [:])]),
    Pairing(
      request: "AdminCreateUser", fields: ["givesEmail": "true", "givesPhone": "true"],
      actions: [("createUser", ["givesEmail": "true", "givesPhone": "true"])]),
    Pairing(
      request: "AdminCreateUser", fields: ["givesPhone": "true", "marksPhone": "true"],
      actions: [("createUser", ["givesPhone": "true", "marksPhone": "true"])]),
    Pairing(
      request: "AdminCreateUser", fields: ["givesEmail": "true", "marksEmail": "true"],
      actions: [("createUser", ["givesEmail": "true", "marksEmail": "true"])]),
    Pairing(
      request: "AdminUpdateUserAttributes", fields: ["attribute": "phone"],
      actions: [("setUserAttribute", ["attribute": "phone"])]),
    Pairing(
      request: "AdminSetUserMFAPreference", fields: ["factor": "sms", "value": "preferred"],
      actions: [("setUserMFAPreference", ["factor": "sms", "value": "preferred"])]),
    Pairing(
      request: "AdminSetUserMFAPreference", fields: ["factor": "totp", "value": "off"],
      actions: [("setUserMFAPreference", ["factor": "totp", "value": "off"])]),
    Pairing(
      request: "AdminSetUserMFAPreference",
      fields: ["factor": "email", "value": "preferredWhileOff"],
      actions: [("setUserMFAPreference", ["factor": "email", "value": "preferredWhileOff"])]),
  ]

  /// States at rest, each once, without those in the middle of a sign-in.
  private static func states(_ model: Model) throws -> [[Int]] {
    let batch = ScenarioBatch(model: model, seed: 1, environment: ToolEnvironment())
    var runner = ScenarioRunner(model: model)
    runner.usesCryptography = false
    var states: Set<[Int]> = []
    for (scenario, parameters) in try batch.prepared() {
      let report = try runner.run(scenario, parameters: parameters)
      states.formUnion(report.trace.filter { $0.action != nil }.map(\.after))
    }
    // Requests do not ask what the pool's administrators usually do.
    let habits = try [
      "administratorActs", "administratorMarks", "lonePhones", "passwordlessAccounts",
      "phoneNumbers",
    ].map { try #require(model.parameter(named: $0)) }
    states = Set(
      states.map { state in
        var state = state
        for habit in habits { state[habit] = model.slots[habit].initial }
        return state
      })
    return states.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test func `a request is accepted where the action that follows changes something`() throws {
    let model = try BundledTable.signIn()
    let interpreter = Interpreter(model: model)
    var verdicts: [String: Int] = [:]
    for state in try Self.states(model) {
      for pairing in Self.pairings {
        let fields = try values(pairing.fields, of: pairing.request, model)
        let message = try #require(model.message(named: pairing.request))
        let last = try #require(try interpreter.serve(message, fields: fields, to: state).last)
        let row = model.rows[last.row].id
        let verdict = try #require(row.split(separator: ".").last)
        verdicts[String(verdict), default: 0] += 1
        for action in pairing.actions {
          let changes = try changes(action, from: state, interpreter)
          #expect(changes == (verdict == "accepted"), "\(row), \(action.name)")
        }
        // A trigger that goes wrong is reported to the administrator after the account has changed.
        // What no exploration follows, the request does itself.
        guard !verdict.hasPrefix("trigger"), verdict != "otherStatus", verdict != "midway" else {
          continue
        }
        #expect(interpreter.rested(last.valuation) == interpreter.rested(state), "\(row)")
      }
    }
    // Each side of the agreement was met.
    #expect(verdicts["accepted", default: 0] > 500)
    #expect(verdicts["already", default: 0] > 100)
    #expect(verdicts["exists", default: 0] > 100)
    #expect(verdicts["unknown", default: 0] > 100)
  }

  private func values(
    _ fields: [String: String], of message: String, _ model: Model
  ) throws -> [Int: Int] {
    var values: [Int: Int] = [:]
    for (name, text) in fields {
      let slot = try #require(
        model.slots.firstIndex { $0.name == "\(message).\(name)" })
      values[slot] = try value(text, in: slot, model)
    }
    return values
  }

  private func value(_ text: String, in slot: Int, _ model: Model) throws -> Int {
    let all = model.types.values(of: model.slots[slot].type)
    return try #require(all.first { model.text(of: $0, in: slot) == text })
  }

  private func changes(
    _ action: (name: String, inputs: [String: String]), from state: [Int],
    _ interpreter: Interpreter
  ) throws -> Bool {
    let model = interpreter.model
    let position = try #require(model.action(named: action.name))
    let inputs = try model.actions[position].inputs.map { input in
      guard let text = action.inputs[input.name] else {
        return model.types.first(of: model.slots[input.slot].type)
      }
      return try value(text, in: input.slot, model)
    }
    return try !interpreter.step(position, inputs: inputs, from: state).isEmpty
  }
}
