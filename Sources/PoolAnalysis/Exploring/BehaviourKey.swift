import StateSpace
import TransitionTables

/// All that an exploration can see of a configuration: members of a family with equal keys behave
/// alike and are explored once.
///
/// The key holds the compiled machines themselves, no hash of them, so that equal keys are equal
/// machines. Properties over parameters alone are not part of it; they are judged for each member.
struct BehaviourKey: Hashable {
  private let system: TransitionSystem
  private let labels: [CompiledModel.Label]
  private let cubes: [[PackedCube]]

  /// Nil where the compiler was stopped.
  init?(_ compiler: TableCompiler, properties: [Property], parameters: [Int: Int]) {
    let model = compiler.model
    let attempt = model.attempt.map { [$0.ready, $0.underway] } ?? []
    // Observers change nothing else, so the machine with all of them serves the others too.
    let observers = model.observers(readBy: properties.flatMap(\.expressions))
    let compiled = compiler.compiled(parameters: parameters, observers: observers)
    guard compiled.system.isWhole else { return nil }
    system = compiled.system
    labels = compiled.labels
    let read = properties.flatMap(\.expressions) + model.never.map(\.states) + attempt
    cubes = read.map { compiled.cubes(where: $0) }
  }
}
