import TransitionTables

/// Reads cases, and collects all complaints.
struct CaseReader {
  let document: LocatedDocument
  private let interpreter: Interpreter
  private let codec: WireCodec
  private(set) var problems: [Diagnostic] = []

  init(document: LocatedDocument, model: Model) {
    self.document = document
    (interpreter, codec) = (Interpreter(model: model), WireCodec(model))
  }

  private var model: Model { interpreter.model }

  private typealias Part = Scenario.Part

  private static let file = Part.all(.text, "$schema doc") + Part.all(.list, "cases")
  private static let ofCase =
    Part.all(.text, "id doc source setAside") + Part.all(.flag, "live")
    + Part.all(.mapping, "configuration record state kept among") + Part.all(.list, "steps")
  private static let ofAmong = Part.all(.mapping, "configuration record")
  private static let ofStep =
    Part.all(.text, "call") + Part.all(.list, "server")
    + Part.all(.mapping, "texts record expect receives leaves keeps")
  private static let ofReply = Part.all(.text, "op") + Part.all(.mapping, "expects returns")
  private static let ofError = Part.all(.text, "kind underlying message recoverySuggestion")
  /// The keys that only a scripted case may have.
  private static let scripted = ["server", "texts", "record", "receives", "keeps"]

  /// Reads all cases of the document.
  mutating func cases() -> [ClientCase] {
    let root = document.root
    let list = root["cases"]?.elements ?? []
    let isOlder = (root.elements ?? list).contains { $0["initial_state"] != nil }
    guard root.entries != nil, !isOlder else {
      complain(
        "cases.old-form", root.location, "these are no cases, or cases of the older form",
        "convert them: python3 Tests/Oracles/convert_cases.py OLD.json NEW.json")
      return []
    }
    guard check(root, "a file of cases", Self.file, needing: ["cases"]) else { return [] }
    if list.isEmpty { complain("cases.shape", root.location, "there are no cases", "add one") }
    var ids: Set = [""]
    return list.compactMap { node in
      guard check(node, "a case", Self.ofCase, needing: ["id"]) else { return nil }
      if let id = node["id"], !ids.insert(id.text ?? "").inserted {
        complain("cases.shape", id.location, "each case has an id of its own", "give it one")
      }
      return read(node)
    }
  }

  private mutating func read(_ node: LocatedNode) -> ClientCase? {
    var one = ClientCase(
      id: node["id"]?.text ?? "", setAside: node["setAside"]?.text, location: node.location)
    if one.setAside != nil, node["steps"] == nil { return one }
    guard let steps = node["steps"]?.elements, !steps.isEmpty, one.setAside == nil else {
      complain(
        "cases.shape", node.location, "a case has either steps or a reason to set it aside",
        "add `steps` with at least one `call`, or say under `setAside` why there are none")
      return nil
    }
    let kept = texts(node["kept"], CaseMemory.keptNames, "the client keeps no")
    one.memory.kept = CaseMemory.texts(LocatedNode(.mapping(kept), at: node.location))
    if let among = node["among"], !check(among, "`among`", Self.ofAmong) { return nil }
    let isLive = node["live"] != nil
    // Check every step first, so that all complaints are reported together.
    guard steps.count(where: { isSound($0, isLive: isLive) }) == steps.count else { return nil }
    do {
      let scenario = try scenario(node)
      one.steps = zip(steps, scenario.steps).map { step($0, $1, isLive: isLive) }
      try CaseSetUps(node: node, scenario: scenario, interpreter: interpreter).place(&one)
    } catch let error as DiagnosticList {
      problems += error.diagnostics
    } catch {
      complain("cases.shape", node.location, "\(error)", "correct it")
    }
    return one
  }

  /// The case as a scenario, which resolves its names and values.
  private func scenario(_ node: LocatedNode) throws -> Scenario {
    var scenario = Scenario(
      parts: LocatedDocument(file: document.file, lines: document.lines, root: node))
    for step in scenario.steps.indices {
      scenario.steps[step].expectation.removeAll { $0.key == "error" }
    }
    let runner = ScenarioRunner(model: model)
    try runner.checkExpectations(of: scenario)
    try runner.checkChanges(of: scenario)
    return scenario
  }

