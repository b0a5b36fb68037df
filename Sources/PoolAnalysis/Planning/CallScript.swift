import Findings
import SignInCryptography
import SignInTestBed
import TransitionTables

/// Writes a call of a plan as shell commands: they read the deployed settings, apply the changed
/// fields, and send all fields that the call would otherwise reset.
struct CallScript {
  let plan: ChangePlan
  let step: ChangePlan.Step
  /// The position of the step in the plan, from 1.
  let number: Int

  /// The lines of the script; empty for a step that no command performs.
  var lines: [String] {
    guard !step.call.run.isEmpty else { return [] }
    let names = step.call.fields.filter { $0.omitted == .reset || isChanged($0) }.map(\.name)
    let kept = TextLayout.labelled("  jq '{ ", names.joined(separator: ", ") + " }", width: 76)
    return
      ([Self.broken(step.call.reads) + " |", String(kept.dropLast())]
      + changes.map { "  | \(Self.wrapped($0))" }
      + [
        "  | with_entries(select(.value != null))' > step-\(number).json",
        Self.broken("\(step.call.run) --cli-input-json file://step-\(number).json"),
      ])
  }

  /// A command, with its options wrapped to lines of at most 76 characters.
  private static func broken(_ command: String) -> String {
    var lines = [""]
    for part in command.split(separator: " --", omittingEmptySubsequences: false) {
      let option = lines == [""] ? String(part) : " --\(part)"
      if let last = lines.last, last.count + option.count > 74 {
        lines[lines.count - 1] += " \\"
        lines.append(" ")
      }
      lines[lines.count - 1] += option
    }
    return lines.joined(separator: "\n")
  }

  /// A value, with each member on its own line where one line does not suffice.
  private static func broken(_ value: JSON, behind width: Int) -> String {
    let line = value.serialized
    guard width + line.count > 70 else { return line }
    let parts: [JSON]
    switch value {
    case .object(let members): parts = members.map { .object([$0]) }
    case .array(let elements): parts = elements.map { .array([$0]) }
    default: return line
    }
    let lines = parts.map { "      \($0.serialized.dropFirst().dropLast())" }
    return "\(line.prefix(1))\n\(lines.joined(separator: ",\n"))\n    \(line.suffix(1))"
  }

  /// A filter, wrapped to lines of at most 70 characters at spaces and commas outside of strings,
  /// where possible.
  private static func wrapped(_ filter: String) -> String {
    filter.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { wrapped($1, deeper: $0 == 0 ? 6 : 2) }.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring, deeper: Int) -> String {
    guard line.count > 70 else { return String(line) }
    let indent = line.prefix { $0 == " " } + String(repeating: " ", count: deeper)
    var (lines, piece, isInString) = ([""], "", false)
    func add(_ piece: String) {
      if lines[lines.count - 1].count + piece.count > 70, lines != [""] {
        while lines[lines.count - 1].last == " " { lines[lines.count - 1].removeLast() }
        lines.append(String(indent))
      }
      lines[lines.count - 1] += piece
    }
    for letter in line {
      piece.append(letter)
      if letter == "\"" { isInString.toggle() }
      guard !isInString, letter == " " || letter == "," else { continue }
      add(piece)
      piece = ""
    }
    add(piece)
    return lines.joined(separator: "\n")
  }

  private func isChanged(_ field: SettingCall.Field) -> Bool {
    field.sets.contains { step.slots.contains($0) }
  }

  /// The changes to the deployed settings, as filters of jq.
  private var changes: [String] {
    let shown = step.call.shown.map { reply in
      SettingFields(model: plan.model, valuation: step.after)
        .fields(of: reply.message, within: reply.member)
    }
    let always = step.call.edits.flatMap {
      $0.filters(from: step.before, to: step.after, value: "", in: plan.model)
    }
    return always
      + step.call.fields.filter(isChanged).flatMap { field -> [String] in
        let value = shown?[field.name]
        if let edits = field.edits {
          return edits.flatMap {
            $0.filters(
              from: step.before, to: step.after, value: value?.serialized ?? "", in: plan.model)
          }
        }
        guard let value else {
          return [field.empty.isEmpty ? ".\(field.name) = []" : field.empty]
        }
        let isRecord = if case .object = value { true } else { false }
        // The shown parts of a record are kept. Where the pool never had the record it is shown as
        // null, which jq replaces by an empty one.
        let kept = isRecord ? "(.\(field.name) // {}) * " : ""
        let head = ".\(field.name) = \(kept)"
        return [head + Self.broken(value, behind: head.count)]
      }
  }
}

extension SettingCall {
  /// Whether the commands of the call refer to an app client.
  var isOfClient: Bool { reads.contains("\"$CLIENT\"") }
}
