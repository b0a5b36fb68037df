extension ModelLoader {
  mutating func readOrdinaryValues() {
    for node in lists["ordinary"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(node, subject: "an ordinary value")
        let id = try reader.required("id").requireText()
        let slot = try loader.parameter(try reader.required("parameter"))
        let written = try reader.required("where")
        let condition = try loader.configured(
          written, of: "an ordinary value", remedy: "say which configurations are ordinary")
        loader.model.ordinaryValues.append(
          OrdinaryValues(
            id: id, parameter: slot, condition: condition, conditionText: written.text ?? "",
            documentation: try reader.text("doc"), location: node.location))
        loader.diagnostics += reader.unknownKeys()
      }
    }
  }
}
