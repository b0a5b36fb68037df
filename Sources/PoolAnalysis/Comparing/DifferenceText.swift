import Findings
import SignIn
import TransitionTables

/// Renders a comparison of two pools as text: a headline, the service's rulings, the affected users
/// with the shortest counterexample, verdicts, warnings, paths.
package struct DifferenceText {
  package let difference: PoolDifference
  package let model: Model
  package let style: TerminalStyle

  /// The width in characters at which paragraphs are wrapped.
  let width: Int

  package init(
    difference: PoolDifference, model: Model, style: TerminalStyle = TerminalStyle(),
    width: Int = 100
  ) {
    self.difference = difference
    self.model = model
    self.style = style
    self.width = width
  }

  /// The greatest number of lines in a list; the JSON report has all.
  private static let mostLines = 24

  package var text: String {
    let parts = [heading + headline, settings, rulings, users, verdicts, warnings, paths].filter {
      !$0.isEmpty
    }
    let sink = TextSink(style: style, width: width)
    return (parts + [sink.again(difference.command)]).joined(separator: "\n")
  }

  private func title(_ text: String, _ rest: String) -> String {
    style.dress(text, as: .heading)
      + TextLayout.labelled(text + "  ", rest, width: width).dropFirst(text.count)
  }

  private var heading: String {
    let (old, new) = (difference.oldPool, difference.newPool)
    let name = old.name == new.name ? old.name : "\(old.name) ⇒ \(new.name)"
    return style.dress(name, as: .heading) + "\n"
      + style.dress("  before  \(old.origin)\n  after   \(new.origin)\n", as: .quiet)
  }

  // MARK: Settings

  private var settings: String {
    guard !difference.settings.isEmpty else {
      return title("Settings", "the same in both, as far as the table knows them")
    }
    let rows = difference.settings.map { change in
      ["  \(change.name)", "\(change.old) ⇒ \(change.new)", "\(change.newOrigin)"]
    }
    return title("Settings", "\(TextLayout.counted(rows.count, "one", "of them")) changed")
      .replacing("1 one changed", with: "1 changed").replacing(" of them changed", with: " changed")
      + lines(of: rows)
  }

  /// Aligns rows in columns; a row that is too long is wrapped behind its name.
  private func lines(of rows: [[String]]) -> String {
    let column = (rows.map(\.[0].count).max() ?? 0) + 2
    return zip(rows, TextLayout.columns(rows)).map { row, line in
      guard line.count > width else { return line + "\n" }
      let text = row.dropFirst().joined(separator: ", ")
      return TextLayout.labelled(TextLayout.padded(row[0], to: column), text, width: width)
    }.joined()
  }

  private var rulings: String {
    guard !difference.rulings.isEmpty else { return "" }
    let refused = difference.rulings.count { $0.severity == .error }
    var out = title(
      "Changing a live pool", refused == 0 ? "the service accepts it" : "the service refuses it")
    for ruling in difference.rulings {
      let (sign, role): (String, TerminalStyle.Role) =
        switch ruling.severity {
        case .error: ("✗", .bad)
        case .warning: ("!", .doubtful)
        case .note: ("·", .quiet)
        }
      out += style.dress("  \(sign) \(ruling.code)", as: role) + "  \(ruling.location)\n"
      out += TextLayout.labelled("    ", ruling.message, width: width)
      out += TextLayout.labelled("    → ", ruling.remedy, width: width)
    }
    return out
  }

  // MARK: Users

  private var users: String {
    let users = difference.users
    let all = TextLayout.counted(users.records, "record")
    if difference.replacesPool {
      let verdict = "whoever has an account loses it where a framework makes the pool anew"
      let sentence = "What they would meet if the pool were changed in place is in the JSON report."
      return title("Users", verdict)
        + style.dress(TextLayout.labelled("  ", sentence, width: width), as: .quiet)
    }
    guard !users.affected.isEmpty else {
      let verdict = difference.harms.isEmpty ? "no user is affected: " : "apart from that, "
      return title("Users", verdict + "all \(all) that could sign in before can do so afterwards")
        + premise + stranded + beginnings + helped
    }
    var out =
      title(
        "Users",
        "\(all) could sign in before; \(TextLayout.grouped(users.affectedRecords)) of them cannot"
          + " afterwards") + premise
    out += everybody(users.affectedInShort)
    for (position, group) in users.affected.enumerated() {
      let lead =
        users.affected.count == 1
        ? "Affected users" : "Affected users, \(position + 1) of \(users.affected.count)"
      out += text(
        group, lead,
        group.needsAdministrator ? "only an administrator can help" : "they can help themselves")
    }
    return out + stranded + beginnings + helped
  }

  /// A note that the effects on users are hypothetical, where the service rejects the change.
  private var premise: String {
    guard difference.rulings.contains(where: { $0.severity == .error }) else { return "" }
    let sentence = "That is what they would meet if the service made the change, which it refuses."
    return style.dress(TextLayout.labelled("  ", sentence, width: width), as: .quiet)
  }

  /// The users who had to do something before they could sign in, and cannot do it any more.
  private var stranded: String {
    let groups = difference.users.stranded
    var out = ""
    for (position, group) in groups.enumerated() {
      let lead = "Who could get in without an administrator and cannot now"
      out += text(
        group, groups.count == 1 ? lead : "\(lead), \(position + 1) of \(groups.count)",
        "they had something else to do first, such as to confirm or to reset")
    }
    return out
  }

  private func text(_ group: UserComparison.Group, _ lead: String, _ help: String) -> String {
    let count = "\(TextLayout.counted(group.records, "record")); \(help)"
    var out = "\n" + style.dress("✗ \(lead)", as: .bad)
    out +=
      lead.count + count.count + 4 > width
      ? "\n" + TextLayout.labelled("  ", count, width: width) : "  \(count)\n"
    out += everybody([group])
    if let example = group.example { out += text(example) }
    return out
  }

  /// The calls with which sign-ins can no longer, or can now, begin; apps with such calls have to
  /// change, whoever the user is.
  private var beginnings: String {
    let (lost, gained) = (difference.users.lostBeginnings, difference.users.gainedBeginnings)
    guard !lost.isEmpty || !gained.isEmpty else { return "" }
    let lines =
      lost.map { style.dress("  − ", as: .bad) + $0 + "\n" }
      + gained.map { style.dress("  + ", as: .good) + $0 + "\n" }
    let heading = lost.isEmpty ? "Calls that now bring users in" : "Calls that bring nobody in now"
    return "\n" + style.dress(heading, as: lost.isEmpty ? .good : .bad)
      + (lost.isEmpty || gained.isEmpty ? "\n" : ", and those that do (+)\n") + lines.joined()
  }

  private var helped: String {
    let users = difference.users
    guard !users.helped.isEmpty else { return "" }
    let count = TextLayout.counted(users.helpedRecords, "record")
    return "\n" + style.dress("✓ Who can sign in and could not", as: .good) + "  \(count)\n"
      + everybody(Array(users.helped.prefix(Self.mostLines)))
  }

  /// A description of all groups of users, in the words of the table's `says:`.
  private func everybody(_ groups: [UserComparison.Group]) -> String {
    groups.enumerated().map { position, group in
      let clauses = group.clauses.isEmpty ? ["who has an account"] : group.clauses
      let tail = clauses.count > 1 ? ", and \(clauses[clauses.count - 1])" : ""
      let words = clauses.prefix(max(1, clauses.count - 1)).joined(separator: ", ") + tail
      let lead = position == 0 ? "  Everybody " : "  and everybody "
      return TextLayout.labelled(lead, words, width: width)
    }.joined()
  }

  private func text(_ example: UserComparison.Example) -> String {
    let wording = TraceWording(model: model, tellsRecordsAlone: true)
    let sink = TextSink(style: style, width: width)
    func part(_ heading: String, _ trace: Trace) -> String {
      let steps = wording.steps(trace)
      return "  \(heading)\n" + (steps.isEmpty ? "    nothing has happened\n" : sink.steps(steps))
    }
    return part("The record comes about, under the old pool:", example.record)
      + part("Sign-in under the old pool:", example.before)
      + part("The same under the new pool, every proof right:", example.after)
      + "    \(DifferenceText.end(of: example.after, in: model))\n"
  }

  /// The end of a failing attempt, in one sentence.
  package static func end(of trace: Trace, in model: Model) -> String {
    guard let last = trace.steps.last, let answer = model.answer(of: last) else {
      return "and nothing comes back"
    }
    let message = model.messages[answer.message]
    return message.isKind(.error)
      ? "and that is the end of the attempt: \(message.name)"
      : "and from \(message.name) no proof leads to the tokens"
  }

  // MARK: Verdicts and paths

  private var verdicts: String {
    guard !difference.verdicts.isEmpty else {
      return title("Verdicts", "every property as before")
    }
    var out = title(
      "Verdicts", "\(TextLayout.counted(difference.verdicts.count, "other one", "other ones"))")
    for change in difference.verdicts {
      let role: TerminalStyle.Role =
        change.isLost ? .bad : change.new.verdict == .holds ? .good : .doubtful
      let arrow = "\(change.old.verdict.rawValue) ⇒ \(change.new.verdict.rawValue)"
      out += "  " + style.dress(TextLayout.padded(arrow, to: 16), as: role) + "  \(change.new.id)"
      out += change.new.severity == .error ? "\n" : " (\(change.new.severity.rawValue))\n"
      out += style.dress(
        TextLayout.labelled("                    ", change.new.prose, width: width), as: .quiet)
    }
    return out
  }

  private var paths: String {
    guard !difference.hasTooManyPaths else {
      let most = TextLayout.grouped(Catalogue.mostPaths)
      return title("Paths", "more than \(most) in a pool; none is called lost or gained")
    }
    let (gained, lost) = (difference.gainedSequences, difference.lostSequences)
    let count =
      "\(TextLayout.grouped(difference.gainedPaths.count)) gained, "
      + "\(TextLayout.grouped(difference.lostPaths.count)) lost"
    guard !gained.isEmpty || !lost.isEmpty || !difference.oldUsersSequences.isEmpty else {
      return title("Paths", "\(count); the same sequences of next steps after signIn")
    }
    let heading = title("Paths", "\(count); sequences of next steps after signIn:")
    let old = difference.oldUsersSequences
    let also =
      old.isEmpty ? "" : "  and, for users whose accounts are of before:\n" + list(old, "+", .good)
    return heading + list(gained, "+", .good) + list(lost, "−", .bad) + also
  }

  private func list(
    _ sequences: [PoolDifference.StepSequence], _ sign: String, _ role: TerminalStyle.Role
  ) -> String {
    var out = ""
    for sequence in sequences.prefix(Self.mostLines) {
      let paths = sequence.paths == 1 ? "" : "  (\(sequence.paths) paths)"
      let count = sequence.isMetByOldUsers ? paths + "  (accounts of before still meet it)" : paths
      out += style.dress("  \(sign) ", as: role)
      out +=
        TextLayout.labelled("", sequence.text + count, width: width - 4)
        .replacing("\n", with: "\n    ").trimmedTail + "\n"
    }
    let rest = sequences.count - Self.mostLines
    return rest > 0 ? out + "  \(sign) and \(rest) more; the JSON report has all\n" : out
  }
}

extension String {
  /// The text without trailing blanks and line ends.
  fileprivate var trimmedTail: String {
    var text = self
    while text.last == " " || text.last == "\n" { text.removeLast() }
    return text
  }
}
