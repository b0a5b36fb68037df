/// Sets of means against what they come to, for readers: a row for each set that is minimal for
/// somebody, a column for each outcome.
package struct MeansMatrix: Equatable, Sendable {
  /// What a set of means comes to.
  package enum Cell: Equatable, Sendable {
    /// The outcome, for the records of these cases, each of which needs all of the set.
    ///
    /// `isElsewhereLess` says that a part of the set suffices for other records.
    case suffices([MeansCase], isElsewhereLess: Bool)
    /// All of the set is needed for no record; the rows with parts that suffice for some.
    case lessSuffices([Int])
    /// Not the outcome, for any record.
    case none
    /// The question is put to somebody without any means alone.
    case notAsked
    /// Nothing is known, for a reason.
    case undetermined(String)
  }

  package struct Row: Equatable, Sendable {
    /// “the password and the mailbox”, or “nothing”.
    package var means: String
    /// How many means these are.
    package var size: Int
    /// What they cost together, compared with other rows; nil where costs are no matter.
    package var cost: Int?
    package var cells: [Cell]

    /// The cases of the cell in a column.
    package func cases(_ column: Int) -> [MeansCase] {
      if case .suffices(let cases, _) = cells[column] { cases } else { [] }
    }
  }

  /// The outcomes, in words.
  package let columns: [String]
  package let rows: [Row]
  /// How many records users can have.
  package let records: Int

  /// Every case, in the order of its row and column.
  package var cases: [MeansCase] { rows.flatMap { row in columns.indices.flatMap(row.cases) } }
}

// MARK: Making

extension MeansMatrix {
  /// A case with its place.
  struct Found {
    var set: UInt32
    var column: Int
    var entry: MeansCase
  }

  /// What may be asked of a column.
  enum Question {
    case ofAll(String)
    case ofNothing(String)
    case undetermined(String, because: String)

    var title: String {
      switch self {
      case .ofAll(let title), .ofNothing(let title), .undetermined(let title, _): title
      }
    }
  }

  /// - Parameters:
  ///   - sets: those of the rows, in order.
  ///   - found: minimal sets alone; of one set and column the records differ.
  init(
    of sets: [UInt32], _ questions: [Question], _ found: [Found], in analysis: MeansAnalysis,
    hasCosts: Bool
  ) {
    columns = questions.map(\.title)
    records = analysis.starts.count
    rows = sets.map { set in
      let means = analysis.graph.means(set)
      return Row(
        means: analysis.text(of: set), size: means.count,
        cost: hasCosts ? means.reduce(0) { $0 + $1.cost } : nil,
        cells: questions.indices.map { column in
          Self.cell(set, questions[column], found.filter { $0.column == column }, sets)
        })
    }
  }

  private static func cell(
    _ set: UInt32, _ question: Question, _ found: [Found], _ sets: [UInt32]
  ) -> Cell {
    if case .undetermined(_, let reason) = question { return .undetermined(reason) }
    let own = found.filter { $0.set == set }.map(\.entry)
    let less = sets.indices.filter { row in
      sets[row] != set && sets[row] & ~set == 0 && found.contains { $0.set == sets[row] }
    }
    if !own.isEmpty { return .suffices(own, isElsewhereLess: !less.isEmpty) }
    if !less.isEmpty { return .lessSuffices(less) }
    if case .ofNothing = question, set != 0 { return .notAsked }
    return .none
  }
}
