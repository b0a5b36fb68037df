extension ModelLoader {
  mutating func readChanges() {
    for node in lists["changes"] ?? [] {
      attempt { loader throws(Diagnostic) in
        loader.model.changes.append(try loader.changeRule(node))
      }
    }
  }

  /// Reads a rule about changes.
  mutating func changeRule(_ node: LocatedNode) throws(Diagnostic) -> ChangeRule {
    var reader = try MappingReader(node, subject: "a rule about changes")
    let id = try reader.required("id").requireText()
    let word = try severity(&reader, among: ChangeRule.Severity.allCases.map(\.rawValue))
    let calls = try reader.optional("calls").map { n throws(Diagnostic) in try slots(ofCalls: n) }
    let rule = ChangeRule(
      id: id, severity: ChangeRule.Severity(rawValue: word) ?? .error,
      changed: try slots(of: try reader.words("changed") ?? []),
      before: try predicate(reader.optional("before")),
      after: try predicate(reader.optional("after")),
      omitted: try slots(of: try reader.words("omitted") ?? []), calls: calls ?? [],
      replaces: try reader.truth("replaces"), harms: try reader.truth("harms"),
      documentation: try reader.text("doc"), refusal: try reader.text("refusal"),
      source: try reader.optional("because").map { n throws(Diagnostic) in try Source(reading: n) },
      remedy: try reader.text("remedy"), location: node.location)
    if rule.parameters.isEmpty {
      throw Diagnostic(
        "table.missing-key", at: node.location, "a rule about changes says nothing about one",
        remedy: "add `changed:`, `before:`, `after:`, `omitted:` or `calls:`")
    }
    diagnostics += reader.unknownKeys()
    return rule
  }

  /// Reads a condition on one configuration; nil where the key is absent.
  func predicate(_ node: LocatedNode?) throws(Diagnostic) -> Expression? {
    try node.map { node throws(Diagnostic) in
      try configured(
        node, of: "a rule about changes",
        remedy: "rules about changes are about two configurations alone")
    }
  }

  private func slots(ofCalls node: LocatedNode) throws(Diagnostic) -> [[Int]] {
    guard let elements = node.elements else {
      throw Diagnostic(
        "table.shape", at: node.location, "`calls` must be a list of lists of parameters",
        remedy: "write `calls: [[firstFactors], [mfa, mfaMethods]]`")
    }
    var groups: [[Int]] = []
    for element in elements { groups.append(try slots(of: element.elements ?? [element])) }
    return groups
  }

  private func slots(of words: [LocatedNode]) throws(Diagnostic) -> [Int] {
    var found: [Int] = []
    for word in words {
      let name = try word.requireText()
      guard let slot = model.parameter(named: name) else {
        throw .unknownName(
          name, at: word.location, "`\(name)` is no parameter",
          among: model.parameters.map { model.slots[$0].name }, else: "name declared parameters")
      }
      found.append(slot)
    }
    return found
  }
}
