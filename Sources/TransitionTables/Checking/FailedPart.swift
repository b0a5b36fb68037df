/// The part of a claim that is false where a counterexample ends, and since when.
///
/// A claim is taken apart as far as its words go: of `a and b` the sides that are false, of
/// `a implies b` the side `b`, of a choice the branch that counts. A part about what can be
/// reached, or about runs, is shown whole.
public struct FailedPart: Sendable, Hashable {
  /// A variable that the part reads, with its value at the end.
  public struct Value: Sendable, Hashable {
    public var name: String
    public var text: String
  }

  /// The part as an author would write it.
  public var text: String
  /// The number of the step after which it has been false to the end; 0 where it was never true,
  /// nil where that was not found out.
  public var since: Int?
  /// What it reads, in the order of the table.
  public var values: [Value]
}

/// Takes a claim apart over the states of a run.
struct ClaimBlame {
  let model: Model
  /// The valuation at the start and after each step.
  let rests: [[Int]]

  /// The parts of an expression that keep it from being what it should be in the last state.
  func parts(of expression: Expression, wanted: Bool = true) -> [FailedPart] {
    guard let last = rests.last else { return [] }
    let leaves = blamed(expression, wanted: wanted, in: ConcreteEvaluator(last))
    var seen = Set<FailedPart>()
    return leaves.map { part(wanted: $0.wanted, $0.expression) }.filter { seen.insert($0).inserted }
  }

  /// The number of the step since which something is false; 0 where it was never true.
  func since(_ isTrue: (Int) -> Bool) -> Int {
    (rests.indices.last(where: isTrue) ?? -1) + 1
  }

  private func part(wanted: Bool, _ leaf: Expression) -> FailedPart {
    let claim = wanted ? leaf : Expression.not(leaf)
    let last = rests.last ?? []
    let read = leaf.slots.filter { !model.slots[$0].isParameter }
    return FailedPart(
      text: model.text(of: claim),
      since: since { ConcreteEvaluator(rests[$0]).holds(claim) },
      values: read.map {
        FailedPart.Value(name: model.slots[$0].name, text: model.text(of: last[$0], in: $0))
      })
  }

  private func blamed(
    _ expression: Expression, wanted: Bool, in state: ConcreteEvaluator
  ) -> [(expression: Expression, wanted: Bool)] {
    switch expression {
    case .not(let inner): return blamed(inner, wanted: !wanted, in: state)
    case .and(let all) where wanted, .or(let all) where !wanted:
      return all.filter { state.holds($0) != wanted }.flatMap {
        blamed($0, wanted: wanted, in: state)
      }
    case .or(let all), .and(let all):
      // What is presupposed is no fault: of `a implies b` only `b`.
      let claims = all.filter { if case .not = $0 { false } else { true } }
      return (claims.isEmpty ? all : claims).flatMap { blamed($0, wanted: wanted, in: state) }
    case .conditional(let test, let yes, let no):
      return blamed(state.holds(test) ? yes : no, wanted: wanted, in: state)
    default: return [(expression, wanted)]
    }
  }
}
