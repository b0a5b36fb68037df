extension Model {
  /// Returns the value that a node of a document gives to a slot.
  ///
  /// A set is written as a list, as a flow mapping of words or as `{a, b}`; every other value as
  /// one word.
  /// - Throws: a ``Diagnostic`` with code `table.unknown-name` or `table.shape`.
  public func value(_ node: LocatedNode, for slot: Int) throws(Diagnostic) -> Int {
    let type = slots[slot].type
    if case .set(let id) = type {
      var bits = 0
      for (word, location) in words(of: node) {
        bits |= 1 << (try member(word, of: id, at: location, slot: slot))
      }
      return bits
    }
    guard let text = node.text else {
      throw Diagnostic(
        "table.shape", at: node.location, "`\(slots[slot].name)` is one word",
        remedy: "write \(types.text(of: type))")
    }
    if case .member(let id) = type {
      return try member(text, of: id, at: node.location, slot: slot)
    }
    guard let value = types.values(of: type).first(where: { types.text(of: $0, as: type) == text })
    else {
      throw Diagnostic(
        "table.unknown-name", at: node.location,
        "`\(text)` is no value of `\(slots[slot].name)`",
        remedy: "write a value of \(types.text(of: type))")
    }
    return value
  }

  private func words(of node: LocatedNode) -> [(String, SourceLocation)] {
    if let elements = node.elements { return elements.map { ($0.text ?? "", $0.location) } }
    if let entries = node.entries { return entries.map { ($0.key, $0.keyLocation) } }
    let text = (node.text ?? "").filter { $0 != "{" && $0 != "}" }
    return text.split { $0 == "," || $0 == " " }.map { (String($0), node.location) }
  }

  private func member(
    _ word: String, of id: Int, at location: SourceLocation, slot: Int
  ) throws(Diagnostic) -> Int {
    let members = types.enums[id].members
    guard let at = members.firstIndex(of: word) else {
      throw Diagnostic(
        "table.unknown-name", at: location,
        "`\(word)` is no value of `\(slots[slot].name)`; it takes \(members.list)",
        remedy: members.nearest(to: word).map { "did you mean `\($0)`?" }
          ?? "choose one of them")
    }
    return at
  }
}
