import PoolAnalysis
import TransitionTables

extension LoadedPool {
  /// Reads documents that describe one pool together.
  static func read(_ paths: [String], in model: Model) throws -> LoadedPool {
    let loader = PoolLoader(model: model, request: PoolRequest(paths: paths))
    let pools = try diagnosed { () throws(CommandFailure) in try loader.load() }
    guard let pool = pools.first, pools.count == 1 else {
      throw DiagnosticList([
        Diagnostic(
          "usage.several-pools", at: SourceLocation(file: paths.first ?? ""),
          "the documents describe \(pools.count) pools", remedy: "give each a test of its own")
      ])
    }
    return pool
  }

  /// Reads a document that is given as text.
  static func read(_ text: String, file: String, in model: Model) throws -> LoadedPool {
    let loader = PoolLoader(model: model, request: PoolRequest(paths: []))
    let document = PoolLoader.Document(name: file, bytes: Array(text.utf8))
    return try diagnosed { () throws(CommandFailure) in try loader.load(document) }
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
