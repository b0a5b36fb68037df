import Findings
import Foundation
import SafeText
import SignIn
import SignInTestBed
import TransitionTables

/// Runs scenarios one after the other.
package struct ScenarioBatch {
  package let model: Model
  package let seed: UInt64
  package let environment: ToolEnvironment

  package init(model: Model, seed: UInt64, environment: ToolEnvironment) {
    self.model = model
    self.seed = seed
    self.environment = environment
  }

  /// Runners for the tables with the layers that scenarios name, by the names of the layers; each
  /// table is loaded and bound once.
  private typealias Runners = [[String]: ScenarioRunner]
  /// The result of a scenario, with the table and layers that it was run against.
  package typealias Run = (report: ScenarioRunner.Report, model: Model)

  /// Runs the files or, if none is named, the bundled scenarios: all of them, each with its own
  /// layers, or only those written for `layers`, which the command line may name as well.
  /// - Throws: the errors of all files that cannot be read as a scenario, or whose configuration
  ///   the service rejects.
  package func run(_ paths: [String], for layers: [String]? = nil) throws(CommandFailure) -> [Run] {
    let files =
      paths.isEmpty ? try ScenarioFiles.bundled() : paths.map { (name: $0, url: URL(filePath: $0)) }
    let chosen = layers ?? (environment.layers.isEmpty ? nil : environment.layers)
    var runners = ownRunners
    var reports: [Run] = []
    var problems: [Diagnostic] = []
    var statuses: [ExitStatus] = []
    /// The value of a part of a file; nil after an error, which is kept for the end.
    func attempt<T>(_ file: String, _ body: () throws -> T) throws(CommandFailure) -> T? {
      do {
        return try body()
      } catch let list as DiagnosticList {
        problems += list.diagnostics
        statuses.append(.unreadable)
      } catch let failure as CommandFailure {
        problems += failure.diagnostics
        statuses.append(failure.status)
      } catch {
        throw CommandFailure(
          [
            Diagnostic(
              "system.replay", at: SourceLocation(file: file),
              "the scenario cannot be run: \(error)", remedy: "this is an error of waymark's table")
          ], status: .systemFailure)
      }
      return nil
    }
    for file in files {
      guard !environment.limits.shouldStop else { break }
      environment.progress("running \(file.name)")
      for entry in try attempt(file.name, { try ScenarioFiles.entries(of: file) }) ?? [] {
        let isChosen = chosen == nil || chosen == Scenario.layers(of: entry.document).map(\.text)
        guard !paths.isEmpty || isChosen else { continue }
        reports += try attempt(file.name) { try run(entry, &runners) } ?? []
      }
    }
    guard problems.isEmpty else {
      throw CommandFailure(
        DiagnosticList(problems).diagnostics, status: ExitStatus.combined(statuses))
    }
    return reports
  }

  /// The bundled scenarios for the command line's layers with their configurations, ready to be run
  /// against other tables, together with scenarios without layers that this table can run.
  package func prepared() throws -> [(scenario: Scenario, parameters: [Int: Int])] {
    try ScenarioFiles.bundled().flatMap(ScenarioFiles.entries).compactMap { entry in
      let layers = Scenario.layers(of: entry.document).map(\.text)
      if layers == environment.layers { return try prepare(entry, by: model) }
      return layers.isEmpty ? try? prepare(entry, by: model) : nil
    }
  }

  /// Runs a scenario against the table with its layers, or else against the batch's own table.
  package func run(_ entry: ScenarioFiles.Entry) throws -> [Run] {
    var runners = ownRunners
    return try run(entry, &runners)
  }

  /// Runs a scenario against the table with its layers, or each counterexample of a stored report.
  private func run(_ entry: ScenarioFiles.Entry, _ runners: inout Runners) throws -> [Run] {
    let document = entry.document
    if StoredTrace.isReport(document) {
      let traces = try StoredTrace.all(in: document)
      return try environment.stopwatch.time("traces") {
        try traces.map { (try TraceRunner(model: model, seed: seed).run($0), model) }
      }
    }
    let runner = try self.runner(for: entry, &runners)
    let (scenario, parameters) = try prepare(entry, by: runner.model)
    return try environment.stopwatch.time("scenarios") {
      [(try runner.run(scenario, parameters: parameters), runner.model)]
    }
  }

  private var ownRunners: Runners {
    [environment.layers: ScenarioRunner(model: model, seed: seed)]
  }

  /// A runner for the table with the layers that a scenario names, or else with those of the
  /// command line.
  private func runner(
    for entry: ScenarioFiles.Entry, _ runners: inout Runners
  ) throws -> ScenarioRunner {
    let (document, url) = (entry.document, entry.url)
    let layers = Scenario.layers(of: document).map { layer in
      // Only paths contain a slash; a path relative to the scenario begins with `./`.
      guard layer.text.contains("/"), !layer.text.hasPrefix("/") else { return layer }
      let path = url.deletingLastPathComponent().appending(path: layer.text).path
      return LayerName(path, at: layer.location)
    }
    let names = layers.isEmpty ? environment.layers : layers.map(\.text)
    if let known = runners[names] { return known }
    do {
      var request = ModelRequest(layers: layers)
      request.statements = true
      let runner = ScenarioRunner(model: try environment.loadModel(request), seed: seed)
      runners[names] = runner
      return runner
    } catch let list as DiagnosticList {
      throw DiagnosticList(
        list.diagnostics.map { problem in
          guard problem.location.file == document.file else { return problem }
          return document.diagnostic(
            problem.code, at: problem.location, problem.message, remedy: problem.remedy)
        })
    }
  }

  private func prepare(
    _ entry: ScenarioFiles.Entry, by model: Model
  ) throws -> (scenario: Scenario, parameters: [Int: Int]) {
    let scenario = try Scenario(reading: entry.document)
    var loaded = LoadedPool.unnamed
    if let pool = scenario.pool {
      let place = try self.place(of: pool, in: entry)
      let pools = try PoolLoader(model: model, request: PoolRequest(paths: [place])).load()
      loaded = pools.first ?? loaded
    }
    let parameters = try ScenarioRunner(model: model)
      .configuration(of: scenario, over: loaded.closed)
    try ScenarioLegality(
      model: model, scenario: scenario, pool: loaded, parameters: parameters
    ).check()
    return (scenario, loaded.closed)
  }

  /// The path of the pool file that a scenario names, relative to the scenario's file.
  /// - Throws: `document.missing`, at the place of the name.
  private func place(
    of pool: (path: String, location: SourceLocation), in entry: ScenarioFiles.Entry
  ) throws(DiagnosticList) -> String {
    let place =
      pool.path.hasPrefix("/")
      ? pool.path : entry.url.deletingLastPathComponent().appending(path: pool.path).path
    guard FileManager.default.fileExists(atPath: place) else {
      throw DiagnosticList([
        entry.document.diagnostic(
          "document.missing", at: pool.location, "there is no file `\(pool.path)`",
          remedy: "name the pool file relative to the scenario")
      ])
    }
    return place
  }

  // MARK: Writing

  package static func text(
    _ reports: [ScenarioRunner.Report], style: TerminalStyle, isVerbose: Bool
  ) -> String {
    var out = ""
    for report in reports {
      let sign = report.isAsExpected ? "✓" : "✗"
      let steps = TextLayout.counted(report.steps.count, "step")
      let line = "\(sign) \(report.name.visibleLine)  \(steps)"
      out += style.dress(line, as: report.isAsExpected ? .good : .bad) + "\n"
      if isVerbose || !report.isAsExpected { out += self.steps(of: report) }
      out += report.problems.map(\.rendered).joined()
      for difference in report.differences {
        out +=
          "  \(difference.row): \(difference.evidence) \(difference.sentClass): the table says "
        out += "\(difference.expected), the bytes say \(difference.actual)\n"
      }
    }
    let traces = reports.filter(\.isStoredTrace)
    let scenarios = reports.filter { !$0.isStoredTrace }
    if !scenarios.isEmpty || traces.isEmpty {
      out += "\n\(scenarios.count(where: \.isAsExpected)) of "
      out += "\(TextLayout.counted(scenarios.count, "scenario")) as expected\n"
    }
    guard !traces.isEmpty else { return out }
    out += "\n\(traces.count(where: \.isAsExpected)) of "
    return out + "\(TextLayout.counted(traces.count, "trace")) as stored\n"
  }

  private static func steps(of report: ScenarioRunner.Report) -> String {
    let rows = report.steps.enumerated().map { position, step in
      ["  \(position + 1). \(step.call)", "→ \(step.answer)"]
    }
    return zip(TextLayout.columns(rows), report.steps).map { line, step in
      "\(line)\n     leaves \(step.changes)\n"
    }.joined()
  }

  package static func json(_ reports: [ScenarioRunner.Report]) -> JSONValue {
    .array(
      reports.map { report in
        .object([
          "scenario": .string(report.name), "asExpected": .bool(report.isAsExpected),
          "steps": .array(
            report.steps.map { step in
              .object([
                "call": .string(step.call), "answer": .string(step.answer),
                "rows": .strings(step.rows), "leaves": .string(step.changes),
              ])
            }),
          "problems": .array(
            report.problems.map { problem in
              .object([
                "code": .string(problem.code), "place": .string("\(problem.location)"),
                "message": .string(problem.message),
              ])
            }),
          "differences": .number(report.differences.count),
        ])
      })
  }
}
