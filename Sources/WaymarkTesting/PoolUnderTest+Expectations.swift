import Findings
public import Testing

/// Expectations of a test about its pool. Each records an issue where it is not met, in the pool's
/// own file: at the setting that decides it, or at the file's first line.
extension PoolUnderTest {
  /// Expects that no property of severity `error` fails.
  ///
  /// - Parameters:
  ///   - exceptions: ids of properties that are known to fail; one that holds nevertheless is an
  ///     issue of the test, so that the list does not outlive its reason.
  ///   - includingWarnings: whether properties of severity `warning` count too.
  ///   - sourceLocation: where an issue about the exceptions is recorded.
  public func expectProperties(
    except exceptions: [String] = [], includingWarnings: Bool = false,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let severities: [PropertyReport.Severity] = includingWarnings ? [.error, .warning] : [.error]
    var unused = Set(exceptions)
    for (names, verdict) in zip(explored.properties, verdicts)
    where severities.contains(verdict.severity) {
      guard verdict.verdict == .fails || verdict.verdict == .undetermined else { continue }
      unused.subtract(names)
      guard Set(exceptions).isDisjoint(with: names) else { continue }
      Issue.record(
        Comment(rawValue: text(of: verdict)),
        sourceLocation: Self.testing(verdict.places.first, in: files))
    }
    for id in unused.sorted() {
      let known = explored.properties.flatMap(\.self)
      let what =
        known.contains(id)
        ? "`\(id)` holds, so it is no exception any more"
        : "there is no property `\(id)`"
          + (answers.suggestion(for: id, among: known).map { "; \($0)" } ?? "")
      Issue.record(Comment(rawValue: what), sourceLocation: sourceLocation)
    }
  }

  /// Expects a path of a sign-in that shows these next steps in this order; others may come between
  /// them: `expectPath(through: "confirmSignInWithTOTPCode", "done")`.
  public func expectPath(
    through steps: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard areKnown(steps, at: sourceLocation), let paths = listedPaths() else { return }
    guard matching(paths, through: steps).isEmpty else { return }
    let shown = Set(paths.flatMap(self.steps)).sorted().joined(separator: ", ")
    Issue.record(
      Comment(
        rawValue: "no path goes through \(steps.joined(separator: ", then ")); the paths of this "
          + "pool show \(shown.isEmpty ? "no next step" : shown)"),
      sourceLocation: wholeFile)
  }

  /// Expects that no path of a sign-in shows these next steps in this order.
  public func expectNoPath(
    through steps: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard areKnown(steps, at: sourceLocation), let paths = listedPaths(),
      let path = matching(paths, through: steps).first
    else { return }
    Issue.record(
      Comment(
        rawValue: "a path goes through \(steps.joined(separator: ", then ")):\n\(text(of: path))"),
      sourceLocation: place(of: path))
  }

  /// Expects the app to handle every next step that a path of the pool can show.
  ///
  /// - Parameters:
  ///   - handled: the steps that the app has a case for, by Amplify's names.
  ///   - sourceLocation: where an issue about a misspelt name is recorded.
  public func expectHandled(
    _ handled: some Sequence<String>, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let handled = Array(handled)
    guard areKnown(handled, at: sourceLocation), let paths = listedPaths() else { return }
    for step in Set(paths.flatMap(steps)).subtracting(handled).sorted() {
      guard let path = matching(paths, through: [step]).first else { continue }
      Issue.record(
        Comment(rawValue: "the app does not handle \(step), which it meets so:\n\(text(of: path))"),
        sourceLocation: place(of: path))
    }
  }

  // MARK: Paths

  /// The paths, or nil where the pool is too open to list them; records an issue in its file then.
  private func listedPaths() -> [PathReport]? {
    do {
      return try paths
    } catch {
      Issue.record(Comment(rawValue: "\(error)"), sourceLocation: wholeFile)
      return nil
    }
  }

  /// The paths that show these next steps in this order, shortest first.
  private func matching(_ paths: [PathReport], through wanted: [String]) -> [PathReport] {
    let found = paths.filter { path in
      var rest = wanted[...]
      for step in steps(of: path) where step == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
    return found.sorted { ($0.calls.count, $0.id) < ($1.calls.count, $1.id) }
  }

  private func areKnown(_ steps: [String], at sourceLocation: Testing.SourceLocation) -> Bool {
    let known = explored.nextSteps
    let strange = steps.filter { !known.contains($0) }
    for step in strange {
      let near =
        answers.suggestion(for: step, among: known)
        ?? "they are \(known.joined(separator: ", "))"
      Issue.record(
        Comment(rawValue: "there is no next step `\(step)`; \(near)"),
        sourceLocation: sourceLocation)
    }
    return strange.isEmpty
  }

  // MARK: Words

  private func text(of verdict: PropertyReport) -> String {
    guard verdict.verdict == .fails else {
      return "\(verdict.id) could not be decided: \(verdict.prose)"
    }
    let condition = verdict.condition.map { " if \($0)" } ?? ""
    var lines = ["\(verdict.id) is broken\(condition): \(verdict.prose)"]
    lines += Self.numbered(verdict.trace ?? [])
    if !verdict.refusal.isEmpty {
      lines.append("What the user meets then, every proof right:")
      lines += Self.numbered(verdict.refusal)
    }
    if !verdict.remedy.isEmpty { lines.append("Remedy: \(verdict.remedy)") }
    return lines.joined(separator: "\n")
  }

  private static func numbered(_ steps: [TraceStepReport]) -> [String] {
    shortened(
      steps.enumerated().map { position, step in
        "  \(position + 1). \(step.call)\(step.answer.map { " → \($0)" } ?? "")"
      })
  }

  private func text(of path: PathReport) -> String {
    Self.shortened(
      path.calls.enumerated().map { position, call in
        "  \(position + 1). \(call.call) → \(call.answer)"
      }
    ).joined(separator: "\n")
  }

  /// The largest number of steps that an issue shows.
  static let mostSteps = 20

  /// The steps, with those in the middle omitted where there are too many for one screen.
  static func shortened(_ steps: [String]) -> [String] {
    guard steps.count > mostSteps else { return steps }
    let left = steps.count - mostSteps + 1
    return steps.prefix(mostSteps - 9) + ["  … \(left) more; `waymark check` shows all"]
      + steps.suffix(8)
  }

  // MARK: Places

  /// The first line of the pool's first document.
  var wholeFile: Testing.SourceLocation { Self.testing(nil, in: files) }

  /// The place of the last setting that decides a row of the path.
  private func place(of path: PathReport) -> Testing.SourceLocation {
    let position = report.paths.firstIndex { $0.id == path.id }
    return Self.testing(position.flatMap { explored.pathPlaces[$0] }, in: files)
  }

  /// A place in a document as Swift Testing's type; nil becomes the first line of the first file.
  static func testing(_ place: FindingPlace?, in files: [String]) -> Testing.SourceLocation {
    let file = place?.file ?? files.first ?? "the pool"
    return Testing.SourceLocation(
      fileID: "Pool/\(file.split(separator: "/").last.map(String.init) ?? file)", filePath: file,
      line: max(1, place?.line ?? 1), column: max(1, place?.column ?? 1))
  }
}
