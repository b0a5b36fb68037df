import PoolAnalysis
import TransitionTables

extension LoadedPool {
  /// Reads the documents of a question.
  static func read(_ question: PoolQuestion, in model: Model) throws -> LoadedPool {
    try diagnosed { () throws(CommandFailure) in try question.pool(in: model) }
  }

  /// The ids of the rules of legality that are broken, with the service's words.
  func brokenRules(of family: ConfigurationFamily) -> [String] {
    let rules = family.brokenRules.map { "\($0.id): \($0.refusal)" } + refusals.map(\.message)
    guard rules.isEmpty, family.legalCount == 0 else { return rules }
    return ["whatever the open parameters are, the service refuses the configuration"]
  }

  /// The place of a setting that a document states; nil for any other.
  func location(of slot: Int) -> TransitionTables.SourceLocation? {
    if case .document(let location) = origins[slot] { location } else { nil }
  }
}

/// Lets a failure of the analysis be an error that a test shows in words.
func diagnosed<T>(_ body: () throws(CommandFailure) -> T) throws(DiagnosticList) -> T {
  do throws(CommandFailure) {
    return try body()
  } catch {
    throw DiagnosticList(error.diagnostics)
  }
}
