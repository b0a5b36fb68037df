/// Writes a report as text for people, as far as its level says: a summary, each finding with its
/// shortest trace, and what was explored with the catalogue of paths.
///
/// The same text goes into files; only on a terminal it may be coloured.
public struct TextSink: Sendable {
  /// How much is written.
  public enum Level: Sendable {
    /// One line on the verdicts.
    case summary
    /// One screen on a pool that was explored, each finding in a line.
    case overview
    /// The summary, each finding on at most a screen, and what else a reader has to know.
    case findings
    /// The summary, then everything.
    case everything
    /// Everything, as the files of a pool have it.
    case file
  }

  public var level: Level
  /// How long the run took, shown behind the summary; empty where reports have to be alike.
  public var duration = ""
  public var style: TerminalStyle
  /// The width at which paragraphs are broken, in characters.
  public var width: Int
  /// What was written in full of other pools, by the pool's name.
  private(set) var written: [(pool: String, finding: PropertyReport)] = []
  /// The messages about documents that were written of other pools, each with the first of these.
  private var warned: [String: String] = [:]

  public init(
    style: TerminalStyle = TerminalStyle(), width: Int = 100, level: Level = .file
  ) {
    self.style = style
    self.width = width
    self.level = level
  }

  /// Whether nothing is left out.
  var isWhole: Bool { level == .everything || level == .file }

  /// The whole report.
  public func text(of report: PoolReport, showingPaths: Bool = true) -> String {
    body(of: report, showingPaths) + (report.fix?.answer(width: width) ?? "")
  }

  /// The reports of several pools. What several have alike is written in full of the first, except
  /// where nothing is left out.
  public func text(of reports: [PoolReport]) -> String {
    var sink = self
    return reports.map { report in
      defer {
        if !isWhole {
          sink.written += report.causes.map { (report.pool, $0) }
          for warning in report.warnings.map(Self.said(in:)) where sink.warned[warning] == nil {
            sink.warned[warning] = report.pool
          }
        }
      }
      return sink.text(of: report)
    }.joined(separator: "\n")
  }

  private func body(of report: PoolReport, _ showingPaths: Bool) -> String {
    guard isWhole else { return brief(report) }
    var parts = [heading(of: report)]
    if level == .everything { parts.append(summary(of: report)) }
    parts.append(configuration(of: report) + notModelled(in: report))
    parts.append(coverage(of: report) + bounds(of: report.configuration))
    parts.append(propertyTable(of: report))
    let findings = report.causes + report.remarks
    parts += findings.enumerated().map { position, finding in
      self.finding(finding, number: position + 1, of: findings.count)
    }
    parts.append(differences(report.cryptography?.differences ?? []))
    if showingPaths { parts.append(catalogue(of: report)) }
    parts.append(again(report.command))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The command that makes the report again, in the last line; nothing where none is known.
  public func again(_ command: String) -> String {
    guard !command.isEmpty else { return "" }
    let label = "again: "
    return style.dress(label, as: .quiet) + self.command(label, command).dropFirst(label.count)
  }

  /// A command behind a label; files and other programs get it in one line.
  func command(_ label: String, _ command: String) -> String {
    TextLayout.command(label, command, width: style.isTerminal ? width : .max)
  }

  func title(_ text: String, _ rest: String = "") -> String {
    style.dress(text, as: .heading) + (rest.isEmpty ? "" : "  " + rest) + "\n"
  }

  func heading(of report: PoolReport) -> String {
    var out = style.dress(report.pool, as: .heading)
    if !report.origin.isEmpty {
      // One document keeps to one line, with the place that an editor opens.
      let room = max(20, width - report.pool.count - 2)
      let lines =
        report.sources.count == 1
        ? report.sources : TextLayout.wrapped(report.origin, width: room)
      out += style.dress("  " + lines.joined(separator: "\n  "), as: .quiet)
    }
    out += "\n"
    if isWhole {
      out += TextLayout.wrapped(report.documentation, width: width).map { $0 + "\n" }.joined()
    }
    for warning in report.warnings where warned[Self.said(in: warning)] == nil {
      out += style.dress(TextLayout.fitted(warning, width: width), as: .doubtful)
    }
    let repeated = Dictionary(
      grouping: report.warnings.compactMap { warned[Self.said(in: $0)] }, by: \.self)
    for (pool, messages) in repeated.sorted(by: { $0.key < $1.key }) {
      let count = TextLayout.counted(messages.count, "message")
      out += style.dress(
        TextLayout.labelled("", "\(count) as above, of \(pool.visibleLine)", width: width),
        as: .doubtful)
    }
    return out
  }

  /// A message about documents; of a note without its place, which another pool has elsewhere.
  private static func said(in message: String) -> String {
    message.firstRange(of: ": note: ").map { String(message[$0.upperBound...]) } ?? message
  }

  // MARK: Configuration

  private func configuration(of report: PoolReport) -> String {
    let configuration = report.configuration
    let stated = configuration.closed.filter { $0.authority != .byDefault }
    let silent = configuration.closed.filter { $0.authority == .byDefault }
    var out = title("Configuration")
    let rows =
      stated.map { (name: $0.name, value: $0.value.text, place: place($0.authority)) }
      + configuration.open.map {
        (name: $0.name, value: "open", place: "\($0.valueCount) values; \($0.reason)")
      }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).filter { $0 <= Self.widestValue }.max() ?? 0
    for row in rows {
      let lead = "  \(TextLayout.padded(row.name, to: nameWidth))  "
      // A long list does not push every other line's place out of sight.
      out +=
        row.value.count > Self.widestValue
        ? TextLayout.labelled(lead, "\(row.value)  \(row.place)", width: width)
        : TextLayout.labelled(
          lead + TextLayout.padded(row.value, to: valueWidth) + "  ", row.place, width: width)
    }
    out += defaults("defaults", silent.filter { !$0.isAssumption })
    out += defaults("assumed", silent.filter(\.isAssumption))
    if let trial = configuration.trial { out += self.trial(trial) }
    return out
  }

