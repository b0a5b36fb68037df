import Findings
import SafeText
import SignIn
import TransitionTables

/// Where in the documents of a pool an answer about means has its cause: the settings that its rows
/// read and that decide what comes of its run, those of the last row first. What the command line
/// sets is named by its option.
extension MeansAnalysis {
  /// At most three places; none where nobody has set what decides the run.
  func places(of trace: Trace) -> [FindingPlace] {
    places(of: [trace], refusedBy: [])
  }

  /// The same for several runs, and for rows by name, which come first.
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

  /// The calls of a run, each with what it comes to and, where that is not the user or the app,
  /// who makes it, and what happens between them.
  func calls(of run: Trace) -> [String] {
    zip(run.steps, TraceWording(model: model).steps(run)).map { taken, step in
      if let event = event(taken.action) { return event }
      let call =
        taken.action.map { model.actions[$0].attributed(step.shortCall) } ?? step.shortCall
      return step.outcome.map { "\(call) → \($0)" } ?? call
    }
  }

  /// What happens where nobody makes a call, as the table describes it, for the middle of a
  /// sentence; nil for a call.
  func event(_ action: Int?) -> String? {
    guard let action = action.map({ model.actions[$0] }),
      action.isBy(.environment, .clock)
    else { return nil }
    return action.documentation.hasSuffix(".")
      ? String(action.documentation.dropLast()) : action.documentation
  }

  /// How a record comes about, row by row, and then, after some words, another run.
  func steps(_ making: Trace, _ words: String = "", _ run: Trace? = nil) -> [TraceStepReport] {
    let wording = TraceWording(model: model)
    guard let run, let first = run.steps.first else { return wording.steps(making) }
    let end = making.steps.last?.after ?? first.before
    return wording.steps(making) + [wording.pause(words, from: end, to: first.before)]
      + wording.steps(run)
  }

  /// The places as a paragraph, each file named once in a row; empty where there are none.
  func whereText(_ places: [FindingPlace]) -> String {
    var file = ""
    let names = places.map { place in
      defer { file = place.file }
      return place.file == file && place.option == nil
        ? "\(place.line):\(place.column) \(place.parameter)" : place.text
    }
    return names.isEmpty ? "" : TextLayout.listed("   Where: ", names)
  }

  /// The places as a sentence of a page; empty where there are none.
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
  /// A call of it, with who makes it where that is not the user or the app.
  func attributed(_ call: String) -> String {
    isBy(.app, .user) ? call : "\(actor): \(call)"
  }
}
