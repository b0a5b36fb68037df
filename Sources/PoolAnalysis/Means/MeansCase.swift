import Findings

/// What stands behind a cell of a ``MeansMatrix``: for whom it is so, how it comes about, where the
/// documents set what decides it, and what helps. All in words; equal pools give equal cases.
package struct MeansCase: Equatable, Sendable {
  /// Some lines with what they are.
  package struct Note: Equatable, Sendable {
    package enum Form: Sendable {
      /// Lines next to each other.
      case list
      /// Lines that follow on each other.
      case steps
      /// A block of command lines.
      case commands
    }

    package var title: String
    package var lines: [String]
    package var form: Form
  }

  /// Unique within a report: `attack-signsIn-2` is what comes of the second set that `waymark
  /// attacks` lists.
  package var id: String
  package var title: String
  /// Who is meant, one description an element; empty for everybody.
  package var who: [String]
  /// Nil where it is no question of records.
  package var records: Int?
  package var notes: [Note] = []
  package var places: [FindingPlace] = []
  /// How such a record comes about and what is done then, row by row; empty where nothing is run.
  package var steps: [TraceStepReport] = []

  /// Lines that say nothing are left out with their title.
  mutating func note(_ title: String, _ lines: [String], as form: Note.Form = .list) {
    guard !lines.isEmpty else { return }
    notes.append(Note(title: title, lines: lines, form: form))
  }
}
