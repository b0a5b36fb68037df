import Findings
import Synchronization

/// Measures the parts of a run, for stderr and `--measurements`, never for a report.
package final class Stopwatch: Sendable {
  private let laps = Mutex<[(name: String, seconds: Double)]>([])

  package init() {}

  /// Runs a part and records its time.
  func time<T, E: Error>(_ name: String, _ body: () throws(E) -> T) throws(E) -> T {
    let start = ContinuousClock.now
    let result = try body()
    let spent = ContinuousClock.now - start
    let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
    laps.withLock { laps in
      if let known = laps.firstIndex(where: { $0.name == name }) {
        laps[known].seconds += seconds
      } else {
        laps.append((name, seconds))
      }
    }
    return result
  }

  /// The seconds of each part, as JSON.
  package var json: JSONValue {
    let laps = laps.withLock { $0 }
    let parts = laps.map { ($0.name, JSONValue.decimal($0.seconds)) }
    return .object([
      "seconds": .object(Dictionary(parts, uniquingKeysWith: { first, _ in first }))
    ])
  }

  /// The seconds of each part, on one line.
  package var line: String {
    let laps = laps.withLock { $0 }
    return laps.map { lap in
      let tenths = Int((lap.seconds * 10).rounded())
      return "\(lap.name) \(tenths / 10).\(tenths % 10) s"
    }.joined(separator: ", ")
  }
}
