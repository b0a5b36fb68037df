import Findings
import TransitionTables

/// A counterexample, with its configuration.
struct FoundRun: Sendable, Hashable {
  var trace: Trace
  var parameters: [Int: Int]

  /// The number of steps shown.
  var length: Int { trace.steps.count + (trace.loopStart == nil ? 0 : 1) }
}

extension Model {
  /// The values of some parameters, as a report shows them.
  package func values(of slots: [Int], in parameters: [Int: Int]) -> [ClaimValue] {
    slots.map { slot in
      ClaimValue(
        self.slots[slot].name,
        reportValue(parameters[slot] ?? self.slots[slot].initial, in: slot))
    }
  }
}
