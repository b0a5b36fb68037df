/// A formula of computation tree logic over sets of states.
///
/// An atom is a position in the list of sets that the checker is given. The quantifiers range over
/// the fair runs from a state; a run is a path that goes on for ever, where it may also stop and
/// stutter unless fairness moves it on. `next` speaks of real steps only: in a state without steps
/// `existsNext` is false and `allNext` is true.
///
/// Source: Clarke, Emerson, Sistla, 1986; fairness as in Emerson and Lei, 1987.
public indirect enum TemporalFormula: Hashable, Sendable {
  case atom(Int)
  case not(TemporalFormula)
  case and(TemporalFormula, TemporalFormula)
  case or(TemporalFormula, TemporalFormula)
  /// EX: some step leads to it.
  case existsNext(TemporalFormula)
  /// AX: every step leads to it.
  case allNext(TemporalFormula)
  /// EF: some run comes to it.
  case existsFinally(TemporalFormula)
  /// AF: every fair run comes to it.
  case allFinally(TemporalFormula)
  /// EG: on some fair run it holds for ever.
  case existsGlobally(TemporalFormula)
  /// AG: on every run it holds for ever.
  case allGlobally(TemporalFormula)
  /// E[p U q]: some run comes to q, and p holds until then.
  case existsUntil(TemporalFormula, TemporalFormula)
  /// A[p U q]: every fair run comes to q, and p holds until then.
  case allUntil(TemporalFormula, TemporalFormula)
}
