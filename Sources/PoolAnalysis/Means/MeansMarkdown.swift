import Findings
import SafeText

/// Answers about means as pages with a matrix: sets of means against what they come to.
extension AttackText {
  package var markdown: String {
    let analysis = attacks.analysis
    var out = "# How outsiders get into accounts of \(MarkdownText.escaped(analysis.pool.name))\n\n"
    out += "Minimal sets of up to \(Attacks.mostMeans) stolen means. A number says for how many "
    out += "records of users a set suffices, of \(analysis.starts.count).\n\n"
    if !analysis.taken.isEmpty { out += analysis.openText + "\n" }
    let titles = Attacks.Outcome.allCases.map { "an outsider \($0.title)" }
    out += "| stolen | cost | \(titles.joined(separator: " | ")) |\n"
    out += "|--|--|" + titles.map { _ in "--|" }.joined() + "\n"
    var sets: [UInt32] = []
    for entry in attacks.entries where !sets.contains(entry.set) { sets.append(entry.set) }
    for set in sets {
      let own = attacks.entries.filter { $0.set == set }
      let cells = Attacks.Outcome.allCases.map { outcome in
        own.first { $0.outcome == outcome }.map { "\($0.records)" } ?? ""
      }
      let what = set == 0 ? "nothing" : analysis.text(of: set)
      out += "| \(what) | \(own.first?.cost ?? 0) | \(cells.joined(separator: " | ")) |\n"
    }
    for entry in attacks.entries {
      let what = entry.stolen.isEmpty ? "nothing" : analysis.text(of: entry.set)
      out += "\n## With \(what) an outsider \(entry.outcome.title)\n\n"
      out += entry.who.isEmpty ? "Everybody.\n\n" : entry.who.map { "- \($0)\n" }.joined() + "\n"
      out += entry.way.map { "1. \(MarkdownText.code($0))\n" }.joined()
      out += analysis.whereMarkdown(entry.places)
    }
    guard !attacks.leaks.isEmpty else { return out }
    out += "\n## An outsider learns that an account exists\n\n"
    for leak in attacks.leaks {
      out += "- \(MarkdownText.code(leak.calls.joined(separator: "; "))) answers "
      out += "\(MarkdownText.code(leak.withAccount)), and "
      out += "\(MarkdownText.code(leak.withoutAccount)) for a name that nobody has\n"
    }
    return out
  }
}

extension LockoutText {
  package var markdown: String {
    let analysis = lockouts.analysis
    var out = "# What locks users of \(MarkdownText.escaped(analysis.pool.name)) out\n\n"
    out += "Minimal sets of up to \(Lockouts.mostLosses) losses; the user has everything else. "
    out += "A number says how many records of users a set locks out, of \(analysis.starts.count)."
    out += "\n\n"
    if !analysis.taken.isEmpty { out += analysis.openText + "\n" }
    out += "| lost | only an administrator can help | no one can help |\n|--|--|--|\n"
    var sets: [UInt32] = []
    for entry in lockouts.entries where !sets.contains(entry.set) { sets.append(entry.set) }
    for set in sets {
      let cells = [false, true].map { isBeyond in
        lockouts.entries.first { $0.set == set && $0.isBeyondHelp == isBeyond }
          .map { "\($0.records)" } ?? ""
      }
      let what = set == 0 ? "nothing" : analysis.text(of: set)
      out += "| \(what) | \(cells.joined(separator: " | ")) |\n"
    }
    for entry in lockouts.entries {
      let what = entry.losses.isEmpty ? "nothing" : analysis.text(of: entry.set)
      out += "\n## Without \(what): \(entry.isBeyondHelp ? "no one" : "an administrator") can help"
      out += "\n\n"
      out += entry.who.isEmpty ? "Everybody.\n\n" : entry.who.map { "- \($0)\n" }.joined() + "\n"
      out += (entry.refusals + entry.stops).map { "- \(MarkdownText.code($0))\n" }.joined()
      if !entry.help.isEmpty { out += "\nHelp: \(entry.help.joined(separator: "; ")).\n" }
      out += analysis.whereMarkdown(entry.places)
    }
    for act in lockouts.acts {
      out += "\n## Locked out with nothing lost, after \(MarkdownText.code(act.call))\n\n"
      out += analysis.calls(of: act.run).map { "1. \(MarkdownText.code($0))\n" }.joined()
      out += analysis.whereMarkdown(act.places)
    }
    return out
  }
}
