import TransitionTables

/// Reads cases and keeps every complaint.
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
  private static let ofError: [String: Form] = [
    "kind": .text, "underlying": .text, "message": .text, "recoverySuggestion": .text,
  ]
  /// What only a script can say.
  private static let scripted = ["server", "texts", "record", "receives", "keeps"]

  /// All cases of the document.
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
    guard check(root, Self.file, ["cases"], "a file of cases") else { return [] }
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
    if one.setAside != nil, node["steps"] == nil { return one }
    guard let steps = node["steps"]?.elements, !steps.isEmpty, one.setAside == nil else {
      complain(
        "cases.shape", node.location, "a case has either steps or a reason to set it aside",
        "add `steps` with at least one `call`, or say under `setAside` why there are none")
      return nil
    }
    let kept = texts(node["kept"], CaseMemory.keptNames, "the client keeps no")
    one.memory.kept = CaseMemory.texts(LocatedNode(.mapping(kept), at: node.location))
    let isLive = node["live"] != nil
    // Every step is read, so that every complaint comes at once.
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

  /// The case as a scenario, by which names and values are looked up.
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

  /// The texts of a mapping, whose names are checked.
  private mutating func texts(
    _ node: LocatedNode?, _ known: [String], _ what: String, isFlat: Bool = true
  ) -> [LocatedNode.Entry] {
    for entry in node?.entries ?? [] {
      if !known.contains(entry.key) {
        complain([Mistake(entry.keyLocation, "\(what) `\(entry.key)`", entry.key, known)])
      } else if entry.value.elements != nil || isFlat && entry.value.text == nil {
        complain("cases.shape", entry.value.location, "`\(entry.key)` is a text", "write one")
      }
    }
    return node?.entries ?? []
  }

  private mutating func reply(_ node: LocatedNode) -> ClientCase.Reply? {
    guard check(node, Self.ofReply, ["op", "returns"], "an answer"), let op = node["op"],
      let operation = op.text, let returns = node["returns"]
    else { return nil }
    let requests = model.messages.filter { $0.kind == "request" }.map(\.name)
    let unknown = [Mistake].word(op, "no operation is", among: requests)
    guard unknown.isEmpty else {
      complain(unknown)
      return nil
    }
    let expects = node["expects"]?.entries ?? []
    let known = expects.isEmpty ? [] : WireRequest.memberNames(model)
    for entry in expects {
      let stem = entry.key.prefix { $0 != "." }
      guard !known.contains(String(stem)) else { continue }
      complain([Mistake(entry.keyLocation, "no request has `\(entry.key)`", entry.key, known)])
    }
    complain(CaseReply(codec: codec, operation: operation, returns: returns).mistakes)
    return ClientCase.Reply(operation: operation, expects: expects, returns: returns)
  }

  private mutating func checkError(_ node: LocatedNode) {
    guard check(node, Self.ofError, [], "an error") else { return }
    let kinds = CaseJudge.kinds
    if let kind = node["kind"] { complain(.word(kind, "no kind of error is", among: kinds)) }
    guard let below = node["underlying"] else { return }
    let known = model.messages.filter { message in
      message.kind == "exception" || message.kind == "error" && !kinds.contains(message.name)
    }.map(\.name)
    complain(.word(below, "no error of the client is", among: known))
  }

  // MARK: Complaints

  /// A name that is none, with those that are known.
  struct Mistake {
    let place: SourceLocation
    let message: String
    let word: String
    let known: [String]

    init(_ place: SourceLocation, _ message: String, _ word: String, _ known: [String]) {
      (self.place, self.message, self.word, self.known) = (place, message, word, known)
    }
  }

  private mutating func complain(_ mistakes: [Mistake], _ code: String = "cases.name") {
    for one in mistakes {
      let all = one.known.count > 24 ? "a name that the table knows" : "one of \(one.known.list)"
      complain(
        code, one.place, one.message,
        one.known.nearest(to: one.word).map { "did you mean `\($0)`?" } ?? "write \(all)")
    }
  }

  private mutating func complain(
    _ code: String, _ place: SourceLocation, _ message: String, _ remedy: String
  ) {
    problems.append(document.diagnostic(code, at: place, message, remedy: remedy))
  }

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
        let message = "\(subject) has no key `\(entry.key)`"
        let known = forms.keys.sorted()
        complain([Mistake(entry.keyLocation, message, entry.key, known)], "cases.shape")
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
}

extension [CaseReader.Mistake] {
  /// The mistake that a word is none of those that are known; empty where it is one.
  static func word(_ node: LocatedNode, _ what: String, among known: [String]) -> Self {
    let word = node.text ?? ""
    guard !known.contains(word) else { return [] }
    return [CaseReader.Mistake(node.location, "\(what) `\(word)`", word, known)]
  }
}
