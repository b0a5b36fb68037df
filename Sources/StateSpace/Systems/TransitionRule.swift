/// A guarded update of a packed state: where any cube matches, `s` becomes `(s & ~clear) | set`.
public struct TransitionRule: Hashable, Sendable {
  /// The guard: any of them must match; without a cube the rule never fires.
  public var cubes: [PackedCube]
  /// The bits that the update clears, one word for each word of a state.
  public var clear: [UInt64]
  /// The bits that the update then sets, one word for each word of a state.
  public var set: [UInt64]
  /// A number that means something to the rule's author; the engine only carries it.
  public var label: Int32

  /// Makes a rule; `clear` and `set` have one word for each word of a state.
  public init(cubes: [PackedCube], clear: [UInt64], set: [UInt64], label: Int32) {
    self.cubes = cubes
    self.clear = clear
    self.set = set
    self.label = label
  }
}
