import Foundation
import StateSpace
import TestSupport
import Testing
import TransitionTables

@testable import SignIn

/// Whether answers distinguish a known user from an unknown one: a claim about two runs, checked by
/// comparing, over all states of one exploration, what a caller who proves nothing is answered where
/// there is no account with what the same call is answered where there is one.
@Suite struct ExistenceTests {
  /// The answers to each call without proof, by what is known of the user.
  private struct Answers {
    var unknown: [String: Set<String>] = [:]
    var known: [String: Set<String>] = [:]
  }

  private static let calls: Set<String> = [
    "signIn", "signInByChoice", "confirmSignUp", "resendSignUpCode", "resetPassword",
    "confirmResetPassword",
  ]

  private func answers(existenceErrors: String) throws -> Answers {
    let model = try BundledTable.signIn()
    let text = """
      pool: mini
      configuration:
        mfa: off
        selfSignUp: false
        autoVerified: [email]
        requiredAttributes: [email]
        usernameAttributes: [email]
        recovery: email
        flows: [userSRP, userPassword, refresh]
        existenceErrors: \(existenceErrors)
      """
    let pool = try PoolReader(parameters: model.parameterDeclarations)
      .read([("mini.yaml", Array(text.utf8))])
    var parameters: [Int: Int] = [:]
    for (name, setting) in pool.settings {
      guard let slot = model.parameter(named: name), let value = setting.value else { continue }
      parameters[slot] = model.number(of: value, in: slot)
    }
    var checker = PropertyChecker(model: model)
    return collect(from: try checker.explore(parameters: parameters), model)
  }

  private func collect(from explored: TableExploration, _ model: Model) -> Answers {
    var answers = Answers()
    guard let graph = explored.exploration.graph,
      let status = model.slots.firstIndex(where: { $0.name == "status" }),
      let enabled = model.slots.firstIndex(where: { $0.name == "enabled" }),
      let locked = model.slots.firstIndex(where: { $0.name == "locked" }),
      let place = model.slots.firstIndex(where: { $0.name == "client.at" })
    else { return answers }
    for state in 0..<explored.exploration.stateCount {
      let values = explored.valuation(state)
      let isUnknown = model.text(of: values[status], in: status) == "none"
      let isKnown =
        model.text(of: values[status], in: status) == "confirmed" && values[enabled] == 1
        && values[locked] == 0
      guard model.text(of: values[place], in: place) == "signedOut", isUnknown || isKnown else {
        continue
      }
      for edge in graph.edges(from: state) {
        let label = explored.compiled.label(ofRule: edge.label.firstRule)
        guard let action = label.action, Self.calls.contains(model.actions[action].name),
          !proves(label.inputs, of: action, model)
        else { continue }
        let call = model.actionText(action, inputs: label.inputs)
        let answer = explored.answer(observation: edge.label.observation)
          .map { model.text(of: $0) }
        if isUnknown {
          answers.unknown[call, default: []].insert(answer ?? "nothing")
        } else {
          answers.known[call, default: []].insert(answer ?? "nothing")
        }
      }
    }
    return answers
  }

  /// Whether some evidence of a call is one that its user has, or had.
  private func proves(_ inputs: [Int], of action: Int, _ model: Model) -> Bool {
    zip(model.actions[action].inputs, inputs).contains { input, value in
      guard input.evidence != nil else { return false }
      return ["current", "previous", "adjacent"].contains(model.text(of: value, in: input.slot))
    }
  }

  @Test(.long)
  func `prevented, an unknown user gets no answer that a known one does not get`() throws {
    let reported = try answers(existenceErrors: "prevent")
    #expect(reported.unknown.count > 4)
    // The service's own leaks: the answer says that an account is confirmed already.
    #expect(leaks(in: reported) == ["confirmSignUp", "resendSignUpCode"])
    // Not so where the pool keeps the errors: the comparison can fail.
    let legacy = try answers(existenceErrors: "legacy")
    #expect(leaks(in: legacy).contains("resetPassword"))
  }

  /// The calls of which an unknown user gets an answer that no known one gets, sorted.
  private func leaks(in reported: Answers) -> [String] {
    let calls = reported.unknown.filter { call, answers in
      reported.known[call].map { !answers.isSubset(of: $0) } ?? false
    }.keys
    return Set(calls.map { String($0.prefix { $0 != "(" }) }).sorted()
  }
}
