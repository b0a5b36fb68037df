import Findings
import SignIn
import TransitionTables

/// Answers the questions of the library WaymarkTesting with the same code as `waymark check`.
package struct PoolAnswering: Sendable {
  package let model: Model
  /// The cache of reports between runs; nil where there is none.
  package let cache: ReportCache?

  package init(model: Model, cache: ReportCache? = nil) {
    (self.model, self.cache) = (model, cache)
  }

  /// Returns the answer to a question; a failure is an answer too.
  package func answer(to question: PoolQuestion) -> PoolAnswer {
    if case .nearest(let word, let names) = question.subject {
      return .nearest(names.nearest(to: word))
    }
    do throws(CommandFailure) {
      let pool = try pool(of: question)
      switch question.subject {
      case .report: return try report(on: pool)
      case .parameters(let varying): return .parameters(parameters(of: pool, varying: varying))
      case .legality(let variants):
        return .legality(variants.map { brokenRules(of: laid($0, over: pool)).isEmpty })
      case .nearest(let word, let names): return .nearest(names.nearest(to: word))
      }
    } catch {
      return .failed(DiagnosticList(error.diagnostics).diagnostics.map(\.rendered))
    }
  }

  /// Loads the pool that a question is about.
  private func pool(of question: PoolQuestion) throws(CommandFailure) -> LoadedPool {
    let loader = PoolLoader(model: model, request: PoolRequest(paths: question.paths))
    if let text = question.text {
      let name = question.paths.first ?? ""
      return laid(
        question.closed, over: try loader.load(.init(name: name, bytes: Array(text.utf8))))
    }
    let pools = try loader.load()
    guard let first = pools.first, pools.count == 1 else {
      throw CommandFailure.usage(
        "usage.several-pools", "the documents describe \(pools.count) pools",
        remedy: "give each a test of its own", at: question.paths.first ?? "")
    }
    return laid(question.closed, over: first)
  }

  /// A pool with other values for some parameters, as if its documents stated them.
  private func laid(_ values: [String: Int], over pool: LoadedPool) -> LoadedPool {
    var pool = pool
    for (name, value) in values {
      guard let slot = model.parameter(named: name) else { continue }
      pool.closed[slot] = value
      pool.open.removeAll { $0 == slot }
    }
    return pool
  }

  // MARK: Reports

  private func report(on pool: LoadedPool) throws(CommandFailure) -> PoolAnswer {
    let rules = brokenRules(of: pool)
    guard rules.isEmpty else { return .illegal(rules) }
    let count = family(of: pool).legalCount
    var request = ExplorationRequest()
    request.listsPaths = count <= Double(ConfigurationFamily.mostMembers)
    request.replaysPaths = false
    let explore = { () throws(CommandFailure) in try explored(pool, request, of: count) }
    guard let cache else { return .report(try explore()) }
    return .report(try cache.value(of: [ContentDigest.table(), pool, request], compute: explore))
  }

  /// - Parameter count: the number of the pool's legal configurations.
  private func explored(
    _ pool: LoadedPool, _ request: ExplorationRequest, of count: Double
  ) throws(CommandFailure) -> ExploredPool {
    let report = try PoolExplorer(model: model, request: request, environment: ToolEnvironment())
      .explore(pool).report
    let places = FindingPlaces(pool: pool, model: model)
    var explored = ExploredPool(
      report: report,
      pathPlaces: report.paths.map { places.places(of: [], trace: $0.trace).first },
      nextSteps: model.messages.filter { $0.isKind(.nextStep) }.map(\.name),
      properties: model.properties.map { [$0.id, $0.fullID] })
    if !request.listsPaths { explored.excess = LegalityGate.approximate(count) }
    return explored
  }

  // MARK: Configurations

  private func family(of pool: LoadedPool) -> ConfigurationFamily {
    ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
  }

  /// The ids of the broken rules of legality, with the service's error messages.
  private func brokenRules(of pool: LoadedPool) -> [String] {
    let family = family(of: pool)
    let rules =
      family.brokenRules.map { "\($0.id): \($0.refusal)" } + pool.refusals.map(\.message)
    guard rules.isEmpty, family.legalCount == 0 else { return rules }
    return ["whatever the open parameters are, the service refuses the configuration"]
  }

  private func parameters(of pool: LoadedPool, varying: [String]) -> [PoolParameter] {
    model.parameters.map { slot in
      func value(_ code: Int) -> PoolParameter.Value {
        .init(code: code, text: model.text(of: code, in: slot))
      }
      let name = model.slots[slot].name
      let all = varying.contains(name) ? model.types.values(of: model.slots[slot].type) : []
      var place: FindingPlace?
      if case .document(let location)? = pool.origins[slot] {
        place = FindingPlace(
          file: location.file, line: location.line, column: location.column, parameter: name)
      }
      return PoolParameter(
        name: name, own: pool.closed[slot].map(value), values: all.map(value), place: place)
    }
  }
}
