import Findings
import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// Searches for the shortest run that distinguishes the values of an assumption: both worlds are
/// explored, and the pairs of states that the same calls lead to are searched breadth first.
package struct AssumptionProbe {
  /// The result for one value of an assumption.
  package enum Result {
    /// The shortest distinguishing run, as requests.
    case experiment(Experiment)
    /// Every run of this pool gets the same answers.
    case same
    /// The app's own answers differ, but not the answers to the requests of the run.
    case onlyInApp
    /// The exploration was incomplete, or the configuration is illegal.
    case open
  }

  package let model: Model
  package let environment: ToolEnvironment
  /// The greatest number of states of one world.
  package var maximumStates = 60_000

  package init(model: Model, environment: ToolEnvironment) {
    self.model = model
    self.environment = environment
  }

  /// Compares the other values of each undecided assumption with its value in the configuration.
  ///
  /// - Parameters:
  ///   - parameters: the configuration of one world.
  ///   - decided: the names of the assumptions to leave out.
  /// - Returns: one result per other value, in the order of declaration.
  package func results(
    for parameters: [Int: Int], without decided: Set<String>
  ) -> [(slot: Int, value: Int, result: Result)] {
    let scripted = withoutImports(parameters)
    let compiler = environment.limits.compiler(of: model)
    let found = runs(of: scripted, without: decided, by: compiler)
    guard scripted != parameters else { return found }
    let distinguishing = found.filter { if case .same = $0.result { false } else { true } }
    let names = distinguishing.map { model.slots[$0.slot].name }
    let imported = runs(of: parameters, without: decided.union(names), by: compiler)
    return found.map { one in
      imported.first { $0.slot == one.slot && $0.value == one.value } ?? one
    }
  }

  private func runs(
    of parameters: [Int: Int], without decided: Set<String>, by compiler: TableCompiler
  ) -> [(slot: Int, value: Int, result: Result)] {
    guard let base = explored(parameters, by: compiler) else { return [] }
    let machine = ChangeOfMachine(from: base)
    let writer = ExperimentWriter(model: model)
    var found: [(slot: Int, value: Int, result: Result)] = []
    for slot in model.parameters where model.slots[slot].kind == .assumption {
      let name = model.slots[slot].name
      guard !decided.contains(name), !environment.limits.shouldStop else { continue }
      let own = parameters[slot] ?? model.slots[slot].initial
      for value in model.types.values(of: model.slots[slot].type) where value != own {
        environment.progress("probing \(name)")
        guard !machine.neverReads(slot) else {
          found.append((slot, value, .same))
          continue
        }
        let changed = parameters.merging([slot: value]) { $1 }
        guard let other = explored(changed, by: compiler) else {
          found.append((slot, value, .open))
          continue
        }
        var experiment: Experiment?
        let answers = base.answers(comparedWith: other) { calls in
          experiment = writer.experiment(
            on: slot, between: (own, value), parameters: parameters, calls: calls)
          return experiment != nil
        }
        switch answers {
        case .same: found.append((slot, value, .same))
        case .open: found.append((slot, value, .open))
        case .differs: found.append((slot, value, experiment.map { .experiment($0) } ?? .onlyInApp))
        }
      }
    }
    return found
  }

  /// Explores all states under a configuration; nil where there are too many, or a limit was
  /// reached.
  private func explored(_ parameters: [Int: Int], by compiler: TableCompiler) -> TableExploration? {
    let limits = environment.limits
    guard !limits.shouldStop else { return nil }
    let compiled = compiler.compiled(parameters: parameters)
    let found = try? TableExploration(compiled, maximumStates: maximumStates) { _ in
      !limits.shouldStop
    }
    return found.flatMap { $0.exploration.completeness == .complete ? $0 : nil }
  }

  /// The configuration without imports of users, which are a job of the console and cannot be
  /// scripted. Imports are only tried where no other run distinguishes.
  private func withoutImports(_ parameters: [Int: Int]) -> [Int: Int] {
    guard let slot = model.parameter(.administratorActs),
      case .set(let id) = model.slots[slot].type,
      let imports = model.types.enums[id].members.firstIndex(of: KnownParameter.imports)
    else { return parameters }
    let acts = parameters[slot] ?? model.slots[slot].initial
    return parameters.merging([slot: acts & ~(1 << imports)]) { $1 }
  }
}
