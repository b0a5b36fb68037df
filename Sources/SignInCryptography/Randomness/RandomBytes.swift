/// The source of randomness for key pairs, salts and codes. It is injected, so that a run is a pure
/// function of its seed.
public protocol RandomBytes {
  /// The next `count` bytes of the stream.
  ///
  /// - Parameter count: 0 or more.
  /// - Throws: `outOfRange` for a negative count; errors of the source itself.
  mutating func bytes(_ count: Int) throws(CryptographyError) -> [UInt8]
}

extension RandomBytes {
  /// A random number in `0..<bound`; all are equally likely.
  ///
  /// It draws eight bytes at a time, and rejects the few values that would favour small numbers.
  ///
  /// - Throws: `outOfRange` if `bound` is 0.
  public mutating func number(below bound: UInt64) throws(CryptographyError) -> UInt64 {
    guard bound > 0 else {
      throw CryptographyError(.outOfRange, "no number lies below 0; give a positive bound")
    }
    let rejected = UInt64.max % bound == bound - 1 ? 0 : UInt64.max % bound + 1
    while true {
      let drawn = try bytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      if drawn <= UInt64.max - rejected { return drawn % bound }
    }
  }
}
