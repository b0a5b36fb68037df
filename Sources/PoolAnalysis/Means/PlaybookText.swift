import Findings
import Foundation
import SafeText
import SignIn

/// A playbook as Markdown for a support wiki, with a section or page for each symptom, and as JSON.
package struct PlaybookText: PlainReport {
  package let playbook: Playbook
  package let refusals: Refusals

  /// - Parameters:
  ///   - playbook: the help for each symptom.
  ///   - refusals: the refusals of the same pool.
  package init(playbook: Playbook, refusals: Refusals) {
    (self.playbook, self.refusals) = (playbook, refusals)
  }

  /// Whether the execution of a help or a refusal differed from the table.
  package var isDifferent: Bool {
    playbook.isDifferent || refusals.all.contains { !$0.replay.agrees }
  }

  /// The words of a user who asks for help, and the instructions.
  private struct Section {
    var page: String
    var title: String
    /// The parts, each with a heading, or a single one without.
    var parts: [(heading: String, body: String)]
  }

  private var analysis: MeansAnalysis { playbook.analysis }

  private var sections: [Section] {
    var all = playbook.symptoms.map { symptom in
      Section(
        page: symptom.page, title: symptom.title,
        parts: symptom.helps.map {
          ($0.commands.isEmpty ? nothingHelps : "What to do", body($0))
        })
    }
    for refusal in refusals.all {
      let title = "The app says “\(refusal.text)”"
      let part = ("When \(MarkdownText.code(refusal.call)) is answered so", body(refusal))
      if let place = all.firstIndex(where: { $0.title == title }) {
        all[place].parts.append(part)
      } else {
        all.append(Section(page: "refused-\(refusal.row)", title: title, parts: [part]))
      }
    }
    if !playbook.hangs.isEmpty {
      all.append(
        Section(
          page: "spinner", title: "The app shows a spinner and nothing happens",
          parts: playbook.hangs.map { hang, help in
            ("When \(MarkdownText.code(hang.call)) never returns", body(hang, help))
          }))
    }
    return all
  }

  private var nothingHelps: String {
    analysis.hasFewActs ? "No act that is looked at helps" : "No act helps"
  }

  // MARK: Text

  /// The plain text is the page without the separators that keep readers of pages from treating
  /// words as addresses.
  package var text: String { markdown.replacing("<!-- -->", with: "") }

  package var markdown: String {
    heading + "\n" + words + nothing
      + sections.map { "\n" + text(of: $0, depth: 2) }.joined()
  }

  /// The pages: one file for each symptom, and `index.md` with links to them.
  package var pages: [(name: String, text: String)] {
    let sections = sections
    let links = sections.map { "* [\(MarkdownText.prose($0.title))](\($0.page).md)\n" }
    let index = heading + "\n" + words + nothing + (links.isEmpty ? "" : "\n" + links.joined())
    return [("index.md", index)]
      + sections.map { section in
        let lead = "Users of \(MarkdownText.escaped(analysis.pool.name)). " + words
        let parts = text(of: section, depth: 1).split(
          separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return ("\(section.page).md", parts.joined(separator: "\n\n\(lead)"))
      }
  }

  /// The text at the start of a page by which it is recognised later.
  private static let mark = "Made by `waymark playbook` from"

  /// Returns the pages in a folder that an earlier run wrote and these do not replace: those that
  /// its `index.md` names and that contain the mark. Files of other origin are not among them.
  package func stalePages(in folder: String) -> [String] {
    func own(_ name: String) -> String? {
      let path = "\(folder)/\(name)"
      guard OutputFolder(folder).fault(at: path) == nil, OutputFolder.isFile(path),
        let bytes = try? PoolReader.bytes(of: path)
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains(Self.mark) ? text : nil
    }
    guard let index = own("index.md") else { return [] }
    let known = Set(pages.map(\.name))
    let names = index.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("* ["), line.hasSuffix(".md)"),
        let start = line.range(of: "](", options: .backwards)?.upperBound
      else { return nil }
      return String(line[start...].dropLast())
    }
    return names.filter { !$0.contains("/") && !known.contains($0) && own($0) != nil }
  }

  private var heading: String {
    "# When users of \(MarkdownText.escaped(analysis.pool.name)) cannot sign in\n"
  }

  private var words: String {
    "\(Self.mark) \(MarkdownText.code(analysis.pool.origin)). "
      + "`$POOL` is the pool's id, `$NAME` the user's name. What else begins with `$` is to be"
      + " filled in. A record is what the pool keeps of a user between two visits.\n"
      + (analysis.openMarkdown.isEmpty ? "" : "\n" + analysis.openMarkdown)
  }

  private var nothing: String {
    guard playbook.symptoms.isEmpty, playbook.hangs.isEmpty else { return "" }
    return "\nNo loss of up to \(playbook.mostLosses) means locks anybody out.\n"
  }

  private func text(of section: Section, depth: Int) -> String {
    let marks = String(repeating: "#", count: depth)
    var out = "\(marks) \(MarkdownText.prose(section.title))\n"
    for (heading, body) in section.parts {
      out += heading.isEmpty ? "\n\(body)" : "\n\(marks)# \(heading)\n\n\(body)"
    }
    return out
  }

  private func body(_ help: Playbook.Help) -> String {
    let count = analysis.recordsText(help.records)
    var out =
      help.who.isEmpty
      ? "For everybody (\(TextLayout.counted(help.records, "record"))).\n\n"
      : "For a user\n\n" + list(help.who.map(MarkdownText.prose)) + "\n(\(count))\n\n"
    if !help.commands.isEmpty {
      out += "Make sure first that it is the user who asks: whoever does gets in by this.\n\n"
      out += MarkdownText.block(help.commands.joined(separator: "\n"), language: "sh")
    } else if analysis.hasFewActs {
      out += "None of the acts that are looked at brings the user back; others may.\n"
    } else {
      out += "No administrator's act brings the user back into this account. Delete it and have"
      out += " another made; what the app keeps under the user's id is lost.\n"
    }
    for own in help.ways {
      let lead = lead(own, isOnly: help.ways.count == 1)
      out += "\n" + way(own.afterwards, own.replay, after: lead)
      if own.dropsFactor { out += "\n\(MeansAnalysis.factorAnew)\n" }
    }
    guard !help.failures.isEmpty else { return out }
    return out + "\nWhat does not help:\n\n" + failures(help.failures)
  }

  private func body(_ refusal: Refusals.Refusal) -> String {
    "The service answers \(MarkdownText.code(refusal.exception)) to a code or proof that was right"
      + " and is used or too old. It comes about like this:\n\n" + steps(refusal.run) + "\n"
      + way(refusal.afterwards, refusal.replay, after: "The user goes on with")
  }

  private func body(_ hang: Hangs.Hang, _ help: Hangs.Help) -> String {
    let calls = analysis.calls(of: hang.making) + analysis.calls(of: hang.run)
    let out =
      "The app waits for an answer that nobody gives it. It comes about like this:\n\n"
      + steps(calls) + analysis.whereMarkdown(hang.places)
      + "\n"
    guard help.words.isEmpty else {
      let who = help.needsAdministrator ? "with an administrator" : "without an administrator"
      return out + way(help.words, help.replay, after: "What helps, \(who):")
    }
    return out
      + "Nothing is known that helps, be it the user's, the app's or an administrator's.\n\n"
      + replayed(help.replay, "up to the call")
  }

  /// Returns the words that introduce a user's steps.
  private func lead(_ own: Playbook.OwnWay, isOnly: Bool) -> String {
    if isOnly, own.isOfAll || own.who.isEmpty { return "Then the user calls" }
    let who = list(own.who.map(MarkdownText.prose))
    return own.isOfAll
      ? "Then a user\n\n\(who)\n(\(analysis.recordsText(own.records))) calls"
      : "Then one of them,\n\n\(who)\ncalls, as an example"
  }

  private func way(_ calls: [String], _ replay: WayReplay, after lead: String) -> String {
    "\(lead)\n\n" + steps(calls) + "\n" + replayed(replay, "up to the tokens")
  }

  private func replayed(_ replay: WayReplay, _ end: String) -> String {
    replay.agrees
      ? "Replayed with cryptography, \(end).\n"
      : "The replay with cryptography did not agree: "
        + "\(MarkdownText.escaped(replay.differences.joined(separator: "; ")))\n"
  }

  /// Returns the acts grouped by their consequences.
  private func failures(_ failures: [Playbook.Failure]) -> String {
    var out = ""
    var known: Set<String> = []
    for failure in failures where known.insert(failure.because + failure.users).inserted {
      let own = failures.filter { $0.because == failure.because && $0.who == failure.who }.map {
        MarkdownText.code($0.command)
      }
      let (because, users) = (MarkdownText.prose(failure.because), failure.users)
      out +=
        own.count == 1
        ? list(["\(own[0])\(MarkdownText.prose(users)): \(because)."])
        : list(["Each of these\(MarkdownText.prose(users)) is \(because):"])
          + own.map { "  * \($0)\n" }.joined()
    }
    return out
  }

  /// Returns a list of steps.
  private func steps(_ events: [String]) -> String { list(events.map { MarkdownText.event($0) }) }

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
      "refusals": .array(refusals.all.map(value)),
      "hangs": .array(
        playbook.hangs.map { hang, help in
          .object([
            "call": .string(hang.call),
            "run": .strings(analysis.calls(of: hang.making) + analysis.calls(of: hang.run)),
            "places": analysis.json(of: hang.places), "help": .strings(help.words),
            "needsAdministrator": .bool(help.needsAdministrator),
            "isReplayed": .bool(help.replay.agrees),
            "differences": .strings(help.replay.differences),
          ])
        }),
    ])
  }

  private func value(of help: Playbook.Help) -> JSONValue {
    .object([
      "who": .strings(help.who), "records": .number(help.records),
      "commands": .strings(help.commands),
      "ways": .array(
        help.ways.map { own in
          .object([
            "who": .strings(own.who), "records": .number(own.records),
            "isOfAll": .bool(own.isOfAll), "dropsSecondFactor": .bool(own.dropsFactor),
            "afterwards": .strings(own.afterwards),
            "isReplayed": .bool(own.replay.agrees),
            "differences": .strings(own.replay.differences),
          ])
        }),
      "failures": .array(
        help.failures.map {
          .object([
            "command": .string($0.command), "who": .strings($0.who),
            "because": .string($0.because),
          ])
        }),
    ])
  }

  private func value(of refusal: Refusals.Refusal) -> JSONValue {
    .object([
      "says": .string(refusal.text), "exception": .string(refusal.exception),
      "row": .string(refusal.row), "run": .strings(refusal.run),
      "afterwards": .strings(refusal.afterwards), "isReplayed": .bool(refusal.replay.agrees),
      "differences": .strings(refusal.replay.differences),
    ])
  }
}
