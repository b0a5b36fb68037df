import TransitionTables

/// The values of a pool file's `configuration`, by the declared type of each parameter.
extension WaymarkPoolImporter {
  /// The value, or nil after a complaint.
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
        return wrongType(node, declaration, needs: "one of \(members.list)")
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
    guard let elements = node.elements else {
      return wrongType(node, declaration, needs: "a list of \(members.list)")
    }
    var chosen: [String] = []
    for element in elements {
      guard let text = element.text else {
        return wrongType(element, declaration, needs: "a list of \(members.list)")
      }
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
    _ node: LocatedNode, _ declaration: ParameterDeclaration, needs: String
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
        + needs, remedy: "write \(needs)")
    return nil
  }
}