  private func trial(_ trial: ConfigurationReport.Trial) -> String {
    switch trial {
    case .tried([]): "  No assumption decides a verdict by itself.\n"
    case .tried(let decisive): self.decisive(decisive)
    case .cutOff(let decisive, let untried): self.decisive(decisive) + "  " + cutOff(untried)
    case .notTried(let reason):
      TextLayout.labelled("  ! ", "no assumption was changed: \(reason)", width: width)
    }
  }

  /// What a limit left untried; of many in a short text how many they are.
  func cutOff(_ untried: [String]) -> String {
    let areMany = !isWhole && untried.count > Self.mostNames
    return TextLayout.labelled(
      "! ",
      areMany
        ? "stopped before \(untried.count) assumptions were tried; --verbose names them"
        : "stopped before these assumptions were tried: \(untried.joined(separator: ", "))",
      width: width - 2)
  }

  /// The most names of assumptions that a short text has.
  private static let mostNames = 5

  private func decisive(_ decisive: [ConfigurationReport.Decisive]) -> String {
    decisive.map { assumption in
      TextLayout.labelled(
        "  ! ",
        "with \(assumption.name) = \(assumption.otherwise) alone, another verdict on "
          + assumption.flips.joined(separator: ", "), width: width)
    }.joined()
  }

  private func defaults(_ label: String, _ parameters: [ConfigurationReport.Closed]) -> String {
    guard !parameters.isEmpty else { return "" }
    // A short one stays on one line.
    let texts = parameters.folded.map { parameter in
      let text = "\(parameter.name) = \(parameter.value.text)"
      return text.count > width / 2 ? text : text.replacing(" ", with: "\u{A0}")
    }
    let lines = TextLayout.labelled(
      "  \(label): ", texts.joined(separator: ", "), width: width)
    return style.dress(lines.replacing("\u{A0}", with: " "), as: .quiet)
  }

  /// The widest value that the column of values is made for.
  private static let widestValue = 34

  private func place(_ authority: ConfigurationReport.Closed.Authority) -> String {
    switch authority {
    case .document(let place): place
    case .commandLine: "command line"
    case .byDefault: ""
    }
  }

  // MARK: Coverage

