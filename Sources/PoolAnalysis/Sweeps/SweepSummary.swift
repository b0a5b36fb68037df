import Findings
import SafeText

/// The page on a sweep: how many pools fail, by property, by folder, which ones and since when.
///
/// Names are those of files, and texts those of shards that other machines have written: nothing of
/// either is obeyed.
package struct SweepSummary {
  private let file: SweepFile
  private let style: TerminalStyle

  package init(of file: SweepFile, style: TerminalStyle = TerminalStyle()) {
    (self.file, self.style) = (file, style)
  }

  private struct PropertyLine {
    var severity: String
    var property: String
    var pools: Int
    var new: Int
  }

  private var failing: [SweepEntry] {
    file.entries.filter { $0.status != .allHold && !$0.pool.isEmpty && $0.problems.isEmpty }
  }

  /// Pools whose documents cannot be read or that the service refuses.
  private var unchecked: [SweepEntry] {
    file.entries.filter { $0.status != .allHold && ($0.pool.isEmpty || !$0.problems.isEmpty) }
  }

  private var heading: String {
    let all = file.entries.count
    let label = file.label.isEmpty ? "" : " \(file.label)"
    return "Sweep\(label) of \(TextLayout.counted(all, "pool")): \(failing.count) fail, "
      + "\(unchecked.count) cannot be checked, \(all - failing.count - unchecked.count) hold"
  }

  /// Each property that fails somewhere, errors first, then by the number of pools.
  private var properties: [PropertyLine] {
    var lines: [String: PropertyLine] = [:]
    for entry in file.entries {
      for finding in entry.findings where !finding.isKnown {
        let key = "\(finding.severity) \(finding.property)"
        var line =
          lines[key]
          ?? PropertyLine(
            severity: finding.severity, property: finding.property, pools: 0, new: 0)
        line.pools += 1
        if !file.label.isEmpty, finding.since == file.label { line.new += 1 }
        lines[key] = line
      }
    }
    let order = PropertyReport.Severity.allCases.map(\.rawValue)
    func rank(_ line: PropertyLine) -> (Int, Int, String) {
      (order.firstIndex(of: line.severity) ?? order.count, -line.pools, line.property)
    }
    return lines.values.sorted { rank($0) < rank($1) }
  }

  /// The folders directly below the one that all documents share, each with its pools.
  private var folders: [(name: String, pools: Int, failing: Int)] {
    let paths = file.entries.map { entry in
      (entry.documents.first ?? "").split(separator: "/").dropLast().map(String.init)
    }
    var shared = paths.first ?? []
    for path in paths { while !path.starts(with: shared) { shared.removeLast() } }
    var counts: [String: (Int, Int)] = [:]
    for (entry, path) in zip(file.entries, paths) {
      let name = path.count > shared.count ? path[shared.count] : "."
      let count = counts[name] ?? (0, 0)
      counts[name] = (count.0 + 1, count.1 + (entry.status == .allHold ? 0 : 1))
    }
    return counts.sorted { ($1.value.1, $0.key) < ($0.value.1, $1.key) }
      .map { ($0.key, $0.value.0, $0.value.1) }
  }

  private func findings(of entry: SweepEntry) -> [String] {
    entry.findings.filter { !$0.isKnown && $0.severity != "note" }.map { finding in
      finding.since.isEmpty ? finding.property : "\(finding.property) (since \(finding.since))"
    }
  }

  // MARK: Writing

  /// The page as text.
  package var text: String {
    var out = style.dress(heading.visibleLine, as: .heading) + "\n"
    func table(_ title: String, _ rows: [[String]]) {
      guard !rows.isEmpty else { return }
      out += "\n" + style.dress(title, as: .heading) + "\n"
      let lines = TextLayout.columns(rows.map { $0.map(\.visibleLine) })
      for line in lines { out += "  \(line)\n" }
    }
    table(
      "By property",
      properties.map { line in
        let new = line.new > 0 && line.new < line.pools ? "\(line.new) new" : ""
        return [line.severity, line.property, TextLayout.counted(line.pools, "pool"), new]
      })
    table(
      "By folder",
      folders.map { folder in
        [folder.name, TextLayout.counted(folder.pools, "pool"), "\(folder.failing) not holding"]
      })
    table("Pools that fail", failing.map { [$0.name, findings(of: $0).joined(separator: ", ")] })
    table(
      "Pools that cannot be checked",
      unchecked.map { entry in
        [entry.name, entry.problems.first.map { "\($0.message) [\($0.code)]" } ?? ""]
      })
    return out
  }

  /// The page as Markdown.
  package var markdown: String {
    var out = "# \(MarkdownText.escaped(heading))\n"
    func table(_ title: String, _ head: [String], _ rows: [[String]]) {
      guard !rows.isEmpty else { return }
      out += "\n## \(title)\n\n| \(head.joined(separator: " | ")) |\n"
      out += "|\(String(repeating: "---|", count: head.count))\n"
      for row in rows { out += "| \(row.joined(separator: " | ")) |\n" }
    }
    table(
      "By property", ["property", "severity", "pools", "new"],
      properties.map { line in
        [
          MarkdownText.code(line.property), MarkdownText.escaped(line.severity), "\(line.pools)",
          "\(line.new)",
        ]
      })
    table(
      "By folder", ["folder", "pools", "not holding"],
      folders.map { folder in
        [MarkdownText.code(folder.name), "\(folder.pools)", "\(folder.failing)"]
      })
    table(
      "Pools that fail", ["pool", "findings"],
      failing.map { entry in
        [
          MarkdownText.code(entry.name),
          findings(of: entry).map(MarkdownText.escaped).joined(separator: "<br>"),
        ]
      })
    table(
      "Pools that cannot be checked", ["pool", "why"],
      unchecked.map { entry in
        [
          MarkdownText.code(entry.name),
          MarkdownText.escaped(entry.problems.first?.message ?? ""),
        ]
      })
    return out
  }
}
