import Foundation
import PoolAnalysis
import TransitionTables

/// A table of three states for tests of what commands make of verdicts.
///
/// An account can be locked where recovery is by the administrator alone; `mfa == required` with it
/// is illegal; `lucky` makes the second account impossible.
package enum SmallTable {
  package static func environment() -> ToolEnvironment {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in try model() }
    return environment
  }

  package static func model() throws -> Model {
    try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
  }

  package static let text = """
    parameters:
      mfa:
        values: { off: "OFF", optional: OPTIONAL, required: "ON" }
        default: off
        document: { pool: MfaConfiguration, absent: "MfaConfiguration absent: OFF" }
        doc: Whether MFA is asked for.
      recovery:
        values: { legacy: ~, email: verified_email, adminOnly: admin_only }
        default: legacy
        document:
          pool: AccountRecoverySetting.RecoveryMechanisms
          absent: "AccountRecoverySetting absent: SMS first, then e-mail"
        doc: Who helps.
      mfaMethods:
        set: Method
        default: {}
        document: { pool: EnabledMfas, absent: no MFA method is configured }
        doc: The methods.
    words:
      documents:
        amplifyOutputs: { mfa: { NONE: off, OPTIONAL: optional, REQUIRED: required } }
        amplifyDefinition: { mfa: { OFF: off, OPTIONAL: optional, REQUIRED: required } }
    assumptions:
      lucky: { bool: true, default: true, evidence: D, fact: O1, doc: Luck. }
    enums:
      Method: { sms: SMS_MFA, totp: SOFTWARE_TOKEN_MFA }
    legality:
      - id: L1
        forbid: "mfa == required and recovery == adminOnly"
        refusal: Not both.
        because: { fact: L1, source: invented, confidence: D }
        remedy: Choose one of them.
      - id: L2
        forbid: "mfa == off and mfaMethods != {}"
        refusal: No methods without MFA.
        because: { fact: L2, source: invented, confidence: D }
        remedy: Switch MFA on.
    variables:
      status: { values: [none, confirmed, locked], initially: none }
    actions:
      signUp: { by: user, doc: Makes an account. }
      lock: { by: administrator, doc: Locks it. }
      wait: { by: user, doc: Nothing much. }
    transitions:
      - id: small.signUp
        on: signUp
        when: status == none and lucky
        set: { status: confirmed }
        because: { fact: F1, source: invented, confidence: C }
      - id: small.lock
        on: lock
        when: status == confirmed and recovery == adminOnly
        set: { status: locked }
        because: { fact: F2, source: invented, confidence: C }
      - id: small.delete
        on: wait
        when: status == confirmed
        set: { status: none }
        because: { fact: F3, source: invented, confidence: C }
    properties:
      - id: account.never-locked
        severity: error
        always: status != locked
        prose: Nobody is locked out.
        remedy: Let users recover by themselves.
        because: { fact: P1, source: invented, confidence: D }
      - id: account.recoverable
        severity: warning
        from: "true"
        reachable: status == confirmed
        prose: There is always a way to an account.
        remedy: Let users recover by themselves.
        because: { fact: P2, source: invented, confidence: D }
      - id: account.confirmed-keeps
        severity: error
        always: status != locked or recovery == adminOnly
        premise: status == confirmed
        prose: A confirmed account keeps its lock.
        remedy: None.
        because: { fact: P3, source: invented, confidence: D }
    """
}

/// The exit status; Swift Testing has a type of the same name.
package typealias Outcome = ExitStatus

/// A folder that exists as long as the test runs.
package final class Folder {
  package let path: String

  package init(_ files: [String: String] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "waymark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let file = "\(path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package subscript(name: String) -> String { "\(path)/\(name)" }

  /// All files below it, sorted.
  package var contents: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
