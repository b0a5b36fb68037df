import Findings
import SignIn
import StateSpace
import TransitionTables

/// Measures the search on models whose state counts are known.
struct EngineBench {
  /// One line of the result.
  struct Measurement: Sendable {
    var name: String
    var states: Int
    var transitions: Int
    var depth: Int
    var bytesPerState: Double
    /// The median of the runs.
    var seconds: Double

    var statesPerSecond: Double { seconds > 0 ? Double(states) / seconds : 0 }
  }

  let runs: Int
  let largest: Int
  let environment: ToolEnvironment

  func measure() throws(CommandFailure) -> [Measurement] {
    var results: [Measurement] = []
    for managers in [3, 5, 7, 9] where managers <= largest {
      let model: Model
      do {
        model = try BundledTable.classic("two-phase-commit", enumSizes: ["Manager": managers])
      } catch {
        throw failure("the bundled classic cannot be read: \(error)")
      }
      results.append(
        try measure("two-phase-commit, \(managers) managers", model.compiled().system))
    }
    results.append(try measure("sound/retail", retail()))
    return results
  }

  private func retail() throws(CommandFailure) -> TransitionSystem {
    let model = try environment.model()
    guard
      let pool = try BundledPools.pools().first(where: { $0.name.hasSuffix("sound/retail.yaml") })
    else { throw failure("the bundled pool sound/retail is missing") }
    let loader = PoolLoader(model: model, request: PoolRequest(paths: [pool.name]))
    let loaded = try loader.load(PoolLoader.Document(name: pool.name, bytes: pool.bytes))
    return model.compiled(parameters: loaded.closed).system
  }

  private func measure(
    _ name: String, _ system: TransitionSystem
  ) throws(CommandFailure) -> Measurement {
    var times: [Double] = []
    var last: Measurement?
    for run in 0...runs {
      environment.progress("\(name): run \(run) of \(runs)")
      let start = ContinuousClock.now
      let exploration: Exploration
      do {
        exploration = try system.explore()
      } catch {
        throw failure(error.description)
      }
      let spent = (ContinuousClock.now - start).components
      // The first run only warms caches up.
      if run > 0 { times.append(Double(spent.seconds) + Double(spent.attoseconds) * 1e-18) }
      last = Measurement(
        name: name, states: exploration.stateCount, transitions: exploration.transitionCount,
        depth: exploration.depth, bytesPerState: exploration.bytesPerState, seconds: 0)
    }
    guard var result = last else { throw failure("no run was made") }
    result.seconds = Self.median(times)
    return result
  }

  /// The middle of the values; of two middles their mean, 0 of none.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  private func failure(_ message: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "system.machine", at: SourceLocation(file: "bench"), message,
          remedy: "this is an error of waymark; please report it")
      ], status: .systemFailure)
  }

  // MARK: Writing

  static func text(_ results: [Measurement]) -> String {
    let head = ["model", "states", "transitions", "depth", "states/s", "bytes/state", "ms"]
    let rows = results.map { result in
      [
        result.name, TextLayout.grouped(result.states), TextLayout.grouped(result.transitions),
        String(result.depth), TextLayout.grouped(Int(result.statesPerSecond)),
        JSONValue.tenths(result.bytesPerState), JSONValue.tenths(result.seconds * 1000),
      ]
    }
    return TextLayout.columns([head] + rows).map { $0 + "\n" }.joined()
  }

  static func json(_ results: [Measurement]) -> JSONValue {
    .array(
      results.map { result in
        .object([
          "model": .string(result.name), "states": .number(result.states),
          "transitions": .number(result.transitions), "depth": .number(result.depth),
          "statesPerSecond": .number(Int(result.statesPerSecond)),
          "bytesPerState": .decimal(result.bytesPerState),
          "milliseconds": .decimal(result.seconds * 1000),
        ])
      })
  }
}

extension JSONValue {
  /// A measured quantity with one decimal.
  static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
