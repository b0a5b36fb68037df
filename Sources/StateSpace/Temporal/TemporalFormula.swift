/// A formula of computation tree logic over sets of states.
///
/// An atom is a position in the list of sets that the checker is given. The quantifiers range over
/// the fair runs from a state. A run is an infinite path; it may also stop and stutter, unless
/// fairness requires a step. `next` refers to real steps only: in a state without steps
/// `existsNext` is false and `allNext` is true.
///
/// Source: Clarke, Emerson, Sistla, 1986; fairness as in Emerson and Lei, 1987.
public indirect enum TemporalFormula: Hashable, Sendable {
  case atom(Int)
  case not(TemporalFormula)
  case and(TemporalFormula, TemporalFormula)
  case or(TemporalFormula, TemporalFormula)
  /// EX: some step leads to a state where it holds.
  case existsNext(TemporalFormula)
  /// AX: every step leads to a state where it holds.
  case allNext(TemporalFormula)
  /// EF: some run reaches a state where it holds.
  case existsFinally(TemporalFormula)
  /// AF: every fair run reaches a state where it holds.
  case allFinally(TemporalFormula)
  /// EG: some fair run stays in states where it holds.
  case existsGlobally(TemporalFormula)
  /// AG: every run stays in states where it holds.
  case allGlobally(TemporalFormula)
  /// E[p U q]: some run reaches q, and p holds until then.
  case existsUntil(TemporalFormula, TemporalFormula)
  /// A[p U q]: every fair run reaches q, and p holds until then.
  case allUntil(TemporalFormula, TemporalFormula)
}
