public import SignIn
public import TransitionTables

/// A scripted run: a configuration, a record to start from, and calls with what they must come back
/// with.
///
/// ```yaml
/// doc: A verified authenticator is asked for.
/// configuration: { mfa: required, mfaMethods: [totp] }
/// record: { status: confirmed, password: permanent, email: verified, totp: verified }
/// steps:
///   - call: signIn(userSRP, password: right)
///     expect: { nextStep: confirmSignInWithTOTPCode }
/// ```
///
/// `leaves:` says what a step changes in the record, in the session and in the client, and nothing
/// else changes: `leaves: { client.at: signedIn, grant: valid }`; `leaves: {}` changes nothing. The
/// parts are those of a record, the components' own variables and their places.
///
/// `right` is the class `current`, `wrong` is `neverIssued`; `stale` and `reused` are `current`
/// sent in a state that makes it so. Other actors' actions are written by their names.
///
/// `layer: name`, or a list, says over which layers of the table it is run; a path is relative to
/// the scenario.
///
/// In place of `call:` a step may have `request:`, an operation of the API with the table's fields:
/// what somebody sends straight to the pool, past the client that is followed. It expects the
/// `challenge`, `result` or `exception` of the answer.
public struct Scenario: Sendable {
  /// One call with its expectation.
  public struct Step: Sendable {
    public var call: String
    /// The value that the call is written in.
    public var written: LocatedNode
    /// Whether it is a request to the pool, past the client.
    public var isRequest = false
    public var location: SourceLocation { written.location }
    /// What must come back, by key; empty where anything may.
    public var expectation: [Expectation]
    /// What must be changed, by variable, and nothing else; nil where it does not say.
    public var changes: Changes?
  }

  /// What a step must leave behind.
  public struct Changes: Sendable {
    public var entries: [LocatedNode.Entry]
    /// Where `leaves:` stands.
    public var location: SourceLocation
  }

  /// One part of what must come back: the next step, the error, or a field of it.
  public struct Expectation: Sendable {
    public var key: String
    public var value: LocatedNode
    public var location: SourceLocation
  }

  public var name: String
  public var documentation: String
  /// The pool file that it names, relative to the scenario; nil for an inline configuration.
  public var pool: (path: String, location: SourceLocation)?
  /// The layers that it is written for; empty for the table itself.
  public var layers: [LayerName]
  public var configuration: [LocatedNode.Entry]
  public var record: [LocatedNode.Entry]
  public var steps: [Step]
  public var document: LocatedDocument

  /// Reads a scenario.
  /// - Throws: a `DiagnosticList` with code `scenario.shape`.
  public init(reading document: LocatedDocument) throws(DiagnosticList) {
    self.init(parts: document)
    let problems = Self.complaints(about: document)
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }

  /// The parts of a scenario that another kind of file has, whose reader checks how they are
  /// written.
  init(parts document: LocatedDocument) {
    self.document = document
    name = document.root["scenario"]?.text ?? document.file
    documentation = document.root["doc"]?.text ?? ""
    pool = document.root["pool"].flatMap { node in node.text.map { ($0, node.location) } }
    layers = Self.layers(of: document)
    configuration =
      (document.root["configuration"]?.entries ?? []) + (document.root["assume"]?.entries ?? [])
    record = document.root["record"]?.entries ?? []
    steps = (document.root["steps"]?.elements ?? []).compactMap(Step.init)
  }

  /// The layers that a document names under `layer:`.
  public static func layers(of document: LocatedDocument) -> [LayerName] {
    let node = document.root["layer"]
    return (node?.elements ?? node.map { [$0] } ?? []).compactMap { word in
      word.text.map { LayerName($0, at: word.location) }
    }
  }
}

extension Scenario.Step {
  /// A step as it is written; nil where it lacks `call` and `request`.
  fileprivate init?(reading node: LocatedNode) {
    guard let written = node["call"] ?? node["request"], let call = written.text else { return nil }
    self.call = call
    isRequest = node["call"] == nil
    self.written = written
    expectation = (node["expect"]?.entries ?? []).map {
      Scenario.Expectation(key: $0.key, value: $0.value, location: $0.keyLocation)
    }
    changes = node.entries?.first { $0.key == "leaves" }.map { entry in
      Scenario.Changes(entries: entry.value.entries ?? [], location: entry.keyLocation)
    }
  }
}
