import Findings
import SafeText

/// A playbook as Markdown for a support wiki, one section a symptom, and as JSON.
package struct PlaybookText: PlainReport {
  package let playbook: Playbook

  package init(playbook: Playbook) { self.playbook = playbook }

  private var analysis: MeansAnalysis { playbook.analysis }

  /// The text is a page already.
  package var markdown: String { text }

  package var text: String {
    var out = "# When users of \(MarkdownText.escaped(analysis.pool.name)) cannot sign in\n\n"
    out += "Made by `waymark playbook` from \(MarkdownText.escaped(analysis.pool.origin)). "
    out += "`$POOL` is the pool's id,"
    out += " `$NAME` the user's name. What else begins with `$` is to be filled in.\n"
    if !analysis.openText.isEmpty { out += "\n" + analysis.openText }
    for symptom in playbook.symptoms { out += "\n" + section(symptom) }
    if let (call, help) = playbook.hangs {
      out += "\n## The app shows a spinner and nothing happens\n\n"
      out += "A call of \(MarkdownText.code(call)) never returns. No administrator can help. "
      out += "What helps:\n\n"
      out += list(help.map(MarkdownText.prose))
    }
    if playbook.symptoms.isEmpty, playbook.hangs == nil {
      out += "\nNo loss of up to \(playbook.mostLosses) means locks anybody out.\n"
    }
    return out
  }

  private func section(_ symptom: Playbook.Symptom) -> String {
    var out = "## \(MarkdownText.prose(symptom.title))\n"
    for help in symptom.helps {
      out += "\n### " + (help.commands.isEmpty ? "No act helps" : "What to do") + "\n\n"
      let count = TextLayout.counted(help.records, "record")
      if help.who.isEmpty {
        out += "For everybody (\(count)).\n"
      } else {
        out +=
          "For a user\n\n" + list(help.who.map { MarkdownText.prose("\($0)") }) + "\n(\(count))\n"
      }
      out += "\n" + body(help)
    }
    return out
  }

  private func body(_ help: Playbook.Help) -> String {
    var out = ""
    if help.commands.isEmpty {
      out += "No administrator's act brings the user back into this account. Delete it and have"
      out += " another made; what the app keeps under the user's id is lost.\n"
    } else {
      out += MarkdownText.block(help.commands.joined(separator: "\n"), language: "sh")
      out += "\nThen the user calls\n\n" + list(help.afterwards.map { MarkdownText.code("\($0)") })
      out +=
        help.isReplayed
        ? "\nReplayed with cryptography, up to the tokens.\n"
        : "\nThe replay with cryptography did not agree: "
          + "\(MarkdownText.escaped(help.differences.joined(separator: "; ")))\n"
    }
    guard !help.failures.isEmpty else { return out }
    out += "\nWhat does not help:\n\n"
    return out
      + list(
        help.failures.map {
          "\(MarkdownText.code($0.command)): \(MarkdownText.prose($0.because))."
        })
  }

  private func list(_ lines: [String]) -> String { lines.map { "* \($0)\n" }.joined() }

  // MARK: JSON

  package var value: JSONValue {
    .object([
      "pool": .string(analysis.pool.name),
      "symptoms": .array(
        playbook.symptoms.map { symptom in
          .object([
            "title": .string(symptom.title), "helps": .array(symptom.helps.map(value)),
          ])
        }),
      "hangs": playbook.hangs.map {
        .object(["call": .string($0.call), "help": .strings($0.help)])
      } ?? .null,
    ])
  }

  private func value(of help: Playbook.Help) -> JSONValue {
    .object([
      "who": .strings(help.who), "records": .number(help.records),
      "commands": .strings(help.commands), "afterwards": .strings(help.afterwards),
      "isReplayed": .bool(help.isReplayed), "differences": .strings(help.differences),
      "failures": .array(
        help.failures.map {
          .object(["command": .string($0.command), "because": .string($0.because)])
        }),
    ])
  }
}
