import Findings
import SafeText

/// The page about a sweep: the number of failing pools, by property and by folder, which ones they
/// are, and since when.
///
/// Names come from files, and texts from shards that other machines wrote; control characters and
/// markup in them have no effect.
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

  /// The pools whose documents cannot be read or that the service rejects.
  private var unchecked: [SweepEntry] {
    file.entries.filter { $0.status != .allHold && ($0.pool.isEmpty || !$0.problems.isEmpty) }
  }

  private var heading: String {
    let all = file.entries.count
    let label = file.label.isEmpty ? "" : " \(file.label)"
    if file.header.subject == .rows { return "Sweep\(label) of \(mutants(all))" }
    return "Sweep\(label) of \(TextLayout.counted(all, "pool")): \(failing.count) fail, "
      + "\(unchecked.count) cannot be checked, \(all - failing.count - unchecked.count) hold"
  }

  private func mutants(_ rows: Int) -> String {
    let mutants = file.mutants
    let killed = TextLayout.counted(mutants.killed, "mutant")
    return "\(TextLayout.counted(rows, "row")): \(killed) killed, "
      + "\(mutants.alive) alive, \(mutants.equivalent) equivalent, \(mutants.unviable) unviable; "
      + "\(mutants.rate) of the viable killed"
  }

  /// The properties that fail in some pool, errors first, then by the number of pools.
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

  /// The folders directly below the common folder of all documents, each with the number of its
  /// pools.
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

  /// A section of the page: a title and a table.
  private struct Section {
    var title: String
    var head: [String]
    var rows: [[Cell]]
  }

  private enum Cell {
    case plain(String)
    case code(String)
    /// Several texts, one below the other in Markdown, separated by commas in plain text.
    case list([String])

    var text: String {
      switch self {
      case .plain(let text), .code(let text): text
      case .list(let texts): texts.joined(separator: ", ")
      }
    }

    var markdown: String {
      switch self {
      case .plain(let text): MarkdownText.escaped(text)
      case .code(let text): MarkdownText.code(text)
      case .list(let texts): texts.map(MarkdownText.escaped).joined(separator: "<br>")
      }
    }
  }

  private var sections: [Section] {
    let all = file.header.subject == .rows ? [survivors] : poolSections
    return all.filter { !$0.rows.isEmpty }
  }

  private var survivors: Section {
    Section(
      title: "Mutants that nothing kills", head: ["mutant", "place"],
      rows: file.entries.flatMap { entry in
        zip(findings(of: entry), entry.findings).map { [.code($0), .plain($1.place)] }
      })
  }

  private var poolSections: [Section] {
    [
      Section(
        title: "By property", head: ["severity", "property", "pools", "new"],
        rows: properties.map { line in
          [
            .plain(line.severity), .code(line.property),
            .plain(TextLayout.counted(line.pools, "pool")),
            .plain(line.new > 0 && line.new < line.pools ? "\(line.new) new" : ""),
          ]
        }),
      Section(
        title: "By folder", head: ["folder", "pools", "not holding"],
        rows: folders.map { folder in
          [
            .code(folder.name), .plain(TextLayout.counted(folder.pools, "pool")),
            .plain("\(folder.failing) not holding"),
          ]
        }),
      Section(
        title: "Pools that fail", head: ["pool", "findings"],
        rows: failing.map { [.code($0.name), .list(findings(of: $0))] }),
      Section(
        title: "Pools that cannot be checked", head: ["pool", "why"],
        rows: unchecked.map { entry in
          let why = entry.problems.first.map { "\($0.message) [\($0.code)]" } ?? ""
          return [.code(entry.name), .plain(why)]
        }),
    ]
  }

  /// The page as text.
  package var text: String {
    var out = style.dress(heading.visibleLine, as: .heading) + "\n"
    for section in sections {
      out += "\n" + style.dress(section.title, as: .heading) + "\n"
      let lines = TextLayout.columns(section.rows.map { $0.map(\.text.visibleLine) })
      for line in lines { out += "  \(line)\n" }
    }
    return out
  }

  /// The page as Markdown.
  package var markdown: String {
    var out = "# \(MarkdownText.escaped(heading))\n"
    for section in sections {
      out += "\n## \(section.title)\n\n| \(section.head.joined(separator: " | ")) |\n"
      out += "|\(String(repeating: "---|", count: section.head.count))\n"
      for row in section.rows { out += "| \(row.map(\.markdown).joined(separator: " | ")) |\n" }
    }
    return out
  }
}
