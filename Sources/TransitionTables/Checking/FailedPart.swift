/// The part of a claim that is false at the end of a counterexample, and the step since which it
/// is.
///
/// A claim is split along its operators: for `a and b` into the sides that are false, for
/// `a implies b` into the side `b`, for a conditional into the branch that applies. A part about
/// reachability or about runs stays whole.
public struct FailedPart: Sendable, Hashable {
  /// A variable that the part reads, with its value at the end of the counterexample.
  public struct Value: Sendable, Hashable {
    public var name: String
    public var text: String
  }

  /// The part as an author would write it.
  public var text: String
  /// The number of the step since which the part is false until the end; 0 where it was never true,
  /// nil where this was not determined.
  public var since: Int?
  /// The variables that the part reads, in the order of the table.
  public var values: [Value]
}

/// Splits a claim over the states of a run.
struct ClaimBlame {
  let model: Model
  /// The valuations at rest: the initial one, then one for each step.
  let rests: [[Int]]

  /// Returns the parts of an expression because of which it does not have the wanted value at the
  /// end.
  func parts(of expression: Expression, wanted: Bool = true) -> [FailedPart] {
    guard let last = rests.last else { return [] }
    let leaves = blamed(expression, wanted: wanted, in: ConcreteEvaluator(last))
    var seen = Set<FailedPart>()
    return leaves.map { part(wanted: $0.wanted, $0.expression) }.filter { seen.insert($0).inserted }
  }

  /// Returns the number of the step since which a condition is false; 0 where it was never true.
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
      // A premise is not to blame: of `a implies b` only `b` is.
      let claims = all.filter { if case .not = $0 { false } else { true } }
      return (claims.isEmpty ? all : claims).flatMap { blamed($0, wanted: wanted, in: state) }
    case .conditional(let test, let yes, let no):
      return blamed(state.holds(test) ? yes : no, wanted: wanted, in: state)
    default: return [(expression, wanted)]
    }
  }
}
