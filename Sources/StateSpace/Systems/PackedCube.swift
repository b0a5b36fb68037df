/// A conjunction of conditions on single bits of a packed state.
///
/// A state matches when its bits under `mask` are those of `value`, word by word. A value with a
/// bit outside its mask matches nothing; a mask of zeros with a value of zeros matches everything.
public struct PackedCube: Hashable, Sendable {
  /// The bits that are looked at, one word for each word of a state.
  public var mask: [UInt64]
  /// What they must be.
  public var value: [UInt64]

  /// Asks for `value` under `mask`; both have one word for each word of a state.
  public init(mask: [UInt64], value: [UInt64]) {
    self.mask = mask
    self.value = value
  }

  /// Whether `state` matches. Words that `state` lacks count as zero.
  public func matches(_ state: [UInt64]) -> Bool {
    mask.indices.allSatisfy { word in
      (word < state.count ? state[word] : 0) & mask[word] == value[word]
    }
  }
}
