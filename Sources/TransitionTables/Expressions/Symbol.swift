/// A declared name: it stands for one slot, or for one slot for each member of its index enum.
public struct Symbol: Sendable, Hashable {
  /// The declared name.
  public var name: String
  /// The enum that indexes the symbol, by position; nil where it is not indexed.
  public var index: Int?
  /// The single slot, or one slot for each member in the order of the enum.
  public var slots: [Int]
  /// The type of each slot.
  public var type: ValueType
}

/// A named group of members of one enum, such as the locations where an app waits for a code.
struct MemberGroup {
  /// The enum of the members, by position.
  var domain: Int
  var members: [Int]
}
