/// A claim that no reachable state matches any of some cubes.
public struct StateInvariant: Hashable, Sendable {
  /// What the author calls it.
  public var name: String
  /// A state that matches any of them breaks the claim.
  public var badCubes: [PackedCube]
  /// Whether the claim also binds every state inside a step: the urgent ones, and the end of the
  /// step while its transient bits still stand. Otherwise only states at rest are judged.
  public var within: Bool

  /// Claims that no state matches any of `badCubes`.
  public init(name: String, badCubes: [PackedCube], within: Bool = false) {
    self.name = name
    self.badCubes = badCubes
    self.within = within
  }
}
