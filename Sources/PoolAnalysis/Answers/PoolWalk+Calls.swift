import TransitionTables

extension PoolWalk {
  /// The meaning of a call that the user writes.
  package enum Meaning {
    /// A single choice that is possible here.
    case one(Choice)
    /// Several choices that are possible here; the text is ambiguous.
    case several([Choice])
    /// No choice that is possible here, with the reason, and the possible forms of the call.
    case nothing(String, instead: [Choice])
  }

  /// The meaning of a written call here. Names and values may be in any case, inputs in any order.
  /// Switches that are left out are off if other inputs or brackets are present and exactly one
  /// call fits; other inputs that are left out are those of the only call that fits.
  ///
  /// - Parameter commands: other words that the user may have meant.
  package func meaning(of text: String, commands: [String]) -> Meaning {
    guard let written = ChosenCall(text) else {
      return .nothing(
        "`\(text)` cannot be done here; a call is `name(input: value, …)`", instead: [])
    }
    let forms = model.actions.indices.filter { isSame(written.name, model.actions[$0]) }
    guard !forms.isEmpty else {
      return .nothing(unknown(text, written.name, commands), instead: [])
    }
    var fits: [(choice: Choice, isWhole: Bool, isShort: Bool)] = []
    var isRead = false
    for form in forms {
      guard let values = values(of: written, in: form) else { continue }
      isRead = true
      let inputs = model.actions[form].inputs
      for choice in choices(of: form, giving: values) {
        let isOff = inputs.indices.allSatisfy { position in
          values[position] != nil
            || model.slots[inputs[position].slot].type == .bool && choice.step.inputs[position] == 0
        }
        fits.append((choice, values.count == inputs.count, isOff))
      }
    }
    let here = forms.flatMap { choices(of: $0) }
    guard isRead else { return .nothing(misread(written, forms), instead: here) }
    // Among forms with the same inputs, the one with the typed name is meant.
    let named = fits.filter { fit in
      fit.isWhole && fit.choice.formCall.lowercased().hasPrefix("\(written.name.lowercased())(")
    }
    if named.count == 1 { return .one(named[0].choice) }
    // Switches that are left out are off if exactly one call fits.
    if written.isClosed || !written.inputs.isEmpty {
      for some in [fits.filter(\.isWhole), fits.filter(\.isShort)] where some.count == 1 {
        return .one(some[0].choice)
      }
    }
    switch fits.count {
    case 0: return .nothing("`\(text)` cannot be done here", instead: here)
    case 1: return .one(fits[0].choice)
    default: return .several(fits.map(\.choice))
    }
  }

  private func isSame(_ name: String, _ action: Action) -> Bool {
    let name = name.lowercased()
    return action.call.lowercased() == name || action.name.lowercased() == name
  }

  /// The given values, by the position of their input; nil where a form has no such input or value.
  private func values(of written: ChosenCall, in form: Int) -> [Int: Int]? {
    var values: [Int: Int] = [:]
    for input in written.inputs {
      guard let found = value(of: input, in: form), values[found.position] == nil else {
        return nil
      }
      values[found.position] = found.value
    }
    return values
  }

  private func value(
    of written: ChosenCall.Input, in form: Int
  ) -> (position: Int, value: Int)? {
    let inputs = model.actions[form].inputs
    let position = inputs.firstIndex { $0.name.lowercased() == written.name.lowercased() }
    if let text = written.value {
      guard let position else { return nil }
      return value(text, of: inputs[position]).map { (position, $0) }
    }
    if let position {
      return model.slots[inputs[position].slot].type == .bool ? (position, 1) : nil
    }
    // A value without a name is valid if only one input has it.
    let found = inputs.indices.compactMap { position in
      value(written.name, of: inputs[position]).map { (position, $0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  private func value(_ text: String, of input: Action.Input) -> Int? {
    let wanted = text.lowercased().replacing(" ", with: "")
    return model.types.values(of: model.slots[input.slot].type).first { value in
      model.text(of: value, in: input.slot).lowercased().replacing(" ", with: "") == wanted
    }
  }

  // MARK: Complaints

  private func unknown(_ text: String, _ name: String, _ commands: [String]) -> String {
    let actions = model.actions.flatMap { [$0.call, $0.name] }
    let names = commands + choices.map { String($0.call.prefix { $0 != "(" }) } + actions
    let near =
      names.nearest(to: name)
      ?? names.first { $0.lowercased().hasPrefix(name.lowercased()) && name.count > 1 }
    return "`\(text)` cannot be done here; "
      + (near.map { "did you mean `\($0)`?" } ?? "`list` shows what can, `help` the commands")
  }

  /// The reason why no form of a call accepts the inputs that were written.
  private func misread(_ written: ChosenCall, _ forms: [Int]) -> String {
    let inputs = forms.flatMap { model.actions[$0].inputs }
    let names = inputs.map(\.name).withoutIndices
    let name = model.actions[forms[0]].call
    for input in written.inputs where !forms.contains(where: { value(of: input, in: $0) != nil }) {
      let same = inputs.filter { $0.name.lowercased() == input.name.lowercased() }
      guard let own = same.first else {
        guard !names.isEmpty else { return "`\(name)` has no inputs" }
        let near = names.nearest(to: input.name).map { "did you mean `\($0)`?" }
        return "`\(name)` has no input `\(input.name)`; \(near ?? "it has \(names.listOfAll)")"
      }
      var seen: Set<String> = []
      let values = same.flatMap { input in
        model.types.values(of: model.slots[input.slot].type).map {
          model.text(of: $0, in: input.slot)
        }
      }.filter { seen.insert($0).inserted }
      guard let value = input.value else {
        return "`\(own.name)` of `\(name)` needs a value: \(values.list)"
      }
      let near = values.nearest(to: value).map { "did you mean `\($0)`?" }
      return "`\(own.name)` of `\(name)` is never `\(value)`; \(near ?? "it is \(values.list)")"
    }
    return "no form of `\(name)` takes these inputs together"
  }
}
