import StateSpace

extension CompiledModel {
  /// Returns the compiled rules as JSON, for other programs: variables with the positions of their
  /// bits, parameters, initial states, urgency, transient bits, rules and invariants.
  ///
  /// Words are hexadecimal strings, since not every JSON parser keeps 64 bits. A rule fires in a
  /// state that has a cube's value under the cube's mask, and leads to `(state & ~clear) | set`.
  /// Keys and rows have a fixed order; the text depends only on the model.
  public func json() -> String {
    let members = [
      "\"model\": \(Self.text(model.name))",
      "\"words\": \(system.wordCount)",
      "\"restingWords\": \(system.restingWordCount)",
      "\"parameters\": " + Self.object(parameterTexts),
      "\"variables\": " + Self.rows(variableTexts),
      "\"initial\": " + Self.rows(system.initialStates.map(Self.words)),
      "\"transient\": \(Self.words(system.transient))",
      "\"observed\": \(Self.words(system.observed))",
      "\"urgent\": " + Self.rows(system.urgent.map(Self.cube)),
      "\"rules\": " + Self.rows(system.rules.map(rule)),
      "\"invariants\": " + Self.rows(system.invariants.map(Self.invariant)),
    ]
    return "{\n  " + members.joined(separator: ",\n  ") + "\n}\n"
  }

  private var parameterTexts: [String] {
    model.parameters.map { slot in
      let value = model.text(of: parameters[slot] ?? model.slots[slot].initial, in: slot)
      return "\(Self.text(model.slots[slot].name)): \(Self.text(value))"
    }
  }

  private var variableTexts: [String] {
    layout.fields.enumerated().compactMap { slot, field in
      guard let field else { return nil }
      let type = model.slots[slot].type
      var values = ""
      if case .member(let id) = type {
        values = ", \"values\": " + Self.list(model.types.enums[id].members.map(Self.text))
      }
      return "{\"name\": \(Self.text(model.slots[slot].name)), "
        + "\"type\": \(Self.text(model.types.text(of: type))), \"word\": \(field.word), "
        + "\"shift\": \(field.shift), \"width\": \(field.width)\(values)}"
    }
  }

  private func rule(_ rule: TransitionRule) -> String {
    let label = labels[Int(rule.label)]
    let action = label.action.map { _ in Self.text(actionText(of: label)) } ?? "null"
    return "{\"row\": \(Self.text(model.rows[label.row].fullID)), \"action\": \(action), "
      + "\"cubes\": \(Self.list(rule.cubes.map(Self.cube))), \"clear\": \(Self.words(rule.clear)), "
      + "\"set\": \(Self.words(rule.set))}"
  }

  private static func invariant(_ invariant: StateInvariant) -> String {
    "{\"name\": \(text(invariant.name)), \"within\": \(invariant.within), "
      + "\"bad\": \(list(invariant.badCubes.map(cube)))}"
  }

  private static func cube(_ cube: PackedCube) -> String {
    "{\"mask\": \(words(cube.mask)), \"value\": \(words(cube.value))}"
  }

  private static func words(_ words: [UInt64]) -> String {
    list(words.map { "\"0x\(String($0, radix: 16))\"" })
  }

  private static func list(_ items: [String]) -> String {
    "[" + items.joined(separator: ", ") + "]"
  }

  private static func rows(_ items: [String]) -> String {
    items.isEmpty ? "[]" : "[\n    " + items.joined(separator: ",\n    ") + "\n  ]"
  }

  private static func object(_ items: [String]) -> String {
    items.isEmpty ? "{}" : "{\n    " + items.joined(separator: ",\n    ") + "\n  }"
  }

  private static func text(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
