import Findings
import PoolAnalysis

/// The results of all bundled pools, as text and as the gallery's first page.
enum BundledSummary {
  /// The results of the judged pools, as text; `count` is the number of all bundled pools.
  static func text(
    _ lines: [BundledPools.Line], of count: Int, style: TerminalStyle, folder: String
  ) -> String {
    var rows: [[String]] = []
    for line in lines {
      let sign = line.complaint.isEmpty ? "✓" : "✗"
      rows.append([
        "  \(sign) \(line.name)", expected(line.pool.expectation), size(of: line),
        line.complaint.isEmpty ? "as expected" : line.complaint,
      ])
    }
    let wrong = lines.count { !$0.complaint.isEmpty }
    var out = style.dress("Bundled pools", as: .heading)
    out += "  \(lines.count) explored or refused; "
    out += wrong == 0 ? "all as their folders say" : "\(wrong) not as their folders say"
    out += lines.count == count ? "\n\n" : "; stopped before \(count - lines.count) more\n\n"
    for (line, text) in zip(lines, TextLayout.columns(rows)) {
      out += line.complaint.isEmpty ? text : style.dress(text, as: .bad)
      out += "\n"
    }
    return out + "\nreports, catalogues and diagrams: \(folder)/\n"
  }

  static func markdown(_ lines: [BundledPools.Line]) -> String {
    var out = """
      # Gallery of the example pools

      Written by `waymark gallery`; do not edit. Every pool of `Models/pools` was explored in all
      its states, every path replayed with real SRP and one-time passwords, and the verdict compared
      with the folder. `waymark explore POOL` and `waymark draw POOL` make it of your pool. Of two
      pools every file is here; of the others the findings and the map, and `digests.txt` has the
      SHA-256 of their whole reports, catalogues and drawings.
      \(lines.filter { BundledPools.isShown($0.pool) }.compactMap(\.report).map(example).joined())
      | pool | expected | states | paths | verdict | |
      |---|---|---|---|---|---|

      """
    for line in lines {
      let link = "[\(line.name)](\(place(of: line)))"
      let states = line.report.map { TextLayout.grouped($0.coverage.states) } ?? "–"
      let paths = line.report.map { TextLayout.grouped($0.paths.count) } ?? "–"
      let verdict = line.complaint.isEmpty ? "as expected" : "**\(line.complaint)**"
      out +=
        "| \(link) | \(expected(line.pool.expectation)) | \(states) | \(paths) | \(verdict) "
      out += "| \(line.report.map(drawings) ?? "") |\n"
    }
    return out
  }

  /// The drawing of an example pool for both backgrounds, with a link to its atlas.
  private static func example(_ report: PoolReport) -> String {
    let place = "\(CommandOutput.folderName(report.pool))/next-steps"
    let atlas = "\(CommandOutput.folderName(report.pool))/index.html"
    return """

      <picture>
        <source media="(prefers-color-scheme: dark)" srcset="\(place)~dark.svg">
        <img alt="Next steps of \(report.pool)" src="\(place).svg">
      </picture>

      The next steps of \(report.pool); its [atlas](\(atlas)) is one page, to be opened from a
      clone.

      """
  }

  /// The file about a pool: the whole report, its findings, or the reasons for its rejection.
  private static func place(of line: BundledPools.Line) -> String {
    guard let report = line.report else { return "refused.txt" }
    let name = BundledPools.isShown(line.pool) ? "report" : "findings"
    return "\(CommandOutput.folderName(report.pool))/\(name).txt"
  }

  private static func drawings(of report: PoolReport) -> String {
    guard !report.paths.isEmpty else { return "" }
    return "[map](\(CommandOutput.folderName(report.pool))/next-steps.mmd)"
  }

  private static func expected(_ expectation: BundledPool.Expectation) -> String {
    switch expectation {
    case .sound: "sound"
    case .flawed(let property): "\(property) fails"
    case .malformed(let code): "\(code) refuses it"
    }
  }

  private static func size(of line: BundledPools.Line) -> String {
    guard let report = line.report else { return "–" }
    return "\(TextLayout.grouped(report.coverage.states)) states, "
      + TextLayout.counted(report.paths.count, "path")
  }
}
