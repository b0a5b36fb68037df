import Findings
import StateSpace
import Synchronization
import TransitionTables

/// Explores pools in which certain properties are known to fail, each by itself, for the shortest
/// counterexamples. A property that does not fail there is an internal error.
struct WitnessSearch: Sendable {
  let model: Model
  let pool: LoadedPool
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// The counterexamples for each configuration, by property; incomplete where a limit ended the
  /// search.
  ///
  /// - Parameter claims: for each configuration, the properties that fail in it.
  /// - Throws: `system.witness`.
  func traces(
    of claims: [[Int: Int]: [Property]]
  ) throws(CommandFailure) -> [[Int: Int]: [String: [TraceStepReport]]] {
    let compiler = environment.limits.compiler(of: model)
    let witnesses = Array(claims)
    let found = Mutex([[Int: Int]: [String: [TraceStepReport]]]())
    let refuted = Mutex([Diagnostic]())
    environment.stopwatch.time("witnesses") {
      _ = SideBySide.run(witnesses.count, threads: request.threads) { number in
        guard !environment.limits.shouldStop else { return }
        environment.progress(
          "\(pool.name): \(found.withLock(\.count)) of \(witnesses.count) witnesses explored")
        let (parameters, properties) = witnesses[number]
        switch traces(of: properties, under: parameters, compiler) {
        case .success(let traces): found.withLock { $0[parameters] = traces }
        case .failure(let complaint): refuted.withLock { $0.append(complaint) }
        }
      }
    }
    let complaints = refuted.withLock { $0 }.sorted { $0.message < $1.message }
    guard complaints.isEmpty else { throw CommandFailure(complaints, status: .systemFailure) }
    return found.withLock { $0 }
  }

  private func traces(
    of properties: [Property], under parameters: [Int: Int], _ compiler: TableCompiler
  ) -> Result<[String: [TraceStepReport]], Diagnostic> {
    var checker = request.propertyChecker(
      model, compiler: compiler, stopping: environment.limits)
    // Half of the memory, since two witnesses are explored at a time.
    checker.maximumBytes = request.maximumBytes.map { $0 / 2 }
    checker.threads = 1
    var traces: [String: [TraceStepReport]] = [:]
    do throws(PropertyChecker.Failure) {
      let wording = TraceWording(model: model)
      for verdict in try checker.check(properties, parameters: parameters) {
        // A verdict that a limit left undetermined refutes nothing.
        if verdict.status == .undetermined { continue }
        guard let trace = verdict.trace, verdict.status == .fails else {
          return .failure(refutation(parameters, verdict.property.fullID))
        }
        traces[verdict.property.fullID] = wording.steps(trace)
      }
    } catch {
      return .failure(refutation(parameters, "\(error)"))
    }
    return .success(traces)
  }

  private func refutation(_ parameters: [Int: Int], _ what: String) -> Diagnostic {
    Diagnostic(
      "system.witness", at: SourceLocation(file: pool.name),
      "a pool explored by itself does not show what all of them do together: \(what), with "
        + model.options(from: [:], to: parameters).joined(separator: " "),
      remedy: "this is an error of waymark, not of the pool; please report it")
  }
}
