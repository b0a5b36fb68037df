import Dispatch
import StateSpace
import Synchronization

/// Compiles a table under several configurations, each part of it only once.
///
/// The rules of a group depend on the layout of the state and on the parameters that the group
/// reads. So configurations that differ only elsewhere share them; the same holds for the cubes of
/// conditions. Threads may share a compiler.
public final class TableCompiler: Sendable {
  /// The choices that determine the layout of the state.
  struct Shape: Hashable {
    var observers: [Int]
    var absent: [Int]
  }

  private struct GroupKey: Hashable {
    var shape: Shape
    var group: Int
    /// The values of the parameters that the group reads.
    var values: [Int]
  }

  private struct ConditionKey: Hashable {
    var shape: Shape
    var condition: Expression
    var values: [Int]
  }

  private struct Known {
    /// The parameters that guards and right-hand sides read, by observers and group.
    var reads: [[Int]: [[Int]]] = [:]
    var pieces: [GroupKey: TableCompilation.Piece] = [:]
    var cubes: [ConditionKey: [PackedCube]] = [:]
  }

  /// The table as a model.
  public let model: Model
  private let known = Mutex(Known())
  /// The largest number of threads that compile or check at a time.
  let threads: Int
  private let shouldStop: @Sendable () -> Bool

  /// A compiler with empty caches.
  ///
  /// - Parameters:
  ///   - model: the table.
  ///   - threads: the number of threads, at least 1; no result depends on it.
  ///   - shouldStop: called before each group of rows, from any thread. Once it has returned true
  ///     it must always do so; groups that are not compiled by then have no rules, and the system
  ///     is not `TransitionSystem.isWhole`.
  public init(
    model: Model, threads: Int = .max, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.model, self.shouldStop) = (model, shouldStop)
    self.threads = min(threads, Self.mostThreads)
  }

  /// Compiles the table under a configuration.
  ///
  /// - Parameters:
  ///   - parameters: the value of each parameter by slot; missing parameters have their default.
  ///   - observers: the slots of the observers to compose in.
  ///   - invariants: named conditions of bad states; `within` includes urgent states.
  public func compiled(
    parameters: [Int: Int], observers: Set<Int> = [],
    invariants: [(name: String, bad: Expression, within: Bool)] = []
  ) -> CompiledModel {
    let all = completed(parameters)
    let shape = shape(all, observers)
    let compiler = RuleCompiler(model: model, parameters: all, observers: observers)
    let pieces = pieces(
      reads(observers).enumerated().map { group, reads in
        Job(group: group, values: reads.map { all[$0] ?? 0 }, parameters: all)
      }, shape)
    let (rules, labels) = TableCompilation.joined(pieces ?? [])
    var system = compiler.system(rules: rules, invariants: invariants) { condition in
      pieces == nil ? [] : self.cubes(where: condition, all, shape, by: compiler)
    }
    system.isWhole = pieces != nil
    return CompiledModel(
      model: model, parameters: all, observers: observers, layout: compiler.layout, system: system,
      labels: labels, compiler: self)
  }

  /// A group of rows to compile under a configuration.
  struct Job: Sendable {
    var group: Int
    /// The values of the parameters that the group reads.
    var values: [Int]
    /// The whole configuration.
    var parameters: [Int: Int]
  }

  /// Returns the rules of some groups, in the order of the jobs; unknown ones are compiled
  /// concurrently. Nil where that was stopped.
  func pieces(_ jobs: [Job], _ shape: Shape) -> [TableCompilation.Piece]? {
    let keys = jobs.map { GroupKey(shape: shape, group: $0.group, values: $0.values) }
    let (missing, observers) = known.withLock { known in
      (jobs.indices.filter { known.pieces[keys[$0]] == nil }, Set(shape.observers))
    }
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(missing.count, threads)) { _ in
      var compiler: RuleCompiler?
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < missing.count, !shouldStop() else { return }
        let (job, key) = (jobs[missing[number]], keys[missing[number]])
        let own =
          compiler
          ?? RuleCompiler(model: model, parameters: job.parameters, observers: observers)
        own.turn(to: job.parameters)
        compiler = own
        let piece = own.rules(of: model.groups[job.group])
        known.withLock { $0.pieces[key] = piece }
      }
    }
    let pieces = known.withLock { known in keys.compactMap { known.pieces[$0] } }
    return pieces.count == keys.count ? pieces : nil
  }

  /// The largest number of threads; with more, each would compile few groups.
  private static let mostThreads = 8

  /// Returns the packed cubes of a condition on the states of a compiled table.
  func cubes(where condition: Expression, in compiled: CompiledModel) -> [PackedCube] {
    let shape = shape(compiled.parameters, compiled.observers)
    return cubes(where: condition, compiled.parameters, shape, by: nil)
  }

  /// Returns the packed cubes of a condition under a complete configuration.
  func cubes(
    where condition: Expression, _ parameters: [Int: Int], _ shape: Shape,
    by compiler: RuleCompiler? = nil
  ) -> [PackedCube] {
    let key = ConditionKey(
      shape: shape, condition: condition,
      values: condition.slots.compactMap { parameters[$0] })
    if let cubes = known.withLock({ $0.cubes[key] }) { return cubes }
    let own =
      compiler
      ?? RuleCompiler(model: model, parameters: parameters, observers: Set(shape.observers))
    let cubes = own.packedCubes(where: condition)
    known.withLock { $0.cubes[key] = cubes }
    return cubes
  }

  /// Returns a configuration with the initial values of missing parameters added.
  func completed(_ parameters: [Int: Int]) -> [Int: Int] {
    var all = parameters
    for slot in model.parameters where all[slot] == nil { all[slot] = model.slots[slot].initial }
    return all
  }

  func shape(_ parameters: [Int: Int], _ observers: Set<Int>) -> Shape {
    Shape(
      observers: observers.sorted(), absent: model.absentVariables(under: parameters).sorted())
  }

  /// The parameters that the guards and right-hand sides of each group read.
  func reads(_ observers: Set<Int>) -> [[Int]] {
    let key = observers.sorted()
    if let reads = known.withLock({ $0.reads[key] }) { return reads }
    let reads = model.groups.map { group in
      let slots = group.rows.reduce(into: Set<Int>()) { slots, position in
        let row = model.rows[position]
        slots.formUnion(model.guardExpression(of: row).slots)
        for update in model.updates(of: row, observers: observers) {
          slots.formUnion(update.value.slots)
        }
      }
      return slots.filter { model.slots[$0].isParameter }.sorted()
    }
    known.withLock { $0.reads[key] = reads }
    return reads
  }
}
