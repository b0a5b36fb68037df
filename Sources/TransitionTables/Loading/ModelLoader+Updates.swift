extension ModelLoader {
  /// Reads `updates:`, the calls that change deployed settings, and `tools:`, the programs that
  /// make them.
  mutating func readUpdates() {
    for node in lists["updates"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readUpdate(node) }
    }
    for node in lists["tools"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readTool(node) }
    }
  }

  private mutating func readUpdate(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a call that changes settings")
    let id = try reader.required("id").requireText()
    let fields = try reader.required("fields")
    guard let entries = fields.entries else {
      throw Diagnostic(
        "table.shape", at: fields.location, "`fields` must be a mapping of names",
        remedy: "write `Field: { omitted: reset }` lines below it")
    }
    let source = try source(&reader)
    var found: [SettingCall.Field] = []
    for entry in entries { found.append(try field(entry, source)) }
    model.updates.append(
      SettingCall(
        id: id, fields: found, only: try parameters(try reader.words("only") ?? []),
        lifts: (try reader.words("lifts") ?? []).compactMap(\.text),
        isManual: try reader.truth("manual"), reads: try reader.text("reads"),
        run: try reader.text("run"),
        shown: try reader.optional("shown").map { n throws(Diagnostic) in try reply(n) },
        edits: try edits(reader.optional("edits")) ?? [], documentation: try reader.text("doc"),
        location: node.location))
    diagnostics += reader.unknownKeys()
  }

  /// Reads a reply and its member that holds the settings: `DescribeUserPoolResult.UserPool`.
  private func reply(_ node: LocatedNode) throws(Diagnostic) -> SettingCall.Reply {
    let parts = try node.requireText().split(separator: ".", maxSplits: 1).map(String.init)
    guard let name = parts.first, let message = model.message(named: name) else {
      throw .unknownName(
        parts.first ?? "", at: node.location, "no message shows the fields",
        among: model.messages.filter { $0.kind == "result" }.map(\.name), else: "name a result")
    }
    return SettingCall.Reply(message: message, member: parts.count > 1 ? parts[1] : "")
  }

  private mutating func edits(_ node: LocatedNode?) throws(Diagnostic) -> [SettingCall.Edit]? {
    guard let node else { return nil }
    var found: [SettingCall.Edit] = []
    for element in node.elements ?? [node] {
      var reader = try MappingReader(element, subject: "an edit of a field")
      var edit = SettingCall.Edit(
        filter: try reader.required("jq").requireText(),
        changed: try parameters(try reader.words("changed") ?? []),
        before: try predicate(reader.optional("before")),
        after: try predicate(reader.optional("after")))
      for (key, isGained) in [("lost", false), ("gained", true)] {
        guard let slot = try parameters(try reader.words(key) ?? []).first else { continue }
        edit.member = SettingCall.Edit.Member(slot: slot, isGained: isGained)
      }
      diagnostics += reader.unknownKeys()
      found.append(edit)
    }
    return found
  }

  private mutating func field(
    _ entry: LocatedNode.Entry, _ source: Source?
  ) throws(Diagnostic) -> SettingCall.Field {
    var reader = try MappingReader(entry.value, subject: "a field of a call")
    let word = try reader.required("omitted")
    let choices = SettingCall.Omission.allCases.map(\.rawValue)
    guard let omitted = SettingCall.Omission(rawValue: try word.requireText()) else {
      throw .unknownName(
        word.text ?? "", at: word.location, "`omitted` cannot be `\(word.text ?? "")`",
        among: choices, else: "use one of \(choices.list)")
    }
    let field = SettingCall.Field(
      name: entry.key, sets: try parameters(try reader.words("sets") ?? []), omitted: omitted,
      source: try self.source(&reader) ?? source, edits: try edits(reader.optional("edits")),
      empty: try reader.text("empty"), documentation: try reader.text("doc"))
    diagnostics += reader.unknownKeys()
    return field
  }

  private mutating func readTool(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a tool")
    var tool = try deployer(&reader)
    tool.id = try reader.required("id").requireText()
    tool.location = node.location
    if let calls = try reader.words("calls") { try set(calls, of: &tool) }
    if let words = try reader.words("replaces") { tool.replaces = try parameters(words) }
    if let words = try reader.words("ignores") { tool.ignores = try parameters(words) }
    for rule in reader.optional("refuses")?.elements ?? [] {
      tool.refuses.append(try changeRule(rule))
    }
    for rule in reader.optional("cannotCreate")?.elements ?? [] {
      tool.cannotCreate.append(try creationRule(rule))
    }
    let failure = try reader.text("failure")
    if !failure.isEmpty { tool.failure = failure }
    tool.documentation = try reader.text("doc")
    tool.source = try source(&reader)
    model.tools.append(tool)
    diagnostics += reader.unknownKeys()
  }

  /// Returns the tool that another one deploys `by:`, or an empty tool without that key.
  private func deployer(_ reader: inout MappingReader) throws(Diagnostic) -> DeploymentTool {
    guard let by = reader.optional("by") else {
      return DeploymentTool(
        id: "", calls: [], carried: [], replaces: [], refuses: [], ignores: [], failure: "",
        documentation: "", source: nil, location: SourceLocation(file: ""))
    }
    let name = try by.requireText()
    guard let known = model.tools.first(where: { $0.id == name }) else {
      throw .unknownName(
        name, at: by.location, "no tool before it is `\(name)`",
        among: model.tools.map(\.id), else: "declare the tool first")
    }
    return known
  }

  private func set(_ calls: [LocatedNode], of tool: inout DeploymentTool) throws(Diagnostic) {
    var carried: [[Int]] = []
    for call in calls {
      guard let known = model.updates.first(where: { $0.id == call.text }) else {
        throw .unknownName(
          call.text ?? "", at: call.location, "`updates:` has no `\(call.text ?? "")`",
          among: model.updates.map(\.id), else: "name one of them")
      }
      carried.append(known.slots)
    }
    (tool.calls, tool.carried) = (calls.compactMap(\.text), carried)
  }

  private mutating func creationRule(_ node: LocatedNode) throws(Diagnostic) -> CreationRule {
    var reader = try MappingReader(node, subject: "a pool that a tool cannot make")
    let subject = "a pool that a tool cannot make"
    var rule = CreationRule(
      id: try reader.required("id").requireText(),
      condition: try configured(
        try reader.required("where"), of: subject,
        remedy: "its condition is about the configuration alone"),
      refusal: try reader.text("refusal"), steps: [], documentation: try reader.text("doc"),
      source: try source(&reader))
    for step in try reader.required("steps").elements ?? [] {
      rule.steps.append(try step.requireText())
    }
    diagnostics += reader.unknownKeys()
    return rule
  }

  private func source(_ reader: inout MappingReader) throws(Diagnostic) -> Source? {
    try reader.optional("because").map { node throws(Diagnostic) in try Source(reading: node) }
  }

  /// Returns parameters by name; the name of an indexed one stands for all its members.
  private func parameters(_ words: [LocatedNode]) throws(Diagnostic) -> [Int] {
    var found: [Int] = []
    for word in words {
      let name = try word.requireText()
      let slots = model.parameters.filter {
        model.slots[$0].name == name || model.slots[$0].name.hasPrefix("\(name)[")
      }
      guard !slots.isEmpty else {
        throw .unknownName(
          name, at: word.location, "`\(name)` is no parameter",
          among: model.parameters.map { model.slots[$0].name }, else: "name declared parameters")
      }
      found += slots
    }
    return found
  }
}
