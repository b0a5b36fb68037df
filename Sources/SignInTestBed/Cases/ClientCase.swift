public import TransitionTables

/// A case of the client's own tests: calls of the app, the server's answers, and what must come
/// back.
///
/// ```json
/// { "cases": [ {
///   "id": "wrong-code",
///   "configuration": { "flows": ["userSRP", "refresh"] },
///   "record": { "status": "confirmed" },
///   "state": { "client.at": "waitingSMS" },
///   "kept": { "username": "ada", "session": "s1" },
///   "steps": [ {
///     "call": "confirmSignIn(answer: current)",
///     "texts": { "challengeResponse": "000000" },
///     "server": [ {
///       "op": "RespondToAuthChallenge",
///       "expects": { "SMS_MFA_CODE": "000000", "Session": "s1" },
///       "returns": { "__type": "CodeMismatchException" } } ],
///     "expect": { "error": { "kind": "service", "underlying": "codeMismatch" } } } ] } ] }
/// ```
///
/// `configuration`, `record`, `call`, `expect` and `leaves` are written as in a ``Scenario``, with
/// the table's names; `state` places the components; `kept`, `texts`, `receives` and `keeps` are
/// texts, which the table does not follow. `server` speaks the API's language. A case with `live`
/// has no script: the table's own pool answers. Its set-up may be left open with `among`, lists of
/// values, of which every legal combination is run. A case that the table cannot follow says why
/// under `setAside`. The schema is `Models/schema/case.schema.json`; files of the older form are
/// converted by `Tests/Oracles/convert_cases.py`.
public struct ClientCase: Sendable {
  /// One call of the app.
  public struct Step: Sendable {
    /// The call, what the table's answer must be and what it must change.
    var scripted: Scenario.Step
    /// What the app typed.
    var texts: [LocatedNode.Entry]
    /// Parts of the record that the scripted service holds from this call on.
    var record: [LocatedNode.Entry]
    /// The script; nil where the table's own pool answers.
    var script: [Reply]?
    /// What must be known of the error; nil where none is expected.
    var error: LocatedNode?
    /// Texts that the app must receive.
    var receives: [LocatedNode.Entry]
    /// Texts that the client must keep.
    var keeps: [LocatedNode.Entry]
  }

  /// One request that the script awaits, and its answer.
  struct Reply: Sendable {
    /// The operation, such as `InitiateAuth`.
    var operation: String
    /// Fields that the request must have.
    var expects: [LocatedNode.Entry]
    /// The answer.
    var returns: LocatedNode
  }

  public var id: String
  /// Why the table cannot follow the case; nil where it can.
  public var setAside: String?
  /// The texts that the client keeps before the first call.
  var memory = CaseMemory()
  public var steps: [Step] = []
  /// Configuration, record and steps, as a scenario.
  var scenario: Scenario?
  /// The legal states that the case begins in: one, or those that `among` leaves open.
  var setUps: [CaseSetUp] = []
  /// How many combinations of `among` no pool can have.
  var illegalSetUps = 0
  public var location: SourceLocation

  /// Whether every answer is scripted.
  public var isScripted: Bool { steps.allSatisfy { $0.script != nil } }

  /// Reads all cases of a document, whose names must be those of a table that can be bound.
  /// - Throws: a `DiagnosticList` with codes `cases.old-form`, `cases.shape`, `cases.name`,
  ///   `cases.illegal`, those of scenarios and those of a binding, every complaint at once.
  public static func read(
    _ document: LocatedDocument, against model: Model
  ) throws(DiagnosticList) -> [ClientCase] {
    _ = try TestBedBinding(model)
    var reader = CaseReader(document: document, model: model)
    let cases = reader.cases()
    guard reader.problems.isEmpty else { throw DiagnosticList(reader.problems) }
    return cases
  }
}
