extension ModelLoader {
  /// Reads the parts of designs: `wishes:`, `prices:` and `templates:`.
  mutating func readDesigns() {
    for node in lists["wishes"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readWish(node) }
    }
    for node in lists["prices"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readPrice(node) }
    }
    for node in lists["templates"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readTemplate(node) }
    }
  }

  private mutating func readWish(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a wish")
    let whereNode = reader.optional("where")
    let condition = try whereNode.map { node throws(Diagnostic) in
      try settings(node, of: "a wish")
    }
    var wish = Wish(
      id: try reader.required("id").requireText(),
      title: try reader.required("says").requireText(), condition: condition ?? .yes,
      conditionText: whereNode?.text ?? "", documentation: try reader.text("doc"),
      location: node.location)
    wish.properties = try properties(reader.words("holds"))
    wish.happening = try properties(reader.words("happens"))
    wish.isAlways = try reader.truth("always")
    for word in try reader.words("follows") ?? [] {
      let name = try word.requireText()
      let choices = model.parameters.filter {
        model.slots[$0].type == .bool && !model.slots[$0].isSetting
      }
      guard let slot = choices.first(where: { model.slots[$0].name == name }) else {
        throw .unknownName(
          name, at: word.location, "`\(name)` is no choice of what is explored",
          among: choices.map { model.slots[$0].name }, else: "name a boolean with `setting: false`")
      }
      wish.followed.append(slot)
    }
    wish.choices = try choices(reader.optional("set"))
    if let users = reader.optional("users") {
      wish.users = try checked(users, expecting: .bool, by: checker, in: .states)
    }
    wish.survived = try sets(reader.optional("survives"))
    wish.resisted = try sets(reader.optional("resists"))
    diagnostics += reader.unknownKeys()
    guard wishes.insert(wish.id).inserted else {
      throw Diagnostic(
        "table.duplicate", at: node.location, "the wish `\(wish.id)` is declared twice",
        remedy: "give each an id of its own")
    }
    model.wishes.append(wish)
  }

  private func properties(_ words: [LocatedNode]?) throws(Diagnostic) -> [String] {
    let ids = model.properties.map(\.id)
    var found: [String] = []
    for word in words ?? [] {
      let id = try word.requireText()
      guard ids.contains(id) else {
        throw .unknownName(
          id, at: word.location, "`\(id)` is no property", among: ids,
          else: "name a property by its id")
      }
      found.append(id)
    }
    return found
  }

  /// Reads lists of means; a single means counts as a list of one.
  private func sets(_ node: LocatedNode?) throws(Diagnostic) -> [[Int]] {
    var found: [[Int]] = []
    for element in node?.elements ?? [] {
      var own: [Int] = []
      for word in element.elements ?? [element] {
        own.append(try meansNamed(try word.requireText(), at: word.location))
      }
      found.append(own)
    }
    return found
  }

  private mutating func readPrice(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a price")
    let price = Price(
      id: try reader.required("id").requireText(),
      condition: try settings(try reader.required("where"), of: "a price"),
      cost: try number("cost", &reader), documentation: try reader.text("doc"))
    diagnostics += reader.unknownKeys()
    model.prices.append(price)
  }

  private mutating func readTemplate(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a template")
    var template = DocumentTemplate(
      id: try reader.required("id").requireText(),
      file: try reader.required("file").requireText(), documentation: try reader.text("doc"))
    template.comment = try reader.text("comment")
    if let tool = reader.optional("tool") {
      template.tool = try tool.requireText()
      guard model.tools.contains(where: { $0.id == template.tool }) else {
        throw .unknownName(
          template.tool, at: tool.location, "`tools:` has no `\(template.tool)`",
          among: model.tools.map(\.id), else: "name one of them")
      }
    }
    for element in try reader.required("lines").elements ?? [] {
      guard element.entries != nil else {
        let text = try element.requireText()
        template.lines.append(CommandPart(condition: .yes, text: text))
        continue
      }
      var part = try MappingReader(element, subject: "a line of a template")
      let condition = try settings(try part.required("when"), of: "a line of a template")
      let text = try part.required("line").requireText()
      template.lines.append(CommandPart(condition: condition, text: text))
      diagnostics += part.unknownKeys()
    }
    diagnostics += reader.unknownKeys()
    model.templates.append(template)
  }

  /// Reads a condition that may read only settings.
  private func settings(
    _ node: LocatedNode, of subject: String
  ) throws(Diagnostic) -> Expression {
    try configured(node, of: subject, remedy: "its conditions are about the configuration alone")
  }
}
