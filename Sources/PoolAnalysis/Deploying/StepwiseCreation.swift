import TransitionTables

/// The tools that cannot create a pool in one step, and the rule that says how to create it.
package struct StepwiseCreation: Sendable, Hashable {
  package var tools: [String]
  package var rule: CreationRule
}

extension CreationRule {
  /// The source of the observation, in brackets.
  var seen: String { source.map { "(seen in \($0.document))" } ?? "(\(id))" }
}

extension Model {
  /// The tools that cannot create a configuration in one step, grouped by rule.
  func stepwise(_ parameters: [Int: Int]) -> [StepwiseCreation] {
    var found: [StepwiseCreation] = []
    for tool in tools {
      for rule in refusedCreations(of: parameters, by: tool) {
        if let known = found.firstIndex(where: { $0.rule == rule }) {
          found[known].tools.append(tool.id)
        } else {
          found.append(StepwiseCreation(tools: [tool.id], rule: rule))
        }
      }
    }
    return found
  }
}
