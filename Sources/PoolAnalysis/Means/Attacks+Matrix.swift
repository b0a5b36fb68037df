/// Attacks as a matrix: stolen means against what an outsider comes to by them.
extension Attacks {
  /// The cheapest set first, nothing before all.
  var matrix: MeansMatrix {
    let outcomes = Outcome.allCases
    var found: [MeansMatrix.Found] = []
    for (column, outcome) in outcomes.enumerated() {
      for (position, entry) in entries.filter({ $0.outcome == outcome }).enumerated() {
        found.append(.init(set: entry.set, column: column, entry: matrixCase(entry, position + 1)))
      }
    }
    for (position, leak) in leaks.enumerated() {
      found.append(
        .init(set: 0, column: outcomes.count, entry: matrixCase(leak, position + 1)))
    }
    let costs = Dictionary(entries.map { ($0.set, $0.cost) }, uniquingKeysWith: { $1 })
    let sets = Set(entries.map(\.set)).union([0]).sorted { one, other in
      (costs[one] ?? 0, one.nonzeroBitCount, one)
        < (costs[other] ?? 0, other.nonzeroBitCount, other)
    }
    let questions = outcomes.map { outcome in
      outcome == .locksOut && lacksLockouts
        ? MeansMatrix.Question.undetermined(
          outcome.title, because: "the pool has too many states for this question")
        : .ofAll(outcome.title)
    }
    return MeansMatrix(
      of: sets, questions + [.ofNothing("learns that an account exists, or its status")], found,
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
    found.steps = analysis.steps(
      entry.making, "the outsider begins, with another app and in the place of the user",
      entry.run)
    return found
  }

  private func matrixCase(_ leak: Leak, _ number: Int) -> MeansCase {
    var found = MeansCase(
      id: "leak-\(number)", title: "With nothing at all an outsider learns that an account exists",
      who: leak.who, records: leak.records)
    found.note("What the outsider calls", leak.calls, as: .steps)
    found.note(
      "What is answered",
      ["\(leak.withAccount) for such a user", "\(leak.withoutAccount) for a name that nobody has"])
    return found
  }
}
