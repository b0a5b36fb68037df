import Findings
import SignInCryptography
import SignInTestBed
import TransitionTables

/// A call of a plan as commands for a shell: what is deployed is read, the changed fields are laid
/// over it, and all fields that the call would reset are sent with it.
struct CallScript {
  let plan: ChangePlan
  let step: ChangePlan.Step
  /// The place of the step in the plan, from 1.
  let number: Int

  /// The lines; empty for what no command does.
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

  /// A command with its options on lines of at most 76 characters.
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

  /// A value with each member on a line of its own where one line does not suffice.
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

  /// A filter with lines of at most 70 characters, where spaces and commas outside of strings allow
  /// that.
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

  /// What is laid over the deployed settings, as filters of jq.
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
        // What is shown of the record stays; of a pool that never had it null is shown, which jq
        // merges with nothing.
        let kept = isRecord ? "(.\(field.name) // {}) * " : ""
        let head = ".\(field.name) = \(kept)"
        return [head + Self.broken(value, behind: head.count)]
      }
  }
}

extension SettingCall {
  /// Whether its commands name an app client.
  var isOfClient: Bool { reads.contains("\"$CLIENT\"") }
}
