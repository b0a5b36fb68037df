import StateSpace
import TransitionTables

/// Describes some of a pool's users in the words of the table.
struct RecordWords {
  private let analysis: MeansAnalysis
  private let space: SymbolicSpace
  private let cover: ConditionCover
  private let columns: [Int]
  private let slots: [Int]
  private let everybody: Diagram

  /// Only what differs between users is spoken of.
  init(_ analysis: MeansAnalysis) {
    self.analysis = analysis
    let records = analysis.starts.map(\.record)
    columns = analysis.slots.indices.filter { column in
      records.contains { $0[column] != records[0][column] }
    }
    slots = columns.map { analysis.slots[$0] }
    space = SymbolicSpace(model: analysis.model, slots: slots)
    cover = ConditionCover(space: space, slots: slots)
    let columns = columns
    everybody = space.diagram(
      ofRows: records.map { record in columns.map { record[$0] } }, over: slots)
  }

  /// Those who are meant, one description an element; empty where it is everybody.
  func descriptions(of starts: [Int]) -> [String] {
    guard starts.count < analysis.starts.count, !slots.isEmpty else { return [] }
    let on = space.diagram(
      ofRows: starts.map { start in columns.map { analysis.starts[start].record[$0] } },
      over: slots)
    let off = space.diagrams.minus(everybody, on)
    return cover.terms(true: on, false: off).map { term in
      let clauses = cover.clauses(of: term, among: everybody)
      guard let last = clauses.last else { return "who has an account" }
      return clauses.count == 1
        ? last : clauses.dropLast().joined(separator: ", ") + ", and " + last
    }
  }
}
