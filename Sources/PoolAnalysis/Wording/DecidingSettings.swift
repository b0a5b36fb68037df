import TransitionTables

/// Which settings decide what comes of a run: those with another value with which the same calls
/// come to something else.
///
/// A row that reads a setting need not be decided by it: where another row would say the same to
/// the app, the setting is no cause of the run.
struct DecidingSettings {
  private let model: Model
  private let interpreter: Interpreter

  init(model: Model) {
    self.model = model
    interpreter = Interpreter(model: model)
  }

  /// Whether a setting decides a run. A set of members is changed by one member at a time.
  func decides(_ slot: Int, _ run: Trace) -> Bool {
    guard var start = run.steps.first?.before else { return false }
    let own = start[slot]
    return others(than: own, slot).contains { value in
      start[slot] = value
      return !comesToTheSame(run, from: start)
    }
  }

  /// The other values of a setting; of a set those that differ in one member.
  func others(than own: Int, _ slot: Int) -> [Int] {
    let type = model.slots[slot].type
    guard case .set(let id) = type else {
      return model.types.values(of: type).filter { $0 != own }
    }
    return model.types.enums[id].members.indices.map { own ^ 1 << $0 }
  }

  private func comesToTheSame(_ run: Trace, from start: [Int]) -> Bool {
    guard let again = interpreter.replay(run, from: start) else { return false }
    return zip(run.steps, again.steps).allSatisfy { model.answer(of: $0) == model.answer(of: $1) }
  }
}
