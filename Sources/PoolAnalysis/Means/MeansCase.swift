import Findings

/// The details of a cell of a ``MeansMatrix``, in words: the users, the run, the places in the
/// documents that decide it, and the remedies. Equal pools have equal cases.
package struct MeansCase: Equatable, Sendable {
  /// Some lines with a title.
  package struct Note: Equatable, Sendable {
    package enum Form: Sendable {
      /// Independent lines.
      case list
      /// Consecutive steps.
      case steps
      /// A block of command lines.
      case commands
    }

    package var title: String
    package var lines: [String]
    package var form: Form
  }

  /// The id, unique within a report: `attack-signsIn-2` is the outcome of the second set that
  /// `waymark attacks` lists.
  package var id: String
  package var title: String
  /// The users concerned, one description for each element; empty for everybody.
  package var who: [String]
  /// The number of records; nil where the case is not about records.
  package var records: Int?
  package var notes: [Note] = []
  package var places: [FindingPlace] = []
  /// The steps that lead to such a record, and the run, row by row; empty without a run.
  package var steps: [TraceStepReport] = []

  /// Adds a note; without lines it is omitted.
  mutating func note(_ title: String, _ lines: [String], as form: Note.Form = .list) {
    guard !lines.isEmpty else { return }
    notes.append(Note(title: title, lines: lines, form: form))
  }
}
