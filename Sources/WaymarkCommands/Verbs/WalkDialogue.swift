import Findings
import Foundation
import PoolAnalysis
import SafeText

/// The dialogue of a walk through a pool: reads lines, and writes the replies.
///
/// A pool's name and the typed text are escaped, so that neither a terminal nor GitHub's runner
/// takes them for commands.
struct WalkDialogue {
  var walk: PoolWalk
  let pool: String
  let isJSON: Bool
  /// Whether the lines come from a script: then each is echoed, and complaints name its line
  /// number.
  let isScript: Bool
  let sink: TextSink
  /// The complaints about lines that could not be carried out.
  private(set) var complaints = ""
  /// The number of the current line.
  private var number = 0
  /// The entries of the last list, by number.
  private var listed: [Entry] = []

  /// One entry of a list: a call, or all calls of an action.
  private struct Entry {
    var actor: String
    var name: String
    var choices: [PoolWalk.Choice]

    /// An entry for a single call.
    init(_ choice: PoolWalk.Choice) {
      (actor, name, choices) = (choice.actor, choice.shortCall, [choice])
    }

    /// An entry for all calls of a name.
    init(named name: String, first: PoolWalk.Choice) {
      (actor, self.name, choices) = (first.actor, name, [first])
    }

    /// The call if there is only one, or else the name with the number of calls.
    var text: String {
      choices.count == 1 ? choices[0].shortCall : "\(name) (\(choices.count) ways)"
    }
  }

  init(walk: PoolWalk, pool: String, isJSON: Bool, isScript: Bool, sink: TextSink) {
    (self.walk, self.pool, self.sink) = (walk, pool, sink)
    (self.isJSON, self.isScript) = (isJSON, isScript)
  }

  /// The text before the first choice.
  var greeting: String {
    mutating get {
      if isJSON { return state(last: nil) }
      let head = sink.style.dress(pool, as: .heading) + "  nobody has an account yet\n"
      return GitHubText.log(head + listActions() + prompt)
    }
  }

  /// The reply to a line; empty where there is none, nil where the walk is over.
  mutating func answer(_ line: String) -> String? {
    number += 1
    let line = line.trimmingCharacters(in: .whitespaces)
    guard let text = text(for: line) else { return nil }
    if isJSON || text.isEmpty { return text }
    return GitHubText.log(isScript ? "> \(line.visibleLine)\n\(text)" : text + prompt)
  }

  /// The prompt at a terminal.
  private var prompt: String {
    guard !isScript else { return "" }
    let ask = "step \(walk.count + 1)? a number or a call; `help` explains, `quit` ends\n"
    return sink.style.dress(ask, as: .quiet)
  }

  private mutating func text(for line: String) -> String? {
    if isScript, line.isEmpty || line.hasPrefix("#") { return isJSON ? state(last: nil) : "" }
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
    switch (words.first?.lowercased() ?? "list", rest) {
    case ("quit", ""), ("q", ""), ("exit", ""): return nil
    case ("list", ""), ("l", ""): return isJSON ? state(last: nil) : listActions()
    case ("help", _), ("?", ""):
      return isJSON
        ? JSONValue.object(["help": .string(WalkHelp.text(width: nil))]).line
        : WalkHelp.text(width: sink.width)
    case ("back", let count), ("b", let count): return back(count)
    case ("state", ""), ("show", ""), ("s", ""): return isJSON ? state(last: nil) : stateText
    case ("steps", ""): return steps
    case ("rows", ""): return rows
    case ("save", ""): return complaint("name a file, such as `save walk.yaml`")
    case ("save", let path): return save(to: path)
    default: break
    }
    if let number = Int(line) { return choose(number) }
    switch walk.meaning(of: line.visibleLine, commands: WalkHelp.words) {
    case .one(let choice): return take(choice)
    case .several(let choices):
      return complaint(
        "`\(line.visibleLine)` leaves open which of \(choices.count) calls is meant",
        choosing: choices)
    case .nothing(let reason, let instead):
      return complaint(reason, choosing: instead)
    }
  }

  private mutating func choose(_ number: Int) -> String {
    if isJSON { listed = walk.choices.map { Entry($0) } }
    guard listed.indices.contains(number - 1) else {
      return complaint("there is no \(number) in the list")
    }
    let entry = listed[number - 1]
    if entry.choices.count == 1 { return take(entry.choices[0]) }
    listed = entry.choices.map { Entry($0) }
    return list()
  }

  private mutating func take(_ choice: PoolWalk.Choice) -> String {
    walk.take(choice)
    guard let (step, rows) = walk.last else { return "" }
    if isJSON { return state(last: step) }
    return sink.steps([step], from: walk.count) + rows.map(line).joined() + listActions()
  }

  private mutating func back(_ text: String) -> String {
    guard let count = text.isEmpty ? 1 : Int(text), count > 0 else {
      return complaint("`back` takes a number of steps, such as `back 2`")
    }
    guard count <= walk.count else {
      return complaint(
        walk.count == 0
          ? "there is no step to take back"
          : "there \(walk.count == 1 ? "is" : "are") only"
            + " \(TextLayout.counted(walk.count, "step")) to take back")
    }
    for _ in 0..<count { _ = walk.takeBack() }
    return isJSON ? state(last: nil) : "taken back\n" + listActions()
  }

