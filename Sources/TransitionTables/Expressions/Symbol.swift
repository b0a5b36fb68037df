/// A declared name: one slot, or one a member of the enum that indexes it.
public struct Symbol: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// The enum that indexes it, or nil.
  public var index: Int?
  /// One slot, or one a member in the order of the enum.
  public var slots: [Int]
  /// The type of each of its slots.
  public var type: ValueType
}

/// A named group of members of one enum, such as the locations where an app waits for a code.
struct MemberGroup {
  /// The enum of the members.
  var domain: Int
  var members: [Int]
}
