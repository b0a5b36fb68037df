public import StateSpace

/// The initial states of a machine, as a set of valuations of a space's slots. Every other slot has
/// its initial value.
public struct StartingSet {
  /// The space of ``valuations``.
  public let space: SymbolicSpace
  /// The valuations of the space's slots, at least one; all have valid bit patterns.
  public let valuations: Diagram

  /// A set of valuations of the space's slots.
  public init(_ valuations: Diagram, in space: SymbolicSpace) {
    (self.valuations, self.space) = (valuations, space)
  }

  /// A few of the valuations that together set every bit which any of them sets. A compiled machine
  /// has no variable for a bit that is never set.
  var examples: [[Int]] {
    let diagrams = space.diagrams
    let initial = space.model.slots.map(\.initial)
    var covered: Set<Int> = []
    var found: [[Int]] = []
    for variable in [-1] + space.bits.values.joined().sorted() where !covered.contains(variable) {
      let narrowed =
        variable < 0 ? valuations : diagrams.and(valuations, diagrams.variable(variable))
      guard let path = diagrams.smallestAssignment(of: narrowed) else { continue }
      let isSet = Set(path.filter(\.value).map(\.variable))
      covered.formUnion(isSet)
      var valuation = initial
      for (slot, variables) in space.bits.sorted(by: { $0.key < $1.key }) {
        let pattern = variables.enumerated().reduce(UInt64(0)) {
          $0 | (isSet.contains($1.element) ? 1 << UInt64($1.offset) : 0)
        }
        valuation[slot] = space.model.types.decode(pattern, as: space.model.slots[slot].type)
      }
      found.append(valuation)
    }
    return found
  }
}
