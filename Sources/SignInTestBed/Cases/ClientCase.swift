public import TransitionTables

/// A case of the client's own tests: calls of the app, the server's answers, and what must come
/// back.
///
/// The schema is that of the client's case file: `id`, `kind`, `flow`, `initial_state`, `notes` and
/// `steps`, each with `client_call`, `input`, `server` and what is expected. A `server` that is a
/// list is a script of answers; the text `live` says that a real service answered.
public struct ClientCase: Sendable {
  /// One call of the app.
  public struct Step: Sendable {
    /// The public call, or `action:…` below the level of calls.
    public var call: String
    /// The arguments as written.
    public var input: LocatedNode?
    /// The script; nil where a real service answered.
    public var script: [Reply]?
    /// What must come back, by key: `expect_next_step`, `expect_error` …
    public var expectations: [LocatedNode.Entry]
    public var location: SourceLocation

    /// The call by the table's word: `update(oldPassword:to:)` is `changePassword`.
    var name: String { CaseWords.call(call, input) }
  }

  /// One request that the script awaits, and its answer.
  public struct Reply: Sendable {
    /// The operation, such as `InitiateAuth`.
    public var operation: String
    /// Where its name stands.
    var operationLocation: SourceLocation
    /// Fields that the request must have.
    public var expects: [LocatedNode.Entry]
    /// The answer; nil for an empty one.
    public var returns: LocatedNode?
    public var location: SourceLocation
  }

  public var id: String
  public var flow: String
  /// What the client is in before the first call, in the words of the file.
  public var initialState: String
  public var notes: String
  public var steps: [Step]
  public var location: SourceLocation

  /// Reads all cases of a document: a list of cases, or a mapping that holds one.
  /// - Throws: a `DiagnosticList` with code `cases.shape`, every complaint at once.
  public static func read(_ document: LocatedDocument) throws(DiagnosticList) -> [ClientCase] {
    try read(document, names: nil)
  }

  /// Reads all cases of a document whose names must be those of the table.
  /// - Throws: a `DiagnosticList` with codes `cases.shape` and `cases.name`, every complaint at
  ///   once.
  public static func read(
    _ document: LocatedDocument, against model: Model
  ) throws(DiagnosticList) -> [ClientCase] {
    try read(document, names: CaseNames(model))
  }

  private static func read(
    _ document: LocatedDocument, names: CaseNames?
  ) throws(DiagnosticList) -> [ClientCase] {
    var reader = ClientCaseReader(document: document, names: names)
    let cases = reader.cases()
    guard reader.problems.isEmpty else { throw DiagnosticList(reader.problems) }
    return cases
  }
}

/// Reads cases and keeps every complaint.
private struct ClientCaseReader {
  let document: LocatedDocument
  /// The names that are known; nil where none is looked up.
  let names: CaseNames?
  var problems: [Diagnostic] = []

  private static let expectations = [
    "expect_next_step", "expect_error", "expect_result", "expect_event", "expect_state",
    "expect_client_metadata",
  ]
  private static let stepKeys =
    ["client_call", "input", "server", "server_challenge", "server_params"] + expectations
  private static let caseKeys = [
    "id", "source_file", "source_test", "source_line", "kind", "flow", "initial_state", "steps",
    "notes",
  ]

  init(document: LocatedDocument, names: CaseNames?) {
    self.document = document
    self.names = names
  }

  mutating func cases() -> [ClientCase] {
    let root = document.root
    let list = root.elements ?? root.entries?.lazy.compactMap { $0.value.elements }.first
    guard let list else {
      complain(root.location, "cases are a list", "write `[ { \"id\": …, \"steps\": […] } ]`")
      return []
    }
    if list.isEmpty { complain(root.location, "there are no cases", "add one to the list") }
    return list.compactMap { read($0) }
  }

