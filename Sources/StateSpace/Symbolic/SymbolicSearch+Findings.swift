/// A shortest way to a state that breaks a claim.
public struct SymbolicViolation: Hashable, Sendable {
  /// The way to the bad state, or to the state at rest whose step passes it.
  public let path: SymbolicPath
  /// The first rule of the step that passes the bad state; `nil` where the path ends in it.
  public let rule: Int?
}

/// A shortest way to a step that cannot be finished.
public struct SymbolicFault: Hashable, Sendable {
  /// The way to the state at rest where the step begins.
  public let path: SymbolicPath
  /// What happens from there.
  public let step: StepFault
}

extension SymbolicSearch {
  /// Where a claim is first broken, as an exploration judges a ``StateInvariant``; `nil` where it
  /// holds.
  ///
  /// - Parameters:
  ///   - bad: a set over all variables.
  ///   - within: whether urgent states and ends of steps before they are cleared are judged too.
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

  /// The nearest step that cannot be finished, or `nil`.
  ///
  /// - Parameter ignored: variables that no step reads but to write others of them.
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
