import Foundation
import PoolAnalysis

/// A verifier that SPIN made of one model, in a folder that is removed with this object.
final class SpinVerifier: Sendable {
  /// The result of a search, counted as Waymark counts.
  struct Counts: Sendable, Hashable {
    var states: Int
    /// The number of steps: SPIN's number without its arrival in the initial state.
    var transitions: Int
    /// The names of the assertions that failed.
    var broken: Set<String>
  }

  /// The search depths that are tried; the verifier allocates memory for a path of that length
  /// first.
  private static let depths = [100_000, 1_000_000, 10_000_000, 100_000_000]

  private let folder: URL

  init(folder: URL) { self.folder = folder }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Searches all states, also past failed assertions; the time is in seconds by the verifier's own
  /// clock, without the start of the process and of its table.
  /// - Throws: `bench.rival-failed` (153) where the verifier ends without its counts.
  func run() throws(CommandFailure) -> (counts: Counts, seconds: Double) {
    var last = ""
    for depth in Self.depths {
      do {
        last = try SpinRunner.output(
          of: folder.appending(path: "pan").path, ["-m\(depth)", "-n", "-c0"], in: folder
        ).text
      } catch {
        throw SpinRunner.failure("the verifier cannot be run: \(error)")
      }
      if last.contains("max search depth too small") { continue }
      guard let counts = Counts(reading: last) else { break }
      return (counts, Counts.number(after: "elapsed time ", in: last) ?? 0)
    }
    throw SpinRunner.failure("the verifier counted nothing: \(last.suffix(600))")
  }
}

extension SpinVerifier.Counts {
  /// Parses a verifier's output: `296448 states, stored`, `1.2e+08 transitions (= …)`, `pan:1:
  /// assertion violated NAME (at depth 12)`.
  init?(reading output: String) {
    guard let states = Self.number(before: " states, stored", in: output),
      let transitions = Self.number(before: " transitions (=", in: output)
    else { return nil }
    self.states = states
    self.transitions = transitions - 1
    broken = []
    for line in output.split(separator: "\n") {
      guard let found = line.firstRange(of: "assertion violated ") else { continue }
      let name = line[found.upperBound...].prefix { $0 != " " }
      broken.insert(name.trimmingCharacters(in: ["(", ")"]))
    }
  }

  static func number(after words: String, in output: String) -> Double? {
    guard let found = output.firstRange(of: words) else { return nil }
    return Double(output[found.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  private static func number(before words: String, in output: String) -> Int? {
    guard let line = output.split(separator: "\n").first(where: { $0.contains(words) }),
      let word = line.split(separator: " ").first, let value = Double(word)
    else { return nil }
    return Int(value)
  }

  /// Whether both counts agree; SPIN prints large numbers with eight digits only.
  func agrees(states: Int, transitions: Int) -> Bool {
    Self.isSame(self.states, states, unit: 0) && Self.isSame(self.transitions, transitions, unit: 1)
  }

  private static func isSame(_ printed: Int, _ exact: Int, unit: Int) -> Bool {
    if printed == exact { return true }
    // Compare both as SPIN counts them; its steps are one more.
    guard exact >= 100_000_000 else { return false }
    let digits = String(exact).count
    var scale = 1
    for _ in 8..<digits { scale *= 10 }
    return abs(printed - exact) <= scale + unit
  }
}
