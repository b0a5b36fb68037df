import Findings
import SafeText
import SignIn
import SignInTestBed
import TransitionTables

/// Compares the answers of an endpoint with the table by playing the paths of a pool's catalogue
/// and scenarios, with public and administrators' operations.
package struct Conformance {
  /// A run of the table to be played.
  package struct Job {
    package var id: String
    package var steps: [Trace.Step]
    package var parameters: [Int: Int]
  }

  /// The result of playing one run.
  package struct Play {
    package var id: String
    package var answers: [RemoteRun.Answer]
    /// The reason why the run was not played to its end; empty where it was.
    package var setAside: String

    package var difference: RemoteRun.Answer? { answers.first { !$0.agrees } }
  }

  /// The result for one row of the table over all runs.
  struct RowScore {
    var row: String
    var operation: String
    var agreed = 0
    /// The runs in which the endpoint answered differently, with its answer there.
    var differences: [(id: String, answer: RemoteRun.Answer)] = []
    var notes: [String] = []
    /// Additional members in the endpoint's answers.
    var added: Set<String> = []
  }

  package private(set) var plays: [Play] = []
  private let title: String

  package init(title: String) { self.title = title }

  /// Plays a run against a pool.
  package mutating func play(
    _ job: Job, of model: Model, at pool: RemotePool, seed: UInt64, clock: () -> Int64
  ) throws {
    let run = try RemoteRun.run(
      job.steps, of: model, seed: seed, title: job.id, at: pool, clock: clock)
    plays.append(Play(id: job.id, answers: run.answers, setAside: run.setAside))
  }

  /// Records a run for which the endpoint cannot create a pool.
  package mutating func setAside(_ job: Job, because reason: String) {
    plays.append(Play(id: job.id, answers: [], setAside: reason))
  }

  // MARK: Runs

  /// The runs of all paths and side steps of a pool's catalogue, each from an empty pool.
  package static func jobs(
    of pool: LoadedPool, by comparer: PoolComparer
  ) throws(CommandFailure) -> [Job] {
    let parameters = try comparer.configurations(pool, pool, rulings: []).0
    let explored = try comparer.explored(parameters, pool)
    guard let catalogue = Catalogue(explored, findingRunsOf: { _ in true }) else { return [] }
    var jobs: [Job] = []
    let runs =
      catalogue.paths.map { ($0.id, $0.run) } + catalogue.sideSteps.map { ($0.id, $0.run) }
    for (id, run) in runs {
      do {
        let made = try explored.table.trace(to: run.states.first ?? 0)
        let attempt = try explored.table.trace(through: run.states, rules: run.rules)
        jobs.append(Job(id: id, steps: made.steps + attempt.steps, parameters: parameters))
      } catch {
        throw CommandFailure(
          [
            Diagnostic(
              "system.replay", at: SourceLocation(file: pool.name),
              "the path \(id) cannot be followed: \(error)",
              remedy: "this is an error of waymark's table")
          ], status: .systemFailure)
      }
    }
    return jobs
  }

  /// The runs of the bundled scenarios, as the table answers them.
  package static func scenarios(
    _ model: Model, environment: ToolEnvironment
  ) throws(CommandFailure) -> [Job] {
    let batch = ScenarioBatch(model: model, seed: 1, environment: environment)
    return try batch.run([], for: []).map { run in
      Job(id: run.report.name, steps: run.report.trace, parameters: run.report.parameters)
    }
  }

  // MARK: Scores

  package var played: Int { plays.count { $0.setAside.isEmpty } }
  package var agreed: Int { plays.count { $0.setAside.isEmpty && $0.difference == nil } }

  package var status: ExitStatus { agreed == played ? .allHold : .testBedDiffers }

  private var rows: [RowScore] {
    var scores: [String: RowScore] = [:]
    for play in plays {
      for answer in play.answers {
        var score = scores[answer.row] ?? RowScore(row: answer.row, operation: answer.operation)
        if answer.agrees { score.agreed += 1 } else { score.differences.append((play.id, answer)) }
        if !answer.note.isEmpty, !score.notes.contains(answer.note) {
          score.notes.append(answer.note)
        }
        score.added.formUnion(answer.added)
        scores[answer.row] = score
      }
    }
    return scores.values.sorted { $0.row < $1.row }
  }

  // MARK: Reports

  package var text: String {
    let rows = self.rows
    let good = rows.count { $0.differences.isEmpty }
    var out = "\(title)\n\(agreed) of \(TextLayout.counted(played, "run")) agree; "
    out += "\(good) of \(TextLayout.counted(rows.count, "row")) are answered as the table says.\n"
    let differing = rows.filter { !$0.differences.isEmpty }
    for score in differing {
      guard let first = score.differences.first else { continue }
      out += "\n✗ \(score.row)  \(score.operation)\n"
      out += "    expected  \(first.answer.expected)\n    answered  \(first.answer.actual)\n"
      if !first.answer.missing.isEmpty {
        let missing = first.answer.missing.joined(separator: ", ")
        out += TextLayout.labelled("    lacks     ", missing)
      }
      if !first.answer.note.isEmpty {
        out += TextLayout.labelled("    text      ", first.answer.note)
      }
      let all = TextLayout.counted(score.differences.count, "run")
      out += "    in \(all), first in \(first.id)\n"
    }
    let reasons = Dictionary(grouping: plays.filter { !$0.setAside.isEmpty }, by: \.setAside)
    if !reasons.isEmpty {
      out += "\nNot played: \(TextLayout.counted(plays.count - played, "run"))\n"
      for (reason, plays) in reasons.sorted(by: {
        (-$0.value.count, $0.key) < (-$1.value.count, $1.key)
      }) {
        out += TextLayout.labelled("  \(plays.count)  ", reason)
      }
    }
    // The answers come from somebody else's endpoint, so control characters are escaped.
    return out.visible
  }

  package var value: JSONValue {
    .object([
      "title": .string(title), "runs": .number(plays.count), "played": .number(played),
      "agreed": .number(agreed),
      "rows": .array(
        rows.map { score in
          .object([
            "row": .string(score.row), "operation": .string(score.operation),
            "agreed": .number(score.agreed), "differed": .number(score.differences.count),
            "notes": .strings(score.notes), "added": .strings(score.added.sorted()),
            "differences": .array(
              score.differences.map {
                .object([
                  "run": .string($0.id), "expected": .string($0.answer.expected),
                  "answered": .string($0.answer.actual),
                  "missing": .strings($0.answer.missing),
                ])
              }),
          ])
        }),
      "setAside": .object(
        Dictionary(
          plays.filter { !$0.setAside.isEmpty }.map { ($0.id, .string($0.setAside)) },
          uniquingKeysWith: { first, _ in first })),
    ])
  }

  /// The result as JUnit XML, with a test case per run, for the test reports of CI systems.
  package var junit: String {
    let failed = played - agreed
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"waymark\">\n"
    out += "  <testsuite name=\"\(XMLText.escaped(title))\" tests=\"\(plays.count)\" "
    out += "failures=\"\(failed)\" errors=\"0\" skipped=\"\(plays.count - played)\">\n"
    for play in plays {
      out += "    <testcase name=\"\(XMLText.escaped(play.id))\" classname=\"conform\""
      if let answer = play.difference {
        var words = "\(answer.row): \(answer.operation): \(answer.actual)"
        words +=
          answer.missing.isEmpty
          ? ", not \(answer.expected)" : " without \(answer.missing.joined(separator: ", "))"
        out += ">\n      <failure message=\"\(XMLText.escaped(words))\"/>\n    </testcase>\n"
      } else if !play.setAside.isEmpty {
        out += ">\n      <skipped message=\"\(XMLText.escaped(play.setAside))\"/>\n"
        out += "    </testcase>\n"
      } else {
        out += "/>\n"
      }
    }
    return out + "  </testsuite>\n</testsuites>\n"
  }
}
