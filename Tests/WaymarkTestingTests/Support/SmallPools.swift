import Findings
import Foundation
import PoolAnalysis
import Synchronization
import Testing
import TransitionTables

@testable import WaymarkTesting

/// Pools of a table of three states, in which an account can be locked where recovery is by the
/// administrator alone; with required MFA that is illegal.
enum SmallPools {
  static let table = """
    enums:
      Method: [sms, totp]
    parameters:
      mfa: { values: [off, optional, required], default: off, doc: Whether MFA is asked for. }
      mfaMethods: { set: Method, default: {}, doc: The methods. }
      recovery: { values: [legacy, email, adminOnly], default: legacy, doc: Who helps. }
    legality:
      - id: L1
        forbid: "mfa == required and recovery == adminOnly"
        refusal: Not both.
        because: &b { fact: L1, source: invented, confidence: C }
        remedy: Choose one of them.
    variables:
      status: { values: [none, confirmed, locked], initially: none }
    actions:
      signUp: { by: user, doc: Makes an account. }
      lock: { by: administrator, doc: Locks it. }
      leave: { by: user, doc: Deletes it. }
    transitions:
      - { id: signUp, on: signUp, when: status == none, set: { status: confirmed }, because: *b }
      - id: lock
        on: lock
        when: status == confirmed and recovery == adminOnly
        set: { status: locked }
        because: *b
      - id: leave
        on: leave
        when: 'status == confirmed and mfa == off and mfaMethods == {}'
        set: { status: none }
        because: *b
    properties:
      - id: account.never-locked
        severity: error
        always: status != locked
        prose: Nobody is locked out.
        remedy: Let users recover by themselves.
        because: *b
      - id: account.can-leave
        severity: warning
        from: status == confirmed
        reachable: status == none
        prose: Who has an account can leave.
        because: *b
    """

  static func model() throws -> Model {
    try ModelLoader.load([try LocatedDocument(parsing: table, file: "small.yaml")])
  }

  /// The answers about pools of this table.
  static func answers() throws -> PoolAnswers {
    let model = try model()
    return PoolAnswers { PoolAnswering(model: model).answer(to: $0) }
  }

  static func question(_ text: String) -> PoolQuestion {
    PoolQuestion(paths: ["pools/p.yaml"], text: text)
  }

  static func pool(_ text: String) throws -> PoolUnderTest {
    try PoolUnderTest(asking: question(text), of: answers())
  }

  static let lockable = """
    pool: p
    configuration:
      mfa: off
      recovery: adminOnly
    """
}

/// The issues that a body records, in their order, as `file:line:column: comment`.
func recorded(_ body: () throws -> Void) -> [String] {
  final class Notes: Sendable { let all = Mutex<[String]>([]) }
  let notes = Notes()
  withKnownIssue(isIntermittent: true) {
    do { try body() } catch { Issue.record("thrown: \(error)") }
  } when: {
    true
  } matching: { issue in
    let place = issue.sourceLocation.map { "\($0.fileName):\($0.line):\($0.column)" } ?? "nowhere"
    let text = issue.comments.map(\.rawValue).joined(separator: " ")
    notes.all.withLock { $0.append("\(place): \(text)") }
    return true
  }
  return notes.all.withLock { $0 }
}
