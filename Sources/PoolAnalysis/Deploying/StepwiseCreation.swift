import TransitionTables

/// Tools that cannot make a pool in one step, and how it is made.
package struct StepwiseCreation: Sendable, Hashable {
  package var tools: [String]
  package var rule: CreationRule
}

extension CreationRule {
  /// Where it was seen, in brackets.
  var seen: String { source.map { "(seen in \($0.document))" } ?? "(\(id))" }
}

extension Model {
  /// The tools that cannot make a configuration in one step, those of which the same is said
  /// together.
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
