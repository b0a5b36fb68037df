import TransitionTables

/// Determines the settings that decide the result of a run: with another value of such a setting,
/// the same calls have another result.
///
/// A setting that a row reads need not decide the run: where another row would give the app the
/// same answer, the setting is not a cause.
struct DecidingSettings {
  private let model: Model
  private let interpreter: Interpreter

  init(model: Model) {
    self.model = model
    interpreter = Interpreter(model: model)
  }

  /// Whether a setting decides a run. The members of a set are changed one at a time.
  func decides(_ slot: Int, _ run: Trace) -> Bool {
    guard var start = run.steps.first?.before else { return false }
    let own = start[slot]
    return others(than: own, slot).contains { value in
      start[slot] = value
      return !comesToTheSame(run, from: start)
    }
  }

  /// The other values of a setting; for a set, those that differ in one member.
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
