import TransitionTables

/// Short names of calls and answers, from which the ids of paths are made.
enum CatalogueNaming {
  /// The name of a call with its answer, such as `userSRP.confirmSignInWithTOTPCode`: the word of
  /// the action, the inputs that are not evidence, the evidence classes where they are not the
  /// first, and the answer.
  static func slug(of call: Catalogue.Call, in model: Model) -> String {
    let inputs = model.actions[call.action].inputs
    var parts = [model.actions[call.action].word]
    for (position, input) in inputs.enumerated() {
      let values = Set(call.inputs.map { $0[position] }).sorted()
      let texts = values.map { model.text(of: $0, in: input.slot) }
      if input.evidence == nil {
        parts += texts
      } else if !values.contains(0) {
        parts.append(texts.joined(separator: "|"))
      }
    }
    if let answer = call.answer {
      parts.append(model.messages[answer.message].name)
      for (slot, value) in zip(model.messages[answer.message].fields, answer.fields) {
        let text = model.text(of: value, in: slot)
        parts.append(text.filter { !"{} ".contains($0) }.replacing(",", with: "+"))
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ".")
  }
}
