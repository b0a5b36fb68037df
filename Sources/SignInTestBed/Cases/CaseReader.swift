import TransitionTables

/// Reads cases and keeps every complaint.
struct CaseReader {
  let document: LocatedDocument
  let interpreter: Interpreter
  var problems: [Diagnostic] = []

  /// How the value of a key is written.
  enum Form: String {
    case text = "a text"
    case mapping = "a mapping"
    case list = "a list"
    case flag = "`true`"

    func fits(_ node: LocatedNode) -> Bool {
      switch self {
      case .text: node.text?.isEmpty == false && !node.isNull
      case .mapping: node.entries != nil
      case .list: node.elements != nil
      case .flag: node.text == "true"
      }
    }
  }

  private static let file: [String: Form] = ["$schema": .text, "doc": .text, "cases": .list]
  private static let ofCase: [String: Form] = [
    "id": .text, "doc": .text, "source": .text, "setAside": .text, "live": .flag,
    "configuration": .mapping, "record": .mapping, "state": .mapping, "kept": .mapping,
    "among": .mapping, "steps": .list,
  ]
  private static let ofStep: [String: Form] = [
    "call": .text, "texts": .mapping, "record": .mapping, "server": .list, "expect": .mapping,
    "receives": .mapping, "leaves": .mapping, "keeps": .mapping,
  ]
  private static let ofReply: [String: Form] = [
    "op": .text, "expects": .mapping, "returns": .mapping,
  ]
  /// What only a script can say.
  private static let scripted = ["server", "texts", "record", "receives", "keeps"]

  init(document: LocatedDocument, model: Model) {
    self.document = document
    interpreter = Interpreter(model: model)
  }

  private var model: Model { interpreter.model }

  /// All cases of the document.
  mutating func cases() -> [ClientCase] {
    let root = document.root
    let older = root.elements ?? root["cases"]?.elements ?? []
    if root.entries == nil || older.contains(where: { $0["initial_state"] != nil }) {
      complain(
        "cases.old-form", root.location, "these are no cases, or cases of the older form",
        "convert them: python3 Tests/Oracles/convert_cases.py OLD.json NEW.json")
      return []
    }
    guard check(root, Self.file, ["cases"], "a file of cases") else { return [] }
    let list = root["cases"]?.elements ?? []
    if list.isEmpty { complain("cases.shape", root.location, "there are no cases", "add one") }
    var ids: Set<String> = []
    return list.compactMap { node in
      if let id = node["id"], !ids.insert(id.text ?? "").inserted {
        complain("cases.shape", id.location, "a second case has this id", "give it another")
      }
      return read(node)
    }
  }

  private mutating func read(_ node: LocatedNode) -> ClientCase? {
    guard check(node, Self.ofCase, ["id"], "a case") else { return nil }
    var one = ClientCase(
      id: node["id"]?.text ?? "", setAside: node["setAside"]?.text, location: node.location)
    guard let steps = node["steps"]?.elements, !steps.isEmpty, one.setAside == nil else {
      if one.setAside != nil, node["steps"] == nil { return one }
      complain(
        "cases.shape", node.location, "a case has either steps or a reason to set it aside",
        "add `steps` with at least one `call`, or say under `setAside` why there are none")
      return nil
    }
    let isLive = node["live"] != nil
    let kept = node["kept"]?.entries ?? []
    checkTexts(kept, CaseMemory.kept.keys.sorted(), "the client keeps no")
    for entry in kept {
      if let path = CaseMemory.kept[entry.key] { one.memory[keyPath: path] = entry.value.text }
    }
    let sound = steps.filter { checkStep($0, isLive: isLive) }
    guard sound.count == steps.count, let scenario = scenario(node) else { return nil }
    one.scenario = scenario
    one.steps = zip(steps, scenario.steps).map { step($0, $1, isLive: isLive) }
    attempt { reader throws in
      try CaseSetUps(node: node, scenario: scenario, interpreter: reader.interpreter).place(&one)
    }
    return one
  }

  // MARK: Steps

