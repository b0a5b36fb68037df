extension ModelLoader {
  /// Reads `says:` of a variable: one result for each slot, none where the key is absent.
  ///
  /// It contains a phrase for each value, or a pair of phrases, the second for a person who does
  /// not have the value; for a set a pair for each member. An indexed variable has all of these for
  /// each member of its index.
  func readSayings(
    _ reader: inout MappingReader, of type: ValueType, index: Int?
  ) throws(Diagnostic) -> [Sayings] {
    guard let node = reader.optional("says") else { return [] }
    guard let index else { return [try sayings(node, of: type)] }
    return try parts(node, model.types.enums[index].members).map { part throws(Diagnostic) in
      try sayings(part, of: type)
    }
  }

  private func sayings(_ node: LocatedNode, of type: ValueType) throws(Diagnostic) -> Sayings {
    var names: [String]
    var values: [Int]
    if case .set(let id) = type {
      names = model.types.enums[id].members
      values = Array(names.indices)
    } else {
      values = model.types.values(of: type)
      names = values.map { model.types.text(of: $0, as: type) }
    }
    var phrases: [Int: Sayings.Phrase] = [:]
    for (value, part) in zip(values, try parts(node, names)) {
      phrases[value] = try phrase(part, ofMember: type.isSet)
    }
    return Sayings(phrases: phrases)
  }

  /// The parts of a node for some names, in the order of the names; other keys are errors.
  private func parts(
    _ node: LocatedNode, _ names: [String]
  ) throws(Diagnostic) -> [LocatedNode] {
    var reader = try MappingReader(node, subject: "`says`")
    var parts: [LocatedNode] = []
    for name in names { parts.append(try reader.required(name)) }
    if let surplus = reader.unknownKeys().first { throw surplus }
    return parts
  }

  private func phrase(
    _ node: LocatedNode, ofMember isPair: Bool
  ) throws(Diagnostic) -> Sayings.Phrase {
    let texts = try (node.elements ?? [node]).map { part throws(Diagnostic) in
      try part.requireText()
    }
    guard texts.count == 2 || texts.count == 1 && !isPair, texts.allSatisfy({ !$0.isEmpty }) else {
      throw Diagnostic(
        "table.shape", at: node.location,
        isPair
          ? "a member of a set needs two phrases: for whoever has it, and for whoever has it not"
          : "a value needs one phrase, or two: the second for whoever does not have it",
        remedy: "write `[has a passkey, has no passkey]`")
    }
    return Sayings.Phrase(having: texts[0], lacking: texts.count == 2 ? texts[1] : "")
  }
}
