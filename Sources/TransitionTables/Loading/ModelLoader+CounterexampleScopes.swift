extension ModelLoader {
  mutating func readCounterexampleScopes() {
    for node in lists["counterexamples"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readCounterexampleScope(node) }
    }
  }

  private mutating func readCounterexampleScope(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a scope of counterexamples")
    let id = try reader.required("id").requireText()
    let set = try reader.required("set")
    let atMost = try reader.optional("atMost").map { word throws(Diagnostic) in
      try self.severity(named: word, among: ["error", "warning", "note"])
    }
    var scope = CounterexampleScope(
      id: id, values: [:], atMost: atMost, documentation: try reader.text("doc"))
    scope.values = try choices(set)
    model.counterexampleScopes.append(scope)
    diagnostics += reader.unknownKeys()
  }

  /// Reads values of parameters that select what is explored, by slot.
  func choices(_ node: LocatedNode?) throws(Diagnostic) -> [Int: Int] {
    var values: [Int: Int] = [:]
    for entry in node?.entries ?? [] {
      guard let slot = model.parameter(named: entry.key), !model.slots[slot].isSetting else {
        throw .unknownName(
          entry.key, at: entry.keyLocation, "`\(entry.key)` does not choose what is explored",
          among: model.parameters.filter { !model.slots[$0].isSetting }.map {
            model.slots[$0].name
          }, else: "name a parameter with `setting: false`")
      }
      values[slot] = try constant(entry.value, as: model.slots[slot].type)
    }
    return values
  }
}
