import SignIn
public import Testing
import TransitionTables

/// What a test expects of a pool. Each expectation records an issue where it is not met, in the
/// pool's own file: at the setting that decides it, or at the file's first line.
extension PoolUnderTest {
  /// Expects every promise of severity `error` to be kept.
  ///
  /// - Parameters:
  ///   - exceptions: ids of promises that are known to be broken; one that is kept all the same is
  ///     an issue of the test, so that the list does not outlive its reason.
  ///   - includingWarnings: whether promises of severity `warning` count too.
  ///   - sourceLocation: where an issue about the exceptions is recorded.
  public func expectPromises(
    except exceptions: [String] = [], includingWarnings: Bool = false,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let severities = includingWarnings ? ["error", "warning"] : ["error"]
    var unused = Set(exceptions)
    for verdict in verdicts where severities.contains(verdict.property.severity) {
      let names = [verdict.property.id, verdict.property.fullID]
      guard verdict.status == .fails || verdict.status == .undetermined else { continue }
      if !unused.isDisjoint(with: names) || !Set(exceptions).isDisjoint(with: names) {
        unused.subtract(names)
        continue
      }
      Issue.record(
        Comment(rawValue: text(of: verdict)),
        sourceLocation: place(of: verdict.property.expressions, trace: verdict.trace))
    }
    for id in unused.sorted() {
      let known = model.properties.flatMap { [$0.id, $0.fullID] }
      let what =
        known.contains(id)
        ? "`\(id)` is kept, so it is no exception any more"
        : "there is no promise `\(id)`"
          + (known.nearest(to: id).map { "; did you mean `\($0)`?" } ?? "")
      Issue.record(Comment(rawValue: what), sourceLocation: sourceLocation)
    }
  }

  /// Expects a path of a sign-in that shows these next steps in this order, others between them
  /// allowed: `expectPath(through: "confirmSignInWithTOTPCode", "done")`.
  public func expectPath(
    through steps: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard areKnown(steps, at: sourceLocation), paths(through: steps).isEmpty else { return }
    let shown = nextSteps.sorted().joined(separator: ", ")
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
    guard areKnown(steps, at: sourceLocation), let path = paths(through: steps).first else {
      return
    }
    Issue.record(
      Comment(
        rawValue: "a path goes through \(steps.joined(separator: ", then ")):\n\(text(of: path))"),
      sourceLocation: place(of: path))
  }

  /// Expects the app to handle every next step that a path of the pool can show.
  ///
  /// - Parameter handled: the names of the steps that the app has a case for, in Amplify's words.
  public func expectHandled(
    _ handled: some Sequence<String>, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let handled = Array(handled)
    guard areKnown(handled, at: sourceLocation) else { return }
    for step in nextSteps.subtracting(handled).sorted() {
      guard let path = paths(through: [step]).first else { continue }
      Issue.record(
        Comment(rawValue: "the app does not handle \(step), which it meets so:\n\(text(of: path))"),
        sourceLocation: place(of: path))
    }
  }

  // MARK: Paths

  /// The paths that show these next steps in this order, shortest first.
  func paths(through wanted: [String]) -> [Catalogue.Path] {
    let found = catalogue.paths.filter { path in
      var rest = wanted[...]
      for step in steps(of: path) where step == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
    return found.sorted { ($0.calls.count, $0.id) < ($1.calls.count, $1.id) }
  }

  private func areKnown(_ steps: [String], at sourceLocation: Testing.SourceLocation) -> Bool {
    let known = model.messages.filter { $0.kind == "nextStep" }.map(\.name)
    let strange = steps.filter { !known.contains($0) }
    for step in strange {
      let near = known.nearest(to: step).map { "did you mean `\($0)`?" } ?? "they are \(known.list)"
      Issue.record(
        Comment(rawValue: "there is no next step `\(step)`; \(near)"),
        sourceLocation: sourceLocation)
    }
    return strange.isEmpty
  }

  // MARK: Words

  private func text(of verdict: PropertyVerdict) -> String {
    let property = verdict.property
    guard verdict.status == .fails else {
      return "\(property.fullID) could not be decided: \(property.prose)"
    }
    var lines = ["\(property.fullID) is broken: \(property.prose)"]
    lines += (verdict.trace?.steps ?? []).enumerated().map { position, step in
      let answer = model.answer(of: step).map { " → \(model.text(of: $0))" } ?? ""
      return "  \(position + 1). \(model.text(of: step))\(answer)"
    }
    if !property.remedy.isEmpty { lines.append("Remedy: \(property.remedy)") }
    return lines.joined(separator: "\n")
  }

  private func text(of path: Catalogue.Path) -> String {
    path.calls.enumerated().map { position, call in
      let answer = call.answer.map { model.text(of: $0) } ?? "no answer"
      return "  \(position + 1). "
        + "\(model.actionText(call.action, inputs: call.inputs.first ?? [])) → \(answer)"
    }.joined(separator: "\n")
  }

  // MARK: Places

  /// The first line of the pool's first document.
  var wholeFile: Testing.SourceLocation {
    Self.testing(TransitionTables.SourceLocation(file: files.first ?? "the pool", line: 1))
  }

  private func place(of path: Catalogue.Path) -> Testing.SourceLocation {
    place(of: [], trace: try? explored.trace(through: path.run.states, rules: path.run.rules))
  }

  private func place(of claims: [Expression], trace: Trace?) -> Testing.SourceLocation {
    let rows = trace?.steps.flatMap(\.firings).map(\.row) ?? []
    let found = places.places(of: claims, rows: rows).first
    return found.map { Self.testing($0.location) } ?? wholeFile
  }

  /// A place of a document as Swift Testing tells it.
  static func testing(_ location: TransitionTables.SourceLocation) -> Testing.SourceLocation {
    let name = location.file.split(separator: "/").last.map(String.init) ?? location.file
    return Testing.SourceLocation(
      fileID: "Pool/\(name)", filePath: location.file, line: max(1, location.line),
      column: max(1, location.column))
  }
}
