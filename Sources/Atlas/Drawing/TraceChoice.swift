import Diagrams
import Findings
import PoolAnalysis
import TransitionTables

/// Selects the run of a report to draw: a path of the catalogue or a counterexample.
struct TraceChoice {
  let report: PoolReport
  let model: Model

  /// The sequence of a path, given by its number in the catalogue, its id, or a part of its id that
  /// no other path has. By default the first path that signs the user in, or else the first path.
  /// - Throws: 64 if no path, or more than one, matches.
  func path(_ word: String?) throws(CommandFailure) -> SequenceDiagram {
    let path = try chosen(word)
    let calls = path.calls.map { "\($0.call) → \($0.answer)" }
    return sequence(
      path.trace, id: "path-\(path.id)", title: "\(report.pool): \(calls.joined(separator: ", "))",
      description: record(of: path))
  }

  /// The sequences of all paths, in the order of the catalogue.
  func paths() -> [SequenceDiagram] {
    report.paths.enumerated().map { index, path in
      let calls = path.calls.map(\.answer)
      return sequence(
        path.trace, id: "path-\(path.id)",
        title: "Path \(index + 1): \(calls.joined(separator: ", "))", description: record(of: path))
    }
  }

  /// The sequence of a counterexample, including the sign-in that fails at its end.
  /// - Throws: 64 if the property does not fail with a run.
  func counterexample(of id: String) throws(CommandFailure) -> SequenceDiagram {
    let failing = report.properties.filter { $0.verdict == .fails && $0.trace?.isEmpty == false }
    guard let property = failing.first(where: { $0.id == id }) else {
      throw .usage(
        "usage.no-counterexample", "`\(id)` does not fail in \(report.pool) with a run to draw",
        remedy: failing.isEmpty
          ? "no property of this pool does" : "these do: \(failing.map(\.id).list)")
    }
    return sequence(
      property.run, id: "finding-\(id)", title: "\(report.pool): how \(id) fails",
      description: property.prose)
  }

  private func record(of path: PathReport) -> String {
    path.record.isEmpty
      ? "" : "The user has \(path.record.map(\.text).joined(separator: ", "))."
  }

  private func sequence(
    _ trace: [TraceStepReport], id: String, title: String, description: String
  ) -> SequenceDiagram {
    SequenceWording(model: model).diagram(of: trace, id: id, title: title, description: description)
  }

  private func chosen(_ word: String?) throws(CommandFailure) -> PathReport {
    let paths = report.paths
    guard let word else {
      guard let first = paths.first(where: { $0.outcome == "done" }) ?? paths.first else {
        throw .usage(
          "usage.unknown-path", "\(report.pool) has no path to draw", remedy: "explore it first")
      }
      return first
    }
    if let number = Int(word), paths.indices.contains(number - 1) { return paths[number - 1] }
    if let same = paths.first(where: { $0.id == word }) { return same }
    let like = paths.filter { $0.id.contains(word) }
    guard let only = like.first, like.count == 1 else {
      let some = (like.isEmpty ? paths : like).prefix(5).map(\.id)
      throw .usage(
        "usage.unknown-path",
        like.isEmpty
          ? "\(report.pool) has no path `\(word)`" : "\(like.count) paths are like `\(word)`",
        remedy: "give a number from 1 to \(paths.count), or an id: \(Array(some).list)")
    }
    return only
  }
}
