/// A conjunction of conditions on single bits of a packed state.
///
/// A state matches if its bits under `mask` equal those of `value`, word by word. A value with a
/// bit outside its mask matches nothing; an all-zero mask with an all-zero value matches
/// everything.
public struct PackedCube: Hashable, Sendable {
  /// The bits that are tested, one word for each word of a state.
  public var mask: [UInt64]
  /// The required values of those bits.
  public var value: [UInt64]

  /// Makes a cube; both arrays have one word for each word of a state.
  public init(mask: [UInt64], value: [UInt64]) {
    self.mask = mask
    self.value = value
  }

  /// Whether `state` matches. Missing words count as zero.
  public func matches(_ state: [UInt64]) -> Bool {
    mask.indices.allSatisfy { word in
      (word < state.count ? state[word] : 0) & mask[word] == value[word]
    }
  }
}
