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
/// the table's names; `state` sets the components' places; `kept`, `texts`, `receives` and `keeps`
/// are texts, which the table does not model. `server` uses the API's names. A case with `live` has
/// no script: the table's own pool answers. `among` may leave its set-up open, as lists of values;
/// every legal combination is run. A case that the table cannot follow gives the reason under
/// `setAside`. The schema is `Models/schema/case.schema.json`; `Tests/Oracles/convert_cases.py`
/// converts files of the older form.
public struct ClientCase: Sendable {
  /// One call of the app.
  public struct Step: Sendable {
    /// The call, the expected answer of the table, and the expected changes.
    var scripted: Scenario.Step
    /// The texts that the app's user types.
    var texts: [LocatedNode.Entry]
    /// The parts of the record that the scripted service has from this call on.
    var record: [LocatedNode.Entry]
    /// The script; nil where the table's own pool answers.
    var script: [Reply]?
    /// The expected properties of the error; nil where none is expected.
    var error: LocatedNode?
    /// The texts that the app must receive.
    var receives: [LocatedNode.Entry]
    /// The texts that the client must keep.
    var keeps: [LocatedNode.Entry]
  }

  /// A request that the script expects, and its answer.
  struct Reply: Sendable {
    /// The name of the operation, such as `InitiateAuth`.
    var operation: String
    /// The fields that the request must have.
    var expects: [LocatedNode.Entry]
    /// The service's answer.
    var returns: LocatedNode
  }

  public var id: String
  /// Why the table cannot follow the case; nil where it can.
  public var setAside: String?
  /// The texts that the client keeps before the first call.
  var memory = CaseMemory()
  public var steps: [Step] = []
  /// The configuration, record and steps, as a scenario.
  var scenario: Scenario?
  /// The legal states that the case begins in: one, or all that `among` leaves open.
  var setUps: [CaseSetUp] = []
  /// The number of combinations of `among` that no pool can have.
  var illegalSetUps = 0
  public var location: SourceLocation

  /// Whether every answer is scripted.
  public var isScripted: Bool { steps.allSatisfy { $0.script != nil } }

  /// Reads all cases of a document. The model must be one that can be bound.
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
