import Findings
import SafeText

/// Results about means as pages with a matrix of sets of means and outcomes.
extension AttackText {
  package var markdown: String {
    let analysis = attacks.analysis
    var out = "# How outsiders get into accounts of \(MarkdownText.escaped(analysis.pool.name))\n\n"
    out += "Minimal sets of up to \(Attacks.mostMeans) stolen means. A number says for how many "
    out += "records, what the pool keeps of a user between two visits, a set suffices, of "
    out += "\(analysis.starts.count). \(Attacks.assumptions("“signs in as the owner”"))\n\n"
    if !analysis.openMarkdown.isEmpty { out += analysis.openMarkdown + "\n" }
    out += attacks.matrix.markdown(headed: "stolen", "an outsider ")
    for set in attacks.sets {
      let own = attacks.entries.filter { $0.set == set }
      if !own.isEmpty { out += "\n## With \(analysis.text(of: set))\n" }
      for entry in own {
        let count = analysis.recordsText(entry.records)
        out += "\n### An outsider \(entry.outcome.title): \(count)\n\n"
        out += entry.who.isEmpty ? "Everybody.\n\n" : entry.who.map { "- \($0)\n" }.joined() + "\n"
        out += steps(entry.way)
        out += "\n\(entry.secondFactor.sentence)\n" + analysis.whereMarkdown(entry.places)
      }
    }
    guard !attacks.leaks.isEmpty else { return out }
    out += "\n## An outsider \(Attacks.Leak.title)\n"
    for leak in attacks.leaks {
      out += "\n### With nothing: \(analysis.recordsText(leak.records))\n\n"
      out += "\(MarkdownText.code(leak.words.joined(separator: "; "))) answers "
      out += "\(MarkdownText.code(leak.withAccount)), and "
      out += "\(MarkdownText.code(leak.withoutAccount)) for a name that nobody has"
      out += ".\n\n"
      for ending in leak.endings {
        out += "Both are answered alike with \(MarkdownText.code(ending.setting))"
        out += ending.remark(MarkdownText.code) + ".\n\n"
      }
      out += leak.who.isEmpty ? "Everybody.\n" : leak.who.map { "- \($0)\n" }.joined()
      out += analysis.whereMarkdown(leak.places)
    }
    return out
  }
}

extension LockoutText {
  package var markdown: String {
    let analysis = lockouts.analysis
    var out = "# What locks users of \(MarkdownText.escaped(analysis.pool.name)) out\n\n"
    out += "Minimal sets of up to \(Lockouts.mostLosses) losses. \(Lockouts.assumptions) "
    out += "\(Lockouts.shown) A number says how many records, what the pool keeps of a user "
    out += "between two visits, a set locks out, of \(analysis.starts.count).\n\n"
    if !analysis.openMarkdown.isEmpty { out += analysis.openMarkdown + "\n" }
    out += lockouts.matrix().markdown(headed: "lost")
    for entry in lockouts.entries {
      out += "\n## \(lockouts.title(of: entry))\n\n"
      out += entry.who.isEmpty ? "Everybody.\n\n" : entry.who.map { "- \($0)\n" }.joined() + "\n"
      if !entry.savedBy.isEmpty {
        out += "A way stays open with \(entry.savedBy.joined(separator: " or with ")).\n\n"
      }
      out += refused(entry)
      for (means, way) in entry.spared where !way.isEmpty {
        out += "\nWith \(means): \(MarkdownText.events(way)).\n"
      }
      if !entry.help.isEmpty {
        out += "\n\(entry.helpLabel): \(MarkdownText.events(entry.help)).\n"
      }
      if !entry.commands.isEmpty {
        let lines = entry.commands.joined(separator: "\n")
        out += "\n" + MarkdownText.block(lines, language: "sh")
      }
      if entry.dropsFactor {
        out += "\nMake sure first that it is the user who asks. \(MeansAnalysis.factorAnew)\n"
      }
      out += analysis.whereMarkdown(entry.places)
    }
    if lockouts.entries.isEmpty { out += "\n\(Lockouts.noEntries)\n" }
    guard let acts = lockouts.acts else { return out + "\n\(Lockouts.actsUnknown)\n" }
    if acts.isEmpty { out += "\n\(Lockouts.noActs)\n" }
    for act in acts {
      out += "\n## \(MarkdownText.code(act.call)), \(Lockouts.actsEffect)\n\n"
      out += steps(analysis.calls(of: act.run))
      out += analysis.whereMarkdown(act.places)
    }
    return out
  }

  /// Returns the obstacles to every way back, with the users for whom they are shown.
  private func refused(_ entry: Lockouts.Entry) -> String {
    guard !entry.ends.isEmpty else { return "" }
    let users = entry.who.count > 1 ? entry.shown.map { ", here to a user \(entry.who[$0])" } : nil
    return "Every way back is refused\(users ?? ""):\n\n"
      + entry.ends.map { "- \($0.markdown)\n" }.joined()
  }
}

/// Returns consecutive events as a list.
private func steps(_ events: [String]) -> String {
  events.map { "1. \(MarkdownText.event($0))\n" }.joined()
}

extension MarkdownText {
  /// Returns an event of a run: calls and answers are code; a description with words outside
  /// brackets, for an event that is not a call, is text. Alone it is a sentence.
  static func event(_ event: String, isAlone: Bool = true) -> String {
    let parts = event.split(separator: " → ")
    let areWords = parts.map { part in
      let name = part.prefix { $0 != "(" }
      let call = name.range(of: ": ").map { name[$0.upperBound...] } ?? name
      return call.contains(" ")
    }
    guard areWords.contains(true) else { return code(event) }
    guard parts.count > 1 else { return prose(isAlone ? event + "." : event) }
    return zip(parts, areWords).map { $1 ? prose(String($0)) : code(String($0)) }
      .joined(separator: " → ")
  }

  /// Returns consecutive events for the middle of a sentence.
  static func events(_ events: [String]) -> String {
    MeansAnalysis.sentence(of: events.map { event($0, isAlone: false) })
  }
}

extension MeansMatrix {
  /// Returns the matrix as a table, with the number of records in each cell that has some.
  fileprivate func markdown(headed name: String, _ subject: String = "") -> String {
    guard !rows.isEmpty else { return "" }
    let hasCosts = rows.contains { $0.cost != nil }
    let heads = [name] + (hasCosts ? ["cost"] : []) + columns.map { subject + $0 }
    var out = "| \(heads.joined(separator: " | ")) |\n|" + heads.map { _ in "--|" }.joined() + "\n"
    for row in rows {
      let counts = columns.indices.map { row.cases($0).compactMap(\.records).reduce(0, +) }
      guard counts.contains(where: { $0 > 0 }) else { continue }
      let cells = [row.means] + (row.cost.map { ["\($0)"] } ?? [])
      out += "| \((cells + counts.map { $0 == 0 ? "" : "\($0)" }).joined(separator: " | ")) |\n"
    }
    return out
  }
}
