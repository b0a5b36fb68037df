import TransitionTables

/// The call of a scenario's step, resolved to an action with its inputs.
///
/// In `signIn(userSRP, password: right)`, unnamed arguments fill the inputs in order and named ones
/// the inputs of that name; omitted inputs have their first value. Several actions can be forms of
/// one call; the one that is enabled and accepts the arguments is chosen.
struct ScenarioCall {
  var action: Int
  var inputs: [Int]

  /// The words that scenarios may write in place of enum members.
  static let aliases = [
    "right": TableMember.current, "wrong": .neverIssued, "stale": .current, "reused": .current,
  ].mapValues(\.rawValue)

  init(
    _ step: Scenario.Step, model: Model, valuation: [Int], interpreter: Interpreter
  ) throws(Diagnostic) {
    let written = try WrittenCall(step)
    let name = written.name
    let candidates = model.actions.indices.filter {
      model.actions[$0].call == name || model.actions[$0].name == name
    }
    guard !candidates.isEmpty else {
      let names = Set(model.actions.flatMap { [$0.call, $0.name] }).sorted()
      throw Diagnostic(
        "scenario.unknown-call", at: step.location, "there is no call `\(name)`",
        remedy: names.remedy(for: name))
    }
    let arguments = written.arguments
    let fitting = candidates.compactMap { action in
      Self.inputs(arguments, of: action, model: model).map { (action, $0) }
    }
    guard let first = fitting.first else {
      throw Self.misfit(arguments, candidates, model: model, in: step)
    }
    let enabled = fitting.first { action, inputs in
      !interpreter.rows(for: action, inputs: inputs, in: valuation).isEmpty
    }
    (action, inputs) = enabled ?? first
  }

  /// The inputs of an action that the arguments give; nil where they do not fit.
  private static func inputs(
    _ arguments: [WrittenCall.Argument], of action: Int, model: Model
  ) -> [Int]? {
    let declared = model.actions[action].inputs
    var values = declared.map { model.types.first(of: model.slots[$0.slot].type) }
    var next = 0
    for argument in arguments {
      var position = next
      if let name = argument.name {
        guard let at = declared.firstIndex(where: { $0.name == name }) else { return nil }
        position = at
      } else {
        next += 1
      }
      guard declared.indices.contains(position) else { return nil }
      let type = model.slots[declared[position].slot].type
      let text = argument.value
      let match = model.types.values(of: type).first { value in
        let own = model.types.text(of: value, as: type)
        return own == text || own == aliases[text]
      }
      guard let match else { return nil }
      values[position] = match
    }
    return values
  }

  private static func misfit(
    _ arguments: [WrittenCall.Argument], _ candidates: [Int], model: Model, in step: Scenario.Step
  ) -> Diagnostic {
    let named = arguments.compactMap(\.name)
    let meant = candidates.filter { action in
      let inputs = model.actions[action].inputs.map(\.name)
      return inputs.count >= arguments.count && named.allSatisfy(inputs.contains)
    }
    let forms = (meant.isEmpty ? candidates : meant).map { form(of: $0, in: model) }
    let fault = fault(of: arguments, meant.isEmpty ? candidates : meant, model: model)
    return Diagnostic(
      "scenario.unknown-input", at: fault?.location ?? step.location,
      fault?.message ?? "the call does not take these arguments",
      remedy: forms.count == 1
        ? "write \(forms[0])" : "write one of\n    \(forms.joined(separator: "\n    "))")
  }

  /// The form of a call for a message: `signIn(flow: userSRP|userPassword, password: current|…)`.
  private static func form(of action: Int, in model: Model) -> String {
    let inputs = model.actions[action].inputs.map { input -> String in
      let type = model.slots[input.slot].type
      let texts = model.types.values(of: type).map { model.types.text(of: $0, as: type) }
      return "\(input.name): \(texts.joined(separator: "|"))"
    }
    return "`\(model.actions[action].call)(\(inputs.joined(separator: ", ")))`"
  }

  /// The first wrong argument, judged by the form of the call that accepts most of them, with its
  /// place.
  private static func fault(
    of arguments: [WrittenCall.Argument], _ candidates: [Int], model: Model
  ) -> (message: String, location: SourceLocation)? {
    let taken = candidates.map { action in
      arguments.indices.first { count in
        inputs(Array(arguments[...count]), of: action, model: model) == nil
      } ?? arguments.count
    }
    guard let most = taken.max(), most < arguments.count,
      let form = zip(candidates, taken).first(where: { $0.1 == most })?.0
    else { return nil }
    let declared = model.actions[form].inputs
    let argument = arguments[most]
    let unnamed = arguments[..<most].count { $0.name == nil }
    guard let name = argument.name ?? declared.dropFirst(unnamed).first?.name else {
      return ("there are more arguments than inputs", argument.location)
    }
    guard let input = declared.first(where: { $0.name == name }) else {
      let near = declared.map(\.name).nearest(to: name).map { "; did you mean `\($0)`?" } ?? ""
      return ("the call has no input `\(name)`\(near)", argument.location)
    }
    let type = model.slots[input.slot].type
    let words = model.types.values(of: type).map { model.types.text(of: $0, as: type) }
    return (
      "`\(argument.value)` is no class of `\(name)`, which takes \(words.list)",
      argument.valueLocation
    )
  }
}
