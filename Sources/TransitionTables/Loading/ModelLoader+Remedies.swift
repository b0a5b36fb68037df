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
    remedy.changes = try parameterChanges(
      try reader.required("set"), of: "a remedy",
      remedy: "a remedy is made of the configuration alone")
    model.remedies.append(remedy)
    diagnostics += reader.unknownKeys()
  }
}
