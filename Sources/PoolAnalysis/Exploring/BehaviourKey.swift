import StateSpace
import TransitionTables

/// Everything in a configuration that an exploration can see: members of a family with equal keys
/// behave alike and are explored once.
///
/// The key contains the compiled machines themselves rather than a hash, so that equal keys are
/// equal machines. Properties only about parameters are not part of it; they are judged for each
/// member.
struct BehaviourKey: Hashable {
  private let system: TransitionSystem
  private let labels: [CompiledModel.Label]
  private let cubes: [[PackedCube]]

  /// Returns nil where the compiler was stopped.
  init?(_ compiler: TableCompiler, properties: [Property], parameters: [Int: Int]) {
    let model = compiler.model
    let attempt = model.attempt.map { [$0.ready, $0.underway] } ?? []
    // Observers change nothing else, so that the machine with all observers also serves properties
    // without.
    let observers = model.observers(readBy: properties.flatMap(\.expressions))
    let compiled = compiler.compiled(parameters: parameters, observers: observers)
    guard compiled.system.isWhole else { return nil }
    system = compiled.system
    labels = compiled.labels
    let read = properties.flatMap(\.expressions) + model.never.map(\.states) + attempt
    cubes = read.map { compiled.cubes(where: $0) }
  }
}
