@testable import TransitionTables

/// Every reachable state at rest by the interpreter alone, in sets of plain valuations: slow, and
/// without a line in common with compiler and engine.
struct NaiveExploration {
  private(set) var states: [[Int]] = []
  private(set) var depths: [Int] = []
  /// States in which no action does anything.
  private(set) var stuck: [Int] = []

  init(_ model: Model, parameters: [Int: Int] = [:]) throws {
    let interpreter = Interpreter(model: model)
    var seen: Set<[Int]> = []
    func visit(_ state: [Int], depth: Int, _ states: inout [[Int]], _ depths: inout [Int]) {
      guard seen.insert(state).inserted else { return }
      states.append(state)
      depths.append(depth)
    }
    visit(interpreter.initial(parameters: parameters), depth: 0, &states, &depths)
    var next = 0
    while next < states.count {
      var moves = 0
      for action in model.actions.indices {
        for inputs in model.inputCombinations(of: action) {
          let firings = try interpreter.step(action, inputs: inputs, from: states[next])
          guard let last = firings.last else { continue }
          moves += 1
          visit(interpreter.rested(last.valuation), depth: depths[next] + 1, &states, &depths)
        }
      }
      if moves == 0 { stuck.append(next) }
      next += 1
    }
  }
}
