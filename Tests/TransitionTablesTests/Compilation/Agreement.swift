import StateSpace
import Testing

@testable import TransitionTables

/// Compares the two readings of a table, compiled rules and interpreter, state by state.
struct Agreement {
  let compiled: CompiledModel
  let interpreter: Interpreter
  private(set) var steps = 0
  private(set) var faults = 0
  private(set) var differences: [String] = []

  init(_ compiled: CompiledModel) {
    self.compiled = compiled
    interpreter = Interpreter(model: compiled.model, observers: compiled.observers)
  }

  private var model: Model { compiled.model }

  /// Compares everything that can happen in a state at rest.
  mutating func compare(at words: [UInt64]) {
    let valuation = compiled.valuation(of: words)
    if Array(compiled.pack(valuation).prefix(words.count)) != words {
      differences.append("packing loses something of \(valuation)")
    }
    let (found, broken) = compiled.system.steps(from: words)
    for step in found { compare(step, from: valuation) }
    for fault in broken { compare(fault, from: valuation) }
    compareFirstRows(valuation, fired: found.map(\.rules[0]) + broken.map(\.rules[0]))
  }

  private mutating func compare(_ step: Step, from valuation: [Int]) {
    steps += 1
    let label = compiled.label(ofRule: step.rules[0])
    do {
      let firings = try interpreter.step(
        row: label.row, action: label.action, inputs: label.inputs, from: valuation)
      let rows = step.rules.map { compiled.label(ofRule: $0).row }
      if firings.map(\.row) != rows { differences.append("other rows from \(valuation)") }
      let last = firings.last?.valuation ?? valuation
      if interpreter.rested(last) != interpreter.rested(compiled.valuation(of: step.state)) {
        differences.append("another end of \(model.rows[label.row].fullID) from \(valuation)")
      }
      let seen = zip(compiled.pack(last), compiled.system.observed).map { $0 & $1 }
      if seen != step.observation { differences.append("another answer from \(valuation)") }
    } catch {
      differences.append("\(model.rows[label.row].fullID) from \(valuation): \(error)")
    }
  }

  private mutating func compare(_ fault: StepFault, from valuation: [Int]) {
    faults += 1
    let label = compiled.label(ofRule: fault.rules[0])
    do {
      _ = try interpreter.step(
        row: label.row, action: label.action, inputs: label.inputs, from: valuation)
      differences.append("no fault of \(model.rows[label.row].fullID) from \(valuation)")
    } catch {
      let isSame =
        switch error {
        case .stuck: fault.kind == .stuck
        case .endless: fault.kind == .urgentCycle
        case .ambiguous: false
        }
      if !isSame { differences.append("another fault from \(valuation): \(error)") }
    }
  }

  /// Every action with every input must fire the same rows first.
  private mutating func compareFirstRows(_ valuation: [Int], fired: [Int]) {
    let labels = Set(fired.map { compiled.label(ofRule: $0) })
    for action in model.actions.indices {
      for inputs in model.inputCombinations(of: action) {
        let rows = interpreter.rows(for: action, inputs: inputs, in: valuation)
        let expected = labels.filter { $0.action == action && $0.inputs == inputs }.map(\.row)
        guard Set(rows) != Set(expected) else { continue }
        differences.append("\(model.actionText(action, inputs: inputs)) from \(valuation)")
      }
    }
  }
}