  // MARK: Steps

  private mutating func isSound(_ node: LocatedNode, isLive: Bool) -> Bool {
    guard check(node, "a step", Self.ofStep, needing: ["call", "expect"]) else { return false }
    if node["expect"]?.entries?.isEmpty == true {
      complain("cases.shape", node.location, "a step expects nothing", "say what comes back")
    }
    for entry in node.entries ?? [] where isLive && Self.scripted.contains(entry.key) {
      complain(
        "cases.shape", entry.keyLocation, "a live case has no `\(entry.key)`: its pool answers",
        "leave it out, or leave `live` out")
    }
    return true
  }

  private mutating func step(
    _ node: LocatedNode, _ scripted: Scenario.Step, isLive: Bool
  ) -> ClientCase.Step {
    let error = node["expect"]?["error"]
    for one in error.map({ $0.elements ?? [$0] }) ?? [] { checkError(one) }
    return ClientCase.Step(
      scripted: scripted,
      texts: texts(node["texts"], CaseMemory.typedNames, "a call has no text", isFlat: false),
      record: node["record"]?.entries ?? [],
      script: isLive ? nil : (node["server"]?.elements ?? []).compactMap { reply($0) },
      error: error,
      receives: texts(
        node["receives"], CaseMemory.receivedNames + ["additionalInfo"], "the app receives no",
        isFlat: false),
      keeps: texts(node["keeps"], CaseMemory.keptNames, "the client keeps no"))
  }

  /// The texts of a mapping; complains about unknown names.
  private mutating func texts(
    _ node: LocatedNode?, _ known: [String], _ what: String, isFlat: Bool = true
  ) -> [LocatedNode.Entry] {
    for entry in node?.entries ?? [] {
      if !known.contains(entry.key) {
        problems.append(document.unknown(entry, "\(what) `\(entry.key)`", among: known))
      } else if entry.value.elements != nil || isFlat && entry.value.text == nil {
        complain("cases.shape", entry.value.location, "`\(entry.key)` is a text", "write one")
      }
    }
    return node?.entries ?? []
  }

  private mutating func reply(_ node: LocatedNode) -> ClientCase.Reply? {
    guard check(node, "an answer", Self.ofReply, needing: ["op", "returns"]), let op = node["op"],
      let operation = op.text, let returns = node["returns"]
    else { return nil }
    let unknown = document.unknown(op, "no operation is", among: codec.clientOperations)
    guard unknown.isEmpty else {
      problems += unknown
      return nil
    }
    let expects = node["expects"]?.entries ?? []
    let known = expects.isEmpty ? [] : codec.requestMembers
    problems += expects.filter { !known.contains(String($0.key.prefix { $0 != "." })) }.map {
      document.unknown($0, "no request has `\($0.key)`", among: known)
    }
    problems += codec.complaints(about: returns, to: operation, in: document)
    return ClientCase.Reply(operation: operation, expects: expects, returns: returns)
  }

  private mutating func checkError(_ node: LocatedNode) {
    guard check(node, "an error", Self.ofError) else { return }
    let errors = model.messages.filter { $0.kind == .error }
    let kinds = Set(errors.map(\.wire.name)).sorted()
    let others = errors.filter { $0.name != $0.wire.name }
    let below = (others + model.messages.filter { $0.kind == .exception }).map(\.name)
    problems += document.unknown(node["kind"], "no kind of error is", among: kinds)
    problems += document.unknown(node["underlying"], "no error of the client is", among: below)
  }

  // MARK: Complaints

  private mutating func complain(
    _ code: String, _ place: SourceLocation, _ message: String, _ remedy: String
  ) {
    problems.append(document.diagnostic(code, at: place, message, remedy: remedy))
  }

  /// Whether a mapping has the required keys and no unknown ones, each in the right form.
  private mutating func check(
    _ node: LocatedNode, _ what: String, _ parts: [Part], needing keys: [String] = []
  ) -> Bool {
    let found = Scenario.complaints(
      about: node, what, parts, needing: keys, in: document, "cases.shape")
    problems += found
    return found.isEmpty
  }
}
