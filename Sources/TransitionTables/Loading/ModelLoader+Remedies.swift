extension ModelLoader {
  mutating func readRemedies() {
    for node in lists["remedies"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readRemedy(node) }
    }
  }

  private mutating func readRemedy(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a remedy")
    var remedy = Remedy(
      id: try reader.required("id").requireText(), documentation: try reader.text("doc"),
      location: node.location)
    remedy.condition = try reader.optional("where").map { node throws(Diagnostic) in
      try configured(
        node, of: "a remedy", remedy: "whether a remedy is one hangs on the configuration alone")
    }
    for entry in try reader.required("set").entries ?? [] {
      guard let slot = model.parameter(named: entry.key) else {
        throw .unknownName(
          entry.key, at: entry.keyLocation, "`\(entry.key)` is no parameter",
          among: model.parameters.map { model.slots[$0].name }, else: "name a declared parameter")
      }
      let value = try configured(
        entry.value, of: "a remedy", expecting: model.slots[slot].type,
        remedy: "a remedy is made of the configuration alone")
      remedy.changes.append(Remedy.Change(slot: slot, value: value))
    }
    model.remedies.append(remedy)
    diagnostics += reader.unknownKeys()
  }
}
