/// A guarded update of a packed state: if any cube matches, `s` becomes `(s & ~clear) | set`.
public struct TransitionRule: Hashable, Sendable {
  /// The guard: at least one cube must match; without cubes the rule never fires.
  public var cubes: [PackedCube]
  /// The bits that the update clears, one word for each word of a state.
  public var clear: [UInt64]
  /// The bits that the update then sets, one word for each word of a state.
  public var set: [UInt64]
  /// A number with a meaning to the rule's author only; the engine carries it along.
  public var label: Int32

  /// Makes a rule; `clear` and `set` have one word for each word of a state.
  public init(cubes: [PackedCube], clear: [UInt64], set: [UInt64], label: Int32) {
    self.cubes = cubes
    self.clear = clear
    self.set = set
    self.label = label
  }
}
