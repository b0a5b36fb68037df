import Findings
import SafeText
import SignIn
import TransitionTables

/// The places in a pool's documents that cause a result about means: the settings that the rows of
/// a run read and that decide it, those of the last row first. A setting of the command line is
/// named by its option.
extension MeansAnalysis {
  /// Returns at most three places; none where no document or option decides the run.
  func places(of trace: Trace) -> [FindingPlace] {
    places(of: [trace], refusedBy: [])
  }

  /// Returns the places of several runs, and of refusing rows by name, which come first.
  func places(of traces: [Trace], refusedBy rows: [String]) -> [FindingPlace] {
    let wording = TraceWording(model: model)
    let deciding = DecidingSettings(model: model)
    let read = Set(model.rows.filter { rows.contains($0.fullID) }.flatMap(\.when.slots))
    var refused = TraceStepReport(actor: "", call: "")
    refused.rows = rows
    return FindingPlaces(pool: pool, model: model, namesOptions: true)
      .places(of: [], trace: traces.flatMap { wording.steps($0) } + [refused]) { slot in
        read.contains(slot) || traces.contains { deciding.decides(slot, $0) }
      }
  }

  /// Returns the calls and events of a run. Each call has its answer and, unless it is the user's
  /// or the app's, its actor.
  func calls(of run: Trace) -> [String] {
    zip(run.steps, TraceWording(model: model).steps(run)).map { taken, step in
      if let event = event(taken.action) { return event }
      let call =
        taken.action.map { model.actions[$0].attributed(step.shortCall) } ?? step.shortCall
      return step.outcome.map { "\(call) → \($0)" } ?? call
    }
  }

  /// Returns the description of an event that is not a call, for the middle of a sentence; nil for
  /// a call.
  func event(_ action: Int?) -> String? {
    guard let action = action.map({ model.actions[$0] }),
      action.isBy(.environment, .clock)
    else { return nil }
    return action.documentation.hasSuffix(".")
      ? String(action.documentation.dropLast()) : action.documentation
  }

  /// Returns the steps that lead to a record, row by row and, after some words, those of another
  /// run.
  func steps(_ making: Trace, _ words: String = "", _ run: Trace? = nil) -> [TraceStepReport] {
    let wording = TraceWording(model: model)
    guard let run, let first = run.steps.first else { return wording.steps(making) }
    let end = making.steps.last?.after ?? first.before
    return wording.steps(making) + [wording.pause(words, from: end, to: first.before)]
      + wording.steps(run)
  }

  /// Returns the places as a paragraph, consecutive places of a file under one name; empty without
  /// places.
  func whereText(_ places: [FindingPlace]) -> String {
    var file = ""
    let names = places.map { place in
      defer { file = place.file }
      return place.file == file && place.option == nil
        ? "\(place.line):\(place.column) \(place.parameter)" : place.text
    }
    return names.isEmpty ? "" : TextLayout.listed("   Where: ", names)
  }

  /// Returns the places as a sentence of a page; empty without places.
  func whereMarkdown(_ places: [FindingPlace]) -> String {
    guard !places.isEmpty else { return "" }
    let names = places.map { MarkdownText.code($0.text) }
    return "\nWhere: \(names.joined(separator: ", ")).\n"
  }

  func json(of places: [FindingPlace]) -> JSONValue {
    .array(
      places.map { place in
        if let option = place.option {
          return .object(["option": .string(option), "parameter": .string(place.parameter)])
        }
        return .object([
          "file": .string(place.file), "line": .number(place.line),
          "column": .number(place.column), "parameter": .string(place.parameter),
        ])
      })
  }
}

extension Action {
  /// Returns a call of the action with its actor, unless that is the user or the app.
  func attributed(_ call: String) -> String {
    isBy(.app, .user) ? call : "\(actor): \(call)"
  }
}
