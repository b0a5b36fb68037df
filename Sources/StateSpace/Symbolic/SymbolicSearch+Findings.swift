/// A shortest path to a state that breaks an invariant.
public struct SymbolicViolation: Hashable, Sendable {
  /// The path to the bad state, or to the state at rest whose step passes it.
  public let path: SymbolicPath
  /// The first rule of the step that passes the bad state; `nil` if the path ends in it.
  public let rule: Int?
}

/// A shortest path to a step that cannot be finished.
public struct SymbolicFault: Hashable, Sendable {
  /// The path to the state at rest where the step begins.
  public let path: SymbolicPath
  /// The rules fired from there, and the reason for the failure.
  public let step: StepFault
}

extension SymbolicSearch {
  /// A shortest violation of an invariant, checked as an exploration checks a ``StateInvariant``;
  /// `nil` if the invariant holds.
  ///
  /// - Parameters:
  ///   - bad: the states that break it, as a set over all variables.
  ///   - within: whether to check urgent states, and ends of steps before they are cleared, as
  ///     well.
  ///   - ignored: variables that the set does not depend on, see ``path(to:ignoring:)``.
  public func violation(
    of bad: Diagram, within: Bool, ignoring ignored: [Int] = []
  ) -> SymbolicViolation? {
    let atRest = path(to: machine.atRest(bad), ignoring: ignored)
    guard within else { return atRest.map { SymbolicViolation(path: $0, rule: nil) } }
    let passing = path(to: steps.sources(passing: bad, in: machine), ignoring: ignored)
    if let atRest, atRest.rules.count <= passing.map({ $0.rules.count + 1 }) ?? .max {
      return SymbolicViolation(path: atRest, rule: nil)
    }
    return passing.flatMap { path in
      path.states.last.flatMap { source in
        rule(from: source, passing: bad).map { SymbolicViolation(path: path, rule: $0) }
      }
    }
  }

  private func rule(from source: [UInt64], passing bad: Diagram) -> Int? {
    machine.rules.indices.first { rule in
      machine.walk(from: source, rule: rule).passed.contains { machine.contains(bad, $0) }
    }
  }

  /// The nearest step that cannot be finished, or `nil` if there is none.
  ///
  /// - Parameter ignored: variables that steps read only to write variables among these.
  public func fault(ignoring ignored: [Int] = []) -> SymbolicFault? {
    let faults = diagrams.or(steps.stuck, steps.cyclic)
    guard let path = path(to: faults, ignoring: ignored),
      let source = path.states.last
    else { return nil }
    for rule in machine.rules.indices {
      if let fault = machine.steps(from: source, rule: rule).faults.first {
        return SymbolicFault(path: path, step: fault)
      }
    }
    return nil
  }
}
