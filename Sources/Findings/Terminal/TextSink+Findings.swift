import SafeText

extension TextSink {
  /// The table of properties, with verdict, id, severity and prose of each.
  func propertyTable(of report: PoolReport) -> String {
    guard !report.properties.isEmpty else { return "" }
    let tally = PropertyReport.Verdict.allCases.compactMap { verdict -> String? in
      let count = report.properties.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(word(for: verdict, count: count))"
    }
    var out = title("Properties", tally.joined(separator: ", "))
    for property in merged(report.properties) {
      let verdict = "\(property.verdict.sign) \(property.verdict.rawValue)"
      let severity = property.severity == .error ? "" : " (\(property.severity.rawValue))"
      let lead = "  \(verdict)  "
      let indent = String(repeating: " ", count: max(lead.count, 11))
      out += "  " + style.dress(verdict, as: role(property.verdict))
      let name = property.id.replacing(" = ", with: "\u{A0}=\u{A0}") + severity
      out += TextLayout.labelled(indent, name, width: width).dropFirst(verdict.count + 2)
        .replacing("\u{A0}", with: " ")
      out += style.dress(
        TextLayout.labelled(indent, property.prose, width: width), as: .quiet)
    }
    return out
  }

  /// Merges the members of one `for:` that have the same verdict into one line.
  private func merged(_ properties: [PropertyReport]) -> [PropertyReport] {
    var out: [PropertyReport] = []
    for property in properties {
      guard let last = out.last, last.verdict == property.verdict, last.prose == property.prose,
        let opening = property.id.firstIndex(of: "["), last.id.hasPrefix(property.id[...opening])
      else {
        out.append(property)
        continue
      }
      let member = property.id[opening...].dropFirst().dropLast()
      out[out.count - 1].id = last.id.dropLast() + "; " + member + "]"
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

  func role(_ verdict: PropertyReport.Verdict) -> TerminalStyle.Role {
    switch verdict {
    case .holds: .good
    case .fails: .bad
    case .vacuous, .undetermined: .doubtful
    }
  }

  /// A property that fails. First what a reader needs to decide: the sentence, the affected users
  /// and their acts, the setting, the remedy; then the trace, and the source of the property.
  func finding(_ property: PropertyReport, number: Int, of count: Int) -> String {
    var out = heading(of: property, count == 1 ? "Finding" : "Finding \(number) of \(count)")
    if let (pool, earlier) = written.first(where: { property.isAlike($0.finding) }) {
      return out + repetition(of: property, like: earlier, of: pool)
    }
    out += TextLayout.labelled("  Broken: ", property.prose, width: width)
    if let who = property.affected {
      out += TextLayout.labelled("  Who:    ", who, width: width)
    }
    if !property.sameCause.isEmpty {
      out += TextLayout.listed("  With it: ", property.sameCause, width: width)
    }
    if let condition = property.condition {
      out += TextLayout.labelled("  It fails exactly if ", condition, width: width)
    }
    out += places(of: property)
    if !property.remedy.isEmpty {
      out += TextLayout.labelled("  Remedy: ", property.remedy, width: width)
    } else if !property.lackOfRemedies.isEmpty {
      let reason = "None was tried. \(property.lackOfRemedies)"
      out += TextLayout.labelled("  Remedy: ", reason, width: width)
    }
    if let trace = property.trace {
      if trace.isEmpty {
        out += "  The configuration alone shows it.\n"
      } else {
        out += "  The shortest way there, \(TextLayout.counted(trace.count, "step")):\n"
        out += steps(trace)
      }
    } else {
      out += "  The search stopped before a counterexample was made.\n"
    }
    if !property.refusal.isEmpty {
      out += "  What the user meets then, every proof right:\n" + steps(property.refusal)
      out += "    and nothing leads further\n"
    }
    for part in property.why {
      out += TextLayout.labelled("  Why: ", "`\(part.part)` \(part.sentence)", width: width)
    }
    for (position, trace) in property.furtherTraces.enumerated() {
      out += "  Another way, number \(position + 2), \(TextLayout.counted(trace.count, "step")):\n"
      out += steps(trace)
    }
    if !property.lackOfTraces.isEmpty {
      out += TextLayout.labelled("  No further way: ", property.lackOfTraces, width: width)
    }
    if !property.source.isEmpty { out += "  Source: \(property.source)\n" }
    if !property.command.isEmpty { out += command("  Again:  ", property.command) }
    return out
  }

  private func places(of property: PropertyReport) -> String {
    property.places.filter { _ in level != .file }.map { "  Where:  \($0.text)\n" }.joined()
  }

  /// A finding that was printed in full for another pool: only the parts that differ for this pool.
  private func repetition(
    of property: PropertyReport, like earlier: PropertyReport, of pool: String
  ) -> String {
    var out = TextLayout.labelled("  ", "As above, of \(pool.visibleLine).", width: width)
    if property.sameCause != earlier.sameCause {
      out += TextLayout.listed("  With it: ", property.sameCause, width: width)
    }
    if let condition = property.condition {
      out += TextLayout.labelled("  It fails exactly if ", condition, width: width)
    }
    out += places(of: property)
    if property.remedy != earlier.remedy {
      out += TextLayout.labelled("  Remedy: ", property.remedy, width: width)
    }
    return property.command.isEmpty ? out : out + command("  Again:  ", property.command)
  }

  /// The heading of a finding; its basis is put on a line of its own if it does not fit the first
  /// one.
  private func heading(of property: PropertyReport, _ which: String) -> String {
    let known = property.isKnown ? ", accepted by the baseline" : ""
    let weight = "(\(property.severity.rawValue)\(known)"
    let id = style.dress(property.id, as: .heading)
    let line = "\(style.dress("✗ \(which)", as: .bad))  \(id) \(weight)"
    guard !property.basis.isEmpty else { return line + ")\n" }
    let basis = property.basis + ")"
    let length = "✗ \(which)  \(property.id) \(weight); \(basis)".count
    return length <= width
      ? "\(line); \(basis)\n" : "\(line);\n" + TextLayout.labelled("  ", basis, width: width)
  }

  /// A trace as numbered steps: the actor, the call, the app's answer and the changes.
  ///
  /// - Parameter first: the number of the first step.
  public func steps(_ trace: [TraceStepReport], from first: Int = 1) -> String {
    let actorWidth = trace.map(\.actor.count).max() ?? 0
    let numberWidth = String(trace.count + first - 1).count
    let indent = String(repeating: " ", count: 4 + numberWidth + 2 + actorWidth + 2)
    var out = ""
    let hidden = hiddenSteps(of: trace)
    for (position, step) in trace.enumerated() where !hidden.contains(position) {
      if position == hidden.upperBound, !hidden.isEmpty {
        out += "    …  \(TextLayout.counted(hidden.count, "step")) that --verbose shows\n"
      }
      let number = String(position + first)
      out += "    " + String(repeating: " ", count: numberWidth - number.count) + "\(number). "
      out += "\(TextLayout.padded(step.actor, to: actorWidth))  "
      let call = wrapped(isWhole ? step.call : step.shortCall, behind: indent)
      out += style.dress(call, as: .heading) + "\n"
      if let outcome = step.outcome {
        out += "\(indent)→ \(wrapped(outcome, behind: indent + "  "))\n"
      }
      let changes = step.changes.filter { isWhole || !$0.isBookkeeping }.map {
        "\($0.name): \($0.before) ⇒ \($0.after)".replacing(" ", with: "\u{A0}")
      }
      let lines = TextLayout.labelled(indent, changes.joined(separator: ",  "), width: width)
      out += style.dress(lines.replacing("\u{A0}", with: " "), as: .quiet)
    }
    return out
  }

  /// A call or an answer, broken between words if the line is too long.
  private func wrapped(_ text: String, behind indent: String) -> String {
    TextLayout.wrapped(text, width: max(20, width - indent.count)).joined(separator: "\n\(indent)")
  }

  /// The steps in the middle of a trace that are omitted on a screen.
  private func hiddenSteps(of trace: [TraceStepReport]) -> Range<Int> {
    let (first, last) = (3, 4)
    guard level == .findings, trace.count > first + last + 1 else { return 0..<0 }
    return first..<(trace.count - last)
  }

  /// The differences between cryptography and table; equal ones are grouped.
  func differences(_ all: [CryptographyReport.Difference]) -> String {
    guard !all.isEmpty else { return "" }
    var out = style.dress("✗ Test bed and table differ", as: .bad) + "\n"
    var order: [String] = []
    var places: [String: [String]] = [:]
    for difference in all {
      let subject = difference.sentClass.isEmpty ? "the record's" : "\(difference.sentClass)"
      let text =
        "\(difference.row): \(subject) \(difference.evidence) is "
        + "\(difference.expected) by the table,"
        + " \(difference.actual) by the bytes"
      if places[text] == nil { order.append(text) }
      places[text, default: []].append(difference.context)
    }
    for text in order.prefix(Self.mostDifferences) {
      out += TextLayout.labelled("  ", text, width: width)
      let contexts = places[text] ?? []
      let more = contexts.count > 1 ? ", and \(contexts.count - 1) more" : ""
      out += "    at \(contexts.first ?? "")\(more)\n"
    }
    let rest = order.count - Self.mostDifferences
    return rest > 0 ? out + "  and \(rest) more; the JSON report has all\n" : out
  }

  private static var mostDifferences: Int { 12 }
}