  private mutating func checkStep(_ node: LocatedNode, isLive: Bool) -> Bool {
    guard check(node, Self.ofStep, ["call", "expect"], "a step") else { return false }
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

  /// The case as a scenario, by which names and values are looked up.
  private mutating func scenario(_ node: LocatedNode) -> Scenario? {
    let steps = (node["steps"]?.elements ?? []).map { step in
      step.keeping(["call", "leaves"])
        .with("expect", step["expect"].map { $0.keeping { $0 != "error" } })
    }
    let place = node["steps"]?.location ?? node.location
    let root = node.keeping(["record"])
      .with("configuration", node["configuration"] ?? LocatedNode(.mapping([]), at: place))
      .with("steps", LocatedNode(.sequence(steps), at: place))
    let part = LocatedDocument(file: document.file, lines: document.lines, root: root)
    var found: Scenario?
    attempt { reader throws in
      let scenario = try Scenario(reading: part)
      let runner = ScenarioRunner(model: reader.model)
      try runner.checkExpectations(of: scenario)
      try runner.checkChanges(of: scenario)
      found = scenario
    }
    return found
  }

  private mutating func step(
    _ node: LocatedNode, _ scripted: Scenario.Step, isLive: Bool
  ) -> ClientCase.Step {
    let texts = node["texts"]?.entries ?? []
    let receives = node["receives"]?.entries ?? []
    let keeps = node["keeps"]?.entries ?? []
    checkTexts(texts, CaseMemory.typed, "a call has no text", isFlat: false)
    checkTexts(
      receives, CaseMemory.received.keys.sorted() + ["additionalInfo"], "the app receives no",
      isFlat: false)
    checkTexts(keeps, CaseMemory.kept.keys.sorted(), "the client keeps no")
    let error = node["expect"]?["error"]
    for one in error.map({ $0.elements ?? [$0] }) ?? [] { checkError(one) }
    return ClientCase.Step(
      scripted: scripted, texts: texts, record: node["record"]?.entries ?? [],
      script: isLive ? nil : (node["server"]?.elements ?? []).compactMap { reply($0) },
      error: error, receives: receives, keeps: keeps)
  }

  private mutating func checkTexts(
    _ entries: [LocatedNode.Entry], _ known: [String], _ what: String, isFlat: Bool = true
  ) {
    for entry in entries {
      if !known.contains(entry.key) {
        complain("cases.name", entry.keyLocation, "\(what) `\(entry.key)`", entry.key, known)
      } else if entry.value.elements != nil || isFlat && entry.value.text == nil {
        complain("cases.shape", entry.value.location, "`\(entry.key)` is a text", "write one")
      }
    }
  }

  // MARK: Answers

  private mutating func reply(_ node: LocatedNode) -> ClientCase.Reply? {
    guard check(node, Self.ofReply, ["op", "returns"], "an answer"), let op = node["op"],
      let operation = op.text, let returns = node["returns"]
    else { return nil }
    let requests = model.messages.filter { $0.kind == "request" }.map(\.name)
    guard requests.contains(operation) else {
      complain(
        "cases.name", op.location, "no operation is `\(operation)`", operation, requests)
      return nil
    }
    for entry in node["expects"]?.entries ?? [] {
      let known = CaseRequest.memberNames(model)
      let stem = entry.key.split(separator: ".").first.map(String.init) ?? entry.key
      guard !known.contains(stem) else { continue }
      complain("cases.name", entry.keyLocation, "no request has `\(entry.key)`", entry.key, known)
    }
    let script = CaseReply(codec: WireCodec(model), operation: operation, returns: returns)
    for mistake in script.mistakes {
      complain("cases.name", mistake.place, mistake.message, mistake.word, mistake.known)
    }
    return ClientCase.Reply(
      operation: operation, expects: node["expects"]?.entries ?? [], returns: returns)
  }

  private mutating func checkError(_ node: LocatedNode) {
    let form: [String: Form] = [
      "kind": .text, "underlying": .text, "message": .text, "recoverySuggestion": .text,
    ]
    guard check(node, form, [], "an error") else { return }
    if let kind = node["kind"], let word = kind.text, !CaseJudge.kinds.contains(word) {
      let known = CaseJudge.kinds
      complain("cases.name", kind.location, "no kind of error is `\(word)`", word, known)
    }
    guard let below = node["underlying"], let word = below.text else { return }
    let known = model.messages.filter { message in
      message.kind == "exception"
        || message.kind == "error" && !CaseJudge.kinds.contains(message.name)
    }.map(\.name)
    if !known.contains(word) {
      complain("cases.name", below.location, "no error of the client is `\(word)`", word, known)
    }
  }

  // MARK: Complaints

  /// Whether a mapping has the keys that it needs and no others, each in its form.
  private mutating func check(
    _ node: LocatedNode, _ forms: [String: Form], _ needed: [String], _ subject: String
  ) -> Bool {
    let before = problems.count
    guard let entries = node.entries else {
      complain("cases.shape", node.location, "\(subject) is a mapping", "write `{ … }`")
      return false
    }
    for entry in entries {
      guard let form = forms[entry.key] else {
        complain(
          "cases.shape", entry.keyLocation, "\(subject) has no key `\(entry.key)`", entry.key,
          forms.keys.sorted())
        continue
      }
      guard !form.fits(entry.value) else { continue }
      complain(
        "cases.shape", entry.value.location, "`\(entry.key)` is \(form.rawValue)", "write one")
    }
    for key in needed where node[key] == nil {
      complain("cases.shape", node.location, "\(subject) lacks `\(key)`", "add `\(key)`")
    }
    return problems.count == before
  }

  private mutating func complain(
    _ code: String, _ place: SourceLocation, _ message: String, _ word: String, _ known: [String]
  ) {
    let all = known.count > 24 ? "a name that the table knows" : "one of \(known.list)"
    complain(
      code, place, message,
      known.nearest(to: word).map { "did you mean `\($0)`?" } ?? "write \(all)")
  }

  private mutating func complain(
    _ code: String, _ place: SourceLocation, _ message: String, _ remedy: String
  ) {
    problems.append(document.diagnostic(code, at: place, message, remedy: remedy))
  }

  /// Keeps the complaints of what is read elsewhere.
  private mutating func attempt(_ body: (CaseReader) throws -> Void) {
    do {
      try body(self)
    } catch let error as DiagnosticList {
      problems += error.diagnostics
    } catch {
      complain("cases.shape", document.root.location, "\(error)", "correct it")
    }
  }
}

extension LocatedNode {
  /// The mapping with those of its keys alone.
  func keeping(_ keys: [String]) -> LocatedNode { keeping { keys.contains($0) } }

  func keeping(_ isKept: (String) -> Bool) -> LocatedNode {
    LocatedNode(.mapping((entries ?? []).filter { isKept($0.key) }), at: location)
  }

  /// The mapping with one more entry, unless that is nothing.
  func with(_ key: String, _ value: LocatedNode?) -> LocatedNode {
    guard let value, value.entries?.isEmpty != true || key == "configuration" else { return self }
    let entry = Entry(key: key, keyLocation: value.location, value: value)
    return LocatedNode(.mapping((entries ?? []) + [entry]), at: location)
  }
}