  private func coverage(of report: PoolReport) -> String {
    let coverage = report.coverage
    var out = title("Explored")
    out += "  \(TextLayout.counted(coverage.states, "state"))"
    out +=
      coverage.countsTransitions
      ? ", \(TextLayout.counted(coverage.transitions, "transition"))" : ", transitions not counted"
    out += coverage.measuresDepth ? ", depth \(coverage.depth)" : ", depth not worked out"
    out += coverage.isComplete ? "; all there are\n" : "; \(report.stopped), there may be more\n"
    if coverage.isComplete, !coverage.isJudged {
      out += "  \(unjudged(in: report))\n"
    }
    if !coverage.backend.isEmpty { out += "  by the \(coverage.backend) engine\n" }
    if coverage.configurations > 1 {
      out += "  \(TextLayout.counted(coverage.configurations, "legal configuration"))"
      out +=
        coverage.explored == 0
        ? ", explored together\n"
        : ", \(TextLayout.grouped(coverage.explored)) of them different\n"
    }
    if let cryptography = report.cryptography { out += self.cryptography(cryptography) }
    return out
  }

  private func bounds(of configuration: ConfigurationReport) -> String {
    configuration.bounds.map { bound in
      TextLayout.labelled(
        "  bounded: ", "at most \(bound.most) \(bound.counted) (\(bound.name))", width: width)
    }.joined()
  }

  private func cryptography(_ report: CryptographyReport) -> String {
    let total = report.total
    let kinds = [
      TextLayout.counted(total.srp, "SRP proof"),
      TextLayout.counted(total.deviceSRP, "device proof"),
      TextLayout.counted(total.totp, "authenticator code"),
      TextLayout.counted(total.webAuthn, "passkey assertion"),
      TextLayout.counted(total.codes, "mailed or texted code"),
    ].filter { !$0.hasPrefix("0 ") }
    var out = TextLayout.labelled(
      "  cryptography: ", kinds.isEmpty ? "none" : kinds.joined(separator: ", "), width: width)
    let judged = TextLayout.counted(report.judgements, "distinct judgement")
    let paths = TextLayout.counted(report.replayedPaths, "path")
    let sideSteps = TextLayout.counted(report.replayedSideSteps, "side step")
    let verdict =
      report.differences.isEmpty
      ? style.dress("all agree with the table", as: .good)
      : style.dress(
        "✗ \(TextLayout.counted(report.differences.count, "difference")) from the table", as: .bad)
    out += "  \(judged); \(paths) and \(sideSteps) replayed; \(verdict)\n"
    out += evidence(report.evidence)
    if !report.unexercisedRows.isEmpty {
      out += TextLayout.labelled(
        "  never exercised: ", report.unexercisedRows.joined(separator: ", "), width: width)
    }
    return out
  }

  private static let headings = [
    "anotherUsers": "user's", "anotherPools": "pool's", "oneBit": "1 bit", "zeroA": "A≡0",
    "zeroB": "B≡0", "zeroU": "u=0",
  ]

  /// Kinds of evidence × classes: how often each was made in bytes and judged. `user's` and
  /// `pool's` are another's. A dot is a class that was not met here, a dash one that makes no sense
  /// for the kind.
  private func evidence(_ all: [CryptographyReport.Evidence]) -> String {
    guard let columns = all.first?.classes.map(\.name) else { return "" }
    let cells = all.map { row in
      [row.kind]
        + row.classes.map { $0.reason.isEmpty ? ($0.count == 0 ? "·" : String($0.count)) : "–" }
    }
    let table = [["evidence"] + columns.map { Self.headings[$0] ?? $0 }] + cells
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    var out = ""
    for line in table {
      let padded = line.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blanks : blanks + cell
      }
      out += "  " + padded.joined(separator: " ") + "\n"
    }
    let reasons = all.flatMap { row in
      row.classes.filter { !$0.reason.isEmpty }.map(\.reason)
    }
    var shown: [String] = []
    for reason in reasons where !shown.contains(reason) { shown.append(reason) }
    if !shown.isEmpty {
      out += TextLayout.labelled("  –: ", shown.joined(separator: "; "), width: width)
    }
    return out
  }
}
