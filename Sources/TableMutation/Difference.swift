import SignInTestBed
import TransitionTables

/// A run on which a mutant makes the table behave differently.
struct Difference: Sendable {
  var walk: Walk
  /// The number of the call in which the mutant first behaves differently, from 0.
  var step: Int
  /// Whether an answer differs; if not, only the rows or the state do.
  var isAnswered: Bool
  /// The mutant's result of the last call.
  var instead: String

  /// Runs the calls of a table and of a mutant side by side.
  struct Comparison {
    let interpreter: Interpreter
    let mutated: Interpreter

    init(_ interpreter: Interpreter, _ mutant: Mutant) {
      self.interpreter = interpreter
      mutated = Interpreter(model: interpreter.model.applying(mutant))
    }

    /// The first call that the mutant answers differently, starting in the state before the first
    /// step, with the mutant's answer; nil if there is none.
    func firstAnswer(
      of steps: ArraySlice<Trace.Step>
    ) -> (step: Int, instead: String)? {
      guard var state = steps.first?.before else { return nil }
      let model = interpreter.model
      for position in steps.indices {
        let step = steps[position]
        guard let action = step.action else { return nil }
        let call = Walk.Call(action: action, inputs: step.inputs)
        guard let other = try? Walker.step(call, from: state, by: mutated) else {
          return (position, "no row goes on, or two want to")
        }
        let (own, strange) = (model.answer(of: step), model.answer(of: other))
        if own != strange {
          return (position, strange.map { model.text(of: $0) } ?? "nothing")
        }
        state = other.after
      }
      return nil
    }
  }

  /// The same difference with fewer calls and a start closer to the defaults. Leaves out single
  /// calls and resets single slots as long as the difference remains.
  func shortened(_ comparison: Comparison, _ index: MutantIndex, _ mutant: Int) -> Difference {
    let shorter = withFewerCalls(comparison, index, mutant)
    let plainer = shorter.withPlainerStart(comparison, index, mutant)
    return plainer.withFewerCalls(comparison, index, mutant)
  }

  private func withPlainerStart(
    _ comparison: Comparison, _ index: MutantIndex, _ mutant: Int
  ) -> Difference {
    var best = self
    let model = index.model
    let defaults = comparison.interpreter.initial(parameters: [:])
    for slot in model.slots.indices where walk.start[slot] != defaults[slot] {
      var plainer = best.walk
      plainer.start[slot] = defaults[slot]
      guard model.isPossible(plainer.start),
        let steps = plainer.steps(by: comparison.interpreter),
        let found = Self.find(along: steps, of: plainer, comparison, index, mutant),
        found.isAnswered == isAnswered
      else { continue }
      best = found
    }
    return best
  }

  private func withFewerCalls(
    _ comparison: Comparison, _ index: MutantIndex, _ mutant: Int
  ) -> Difference {
    var best = self
    var position = walk.calls.count - 1
    while position >= 0 {
      defer { position -= 1 }
      guard position < best.walk.calls.count else { continue }
      var shorter = best.walk
      shorter.calls.remove(at: position)
      guard let steps = shorter.steps(by: comparison.interpreter),
        let found = Self.find(along: steps, of: shorter, comparison, index, mutant),
        found.isAnswered == isAnswered
      else { continue }
      best = found
    }
    return best
  }

  /// The first difference that a mutant makes on some steps; the walk ends with it.
  static func find(
    along steps: [Trace.Step], of walk: Walk, _ comparison: Comparison, _ index: MutantIndex,
    _ mutant: Int
  ) -> Difference? {
    let model = index.model
    for (position, step) in steps.enumerated() {
      let moments = ScenarioRunner.moments(of: step, step: position, in: model)
      guard index.first(of: moments, differing: mutant) != nil else { continue }
      var walk = walk
      if let answer = comparison.firstAnswer(of: steps[position...]) {
        walk.calls = Array(walk.calls[...answer.step])
        return Difference(walk: walk, step: position, isAnswered: true, instead: answer.instead)
      }
      walk.calls = Array(walk.calls[...position])
      return Difference(
        walk: walk, step: position, isAnswered: false,
        instead: other(step, by: comparison))
    }
    return nil
  }

  /// The rows that the mutant fires in a step or, if they are the same, the values that it leaves.
  private static func other(_ step: Trace.Step, by comparison: Comparison) -> String {
    let model = comparison.interpreter.model
    guard let action = step.action,
      let strange = try? Walker.step(
        Walk.Call(action: action, inputs: step.inputs), from: step.before, by: comparison.mutated)
    else { return "no row goes on, or two want to" }
    let own = step.firings.map(\.row)
    let rows = strange.firings.map(\.row)
    if own != rows {
      return "fires \(rows.map { model.rows[$0].fullID }.joined(separator: " → "))"
    }
    let slots = model.slots.indices.filter { step.after[$0] != strange.after[$0] }
    guard !slots.isEmpty else { return "the same in the end" }
    return slots.map { "\(model.slots[$0].name) is \(model.text(of: strange.after[$0], in: $0))" }
      .joined(separator: ", ")
  }
}
