extension ModelLoader {
  /// Reads the statements of source documents. Rows, properties and rules that they name must
  /// exist. Scenarios are not part of a model; the code that runs them looks them up.
  mutating func readStatements() {
    for node in lists["statements"] ?? [] {
      attempt { loader throws(Diagnostic) in
        let statement = try loader.statement(node)
        loader.model.statements.append(statement)
      }
    }
  }

  private mutating func statement(_ node: LocatedNode) throws(Diagnostic) -> Statement {
    var reader = try MappingReader(node, subject: "a statement")
    let id = try reader.required("id").requireText()
    let document = try reader.required("document").requireText()
    let text = try reader.required("says").requireText()
    var aliases: [Statement.Alias] = []
    for entry in reader.optional("alias")?.entries ?? [] {
      aliases.append(
        Statement.Alias(name: entry.key, message: try messageName(entry.value)))
    }
    let binding = try self.binding(&reader, at: node.location)
    diagnostics += reader.unknownKeys()
    return Statement(
      id: id, document: document, text: text, aliases: aliases, binding: binding,
      location: node.location)
  }

  private func messageName(_ node: LocatedNode) throws(Diagnostic) -> String {
    let name = try node.requireText()
    let names = model.messages.filter { $0.receiver == nil }.map(\.name)
    guard names.contains(name) else {
      throw .unknownName(
        name, at: node.location, "no message to the app is named `\(name)`", among: names,
        else: "name a message with `to: app`")
    }
    return name
  }

  private mutating func binding(
    _ reader: inout MappingReader, at location: SourceLocation
  ) throws(Diagnostic) -> Statement.Binding {
    var bindings: [Statement.Binding] = []
    if let node = reader.optional("shown") {
      bindings.append(.shown(try everything(in: node, subject: "what shows a statement")))
    }
    if let node = reader.optional("contradicted") {
      var part = try MappingReader(node, subject: "what contradicts a statement")
      let fact = try part.required("fact").requireText()
      bindings.append(.contradicted(fact: fact, try evidence(&part)))
      diagnostics += part.unknownKeys()
    }
    if let node = reader.optional("holdsOnlyIf") {
      bindings.append(try conditional(node))
    }
    if let node = reader.optional("informative") {
      bindings.append(.informative(reason: try node.requireText()))
    }
    guard bindings.count == 1 else {
      throw Diagnostic(
        "table.statement", at: location, "a statement is bound exactly once",
        remedy: "write one of `shown`, `contradicted`, `holdsOnlyIf`, `informative`")
    }
    return bindings[0]
  }

  private mutating func conditional(_ node: LocatedNode) throws(Diagnostic) -> Statement.Binding {
    var part = try MappingReader(node, subject: "a conditional statement")
    let conditionNode = try part.required("condition")
    let condition = try configured(
      conditionNode, of: "the condition",
      remedy: "a statement's condition is about the configuration alone")
    let otherwise = try everything(
      in: try part.required("otherwise"), subject: "the other side of a statement")
    var evidence: [Statement.Evidence] = []
    if let node = part.optional("shown") {
      evidence = try everything(in: node, subject: "what shows a statement")
    } else {
      evidence = [try self.evidence(&part)]
    }
    diagnostics += part.unknownKeys()
    return .holdsOnlyIf(
      condition: condition, text: conditionNode.text ?? "", evidence, otherwise: otherwise)
  }

  /// Reads one piece of evidence, or a list of which every element is required.
  private mutating func everything(
    in node: LocatedNode, subject: String
  ) throws(Diagnostic) -> [Statement.Evidence] {
    var found: [Statement.Evidence] = []
    for element in node.elements ?? [node] {
      var part = try MappingReader(element, subject: subject)
      found.append(try evidence(&part))
      diagnostics += part.unknownKeys()
    }
    guard !found.isEmpty else {
      throw Diagnostic(
        "table.statement", at: node.location, "nothing shows this statement",
        remedy: "name at least one `scenario`, `property`, `rule`, `change` or `check`")
    }
    return found
  }

  private func evidence(
    _ reader: inout MappingReader
  ) throws(Diagnostic) -> Statement.Evidence {
    if let node = reader.optional("scenario") {
      let row = try reader.required("row")
      return .scenario(
        name: try node.requireText(), row: try known(row, among: model.rows, \.id, kind: "row"))
    }
    if let node = reader.optional("property") {
      return .property(try known(node, among: model.properties, \.id, kind: "property"))
    }
    if let node = reader.optional("rule") {
      return .rule(try known(node, among: model.legality, \.id, kind: "rule of legality"))
    }
    if let node = reader.optional("change") {
      return .change(try known(node, among: model.changes, \.id, kind: "rule of changes"))
    }
    if let node = reader.optional("check") { return .check(try node.requireText()) }
    throw Diagnostic(
      "table.statement", at: reader.location, "nothing shows this statement",
      remedy: "name `scenario` and `row`, or `property`, `rule`, `change` or `check`")
  }

  private func known<Named>(
    _ node: LocatedNode, among all: [Named], _ id: (Named) -> String, kind: String
  ) throws(Diagnostic) -> String {
    let name = try node.requireText()
    guard all.contains(where: { id($0) == name }) else {
      throw .unknownName(
        name, at: node.location, "no \(kind) is named `\(name)`", among: all.map(id),
        else: "name a declared \(kind)")
    }
    return name
  }
}
