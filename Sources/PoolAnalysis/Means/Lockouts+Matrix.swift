import SignIn
import TransitionTables

/// Lockouts as a matrix: sets of losses and who can help, with the steps of a support desk.
extension Lockouts {
  /// Returns the matrix, with the smallest set first and, among equals, the one that is lost most
  /// often.
  ///
  /// - Parameters:
  ///   - playbook: the playbook of the same users, for the commands.
  ///   - reason: the reason to state where there is no playbook; or empty.
  func matrix(with playbook: Playbook? = nil, lackingBecause reason: String = "") -> MeansMatrix {
    var sets: [UInt32] = []
    var found: [MeansMatrix.Found] = []
    for (position, entry) in entries.enumerated() {
      if !sets.contains(entry.set) { sets.append(entry.set) }
      var entryCase = matrixCase(entry, position + 1)
      if let playbook {
        let symptom = playbook.symptoms.first { $0.set == entry.set }
        for help in symptom?.helps ?? [] where help.commands.isEmpty == entry.isBeyondHelp {
          add(help, to: &entryCase)
        }
      } else if !reason.isEmpty {
        entryCase.note("The commands of an administrator", ["undetermined: \(reason)"])
      }
      found.append(.init(set: entry.set, column: entry.isBeyondHelp ? 1 : 0, entry: entryCase))
    }
    return MeansMatrix(
      of: sets,
      [false, true].map { .ofAll(analysis.verdict(isBeyondHelp: $0)) }, found,
      in: analysis, hasCosts: false)
  }

  /// Returns the losses and who can help, in words.
  func title(of entry: Entry) -> String {
    let what =
      entry.losses.isEmpty
      ? "Locked out with nothing lost" : "Without \(analysis.text(of: entry.set))"
    return "\(what): \(analysis.verdict(isBeyondHelp: entry.isBeyondHelp))"
  }

  private func matrixCase(_ entry: Entry, _ number: Int) -> MeansCase {
    var found = MeansCase(
      id: "lockout-\(number)", title: title(of: entry), who: entry.who,
      records: entry.records, places: entry.places)
    found.note("How such a record comes about", analysis.calls(of: entry.making), as: .steps)
    let users = entry.who.count > 1 ? entry.shown.map { ", here to a user \(entry.who[$0])" } : nil
    found.note("Every way back is refused\(users ?? "")", entry.ends.map(\.text))
    found.note("A way stays open with", entry.savedBy)
    for (means, way) in entry.spared {
      found.note("The way in with \(means)", way, as: .steps)
    }
    if entry.isBeyondHelp {
      found.note("What an administrator can do", ["delete the account"])
    } else {
      found.note("The way in with an administrator's help", entry.help, as: .steps)
    }
    found.steps = analysis.steps(entry.making)
    return found
  }

  /// Adds the instructions of the playbook, with the users that they are for.
  private func add(_ help: Playbook.Help, to found: inout MeansCase) {
    let users = help.who.isEmpty ? ["everybody"] : help.who.map { "a user \($0)" }
    let who = help.who == found.who ? "" : " for \(users.joined(separator: "; "))"
    if !help.commands.isEmpty {
      found.note("What an administrator does\(who)", help.commands, as: .commands)
      for own in help.ways {
        let users = own.who.map { "a user \($0)" }.joined(separator: "; ")
        let whose = help.ways.count == 1 && own.isOfAll || users.isEmpty ? "" : ", for \(users)"
        found.note("What the user calls then\(whose)", own.afterwards, as: .steps)
      }
      found.note(
        "Whether it was tried",
        help.isReplayed
          ? ["replayed with cryptography, up to the tokens"]
          : help.ways.flatMap(\.replay.differences).map {
            "the replay with cryptography differs: \($0)"
          })
    }
    found.note(
      "What does not work\(who)", help.failures.map { "\($0.command)\($0.users): \($0.because)" })
  }
}

// MARK: Nothing lost

extension Lockouts {
  /// The calls by which users who have lost nothing lock themselves out, as cases.
  var actCases: [MeansCase] {
    (acts ?? []).enumerated().map { position, act in
      var found = MeansCase(
        id: "act-\(position + 1)",
        title: "\(act.call), \(Lockouts.actsEffect)",
        who: [], places: act.places)
      found.note("In how many states of users it does so", ["\(act.states)"])
      found.note("How it comes about", analysis.calls(of: act.run), as: .steps)
      found.steps = analysis.steps(act.run)
      return found
    }
  }
}

extension Playbook {
  /// The calls that never return, as cases; empty where every call returns.
  var hangCases: [MeansCase] {
    hangs.enumerated().map { position, found in
      let (hang, help) = found
      var one = MeansCase(
        id: position == 0 ? "hang" : "hang-\(position + 1)",
        title: "A call of \(hang.call) never returns: the app shows a spinner", who: [],
        places: hang.places)
      let analysis = analysis
      one.note(
        "How it comes about", analysis.calls(of: hang.making) + analysis.calls(of: hang.run),
        as: .steps)
      one.note(
        help.needsAdministrator
          ? "What helps, with an administrator" : "What helps, without an administrator",
        help.words.isEmpty ? ["nothing that is known"] : help.words, as: .steps)
      one.steps =
        hang.making.steps.isEmpty
        ? analysis.steps(hang.run)
        : analysis.steps(hang.making, "the user comes back", hang.run)
      return one
    }
  }
}
