extension TextSink {
  /// One line a property: verdict, id, severity, prose.
  func propertyTable(of report: PoolReport) -> String {
    guard !report.properties.isEmpty else { return "" }
    let tally = PropertyReport.Verdict.allCases.compactMap { verdict -> String? in
      let count = report.properties.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(word(for: verdict, count: count))"
    }
    var out = title("Properties", tally.joined(separator: ", "))
    let idWidth = report.properties.map(\.id.count).max() ?? 0
    for property in report.properties {
      let verdict = TextLayout.padded(
        "\(sign(property.verdict)) \(property.verdict.rawValue)", to: 14)
      let lead =
        "  \(verdict)  \(TextLayout.padded(property.id, to: idWidth))  "
        + "\(TextLayout.padded(property.severity.rawValue, to: 7))  "
      let lines = TextLayout.labelled(lead, property.prose, width: max(width, lead.count + 40))
      out += lines.replacing(
        verdict, with: style.dress(verdict, as: role(property.verdict)), maxReplacements: 1)
    }
    return out
  }

  private func word(for verdict: PropertyReport.Verdict, count: Int) -> String {
    switch verdict {
    case .holds: count == 1 ? "holds" : "hold"
    case .fails: count == 1 ? "fails" : "fail"
    case .vacuous: "vacuous"
    case .undetermined: "undetermined"
    }
  }

  func sign(_ verdict: PropertyReport.Verdict) -> String {
    switch verdict {
    case .holds: "✓"
    case .fails: "✗"
    case .vacuous: "○"
    case .undetermined: "?"
    }
  }

  func role(_ verdict: PropertyReport.Verdict) -> TerminalStyle.Role {
    switch verdict {
    case .holds: .good
    case .fails: .bad
    case .vacuous, .undetermined: .doubtful
    }
  }

  /// A property that fails: the sentence, when, the trace, what to do, where it comes from.
  func finding(_ property: PropertyReport, number: Int, of count: Int) -> String {
    let which = count == 1 ? "Finding" : "Finding \(number) of \(count)"
    var out = style.dress("✗ \(which)", as: .bad)
    out += "  \(style.dress(property.id, as: .heading)) (\(property.severity.rawValue))\n"
    out += TextLayout.labelled("  Broken: ", property.prose, width: width)
    if let condition = property.condition {
      out += TextLayout.labelled("  It fails exactly if ", condition, width: width)
    }
    if let trace = property.trace {
      if trace.isEmpty {
        out += "  The configuration alone shows it.\n"
      } else {
        out += "  The shortest way there, \(TextLayout.counted(trace.count, "step")):\n"
        out += steps(trace)
      }
    }
    if !property.remedy.isEmpty {
      out += TextLayout.labelled("  Remedy: ", property.remedy, width: width)
    }
    if !property.source.isEmpty { out += "  Source: \(property.source)\n" }
    if !property.command.isEmpty { out += "  Again:  \(property.command)\n" }
    return out
  }

  /// A trace as numbered steps: who does what, what the app is told, what is different then.
  func steps(_ trace: [TraceStepReport]) -> String {
    let actorWidth = trace.map(\.actor.count).max() ?? 0
    let numberWidth = String(trace.count).count
    let indent = String(repeating: " ", count: 4 + numberWidth + 2 + actorWidth + 2)
    var out = ""
    for (position, step) in trace.enumerated() {
      let number = String(position + 1)
      out += "    " + String(repeating: " ", count: numberWidth - number.count) + "\(number). "
      out += "\(TextLayout.padded(step.actor, to: actorWidth))  "
      out += style.dress(step.call, as: .heading) + "\n"
      if let told = step.told { out += "\(indent)→ \(told)\n" }
      let changes = step.changes.map {
        "\($0.name): \($0.before) ⇒ \($0.after)".replacing(" ", with: "\u{A0}")
      }
      let lines = TextLayout.labelled(indent, changes.joined(separator: ",  "), width: width)
      out += style.dress(lines.replacing("\u{A0}", with: " "), as: .quiet)
    }
    return out
  }

  /// A place where cryptography and table differ.
  func difference(_ difference: CryptographyReport.Difference) -> String {
    var out = style.dress("✗ Test bed and table differ", as: .bad)
    out += "  \(style.dress(difference.row, as: .heading))\n"
    out += "  \(difference.evidence), \(difference.sentClass) was sent:"
    out += " the table says \(difference.expected), the bytes say \(difference.actual)\n"
    return out + (difference.context.isEmpty ? "" : "  at \(difference.context)\n")
  }
}

extension TextSink {
  /// A trace alone, as numbered steps.
  public func told(_ trace: [TraceStepReport]) -> String { steps(trace) }
}
