import StateSpace
import TransitionTables

/// The calls of the app that never return, asked of all users at once.
extension MeansSets {
  /// The app's calls that may never return.
  var hangingCalls: [Int] {
    let found = replies(where: .yes, atStart: false).filter { $0.answer == nil }
      .compactMap(\.kind.action)
    return Set(found).filter { origin.model.actions[$0].actor == "app" }.sorted()
  }

  /// A call of the app that never returns, and the state in which the app waits then; nil where
  /// every call returns. None takes fewer steps to get to.
  var hang: (action: Int, end: [Int])? {
    let (model, compiled, kinds) = (origin.model, origin.compiled, origin.kinds)
    func isOfApp(_ action: Int?) -> Bool {
      action.map { model.actions[$0].actor == "app" } ?? false
    }
    let account = model.access?.account ?? .no
    let states = origin.askAlongAll { search in
      let diagrams = search.diagrams
      let hanging = search.steps.filter {
        isOfApp(kinds.all[$0.kind].action) && search.answer(of: $0) == nil
      }
      // Who is where the call leads already has not gone there by it.
      let moving = diagrams.or(hanging.map { diagrams.minus($0.condition, $0.change) })
      return diagrams.and([moving, search.all(where: account), search.reached])
    }
    guard let words = origin.nearestState(in: states) else { return nil }
    let here = compiled.valuation(of: words)
    let step = steps(from: here).first {
      isOfApp($0.call.action) && $0.answer == nil && $0.end != here
    }
    return step.flatMap { step in step.call.action.map { ($0, step.end) } }
  }
}
