import Findings
import SafeText
import SignIn
import TransitionTables

/// Renders the conditions over every legal pool as text for a terminal, as a page of the
/// documentation, or as JSON.
package struct EveryPoolText: PlainReport {
  package let found: EveryPool
  package let sink: TextSink

  package init(found: EveryPool, sink: TextSink = TextSink()) {
    (self.found, self.sink) = (found, sink)
  }

  private var model: Model { found.model }
  private var failing: [EveryPool.Answer] { found.answers.filter { !$0.cases.isEmpty } }

  // MARK: Words

  private var count: String {
    let count = found.family.legalCount
    return count < 1e9 ? TextLayout.grouped(Int(count)) : LegalityGate.approximate(count)
  }

  private var openNames: [String] { found.family.open.map { model.slots[$0].name } }

  private var closedSlots: [Int] {
    model.parameters.filter {
      !found.family.open.contains($0) && model.slots[$0].kind != .assumption
    }
  }

  /// The parameters that have the same value in all pools and are not at their default.
  private var fixed: [String] { values(of: closedSlots, in: found.family.closed) }

  /// The settings that have their default in all pools; those of an indexed table are listed as
  /// one.
  private var atDefault: [String] {
    let names = closedSlots.filter { slot in
      model.slots[slot].isSetting && found.family.closed[slot] == model.slots[slot].initial
    }.map { String(model.slots[$0].name.prefix { $0 != "[" }) }
    return names.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Those of some parameters that are not at their default, with their values.
  private func values(of slots: [Int], in parameters: [Int: Int]) -> [String] {
    slots.filter { parameters[$0] ?? model.slots[$0].initial != model.slots[$0].initial }
      .map { slot in
        let value = model.text(of: parameters[slot] ?? model.slots[slot].initial, in: slot)
        return Assignment(name: model.slots[slot].name, value: value).text
      }
  }

  private func extent(_ answer: EveryPool.Answer) -> String {
    if answer.cases.contains(where: \.words.isEmpty) { return "fails in every pool" }
    let tenths = Int((answer.share * 1_000).rounded())
    let share = tenths == 0 ? "under 0.1" : "\(tenths / 10).\(tenths % 10)"
    return "fails in \(share) % of the pools, exactly with"
  }

  private func words(_ own: EveryPool.Case) -> String {
    own.words.isEmpty ? "any settings" : own.words.joined(separator: " and ")
  }

  /// The witness, described by its open settings that differ from their defaults.
  private func example(_ own: EveryPool.Case) -> [String] {
    let values = values(of: found.family.open, in: own.witness)
    return values.isEmpty ? ["every setting at its default"] : values
  }

  /// The properties that do not fail, grouped by their kind of result.
  private var others: [(title: String, ids: [String])] {
    let rest = found.answers.filter(\.cases.isEmpty)
    let parts: [(title: String, has: (EveryPool.Answer) -> Bool)] = [
      ("Hold in every one of them", { !$0.isUndetermined && !$0.isVacuous }),
      ("Speak of what happens in none of them", \.isVacuous),
      ("Not decided, because a limit came first", \.isUndetermined),
    ]
    return parts.map { part in (part.title, rest.filter(part.has).map(\.property.fullID)) }
      .filter { !$0.ids.isEmpty }
  }

  /// 152 where a limit left some property undecided.
  package var status: ExitStatus {
    found.answers.contains(where: \.isUndetermined) ? .limitReached : .allHold
  }

  // MARK: Text

  package var text: String {
    var out = sink.style.dress("\(count) legal pools", as: .heading)
    out += ", \(TextLayout.grouped(found.states)) states\n"
    out += paragraph("  Every value of: ", openNames.joined(separator: ", "))
    if !fixed.isEmpty { out += paragraph("  Everywhere: ", fixed.joined(separator: ", ")) }
    out += paragraph("  At the default: ", atDefault.joined(separator: ", "))
    for answer in failing {
      let severity = "(\(answer.property.severity))"
      out += "\n" + sink.style.dress("✗", as: .bad) + " "
      out += sink.style.dress(answer.property.fullID, as: .heading) + " \(severity)\n"
      out += paragraph("  ", answer.property.prose)
      out += "  It \(extent(answer)):\n"
      for own in answer.cases {
        out += paragraph("  · ", words(own))
        out += paragraph("      for example ", example(own).joined(separator: ", "))
        if sink.level == .everything { out += sink.steps(own.trace) }
      }
    }
    for (title, ids) in others {
      out += "\n" + paragraph("\(title): ", ids.joined(separator: ", "))
    }
    return out
  }

  private func paragraph(_ label: String, _ text: String) -> String {
    TextLayout.labelled(label, text, width: sink.width)
  }

  // MARK: Markdown

  /// The page of the documentation, with a mark that it is generated.
  package var markdown: String {
    var out = "# Every legal pool\n\n"
    out +=
      "Which settings lock users out, bypass a second factor or hang the client, in general.\n\n"
    out += "<!-- Generated by `waymark check --every-pool --format markdown`; do not edit. -->\n\n"
    out += "## Overview\n\n\(MarkdownText.prose(found.pool.documentation))\n\n"
    out += "\(count) legal pools, \(TextLayout.grouped(found.states)) states, explored at once.\n\n"
    out += "- Every value of: \(codes(openNames))\n- Everywhere: \(codes(fixed))\n"
    out += "- At the default: \(codes(atDefault))\n\n"
    out +=
      "A condition is irredundant and each line of it is prime: with these settings the property "
    out +=
      "fails whatever the others are, and none of them can be left out. Each line has a pool that "
    out += "was explored by itself, where the shortest way to the failure is the one shown.\n"
    for answer in failing { out += page(of: answer) }
    for (title, ids) in others { out += "\n## \(title)\n\n\(codes(ids))\n" }
    return out
  }

  private func page(of answer: EveryPool.Answer) -> String {
    var out = "\n## \(answer.property.fullID) (\(answer.property.severity))\n\n"
    out += "\(ReferencePages.words(answer.property.prose))\n\nIt \(extent(answer)):\n\n"
    for own in answer.cases {
      out += "- \(MarkdownText.code(words(own)))\n"
      out += "  - for example \(codes(example(own)))\n"
      for step in own.trace {
        let said = step.outcome.map { " → \(MarkdownText.code($0))" } ?? ""
        out += "  - \(step.actor): \(MarkdownText.code(step.shortCall))\(said)\n"
      }
    }
    return out
  }

  private func codes(_ texts: [String]) -> String {
    texts.map { MarkdownText.code($0) }.joined(separator: ", ")
  }

  // MARK: JSON

  package var value: JSONValue {
    .object([
      "pools": .string(count), "states": .number(found.states),
      "open": .strings(openNames), "fixed": .strings(fixed),
      "atDefault": .strings(atDefault),
      "properties": .array(
        found.answers.map { answer in
          .object([
            "id": .string(answer.property.fullID), "severity": .string(answer.property.severity),
            "perThousand": .number(Int((answer.share * 1_000).rounded())),
            "vacuous": .bool(answer.isVacuous), "undetermined": .bool(answer.isUndetermined),
            "failsWith": .array(
              answer.cases.map { own in
                .object([
                  "settings": .strings(own.words),
                  "witness": .strings(model.options(from: [:], to: own.witness)),
                  "steps": .strings(
                    own.trace.map { step in
                      step.outcome.map { "\(step.call) → \($0)" } ?? step.call
                    }),
                ])
              }),
          ])
        }),
    ])
  }
}
