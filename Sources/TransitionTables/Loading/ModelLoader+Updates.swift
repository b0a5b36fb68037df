extension ModelLoader {
  /// Reads `updates:`, the calls that change what is deployed, and `tools:`, who makes them.
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

  /// A reply by name, with the member that holds the settings: `DescribeUserPoolResult.UserPool`.
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
    let id = try reader.required("id").requireText()
    let calls = try reader.words("calls") ?? []
    var carried: [[Int]] = []
    for call in calls {
      guard let known = model.updates.first(where: { $0.id == call.text }) else {
        throw .unknownName(
          call.text ?? "", at: call.location, "`updates:` has no `\(call.text ?? "")`",
          among: model.updates.map(\.id), else: "name one of them")
      }
      carried.append(known.slots)
    }
    var refuses: [ChangeRule] = []
    for rule in reader.optional("refuses")?.elements ?? [] {
      refuses.append(try changeRule(rule))
    }
    model.tools.append(
      DeploymentTool(
        id: id, calls: calls.compactMap(\.text), carried: carried,
        replaces: try parameters(try reader.words("replaces") ?? []),
        refuses: refuses, ignores: try parameters(try reader.words("ignores") ?? []),
        failure: try reader.text("failure"), documentation: try reader.text("doc"),
        source: try source(&reader), location: node.location))
    diagnostics += reader.unknownKeys()
  }

  private func source(_ reader: inout MappingReader) throws(Diagnostic) -> Source? {
    try reader.optional("because").map { node throws(Diagnostic) in try Source(reading: node) }
  }

  /// Parameters by name; the name of an indexed one means all its members.
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
