import Findings
import PoolAnalysis
import StateSpace
import TransitionTables

/// Measures Waymark's search and SPIN's on the same models, alternating on the same machine.
///
/// Both explore the model without collapsing urgent states and without claims; their counts must
/// agree in every round. A ratio compares the medians, and is given only where SPIN runs long
/// enough that the start of its process does not matter.
struct SpinRace {
  /// The result for one model.
  struct Result: Sendable {
    var name: String
    var states: Int
    var transitions: Int
    var ourSeconds: [Double]
    var spinSeconds: [Double]

    var ourRate: Double { Double(states) / EngineBench.median(ourSeconds) }
    /// The number of states that SPIN explores in a second; nil where its run is too short to time.
    var spinRate: Double? {
      let seconds = EngineBench.median(spinSeconds)
      return seconds < SpinRace.shortest ? nil : Double(states) / seconds
    }
    /// Waymark's rate divided by SPIN's; nil where SPIN's run is too short to time.
    var ratio: Double? { spinRate.map { ourRate / $0 } }
  }

  /// The shortest time of SPIN, in seconds, that is compared.
  static let shortest = 0.2

  let rounds: Int
  let spin: SpinRunner
  let environment: ToolEnvironment

  /// - Throws: `bench.no-rival` (75) where SPIN or a C compiler is missing.
  init(rounds: Int, environment: ToolEnvironment) throws(CommandFailure) {
    guard let spin = SpinRunner(searching: environment.variables["PATH"] ?? "") else {
      throw CommandFailure(
        [
          Diagnostic(
            "bench.no-rival", at: SourceLocation(file: "bench --against spin"),
            "`spin` or a C compiler is not on the PATH",
            remedy: "install both (Debian: apt-get install spin gcc), or leave `--against` out")
        ], status: .cannotEvaluate)
    }
    self.rounds = rounds
    self.spin = spin
    self.environment = environment
  }

  /// Runs a model alternately: Waymark, SPIN, Waymark, SPIN …
  func run(_ model: BenchModel) throws(CommandFailure) -> Result {
    environment.progress("\(model.name): compiling SPIN's verifier")
    let verifier = try spin.verifier(
      of: model.compiled.promela(name: model.name), counting: true,
      flags: SpinRunner.measuringFlags)
    let system = model.compiled.system.uncollapsed()
    var result = Result(
      name: model.name, states: 0, transitions: 0, ourSeconds: [], spinSeconds: [])
    for round in 1...rounds {
      environment.progress("\(model.name): round \(round) of \(rounds)")
      let (exploration, seconds) = try EngineBench.timed(
        system, for: EngineBench.leastSeconds / Double(rounds))
      let theirs = try verifier.run()
      result.states = exploration.stateCount
      result.transitions = exploration.transitionCount
      result.ourSeconds.append(seconds)
      result.spinSeconds.append(theirs.seconds)
      guard theirs.counts.agrees(states: result.states, transitions: result.transitions) else {
        throw CommandFailure(
          [
            Diagnostic(
              "bench.disagreement", at: SourceLocation(file: model.name),
              "we count \(result.states) states and \(result.transitions) steps, SPIN "
                + "\(theirs.counts.states) and \(theirs.counts.transitions)",
              remedy: "this is an error of waymark; please report it")
          ], status: .systemFailure)
      }
    }
    return result
  }

  // MARK: Writing

  static func text(_ results: [Result]) -> String {
    let head = ["model", "states", "transitions", "waymark states/s", "SPIN states/s", "ratio"]
    let rows = results.map { result in
      [
        result.name, TextLayout.grouped(result.states), TextLayout.grouped(result.transitions),
        TextLayout.grouped(Int(result.ourRate)),
        result.spinRate.map { TextLayout.grouped(Int($0)) } ?? "too small to time",
        result.ratio.map(JSONValue.tenths) ?? "–",
      ]
    }
    let rounds = TextLayout.counted(results.first?.ourSeconds.count ?? 0, "round")
    return TextLayout.columns([head] + rows).map { $0 + "\n" }.joined()
      + "\nIn turn, medians of \(rounds); every row is a step, urgent states are states."
      + "\nSPIN: cc \(SpinRunner.measuringFlags.joined(separator: " ")), depth first; "
      + "its clock counts hundredths of a second.\n"
  }

  static func json(_ results: [Result]) -> JSONValue {
    .array(
      results.map { result in
        .object([
          "model": .string(result.name), "states": .number(result.states),
          "transitions": .number(result.transitions),
          "waymark": side(result.ourRate, result.ourSeconds),
          "spin": side(result.spinRate, result.spinSeconds),
          "ratio": result.ratio.map { .decimal($0) } ?? .null,
        ])
      })
  }

  private static func side(_ rate: Double?, _ seconds: [Double]) -> JSONValue {
    .object([
      "statesPerSecond": rate.map { .number(Int($0)) } ?? .null,
      "milliseconds": .array(seconds.map { .decimal($0 * 1000) }),
    ])
  }
}
