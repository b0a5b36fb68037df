import Findings
import SignIn
import TransitionTables

extension DifferenceText {
  /// The first lines: the effect on users, and what to do first.
  var headline: String {
    let (sentence, isBad, advice) = gist
    let role: TerminalStyle.Role = isBad ? .bad : advice.isEmpty ? .good : .doubtful
    return style.dress(TextLayout.labelled("", sentence, width: width), as: role)
      + (advice.isEmpty ? "" : TextLayout.labelled("First: ", advice, width: width))
  }

  /// The headline, whether it is a bad one, and the first thing to do.
  var gist: (sentence: String, isBad: Bool, advice: String) {
    let users = difference.users
    let refused = difference.rulings.first { $0.severity == .error }
    if difference.replacesPool {
      return (
        "The service refuses the change; where a tool makes the pool anew, every user loses the"
          + " account.", true,
        refused?.remedy ?? "do not deploy it; make a second pool and migrate the users."
      )
    }
    if let refused {
      return ("The service refuses the change (\(refused.code)).", true, refused.remedy)
    }
    let lost = difference.verdicts.first { $0.isLost && $0.new.severity == .error }
    guard !users.affected.isEmpty || !users.stranded.isEmpty else {
      if let harm { return harm }
      guard let lost else { return harmless }
      return (
        "No user of today is affected, but \(lost.new.id) fails from now on.", true,
        lost.new.remedy
      )
    }
    let kinds = users.affected.count + users.stranded.count
    let needing = (users.affected + users.stranded).count(where: \.needsAdministrator)
    let help =
      needing == 0
      ? "; they can help themselves"
      : needing == kinds
        ? "; only an administrator can help them"
        : "; only an administrator can help \(needing) of them"
    let advice = needing > 0 ? "find these users and mend their records before the change." : ""
    return (
      "\(TextLayout.counted(kinds, "kind")) of users can no longer sign in\(help).", true,
      lost.map { $0.new.remedy.isEmpty ? advice : $0.new.remedy } ?? advice
    )
  }

  /// The headline for a change after which every account can still sign in, but not with every app
  /// in use, or not for as long; nil where nobody is worse off.
  private var harm: (sentence: String, isBad: Bool, advice: String)? {
    let harms = difference.harms
    guard let first = harms.first else {
      guard let call = difference.users.lostBeginnings.first else { return nil }
      return ("Apps in use are affected: \(call) brings nobody in from now on.", true, "")
    }
    let rule = model.changes.first { $0.id == first.code }
    let others = harms.count == 1 ? "" : " (\(harms.count - 1) more below)"
    return (
      "Users are affected: \(rule?.documentation ?? first.message)\(others)", true, first.remedy
    )
  }

  /// The headline for a change that affects nobody; rules may still warn of it.
  private var harmless: (sentence: String, isBad: Bool, advice: String) {
    let warnings = difference.rulings.filter { $0.severity == .warning }
    let rule = warnings.first.flatMap { first in model.changes.first { $0.id == first.code } }
    guard let rule, let first = warnings.first else { return ("No user is affected.", false, "") }
    let others = warnings.count == 1 ? "" : " (\(warnings.count - 1) more below)"
    return (
      "Every account signs in as before, but a rule warns of the change: "
        + "\(rule.documentation)\(others)", false, first.remedy
    )
  }

  /// The warnings of legality and import that only one of the pools has.
  var warnings: String {
    let (gained, lost) = (difference.gainedProblems, difference.lostProblems)
    guard !gained.isEmpty || !lost.isEmpty else { return "" }
    let lines =
      gained.map { line("+", $0, .doubtful) } + lost.map { line("−", $0, .good) }
    return style.dress("Warnings", as: .heading)
      + "  \(gained.count) new, \(lost.count) gone\n" + lines.joined()
  }

  private func line(
    _ sign: String, _ problem: DocumentProblem, _ role: TerminalStyle.Role
  ) -> String {
    let place = problem.line > 0 ? "  \(problem.file):\(problem.line):\(problem.column)" : ""
    return style.dress("  \(sign) \(problem.code)", as: role) + place + "\n"
      + TextLayout.labelled("    ", problem.message, width: width)
      + (sign == "+" && !problem.remedy.isEmpty
        ? TextLayout.labelled("    → ", problem.remedy, width: width) : "")
  }
}
