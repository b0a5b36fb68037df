extension ModelLoader {
  mutating func readOrdinaryValues() {
    for node in lists["ordinary"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(node, subject: "an ordinary value")
        let id = try reader.required("id").requireText()
        let named = try reader.required("parameter")
        guard let slot = loader.model.parameter(named: try named.requireText()) else {
          throw .unknownName(
            named.text ?? "", at: named.location, "`\(named.text ?? "")` is no parameter",
            among: loader.model.parameters.map { loader.model.slots[$0].name },
            else: "name a declared parameter")
        }
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
