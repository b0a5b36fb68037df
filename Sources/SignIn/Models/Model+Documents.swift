public import TransitionTables

extension Model {
  /// The declarations of the model's parameters and assumptions for the document readers.
  public var parameterDeclarations: [ParameterDeclaration] {
    parameters.map { slot in
      let kind: ParameterDeclaration.Kind =
        switch slots[slot].type {
        case .bool: .bool
        case .member(let id): .choice(types.enums[id].members)
        case .set(let id): .set(types.enums[id].members)
        case .integer(let range): .number(range)
        }
      var declaration = ParameterDeclaration(
        name: slots[slot].name, kind: kind, documentation: slots[slot].documentation,
        isAssumption: slots[slot].kind == .assumption)
      declaration.document = slots[slot].property
      declaration.standard = parameterValue(slots[slot].initial, in: slot)
      declaration.words = words(of: slot)
      return declaration
    }
  }

  /// The words of documents for the members of a parameter.
  private func words(of slot: Int) -> [DocumentWording: WireNames] {
    guard let type = types.enumeration(of: slots[slot].type) else { return [:] }
    var words: [DocumentWording: WireNames] = [:]
    for (position, member) in type.members.enumerated() {
      guard let wire = type.wireName(of: position) else { continue }
      words[.service, default: WireNames()].add(wire, for: member)
    }
    for word in documentWords where word.parameter == slot {
      guard let wording = DocumentWording(rawValue: word.document) else { continue }
      words[wording, default: WireNames()].add(word.word, for: word.member)
    }
    return words
  }

  /// The model's number for a reader's value; nil where the parameter cannot take it.
  public func number(of value: ParameterValue, in slot: Int) -> Int? {
    switch (slots[slot].type, value) {
    case (.bool, .bool(let value)): value ? 1 : 0
    case (.member(let id), .choice(let member)): types.enums[id].members.firstIndex(of: member)
    case (.integer(let range), .number(let number)): range.contains(number) ? number : nil
    case (.set(let id), .set(let members)): bits(of: members, in: id)
    default: nil
    }
  }

  /// The reader's value for a parameter's number; the inverse of ``number(of:in:)``.
  public func parameterValue(_ number: Int, in slot: Int) -> ParameterValue {
    switch slots[slot].type {
    case .bool: .bool(number != 0)
    case .member(let id): .choice(types.enums[id].members[number])
    case .integer: .number(number)
    case .set(let id):
      .members(
        types.enums[id].members.enumerated().filter { number >> $0.offset & 1 == 1 }.map(\.element))
    }
  }

  /// The bit set of some members of an enum; nil where one is not a member.
  public func bits(of members: [String], in id: Int) -> Int? {
    var bits = 0
    for member in members {
      guard let at = types.enums[id].members.firstIndex(of: member) else { return nil }
      bits |= 1 << at
    }
    return bits
  }
}
