extension TextSink {
  /// One line: the numbers of findings by severity, and of properties that hold, are vacuous or
  /// undetermined.
  public func summary(of report: PoolReport) -> String {
    var parts = PropertyReport.Severity.allCases.compactMap { severity -> String? in
      let count = report.findings.count { $0.severity == severity && $0.cause == nil }
      return count == 0 ? nil : TextLayout.counted(count, severity.rawValue)
    }
    let known = report.findings.count(where: \.isKnown)
    if known > 0 { parts.append("\(known) of them accepted") }
    let holding = report.properties.count { $0.verdict == .holds }
    if holding > 0 || parts.isEmpty {
      parts.append("\(holding) \(holding == 1 ? "holds" : "hold")")
    }
    for verdict in [PropertyReport.Verdict.vacuous, .undetermined] {
      let count = report.properties.count { $0.verdict == verdict }
      if count > 0 { parts.append("\(count) \(verdict.rawValue)") }
    }
    let time = duration.isEmpty ? "" : "; \(duration)"
    let role: TerminalStyle.Role = report.findings.isEmpty ? .good : .bad
    return style.dress(parts.joined(separator: ", "), as: role) + time + "\n" + stop(of: report)
  }

  /// The line that says that a limit was reached or the run was interrupted; empty otherwise.
  private func stop(of report: PoolReport) -> String {
    let coverage = report.coverage
    var isTried = true
    if case .cutOff = report.configuration.trial { isTried = false }
    guard !coverage.isComplete || !coverage.isJudged || !isTried else { return "" }
    let what =
      switch (coverage.isComplete, coverage.states) {
      case (true, _) where coverage.isJudged:
        "\(report.stopped) before every assumption was tried"
      case (true, _): unjudged(in: report)
      case (false, 0): "\(report.stopped) before any search came to its end"
      case (false, let states):
        "\(report.stopped) after \(TextLayout.counted(states, "state")), there may be more"
      }
    return style.dress(what, as: .doubtful) + "\n"
  }

  /// The message for a run that was cut off after all states were known.
  func unjudged(in report: PoolReport) -> String {
    let isOpen = report.properties.contains { $0.verdict == .undetermined }
    let what = isOpen ? "property was judged" : "counterexample and path was worked out"
    return "\(report.stopped) before every \(what)"
  }

  /// The text of a level that omits parts: the summary and, depending on the level, the findings
  /// and remarks.
  func brief(_ report: PoolReport) -> String {
    if level == .overview { return overview(report) }
    let top = heading(of: report) + summary(of: report)
    guard level == .findings else { return top }
    var parts = [top]
    let causes = report.causes
    parts += causes.enumerated().map { position, finding in
      self.finding(finding, number: position + 1, of: causes.count)
    }
    parts.append(differences(report.cryptography?.differences ?? []))
    var rest = remarks(of: report)
    rest += unproved(of: report)
    rest += assumptions(of: report)
    parts.append(rest)
    let more = TextLayout.labelled(
      "more:  ", "--verbose adds configuration, assumptions and what holds", width: width)
    var end = style.dress("more:  ", as: .quiet) + more.dropFirst(7)
    end += again(report.command)
    parts.append(end)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Findings of little weight, and settings that no verdict depends on, one line for each group.
  private func remarks(of report: PoolReport) -> String {
    list(report.remarks, "· of little weight: ") + notModelled(in: report)
  }

  /// Settings of the documents that no row of the table reads.
  func notModelled(in report: PoolReport) -> String {
    guard !report.notModelled.isEmpty else { return "" }
    return TextLayout.listed(
      "· not modelled, compared by diff: ", report.notModelled, width: width)
  }

  private func list(_ properties: [PropertyReport], _ label: String) -> String {
    guard !properties.isEmpty else { return "" }
    return TextLayout.listed(label, properties.map(\.id), width: width)
  }

  /// The properties that were not proved: vacuous, ruled out by a setting, or undetermined.
  private func unproved(of report: PoolReport) -> String {
    func those(_ verdict: PropertyReport.Verdict, isRuledOut: Bool = false) -> [PropertyReport] {
      report.properties.filter { $0.verdict == verdict && $0.isRuledOut == isRuledOut }
    }
    let (vacuous, open) = (PropertyReport.Verdict.vacuous, PropertyReport.Verdict.undetermined)
    return list(those(vacuous), "\(vacuous.sign) vacuous: ")
      + list(those(vacuous, isRuledOut: true), "\(vacuous.sign) ruled out by a setting: ")
      + list(those(open), "\(open.sign) undetermined: ")
  }

  /// The properties that hold or are vacuous but depend on an assumption, grouped by their
  /// assumptions. Findings are not listed, because they state this themselves, and notes weigh too
  /// little.
  private func assumptions(of report: PoolReport) -> String {
    let (decisive, untried): ([ConfigurationReport.Decisive], [String])
    switch report.configuration.trial {
    case .tried(let found): (decisive, untried) = (found, [])
    case .cutOff(let found, let names): (decisive, untried) = (found, names)
    case .notTried, nil: return ""
    }
    var groups: [(names: [String], properties: [String])] = []
    let others = report.properties.filter { $0.verdict != .fails && $0.severity != .note }
    for property in others {
      var names: [String] = []
      for assumption in decisive where assumption.flips.contains(property.id) {
        if !names.contains(assumption.name) { names.append(assumption.name) }
      }
      guard !names.isEmpty else { continue }
      if let known = groups.firstIndex(where: { $0.names == names }) {
        groups[known].properties.append(property.id)
      } else {
        groups.append((names, [property.id]))
      }
    }
    let lines = groups.map { names, properties in
      let rest = properties.count == 1 ? "rests" : "rest"
      return TextLayout.labelled(
        "! ",
        "\(properties.joined(separator: ", ")) \(rest) on what is assumed of "
          + names.map { self.assumption($0, among: decisive) }.joined(separator: ", "),
        width: width)
    }
    return lines.joined() + (untried.isEmpty ? "" : cutOff(untried))
  }
}

extension TextSink {
  /// The name of an assumption with its meaning, negated if the assumption is taken to be false.
  private func assumption(
    _ name: String, among decisive: [ConfigurationReport.Decisive]
  ) -> String {
    guard let known = decisive.first(where: { $0.name == name }), !known.says.isEmpty else {
      return name
    }
    return "\(name) (\(known.otherwise == "true" ? "not so: " : "")\(known.says))"
  }
}

extension PoolReport {
  /// The reason why the run was cut off, as the beginning of a line.
  var stopped: String { isInterrupted ? "interrupted" : "stopped at a limit" }
}
