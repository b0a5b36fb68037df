/// A matrix of sets of means and outcomes, for readers: a row for each set that is minimal for some
/// record, a column for each outcome.
package struct MeansMatrix: Equatable, Sendable {
  /// The outcome for a set of means.
  package enum Cell: Equatable, Sendable {
    /// The set suffices for the records of these cases, each of which needs all of it.
    ///
    /// `isElsewhereLess` is true where a subset suffices for other records.
    case suffices([MeansCase], isElsewhereLess: Bool)
    /// No record needs all of the set; the sets of these rows are subsets of it, each of which
    /// suffices for some records.
    case lessSuffices([Int])
    /// The set suffices for no record.
    case none
    /// The question of this column is asked only for a person without any means.
    case notAsked
    /// The outcome is undetermined, for this reason.
    case undetermined(String)
  }

  package struct Row: Equatable, Sendable {
    /// The means in words: “the password and the mailbox”, or “nothing”.
    package var means: String
    /// The number of means.
    package var size: Int
    /// The cost of the means together, relative to other rows; nil where costs do not matter.
    package var cost: Int?
    package var cells: [Cell]

    /// Returns the cases of the cell in a column.
    package func cases(_ column: Int) -> [MeansCase] {
      if case .suffices(let cases, _) = cells[column] { cases } else { [] }
    }
  }

  /// The outcomes, in words.
  package let columns: [String]
  package let rows: [Row]
  /// The number of records that users can have.
  package let records: Int

  /// All cases, ordered by row and column.
  package var cases: [MeansCase] { rows.flatMap { row in columns.indices.flatMap(row.cases) } }
}

// MARK: Making

extension MeansMatrix {
  /// A case with its set and column.
  struct Found {
    var set: UInt32
    var column: Int
    var entry: MeansCase
  }

  /// The question of a column.
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
  ///   - sets: the sets of the rows, in order.
  ///   - found: the cases, of minimal sets only; the cases of one cell have different records.
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
