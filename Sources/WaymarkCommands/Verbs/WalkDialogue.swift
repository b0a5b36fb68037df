import Findings
import Foundation
import PoolAnalysis
import SafeText

/// What is said on both sides of a walk through a pool.
///
/// Neither a pool's name nor what was typed is taken for a command, by a terminal or by the runner
/// that reads a log.
struct WalkDialogue {
  var walk: PoolWalk
  let pool: String
  let isJSON: Bool
  let sink: TextSink
  /// What the numbers of the last list stand for.
  private var listed: [Entry] = []

  /// One line of a list: a call, or all calls of an action.
  private struct Entry {
    var actor: String
    var name: String
    var choices: [PoolWalk.Choice]
  }

  init(walk: PoolWalk, pool: String, isJSON: Bool, sink: TextSink) {
    (self.walk, self.pool, self.isJSON, self.sink) = (walk, pool, isJSON, sink)
  }

  /// What is written before the first choice.
  var greeting: String {
    mutating get {
      if isJSON { return state(last: nil) }
      let head = sink.style.dress(pool, as: .heading) + "  nobody has an account yet\n"
      return GitHubText.log(head + listActions() + help)
    }
  }

  /// What is written after a line; nil where the walk is over.
  mutating func answer(_ line: String) -> String? {
    text(for: line).map { isJSON ? $0 : GitHubText.log($0) }
  }

  private mutating func text(for line: String) -> String? {
    let line = line.trimmingCharacters(in: .whitespaces)
    switch line {
    case "quit", "q": return nil
    case "", "list", "l": return isJSON ? state(last: nil) : listActions()
    case "help", "?": return isJSON ? JSONValue.object(["help": .string(Self.help)]).line : help
    case "back", "b":
      guard walk.takeBack() else { return complaint("there is no step to take back") }
      return isJSON ? state(last: nil) : "taken back\n" + listActions()
    case "state", "s": return isJSON ? state(last: nil) : stateText
    default: break
    }
    if line == "save" { return complaint("name a file, such as `save walk.yaml`") }
    if line.hasPrefix("save ") {
      return save(to: line.dropFirst(5).trimmingCharacters(in: .whitespaces))
    }
    if let number = Int(line) { return choose(number) }
    guard let choice = walk.choice(line) else {
      return complaint(
        "`\(line.visibleLine)` cannot be done here; `list` shows what can, `help` the commands")
    }
    return take(choice)
  }

  private mutating func choose(_ number: Int) -> String {
    if isJSON { listed = walk.choices.map { Entry(actor: $0.actor, name: $0.call, choices: [$0]) } }
    guard listed.indices.contains(number - 1) else {
      return complaint("there is no \(number) in the list")
    }
    let entry = listed[number - 1]
    if entry.choices.count == 1 { return take(entry.choices[0]) }
    listed = entry.choices.map { Entry(actor: $0.actor, name: $0.call, choices: [$0]) }
    return list()
  }

  private mutating func take(_ choice: PoolWalk.Choice) -> String {
    walk.take(choice)
    guard let (step, sources) = walk.last else { return "" }
    if isJSON { return state(last: step) }
    var out = sink.steps([step])
    for (row, source) in zip(step.rows, sources) {
      out += sink.style.dress("       \(row)", as: .quiet)
      out += source.isEmpty ? "\n" : sink.style.dress("  \(source)\n", as: .quiet)
    }
    return out + listActions()
  }

  /// Writes the walk; what cannot be written leaves it as it is.
  private func save(to path: String) -> String {
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

  // MARK: Text

  private mutating func listActions() -> String {
    let choices = isJSON ? [] : walk.choices
    var entries: [Entry] = []
    for choice in choices {
      let name = String(choice.call.prefix { $0 != "(" })
      if let last = entries.indices.last, entries[last].name == name,
        entries[last].actor == choice.actor
      {
        entries[last].choices.append(choice)
      } else {
        entries.append(Entry(actor: choice.actor, name: name, choices: [choice]))
      }
    }
    listed = entries.map { entry in
      entry.choices.count == 1
        ? Entry(actor: entry.actor, name: entry.choices[0].call, choices: entry.choices) : entry
    }
    return list()
  }

  private func list() -> String {
    let heads = TextLayout.columns(
      listed.enumerated().map { ["  \($0 + 1)", $1.actor, "-"] }
    ).map { String($0.dropLast()) }
    let lines = zip(heads, listed).map { head, entry in
      let ways = entry.choices.count > 1 ? "  (\(entry.choices.count) ways)" : ""
      return TextLayout.labelled(head, entry.name + ways, width: sink.width)
    }
    return "\n" + lines.joined()
  }

  private var stateText: String {
    let rows = walk.state.map { [$0.name, $0.value] }
    guard !rows.isEmpty else { return "nothing is different from the beginning\n" }
    return TextLayout.columns(rows).map { "  \($0)\n" }.joined()
  }

  private static let help = "a number or a call; list, back, state, save FILE, help, quit"
  private var help: String { Self.help + "\n" }

  private func complaint(_ text: String) -> String {
    isJSON ? JSONValue.object(["error": .string(text)]).line : "✗ \(text)\n"
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
