/// Attacks as a matrix: sets of stolen means, and the outcomes for an outsider.
extension Attacks {
  /// The matrix, with the cheapest set first and the empty set before all.
  var matrix: MeansMatrix {
    let outcomes = Outcome.allCases
    let sets = sets
    var found: [MeansMatrix.Found] = []
    for (position, set) in sets.enumerated() {
      for entry in entries where entry.set == set {
        let column = outcomes.firstIndex(of: entry.outcome) ?? 0
        found.append(.init(set: set, column: column, entry: matrixCase(entry, position + 1)))
      }
    }
    for (position, leak) in leaks.enumerated() {
      found.append(
        .init(set: 0, column: outcomes.count, entry: matrixCase(leak, position + 1)))
    }
    let questions = outcomes.map { outcome in
      outcome == .locksOut && lacksLockouts
        ? MeansMatrix.Question.undetermined(
          outcome.title, because: "the pool has too many states for this question")
        : .ofAll(outcome.title)
    }
    return MeansMatrix(
      of: sets, questions + [.ofNothing(Leak.title)], found,
      in: analysis, hasCosts: true)
  }

  private func matrixCase(_ entry: Entry, _ number: Int) -> MeansCase {
    let what = entry.set == 0 ? "nothing at all" : analysis.text(of: entry.set)
    var found = MeansCase(
      id: "attack-\(entry.outcome.rawValue)-\(number)",
      title: "With \(what) an outsider \(entry.outcome.title)", who: entry.who,
      records: entry.records, places: entry.places)
    found.note("How such a record comes about", analysis.calls(of: entry.making), as: .steps)
    found.note("What the outsider does then", entry.way, as: .steps)
    found.note("What of a second factor", [entry.secondFactor.sentence])
    found.steps = analysis.steps(
      entry.making, "the outsider begins, with another app and in the place of the user",
      entry.run)
    return found
  }

  private func matrixCase(_ leak: Leak, _ number: Int) -> MeansCase {
    var found = MeansCase(
      id: "leak-\(number)", title: "With nothing at all an outsider learns that an account exists",
      who: leak.who, records: leak.records, places: leak.places)
    found.note("What the outsider calls", leak.words, as: .steps)
    found.note(
      "What is answered",
      ["\(leak.withAccount) for such a user", "\(leak.withoutAccount) for a name that nobody has"])
    found.note("The answers are alike with", leak.endings.map { $0.setting + $0.remark })
    return found
  }
}
