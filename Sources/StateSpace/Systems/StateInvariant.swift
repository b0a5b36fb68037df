/// The property that no reachable state matches any of some cubes.
public struct StateInvariant: Hashable, Sendable {
  /// The author's name for the invariant.
  public var name: String
  /// The cubes of the bad states: a state that matches any of them breaks the invariant.
  public var badCubes: [PackedCube]
  /// Whether the invariant also applies inside steps: to urgent states, and to the end of a step
  /// before its transient bits are cleared. Otherwise only states at rest are checked.
  public var within: Bool

  /// Makes an invariant that is broken by each state that matches any of `badCubes`.
  public init(name: String, badCubes: [PackedCube], within: Bool = false) {
    self.name = name
    self.badCubes = badCubes
    self.within = within
  }
}
