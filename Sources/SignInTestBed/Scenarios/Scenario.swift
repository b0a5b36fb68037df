public import SignIn
public import TransitionTables

/// A scripted run: a configuration, a record to start from, and calls with their expected results.
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
/// `leaves:` states all changes of a step to the record, the session and the client: `leaves: {
/// client.at: signedIn, grant: valid }`; `leaves: {}` allows none. It may name the parts of a
/// record, the components' own variables and their places.
///
/// `right` is the class `current`, `wrong` is `neverIssued`; `stale` and `reused` are `current`,
/// sent in a state that makes it stale or reused. Actions of other actors are written by their
/// names.
///
/// `layer: name`, or a list, names the layers of the table that the scenario runs on; a path is
/// relative to the scenario.
///
/// In place of `call:` a step may have `request:`, an operation of the API with the table's fields:
/// a request straight to the pool, not from the modelled client. It expects the `challenge`,
/// `result` or `exception` of the answer.
public struct Scenario: Sendable {
  /// One call with its expected result.
  public struct Step: Sendable {
    public var call: String
    /// The YAML value that the call was read from.
    public var written: LocatedNode
    /// Whether the step is a request straight to the pool, not from the modelled client.
    public var isRequest = false
    public var location: SourceLocation { written.location }
    /// The expected parts of the answer, by key; empty where any answer is allowed.
    public var expectation: [Expectation]
    /// The changes that the step must make, and no others; nil where the step does not state them.
    public var changes: Changes?
  }

  /// The changes that a step must make.
  public struct Changes: Sendable {
    public var entries: [LocatedNode.Entry]
    /// The place of `leaves:`.
    public var location: SourceLocation
  }

  /// One expected part of an answer: the next step, the error, or one of its fields.
  public struct Expectation: Sendable {
    public var key: String
    public var value: LocatedNode
    public var location: SourceLocation
  }

  public var name: String
  public var documentation: String
  /// The pool file, relative to the scenario; nil for an inline configuration.
  public var pool: (path: String, location: SourceLocation)?
  /// The layers that the scenario runs on; empty for the table itself.
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

  /// Reads the parts of a scenario out of another kind of file, whose reader checks their form
  /// itself.
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
  /// Reads a step; nil where it has neither `call` nor `request`.
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