  private mutating func read(_ node: LocatedNode) -> ClientCase? {
    guard node.entries != nil else {
      complain(node.location, "a case is a mapping", "write `{ \"id\": …, \"steps\": […] }`")
      return nil
    }
    refuseUnknown(node, Self.caseKeys, "a case")
    guard let id = text("id", of: node, "a case"), let steps = node["steps"] else {
      if node["id"] != nil {
        complain(node.location, "a case lacks `steps`", "add `steps` with at least one call")
      }
      return nil
    }
    guard let elements = steps.elements, !elements.isEmpty else {
      complain(steps.location, "`steps` is a list of at least one call", "add a step")
      return nil
    }
    return ClientCase(
      id: id, flow: node["flow"]?.text ?? "", initialState: node["initial_state"]?.text ?? "",
      notes: node["notes"]?.text ?? "", steps: elements.compactMap { step($0) },
      location: node.location)
  }

  private mutating func step(_ node: LocatedNode) -> ClientCase.Step? {
    guard node.entries != nil else {
      complain(node.location, "a step is a mapping", "write `{ \"client_call\": … }`")
      return nil
    }
    refuseUnknown(node, Self.stepKeys, "a step")
    guard let call = text("client_call", of: node, "a step") else { return nil }
    if let input = node["input"], input.entries == nil, !input.isNull {
      complain(input.location, "`input` is a mapping of arguments", "write `{}` for none")
    }
    let expectations = (node.entries ?? []).filter {
      Self.expectations.contains($0.key) && !($0.value.isNull)
    }
    if expectations.isEmpty {
      complain(node.location, "a step expects nothing", "add one of \(Self.expectations.list)")
    }
    let step = ClientCase.Step(
      call: call, input: node["input"], script: script(node["server"]),
      expectations: expectations, location: node.location)
    let place = node["client_call"]?.location ?? node.location
    for slip in names?.problems(of: step, at: place) ?? [] {
      problems.append(
        document.diagnostic("cases.name", at: slip.place, slip.message, remedy: slip.remedy))
    }
    return step
  }

  /// A list is a script; a text such as `live` is none; nothing is an empty script.
  private mutating func script(_ node: LocatedNode?) -> [ClientCase.Reply]? {
    guard let node, !node.isNull else { return [] }
    guard let elements = node.elements else {
      if node.text == "live" { return nil }
      complain(
        node.location, "`server` is a list of answers or the text `live`",
        "write `[ { \"op\": …, \"returns\": … } ]`")
      return []
    }
    return elements.compactMap { reply($0) }
  }

  private mutating func reply(_ node: LocatedNode) -> ClientCase.Reply? {
    guard node.entries != nil else {
      complain(node.location, "an answer is a mapping", "write `{ \"op\": …, \"returns\": … }`")
      return nil
    }
    refuseUnknown(node, ["op", "expects", "returns"], "an answer")
    guard let operation = text("op", of: node, "an answer") else { return nil }
    for key in ["expects", "returns"] {
      if let value = node[key], value.entries == nil, !value.isNull,
        value.text?.isPlaceholder != true
      {
        complain(value.location, "`\(key)` is a mapping of fields", "write `{}` for none")
      }
    }
    return ClientCase.Reply(
      operation: operation.contains { " /".contains($0) } ? operation : CaseWords.last(operation),
      operationLocation: node["op"]?.location ?? node.location,
      expects: node["expects"]?.entries ?? [], returns: node["returns"],
      location: node.location)
  }

  // MARK: Complaints

  private mutating func text(_ key: String, of node: LocatedNode, _ subject: String) -> String? {
    guard let value = node[key] else {
      complain(node.location, "\(subject) lacks `\(key)`", "add `\(key)`")
      return nil
    }
    guard let text = value.text, !text.isEmpty, !value.isNull else {
      complain(value.location, "`\(key)` is a text that is not empty", "write a text")
      return nil
    }
    return text
  }

  /// A key that looks like a known one is a slip; others are somebody's own remarks.
  private mutating func refuseUnknown(_ node: LocatedNode, _ known: [String], _ subject: String) {
    for entry in node.entries ?? [] where !known.contains(entry.key) {
      guard let meant = known.nearest(to: entry.key) else { continue }
      complain(
        entry.keyLocation, "\(subject) has no key `\(entry.key)`", "did you mean `\(meant)`?")
    }
  }

  private mutating func complain(_ place: SourceLocation, _ message: String, _ remedy: String) {
    problems.append(document.diagnostic("cases.shape", at: place, message, remedy: remedy))
  }
}
