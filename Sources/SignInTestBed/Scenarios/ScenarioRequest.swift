import TransitionTables

/// The request of a scenario's step, resolved to a message to the pool with its fields.
///
/// In `AdminCreateUser(givesEmail: true)` all fields are named; omitted ones have their first
/// value, as in the table.
struct ScenarioRequest {
  var message: Int
  /// The values of the fields by slot.
  var fields: [Int: Int] = [:]

  /// - Throws: `scenario.call`, `scenario.unknown-call` or `scenario.unknown-input`.
  init(_ step: Scenario.Step, model: Model) throws(Diagnostic) {
    let written = try WrittenCall(step)
    let name = written.name
    let pool = model.component(.pool)
    let requests = model.messages.filter { $0.receiver != nil && $0.receiver == pool }
    guard let message = model.message(named: name),
      requests.contains(where: { $0.name == name })
    else {
      let names = requests.map(\.name).sorted()
      throw Diagnostic(
        "scenario.unknown-call", at: step.location, "the pool takes no request `\(name)`",
        remedy: names.remedy(for: name))
    }
    self.message = message
    for slot in model.messages[message].fields {
      fields[slot] = model.types.first(of: model.slots[slot].type)
    }
    for argument in written.arguments {
      let (slot, value) = try Self.field(argument, of: name, model: model)
      fields[slot] = value
    }
  }

  private static func field(
    _ argument: WrittenCall.Argument, of message: String, model: Model
  ) throws(Diagnostic) -> (slot: Int, value: Int) {
    let declared = model.message(named: message).map { model.messages[$0].fields } ?? []
    let name = argument.name ?? ""
    guard let slot = declared.first(where: { model.slots[$0].name == "\(message).\(name)" }) else {
      let names = declared.map { String(model.slots[$0].name.dropFirst(message.count + 1)) }
      throw Diagnostic(
        "scenario.unknown-input", at: argument.location, "`\(message)` has no field `\(name)`",
        remedy: names.nearest(to: name).map { "did you mean `\($0)`?" }
          ?? (names.isEmpty ? "it has no fields" : "write `name: value`, with \(names.list)"))
    }
    let type = model.slots[slot].type
    let wanted = ScenarioCall.aliases[argument.value] ?? argument.value
    let values = model.types.values(of: type)
    let match = values.first {
      [argument.value, wanted].contains(model.types.text(of: $0, as: type))
    }
    guard let match else {
      throw Diagnostic(
        "scenario.unknown-input", at: argument.valueLocation,
        "`\(argument.value)` is no value of `\(name)`",
        remedy: "it takes \(values.map { model.types.text(of: $0, as: type) }.list)")
    }
    return (slot, match)
  }
}
