import Findings
import SafeText
import SignIn
import TransitionTables

/// Renders a design as text, Markdown or JSON.
package struct DesignText: PlainReport {
  package let design: PoolDesign
  package let sink: TextSink

  package init(design: PoolDesign, sink: TextSink) { (self.design, self.sink) = (design, sink) }

  /// The greatest number of conjunctions of a condition that the text shows.
  private static let mostTerms = 8

  private var count: String {
    design.count < 1e9
      ? TextLayout.counted(Int(design.count), "legal pool")
      : "\(LegalityGate.approximate(design.count)) legal pools"
  }

  private var held: String {
    design.severities.contains("warning")
      ? "with all properties that are errors or warnings"
      : "with all properties that are errors; none keeps those that are warnings too"
  }

  private func paragraph(_ label: String, _ text: String) -> String {
    TextLayout.labelled(label, text, width: sink.width)
  }

  // MARK: Text

  package var text: String {
    var out = sink.style.dress("Wished for", as: .heading) + "\n"
    for wish in design.wishes { out += paragraph("  · ", "\(wish.title) (\(wish.id))") }
    if let conflict = design.conflict { return out + text(of: conflict) }
    if design.count > 0 {
      out += "\n" + paragraph("", "\(count) \(design.count == 1 ? "has" : "have") that, \(held):")
      for term in design.terms.prefix(Self.mostTerms) {
        out += paragraph("  · ", term.isEmpty ? "any settings" : term.joined(separator: " and "))
      }
      let more = design.terms.count - Self.mostTerms
      if more > 0 { out += "    and \(more) more conditions, see --format json\n" }
    }
    for (position, choice) in design.choices.enumerated() { out += text(of: choice, position + 1) }
    return out + rejected
  }

  private func text(of choice: PoolDesign.Choice, _ number: Int) -> String {
    var out = "\n" + sink.style.dress("✓ \(number)", as: .good) + "  cost \(choice.cost)\n"
    out += paragraph("     ", list(choice.settings))
    for price in choice.prices { out += paragraph("     pays: ", price) }
    if !choice.findings.isEmpty {
      out += paragraph("     fails all the same: ", choice.findings.joined(separator: ", "))
    }
    for stepwise in choice.stepwise {
      out += paragraph("     ! ", heading(of: stepwise))
      for (position, step) in stepwise.rule.steps.enumerated() {
        out += paragraph("       \(position + 1). ", step)
      }
    }
    return out
  }

  private func heading(of stepwise: StepwiseCreation) -> String {
    let (tools, rule) = (stepwise.tools.joined(separator: ", "), stepwise.rule)
    return "\(tools) cannot deploy it in one step \(rule.seen): “\(rule.refusal)”. Instead:"
  }

  /// The text for a design without changes; a base may decide other settings.
  private static let noChange = "every setting that was left open is at its default"

  private func list(_ settings: [String]) -> String {
    settings.isEmpty ? Self.noChange : settings.joined(separator: ", ")
  }

  /// The heading of the rejected pools; nil where there is nothing to report.
  private var rejectionHead: (sign: String, text: String)? {
    guard !design.rejections.isEmpty || design.choices.isEmpty else { return nil }
    let tried = TextLayout.counted(design.rejections.count, "pool")
    let end = design.rejections.isEmpty ? "" : ":"
    if design.isExhausted { return ("✗ ", "none: all were tried, and \(tried) rejected\(end)") }
    if design.choices.isEmpty {
      return ("? ", "none found: a limit came first, with \(tried) rejected\(end)")
    }
    return ("", "\(tried) with less cost or as much rejected:")
  }

  private var rejected: String {
    guard let head = rejectionHead else { return "" }
    var out = "\n" + paragraph(head.sign, head.text)
    for rejection in design.rejections.prefix(Self.mostTerms) {
      out += paragraph("  ✗ ", "\(list(rejection.settings)): \(words(rejection))")
    }
    let more = design.rejections.count - Self.mostTerms
    return out + (more > 0 ? "    and \(more) more, see --format json\n" : "")
  }

  private func words(_ rejection: PoolDesign.Rejection) -> String {
    let wish = design.wishes.first { $0.id == rejection.wish }
    return "not so that \(wish?.title ?? rejection.wish) (\(rejection.means))"
  }

  private func text(of conflict: PoolDesign.Conflict) -> String {
    var out = "\n" + sink.style.dress("✗ no pool has all of it", as: .bad) + "\n"
    out += paragraph("  ", "\(heading(of: conflict)):")
    for wish in conflict.wishes {
      let asks = wish.conditionText.isEmpty ? "" : ": `\(wish.conditionText)`"
      out += paragraph("  · ", "\(wish.title) (\(wish.id))\(asks)")
    }
    for setting in conflict.settings { out += paragraph("  · ", words(of: setting)) }
    for reason in conflict.reasons {
      out += paragraph("  because ", "\(reason.id): \(reason.text)\(source(reason))")
    }
    guard let trial = conflict.tried else { return out }
    out += "\n" + paragraph("  ", summary(of: trial))
    for change in trial.changes {
      out += paragraph("  · ", old(in: change))
      for values in values(of: change) { out += paragraph("    → ", values) }
    }
    return out
  }

  /// The heading of a conflict.
  private func heading(of conflict: PoolDesign.Conflict) -> String {
    if conflict.wishes.isEmpty, conflict.settings.isEmpty {
      return "The base alone excludes it, whatever is wished for"
    }
    let isOfBase = conflict.tried != nil && conflict.settings.isEmpty
    return "These exclude each other" + (isOfBase ? ", with the base as it is" : "")
      + ", and none of them can be left out"
  }

  private func summary(of trial: PoolDesign.Trial) -> String {
    let explored = TextLayout.counted(trial.explored, "pool")
    let rest = trial.isCutOff ? "; there is more to try" : ""
    let subject =
      switch trial.changes.reduce(0, { $0 + $1.instead.count }) {
      case 0: "No change of the base was found that leaves"
      case 1: "This change leaves"
      default: "Each of these changes leaves"
      }
    return "\(subject) a pool with all of it (\(explored) explored\(rest))"
      + (trial.changes.isEmpty ? "." : ":")
  }

  /// A phrase that says where a setting is fixed, and to which value.
  private func words(of setting: PoolDesign.LaidDown) -> String {
    let value = "\(setting.setting) = \(setting.value)"
    switch setting.origin {
    case .document(let place):
      return "\(place) lays down \(value)" + (setting.line.isEmpty ? "" : ": `\(setting.line)`")
    case .commandLine: return "--set lays down \(value)"
    default: return "\(value), which is the default and not left open"
    }
  }

  /// The settings that a change replaces; a document is named once.
  private func old(in change: PoolDesign.Trial.Change) -> String {
    var file: String?
    let settings = change.settings.map { setting in
      let value = "\(setting.setting) = \(setting.value)"
      switch setting.origin {
      case .document(let place):
        let isNamed = file == place.file && "\(place)" != place.file
        file = place.file
        let whole = "\(place)"
        return "\(value) (\(isNamed ? String(whole.dropFirst(place.file.count + 1)) : whole))"
      case .commandLine: return "\(value) (--set)"
      default: return "\(value) (the default)"
      }
    }
    let head = settings.dropLast().joined(separator: ", ")
    return "in place of " + (head.isEmpty ? "" : "\(head) and ") + (settings.last ?? "")
  }

  /// The possible replacements, one element each.
  private func values(of change: PoolDesign.Trial.Change) -> [String] {
    let names = change.settings.map(\.setting)
    return change.instead.enumerated().map { position, values in
      (position > 0 ? "or " : "")
        + zip(names, values).map { "`\($0)=\($1)`" }.joined(separator: " and ")
    }
  }

  private func source(_ reason: PoolDesign.Reason) -> String {
    let name = reason.source.map { $0.fact.isEmpty ? $0.document : $0.fact } ?? ""
    return name.isEmpty || name == reason.id ? "" : " [\(name)]"
  }

  // MARK: Markdown

  package var markdown: String {
    var out = "# A pool for these wishes\n\n"
    for wish in design.wishes {
      out += "- \(MarkdownText.prose(wish.title)) (\(MarkdownText.code(wish.id)))\n"
    }
    if let conflict = design.conflict {
      out += "\n## No pool has all of it\n\n\(heading(of: conflict)):\n\n"
      for wish in conflict.wishes {
        let asks = wish.conditionText.isEmpty ? "" : ": \(MarkdownText.code(wish.conditionText))"
        out += "- \(MarkdownText.prose(wish.title))\(asks)\n"
      }
      for setting in conflict.settings {
        out += "- \(MarkdownText.prose(words(of: setting)))\n"
      }
      if !conflict.reasons.isEmpty, !conflict.wishes.isEmpty || !conflict.settings.isEmpty {
        out += "\nbecause of\n\n"
      }
      for reason in conflict.reasons {
        out += "- \(MarkdownText.code(reason.id)): \(MarkdownText.prose(reason.text))"
        out += "\(MarkdownText.escaped(source(reason)))\n"
      }
      guard let trial = conflict.tried else { return out }
      out += "\n\(MarkdownText.prose(summary(of: trial)))\n\n"
      for change in trial.changes {
        let new = values(of: change).joined(separator: ", ")
        out += "- \(MarkdownText.prose("\(old(in: change)) → \(new)"))\n"
      }
      return out
    }
    if design.count > 0 {
      out += "\n\(count) \(design.count == 1 ? "has" : "have") that, \(held):\n\n"
      for term in design.terms.prefix(Self.mostTerms) {
        out += "- \(MarkdownText.code(term.isEmpty ? "any" : term.joined(separator: " and ")))\n"
      }
      let more = design.terms.count - Self.mostTerms
      if more > 0 { out += "- and \(more) more conditions\n" }
    }
    return out + choicesMarkdown + rejectedMarkdown
  }

  private var rejectedMarkdown: String {
    guard let head = rejectionHead else { return "" }
    let items = design.rejections.map { rejection in
      let settings = rejection.settings.isEmpty ? Self.noChange : codes(rejection.settings)
      return "- \(settings): \(MarkdownText.prose(words(rejection)))\n"
    }
    return "\n\(head.text.capitalisedFirst)\n" + (items.isEmpty ? "" : "\n" + items.joined())
  }

  private var choicesMarkdown: String {
    guard !design.choices.isEmpty else { return "" }
    var out = "\n| | cost | settings | pays for | fails all the same |\n|--|--|--|--|--|\n"
    for (position, choice) in design.choices.enumerated() {
      let cells = [
        "\(position + 1)", "\(choice.cost)",
        choice.settings.isEmpty ? Self.noChange : codes(choice.settings),
        MarkdownText.escaped(choice.prices.joined(separator: " ")), codes(choice.findings),
      ]
      out += "| \(cells.joined(separator: " | ")) |\n"
    }
    for (position, choice) in design.choices.enumerated() {
      for stepwise in choice.stepwise {
        let heading = "Pool \(position + 1): \(heading(of: stepwise))"
        out += "\n\(MarkdownText.prose(heading))\n\n"
        for (number, step) in stepwise.rule.steps.enumerated() {
          out += "\(number + 1). \(MarkdownText.prose(step))\n"
        }
      }
    }
    return out
  }

  private func codes(_ texts: [String]) -> String {
    texts.map { MarkdownText.code($0) }.joined(separator: ", ")
  }

  // MARK: JSON

  /// The number of pools; null beyond 2^53, where it is not exact.
  private var poolCount: JSONValue {
    design.count <= 0x1p53 ? .number(Int(design.count)) : .null
  }

  package var value: JSONValue {
    .object([
      "wishes": .array(design.wishes.map(Self.json)),
      "open": .strings(design.open.map { design.model.slots[$0].name }),
      "pools": poolCount, "holds": .strings(design.severities),
      "conditions": .array(design.terms.map { .strings($0) }),
      "designs": .array(
        design.choices.map { choice in
          .object([
            "cost": .number(choice.cost), "settings": .strings(choice.settings),
            "prices": .strings(choice.prices), "findings": .strings(choice.findings),
            "stepwise": .array(choice.stepwise.map(Self.json)),
          ])
        }),
      "isExhausted": .bool(design.isExhausted), "isUndecided": .bool(design.isUndecided),
      "rejected": .array(
        design.rejections.map { rejection in
          .object([
            "settings": .strings(rejection.settings), "wish": .string(rejection.wish),
            "means": .string(rejection.means),
          ])
        }),
      "conflict": design.conflict.map { conflict in
        .object([
          "wishes": .array(conflict.wishes.map(Self.json)),
          "settings": .array(conflict.settings.map(Self.json)),
          "changes": .array(
            (conflict.tried?.changes ?? []).map { change in
              .object([
                "settings": .array(change.settings.map(Self.json)),
                "instead": .array(change.instead.map { .strings($0) }),
              ])
            }),
          "explored": .number(conflict.tried?.explored ?? 0),
          "hasMoreToTry": .bool(conflict.tried?.isCutOff ?? false),
          "because": .array(
            conflict.reasons.map {
              .object([
                "id": .string($0.id), "text": .string($0.text),
                "fact": .string($0.source?.fact ?? ""),
              ])
            }),
        ])
      } ?? .null,
    ])
  }

  private static func json(_ stepwise: StepwiseCreation) -> JSONValue {
    .object([
      "tools": .strings(stepwise.tools), "rule": .string(stepwise.rule.id),
      "refusal": .string(stepwise.rule.refusal), "steps": .strings(stepwise.rule.steps),
      "source": .string(stepwise.rule.source?.document ?? ""),
    ])
  }

  private static func json(_ setting: PoolDesign.LaidDown) -> JSONValue {
    var place = JSONValue.null
    if case .document(let location) = setting.origin {
      place = .object([
        "file": .string(location.file), "line": .number(location.line),
        "column": .number(location.column), "text": .string(setting.line),
      ])
    }
    return .object([
      "setting": .string(setting.setting), "value": .string(setting.value),
      "isOnCommandLine": .bool(setting.origin == .commandLine), "place": place,
    ])
  }

  private static func json(_ wish: Wish) -> JSONValue {
    .object([
      "id": .string(wish.id), "says": .string(wish.title), "where": .string(wish.conditionText),
    ])
  }
}
