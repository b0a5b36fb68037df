import Findings
import Foundation
import PoolAnalysis
import SignIn

/// Measures the commands that a user waits for, each against its time budget.
///
/// A figure is the time of a whole process: the program runs itself, as a terminal or a hook would.
/// Times are medians of several runs; a quiet machine gives the best values.
struct Budgets {
  /// A command with its time budget.
  struct Budget: Sendable {
    var arguments: [String]
    var seconds: Double
  }

  /// A budget with its measured time.
  struct Figure: Sendable {
    var budget: Budget
    var seconds: Double

    /// Whether the time exceeds the budget by half, which is more than noise.
    var isExceeded: Bool { seconds > 1.5 * budget.seconds }
  }

  /// The budgets; a word that ends in `.yaml` is a bundled pool.
  static let all: [Budget] = [
    Budget(arguments: ["explain", "M9"], seconds: 0.1),
    Budget(arguments: ["check", "sound/beacon.yaml"], seconds: 1),
    Budget(arguments: ["check", "sound/turnstile.yaml"], seconds: 1),
    Budget(arguments: ["check", "sound/bakery.yaml"], seconds: 1),
    Budget(arguments: ["check", "sound/retail.yaml"], seconds: 1),
    Budget(arguments: ["check", "sound/depot.yaml", "--try-assumptions"], seconds: 1),
    Budget(arguments: ["check", everything], seconds: 3),
    Budget(arguments: ["check", everything, "--try-assumptions"], seconds: 8),
    Budget(arguments: ["check", "sound/bakery.yaml", "--fix"], seconds: 5),
    Budget(arguments: ["diff", "sound/bakery.yaml", "sound/beacon.yaml"], seconds: 2),
    Budget(arguments: ["explore", "sound/retail.yaml"], seconds: 4),
  ]

  private static let everything = "flawed/app.every-call-returns/everything.yaml"

  let runs: Int
  let environment: ToolEnvironment

  /// Measures every budget, one process at a time.
  func measure() throws(CommandFailure) -> [Figure] {
    let pools = BundledTable.directory.appending(path: "pools")
    var figures: [Figure] = []
    for budget in Self.all where !environment.limits.shouldStop {
      environment.progress(budget.arguments.joined(separator: " "))
      let arguments = budget.arguments.map {
        $0.hasSuffix(".yaml") ? pools.appending(path: $0).path : $0
      }
      var times: [Double] = []
      for _ in 0..<runs { times.append(try seconds(of: arguments)) }
      figures.append(Figure(budget: budget, seconds: EngineBench.median(times)))
    }
    return figures
  }

  private func seconds(of arguments: [String]) throws(CommandFailure) -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    // What is measured is the work, not a report from the cache.
    process.environment = environment.variables.merging(["WAYMARK_CACHE": ""]) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    let start = ContinuousClock.now
    do { try process.run() } catch {
      throw EngineBench.failure("the program cannot run itself: \(error)")
    }
    process.waitUntilExit()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  // MARK: Writing

  /// The heading on a page above the table.
  private static let heading = "## Budgets\n"

  /// The table in Markdown.
  static func text(_ figures: [Figure]) -> String {
    let rows = figures.map { figure in
      let words = figure.budget.arguments.map {
        $0.hasSuffix(".yaml") ? $0.replacing(".yaml", with: "") : $0
      }
      return "| `\(words.joined(separator: " "))` | \(hundredths(figure.budget.seconds)) | "
        + "\(hundredths(figure.seconds)) | \(figure.isExceeded ? "exceeded" : "") |\n"
    }
    return "| command | budget in s | measured in s | |\n|---|---|---|---|\n" + rows.joined()
  }

  private static func hundredths(_ seconds: Double) -> String {
    let count = Int((seconds * 100).rounded())
    return "\(count / 100).\(String(100 + count % 100).dropFirst())"
  }

  /// A page with the table under its heading replaced; nil where the page has no such table.
  static func page(_ page: String, with figures: [Figure]) -> String? {
    guard let heading = page.range(of: heading),
      let first = page.range(of: "\n|", range: heading.upperBound..<page.endIndex)
    else { return nil }
    let start = page.index(after: first.lowerBound)
    let end = page.range(of: "|\n\n", range: start..<page.endIndex)
    let rest = end.map { page[page.index(before: $0.upperBound)...] } ?? ""
    return page[..<start] + text(figures) + rest
  }
}
