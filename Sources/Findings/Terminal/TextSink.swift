/// Writes a report as text for people, as detailed as its level: a summary, each finding with its
/// shortest trace, the explored configuration, and the catalogue of paths.
///
/// Files get the same text; only terminal output may be coloured.
public struct TextSink: Sendable {
  /// The level of detail.
  public enum Level: Sendable {
    /// One line with the numbers of verdicts.
    case summary
    /// One screen for an explored pool, with one line per finding.
    case overview
    /// The summary, each finding on at most a screen, and remarks.
    case findings
    /// The summary, then all parts.
    case everything
    /// All parts without the summary, for a pool's report file.
    case file
  }

  public var level: Level
  /// The duration of the run, shown after the summary; empty where reports have to be reproducible.
  public var duration = ""
  public var style: TerminalStyle
  /// The width of paragraphs, in characters.
  public var width: Int
  /// The findings that were printed in full so far, with the names of their pools.
  private(set) var written: [(pool: String, finding: PropertyReport)] = []
  /// The warnings about documents printed so far, each with the first pool that had it.
  private var warned: [String: String] = [:]

  public init(
    style: TerminalStyle = TerminalStyle(), width: Int = 100, level: Level = .file
  ) {
    self.style = style
    self.width = width
    self.level = level
  }

  /// Whether the level omits no part.
  var isWhole: Bool { level == .everything || level == .file }

  /// The text of one report.
  public func text(of report: PoolReport, showingPaths: Bool = true) -> String {
    body(of: report, showingPaths) + (report.fix?.answer(width: width) ?? "")
  }

  /// The texts of several reports. A finding that several pools share is printed in full for the
  /// first one only, unless the level omits nothing.
  public func text(of reports: [PoolReport]) -> String {
    var sink = self
    return reports.map { report in
      defer {
        if !isWhole {
          sink.written += report.causes.map { (report.pool, $0) }
          for key in Self.messages(of: report).flatMap(\.keys) where sink.warned[key] == nil {
            sink.warned[key] = report.pool
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

  /// The command that reproduces the report, as the last line; empty if there is no command.
  public func again(_ command: String) -> String {
    guard !command.isEmpty else { return "" }
    let label = "again: "
    return style.dress(label, as: .quiet) + self.command(label, command).dropFirst(label.count)
  }

  /// A command after a label; outside a terminal it is not wrapped.
  func command(_ label: String, _ command: String) -> String {
    TextLayout.command(label, command, width: style.isTerminal ? width : .max)
  }

  func title(_ text: String, _ rest: String = "") -> String {
    style.dress(text, as: .heading) + (rest.isEmpty ? "" : "  " + rest) + "\n"
  }

  func heading(of report: PoolReport) -> String {
    var out = style.dress(report.pool, as: .heading)
    if !report.origin.isEmpty {
      // A single document stays on one line, so that an editor can open the place.
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
    let messages = Self.messages(of: report)
    let first = { (message: Message) in message.keys.lazy.compactMap { warned[$0] }.first }
    for message in messages where first(message) == nil {
      out += style.dress(TextLayout.fitted(message.text, width: width), as: .doubtful)
    }
    let repeated = Dictionary(grouping: messages.filter { first($0) != nil }) { first($0) ?? "" }
    for (pool, messages) in repeated.sorted(by: { $0.key < $1.key }) {
      let count = TextLayout.counted(messages.count, "message")
      let places = messages.filter { warned[$0.text] == nil }.compactMap(\.place)
      out += style.dress(
        TextLayout.labelled(
          "",
          "\(count) as above, of \(pool.visibleLine)"
            + (places.isEmpty ? "" : ": \(places.joined(separator: ", "))"), width: width),
        as: .doubtful)
    }
    return out
  }

  /// A message about documents.
  private struct Message {
    var text: String
    /// The keys by which a repetition is recognised.
    var keys: [String]
    /// For a warning, its place.
    var place: String?
  }

  /// The messages about documents. A note is repeated by one with the same words, whose place
  /// differs between pools; a warning by one with the same text, or with the same words for a pool
  /// of the same name in another file.
  private static func messages(of report: PoolReport) -> [Message] {
    report.warnings.enumerated().map { index, text in
      guard report.problems.indices.contains(index) else {
        return Message(text: text, keys: [text])
      }
      let problem = report.problems[index]
      let words = "\(problem.message)\n\(problem.remedy)"
      if problem.severity == .note { return Message(text: text, keys: [words]) }
      // Pools of one name have the name of their file or folder behind it.
      let name = report.pool.split(separator: " (").first ?? ""
      let place = problem.line == 0 ? problem.file : "\(problem.file):\(problem.line)"
      return Message(
        text: text, keys: [text, "\(name)\n\(words)"], place: place.isEmpty ? nil : place)
    }
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
      // The value is on one line with its place only if it is short, so that the places stay
      // aligned.
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

  /// The assumptions not tried because of a limit; if a short text would list many, only their
  /// number.
  func cutOff(_ untried: [String]) -> String {
    let areMany = !isWhole && untried.count > Self.mostNames
    return TextLayout.labelled(
      "! ",
      areMany
        ? "stopped before \(untried.count) assumptions were tried; --verbose names them"
        : "stopped before these assumptions were tried: \(untried.joined(separator: ", "))",
      width: width - 2)
  }

  /// The maximum number of assumptions that a short text lists.
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
    // A short entry is not broken across lines.
    let texts = parameters.folded.map { parameter in
      let text = "\(parameter.name) = \(parameter.value.text)"
      return text.count > width / 2 ? text : text.replacing(" ", with: "\u{A0}")
    }
    let lines = TextLayout.labelled(
      "  \(label): ", texts.joined(separator: ", "), width: width)
    return style.dress(lines.replacing("\u{A0}", with: " "), as: .quiet)
  }

  /// The maximum width of a value for which the column of values is made.
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

  /// The table of evidence by kind and class: how often each was computed in bytes and judged.
  /// `user's` and `pool's` mean evidence of another user and of another pool. A dot is a class that
  /// did not occur here, a dash a class that does not apply to the kind.
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
