import Findings
import SignIn
import TransitionTables

/// The settings that let an outsider learn by calls that an account exists.
///
/// A setting is a cause where, with another legal value of it, the calls are answered alike for the
/// user and for a name that nobody has.
struct LeakCauses {
  private let analysis: MeansAnalysis
  private let model: Model
  private let interpreter: Interpreter

  init(_ analysis: MeansAnalysis) {
    self.analysis = analysis
    model = analysis.sets?.held.model ?? analysis.graph.explored.model
    interpreter = Interpreter(model: model)
  }

  /// Adds to a leak what ends it, and where the documents set that otherwise.
  func explained(_ leak: Attacks.Leak) -> Attacks.Leak {
    guard let number = leak.starts.first else { return leak }
    let user =
      analysis.sets?.starts[number]
      ?? analysis.graph.explored.valuation(analysis.starts[number].state)
    let parameters = Dictionary(uniqueKeysWithValues: model.parameters.map { ($0, user[$0]) })
    let nobody = interpreter.initial(parameters: parameters)
    guard let known = steps(leak.acts, from: user), let other = steps(leak.acts, from: nobody)
    else { return leak }
    let deciding = DecidingSettings(model: model)
    var (causes, leak) = (Set<Int>(), leak)
    for slot in model.parameters
    where model.slots[slot].kind == .parameter && model.slots[slot].isSetting {
      let value = deciding.others(than: user[slot], slot).first { value in
        var (changed, alone) = (user, nobody)
        (changed[slot], alone[slot]) = (value, value)
        let evaluator = ConcreteEvaluator(alone)
        guard !model.legality.contains(where: { $0.isError && evaluator.holds($0.forbid) }),
          let answers = steps(leak.acts, from: changed)?.map(model.answer)
        else { return false }
        return steps(leak.acts, from: alone)?.map(model.answer) == answers
      }
      guard let value else { continue }
      causes.insert(slot)
      leak.endedBy.append("\(model.slots[slot].name) = \(model.text(of: value, in: slot))")
    }
    leak.places = FindingPlaces(pool: analysis.pool, model: model).places(
      of: causes.sorted().map { .slot($0) },
      trace: TraceWording(model: model).steps(Trace(steps: known))
        + TraceWording(model: model).steps(Trace(steps: other)), where: causes.contains)
    return leak
  }

  /// What calls come to, one after the other; nil where one of them cannot be made.
  private func steps(
    _ calls: [Attacks.Leak.Act], from start: [Int]
  ) -> [Trace.Step]? {
    var (here, found) = (start, [Trace.Step]())
    for call in calls {
      guard let firings = try? interpreter.step(call.action, inputs: call.inputs, from: here),
        let last = firings.last
      else { return nil }
      let step = Trace.Step(
        action: call.action, inputs: call.inputs, firings: firings, before: here,
        after: interpreter.rested(last.valuation))
      found.append(step)
      here = step.after
    }
    return found
  }
}
