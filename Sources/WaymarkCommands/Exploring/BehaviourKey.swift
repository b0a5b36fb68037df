import StateSpace
import TransitionTables

/// All that an exploration can see of a configuration: members of a family with equal keys behave
/// alike and are explored once.
///
/// The key holds the compiled machines themselves, no hash of them, so that equal keys are equal
/// machines. Properties over parameters alone are not part of it; they are judged for each member.
struct BehaviourKey: Hashable {
  private var systems: [TransitionSystem] = []
  private var labels: [[CompiledModel.Label]] = []
  private var cubes: [[PackedCube]] = []

  init(model: Model, properties: [Property], parameters: [Int: Int]) {
    let attempt = model.attempt.map { [$0.ready, $0.underway] } ?? []
    let observerSets = Set(properties.map { model.observers(readBy: $0.expressions) } + [[]])
    for observers in observerSets.sorted(by: { $0.sorted().lexicographicallyPrecedes($1.sorted()) })
    {
      let compiled = model.compiled(parameters: parameters, observers: observers)
      systems.append(compiled.system)
      labels.append(compiled.labels)
      let own = properties.filter { model.observers(readBy: $0.expressions) == observers }
      let read = own.flatMap(\.expressions) + model.never.map(\.states) + attempt
      cubes += read.map { compiled.cubes(where: $0) }
    }
  }
}