  /// Saves the walk to a file; on a failure the walk goes on.
  private mutating func save(to path: String) -> String {
    guard walk.count > 0 else { return complaint("there is no step to save") }
    let known = FileManager.default.contents(atPath: path)
    if let known, !PoolWalk.isWritten(String(decoding: known, as: UTF8.self)) {
      return complaint("`\(path.visibleLine)` is a file that no walk wrote; choose another name")
    }
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    do throws(CommandFailure) {
      let text = path.hasSuffix(".md") ? walk.page(named: name) : walk.scenario(named: name)
      try FileWriter.write([CommandOutput.File(path, text: text)])
    } catch {
      let reason = error.diagnostics.first?.message ?? "it cannot be written"
      return complaint("`\(path.visibleLine)`: \(reason)")
    }
    let steps = TextLayout.counted(walk.count, "step")
    return isJSON
      ? JSONValue.object(["saved": .string(path)]).line
      : "\(steps) written to \(path.visibleLine)\n"
  }

  /// A complaint about a line, with the calls that can be chosen instead.
  private mutating func complaint(
    _ text: String, choosing choices: [PoolWalk.Choice] = []
  ) -> String {
    guard !isJSON else {
      var entries: [String: JSONValue] = ["error": .string(text), "line": .number(number)]
      if !choices.isEmpty { entries["choices"] = .strings(choices.map(\.call)) }
      return JSONValue.object(entries).line
    }
    let place = isScript ? "line \(number): " : ""
    var complaint = TextLayout.labelled("✗ ", place + text, width: sink.width)
    if !choices.isEmpty {
      listed = choices.map { Entry($0) }
      complaint += "  It can be one of these:\n" + list()
    }
    complaints += complaint
    return complaint
  }

  // MARK: Text

  private mutating func listActions() -> String {
    let choices = isJSON ? [] : walk.choices
    var order: [String] = []
    for choice in choices where !order.contains(choice.actor) { order.append(choice.actor) }
    // The numbering continues from one actor to the next.
    listed = order.flatMap { actor in
      var entries: [Entry] = []
      for choice in choices where choice.actor == actor {
        let name = String(choice.call.prefix { $0 != "(" })
        if let known = entries.firstIndex(where: { $0.name == name }) {
          entries[known].choices.append(choice)
        } else {
          entries.append(Entry(named: name, first: choice))
        }
      }
      return entries
    }
    return list()
  }

  /// The largest number of entries of a list without headings.
  private static let mostOfScreen = 18

  private func list() -> String {
    let isLong = listed.count > Self.mostOfScreen
    let heads = TextLayout.columns(
      listed.enumerated().map { ["  \($0 + 1)"] + (isLong ? [] : [$1.actor]) + ["-"] }
    ).map { String($0.dropLast()) }
    var out = ""
    let texts = listed.map(\.text)
    for (position, entry) in listed.enumerated() {
      if isLong, position == 0 || listed[position - 1].actor != entry.actor {
        out += "\n" + sink.style.dress("\(entry.actor):", as: .heading) + "\n"
      }
      let isClear =
        entry.choices.count > 1 || texts.filter { $0 == texts[position] }.count == 1
      let text = isClear ? texts[position] : entry.choices[0].formCall
      out += TextLayout.labelled(heads[position], text, width: sink.width)
    }
    return isLong ? out : "\n" + out
  }

  private var stateText: String {
    let rows = walk.state.map { (name: "  \($0.name)", text: $0.value) }
    guard !rows.isEmpty else { return "nothing is different from the beginning\n" }
    return TextLayout.entries(rows, width: sink.width)
  }

  /// The steps so far.
  private var steps: String {
    let all = walk.reports
    if isJSON { return JSONValue.object(["trace": JSONSink().value(of: all)]).line }
    guard !all.isEmpty else { return "there is no step yet\n" }
    return all.enumerated().map { sink.steps([$1], from: $0 + 1) }.joined()
  }

  /// The rows that decided the last step.
  private var rows: String {
    let rows = walk.last?.rows ?? []
    guard !isJSON else {
      return JSONValue.object([
        "rows": .array(
          rows.map {
            .object([
              "id": .string($0.name), "source": .string($0.source),
              "doc": .string($0.documentation),
            ])
          })
      ]).line
    }
    guard !rows.isEmpty else { return "there is no step yet\n" }
    return rows.map { row in
      line(row)
        + (row.documentation.isEmpty
          ? "" : TextLayout.labelled("         ", row.documentation, width: sink.width))
    }.joined()
  }

  private func line(_ row: PoolWalk.FiredRow) -> String {
    let source = row.source.replacing(" ", with: "\u{A0}")
    let text = row.name.replacing(" ", with: "\u{A0}") + (source.isEmpty ? "" : "  \(source)")
    let lines = TextLayout.labelled("       ", text, width: sink.width)
    return sink.style.dress(lines.replacing("\u{A0}", with: " "), as: .quiet)
  }

  // MARK: JSON

  private func state(last step: TraceStepReport?) -> String {
    var entries: [String: JSONValue] = [
      "steps": .number(walk.count), "choices": .strings(walk.choices.map(\.call)),
      "state": .object(
        Dictionary(
          walk.state.map { ($0.name, JSONValue.string($0.value)) },
          uniquingKeysWith: { first, _ in first })),
    ]
    if let step { entries["last"] = JSONSink().value(of: [step]) }
    return JSONValue.object(entries).line
  }
}
