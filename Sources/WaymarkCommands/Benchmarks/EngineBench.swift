import Findings
import PoolAnalysis
import StateSpace
import TransitionTables

/// Measures the search on models whose state counts are known.
struct EngineBench {
  /// The result for one model.
  struct Measurement: Sendable {
    var name: String
    var states: Int
    var transitions: Int
    var depth: Int
    var bytesPerState: Double
    /// The median time of the runs in seconds; for a run that was stopped, its time.
    var seconds: Double
    /// Whether everything was explored; otherwise the figures are those up to the limit.
    var isComplete = true

    var statesPerSecond: Double { seconds > 0 ? Double(states) / seconds : 0 }
  }

  /// The minimal time, in seconds, for which a model is explored repeatedly in all its runs
  /// together: a single exploration of a few states is too short for any clock.
  static let leastSeconds = 1.0

  let runs: Int
  /// The options of the exploration, such as the number of threads.
  var options = ExplorationOptions()
  let environment: ToolEnvironment

  /// Explores a model several times, or until a limit is reached.
  func measure(_ model: BenchModel) throws(CommandFailure) -> Measurement {
    var times: [Double] = []
    var last: Measurement?
    for run in 0...runs {
      environment.progress("\(model.name): run \(run) of \(runs)")
      let limits = environment.limits
      let (exploration, seconds) = try Self.timed(
        model.compiled.system, options,
        for: run == 0 ? 0 : Self.leastSeconds / Double(runs)
      ) { !limits.shouldStop }
      let isComplete = exploration.completeness == .complete
      // The first run only warms up caches.
      if run > 0 || !isComplete { times.append(seconds) }
      last = Measurement(
        name: model.name, states: exploration.stateCount,
        transitions: exploration.transitionCount, depth: exploration.depth,
        bytesPerState: exploration.bytesPerState, seconds: 0, isComplete: isComplete)
      if isComplete { continue }
      limits.note(exploration.completeness)
      times = [seconds]
      break
    }
    guard var result = last else { throw Self.failure("no run was made") }
    result.seconds = Self.median(times)
    return result
  }

  /// Explores without recording edges; returns the exploration and its time in seconds.
  ///
  /// - Parameters:
  ///   - system: the transition system.
  ///   - options: the limits of the exploration.
  ///   - least: the exploration is repeated for at least this many seconds; the time is the mean.
  ///   - goesOn: called now and then; false stops the exploration.
  static func timed(
    _ system: TransitionSystem, _ options: ExplorationOptions = ExplorationOptions(),
    for least: Double, while goesOn: () -> Bool = { true }
  ) throws(CommandFailure) -> (exploration: Exploration, seconds: Double) {
    let start = ContinuousClock.now
    var count = 0.0
    while true {
      do {
        let exploration = try system.explore(options) { _ in goesOn() }
        count += 1
        let spent = (ContinuousClock.now - start).components
        let seconds = Double(spent.seconds) + Double(spent.attoseconds) * 1e-18
        guard seconds < least, exploration.completeness == .complete, goesOn() else {
          return (exploration, seconds / count)
        }
      } catch {
        throw failure(error.description)
      }
    }
  }

  /// The median of the values; 0 for no values.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  static func failure(_ message: String) -> CommandFailure {
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
        result.name + (result.isComplete ? "" : " (stopped)"), TextLayout.grouped(result.states),
        TextLayout.grouped(result.transitions),
        String(result.depth), TextLayout.grouped(Int(result.statesPerSecond)),
        JSONValue.tenths(result.bytesPerState), milliseconds(result.seconds),
      ]
    }
    return TextLayout.columns([head] + rows).map { $0 + "\n" }.joined()
  }

  /// Milliseconds, with enough decimals for a short time.
  private static func milliseconds(_ seconds: Double) -> String {
    let decimals = (seconds * 100_000_000).rounded()
    guard decimals < 100_000 else { return JSONValue.tenths(seconds * 1000) }
    return "0." + String(String(Int(decimals) + 100_000).dropFirst())
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
          "complete": .bool(result.isComplete),
        ])
      })
  }
}

extension JSONValue {
  /// The number with one decimal.
  static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
