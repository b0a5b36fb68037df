import Findings
import PoolAnalysis
import StateSpace

/// `waymark bench --verify`: checks the state store against a sorted reference, at every width.
struct StoreVerification {
  /// The number of keys of the largest trial; the others have a tenth of it.
  let keys: Int
  let environment: ToolEnvironment

  private struct Trial {
    let name: String
    let bits: Int
    let findsIndices: Bool
    let share: Int
  }

  private static let trials = [
    Trial(name: "40 bits, tags alone", bits: 40, findsIndices: false, share: 1),
    Trial(name: "40 bits, indices", bits: 40, findsIndices: true, share: 10),
    Trial(name: "24 bits, most of them drawn twice", bits: 24, findsIndices: false, share: 10),
    Trial(name: "64 bits, states compared", bits: 64, findsIndices: false, share: 10),
  ]

  /// Runs the trials; the status is 153 where the store and the reference differ.
  func output(isJSON: Bool) -> CommandOutput {
    let found = Self.trials.map { trial in
      let count = max(keys / trial.share, 1)
      environment.progress("\(trial.name): \(TextLayout.grouped(count)) keys")
      return (
        trial.name,
        KeyVerification.run(count: count, bits: trial.bits, findsIndices: trial.findsIndices)
      )
    }
    let status = found.allSatisfy(\.1.isExact) ? ExitStatus.allHold : .systemFailure
    return CommandOutput(
      text: isJSON ? Self.json(found).text : Self.text(found), status: status)
  }

  private static func text(_ found: [(String, KeyVerification)]) -> String {
    let head = ["keys", "drawn", "distinct", "stored", "asked", "errors", ""]
    let rows = found.map { name, result in
      [name]
        + [result.drawn, result.distinct, result.stored, result.asked, result.errors].map {
          TextLayout.grouped($0)
        } + [result.isExact ? "exact" : "WRONG"]
    }
    return TextLayout.columns([head] + rows).map { $0 + "\n" }.joined()
  }

  private static func json(_ found: [(String, KeyVerification)]) -> JSONValue {
    .array(
      found.map { name, result in
        .object([
          "keys": .string(name), "drawn": .number(result.drawn),
          "distinct": .number(result.distinct), "stored": .number(result.stored),
          "asked": .number(result.asked), "errors": .number(result.errors),
          "exact": .bool(result.isExact),
        ])
      })
  }
}
