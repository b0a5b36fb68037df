import Foundation
import PoolAnalysis
import TransitionTables

/// Detects a first argument that is neither a verb nor a file and looks like a verb.
enum MisspeltVerb {
  /// Refuses a bare word that names no file.
  /// - Throws: `usage.unknown-verb`.
  static func refuse(_ word: String?) throws(CommandFailure) {
    guard let word, !word.isEmpty, word != "-", word.allSatisfy({ $0.isLetter || $0 == "-" }),
      !FileManager.default.fileExists(atPath: word)
    else { return }
    let verbs = WaymarkCommand.verbNames
    throw CommandFailure.usage(
      "usage.unknown-verb", "`\(word)` is neither a verb nor a file",
      remedy: verbs.nearest(to: word).map { "did you mean `waymark \($0)`?" }
        ?? "`waymark help` lists the verbs")
  }
}
