import TransitionTables

/// Reads the values in a pool file's `configuration`, by the declared type of each parameter.
extension WaymarkPoolImporter {
  /// Reads a value; returns nil after reporting an error.
  mutating func value(
    _ node: LocatedNode, of declaration: ParameterDeclaration
  ) -> ParameterValue? {
    switch declaration.kind {
    case .bool:
      switch node.text {
      case "true": return .bool(true)
      case "false": return .bool(false)
      default: return wrongType(node, declaration, needs: "`true` or `false`")
      }
    case .choice(let members):
      guard let text = node.text else {
        let meant = node.meantWords(among: members)
        return wrongType(
          node, declaration, needs: "one of \(members.list)",
          write: meant.count == 1 ? "`\(declaration.name): \(meant[0])`" : nil)
      }
      return member(text, at: node, of: declaration, members).map { .choice($0) }
    case .number(let range):
      let needs = "a number from \(range.lowerBound) to \(range.upperBound)"
      guard let number = node.text.flatMap({ Int($0) }) else {
        return wrongType(node, declaration, needs: needs)
      }
      if range.contains(number) { return .number(number) }
      complain(
        "pool.out-of-range", at: node.location, "`\(declaration.name)` cannot be \(number)",
        remedy: "write \(needs)")
      return nil
    case .set(let members):
      return set(node, of: declaration, members)
    }
  }

  private mutating func set(
    _ node: LocatedNode, of declaration: ParameterDeclaration, _ members: [String]
  ) -> ParameterValue? {
    func noList(_ part: LocatedNode) -> ParameterValue? {
      let meant = node.meantWords(among: members)
      // `{}` and `{ sms: false }` mean none.
      let isNone = node.entries?.allSatisfy { $0.value.text == "false" } ?? false
      let isExample = meant.isEmpty && !isNone
      let list = (isExample ? Array(members.prefix(1)) : meant).joined(separator: ", ")
      return wrongType(
        part, declaration, needs: "a list of \(members.list)",
        write: "\(isExample ? "a list, such as " : "")`\(declaration.name): [\(list)]`")
    }
    guard let elements = node.elements else { return noList(node) }
    var chosen: [String] = []
    for element in elements {
      guard let text = element.text else { return noList(element) }
      guard let member = member(text, at: element, of: declaration, members) else { continue }
      if chosen.contains(member) {
        complain(
          "pool.repeated-member", .warning, at: element.location, "`\(member)` stands twice",
          remedy: "keep one of them")
      }
      chosen.append(member)
    }
    return .members(chosen)
  }

  private mutating func member(
    _ text: String, at node: LocatedNode, of declaration: ParameterDeclaration,
    _ members: [String]
  ) -> String? {
    if members.contains(text) { return text }
    complain(
      "pool.unknown-value", at: node.location,
      "`\(declaration.name)` cannot be `\(text.quoted(under: declaration.name))`",
      remedy: members.nearest(to: text).map { "did you mean `\($0)`?" }
        ?? "write \(members.list)")
    return nil
  }

  private mutating func wrongType(
    _ node: LocatedNode, _ declaration: ParameterDeclaration, needs: String, write: String? = nil
  ) -> ParameterValue? {
    let found =
      switch node.content {
      case .scalar(let text, _):
        node.isNull ? "nothing" : "`\(text.quoted(under: declaration.name))`"
      case .sequence: "a list"
      case .mapping: "a record"
      }
    complain(
      "pool.wrong-type", at: node.location,
      "\(found) stands where `\(declaration.name)` needs "
        + needs, remedy: "write \(write ?? needs)")
    return nil
  }
}

extension LocatedNode {
  /// The words that an author probably meant who wrote something other than a list: the keys of
  /// `{ sms, totp }` without those that are `false`, the parts of `sms, totp`, or the words in
  /// nested lists.
  ///
  /// - Parameter members: the only words to accept; nil to accept all.
  func meantWords(among members: [String]? = nil) -> [String] {
    let words: [String]
    switch content {
    case .scalar(let text, _):
      words = text.split { $0.isWhitespace || "{}[],".contains($0) }.map(String.init)
    case .sequence(let elements):
      words = elements.flatMap { $0.meantWords(among: members) }
    case .mapping(let entries):
      words = entries.filter { $0.value.text != "false" }.map(\.key)
    }
    var seen = Set<String>()
    return words.filter { members?.contains($0) != false && seen.insert($0).inserted }
  }
}
