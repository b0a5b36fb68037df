/// A base that is raised often, modulo one number: its powers are worked out once, so that an
/// exponentiation is 63 products instead of some 320 squares and products.
///
/// The exponent is read in digits of four bits from the lowest on; for each place there are the
/// sixteen powers that its digit may stand for, all in Montgomery's form (half a megabyte at 3072
/// bits).
///
/// Cost at 3072 bits: a few milliseconds to make; an exponentiation a fifth of `BigModulus.power`.
/// It takes the same time for all exponents of 256 bits and less, but which powers it reads shows
/// in the processor's cache: whoever else runs on the machine could learn of the exponent, so it is
/// for test beds and not for a service on shared machines.
struct FixedBase: Sendable {
  /// The longest exponent that the powers are for, in bytes.
  static let exponentBytes = 32
  private static let digits = 16

  let base: BigNumber
  let modulus: BigModulus
  /// The power for digit `d` at place `p` is at `16 · p + d`.
  private let powers: [BigNumber]

  /// Works the powers out.
  ///
  /// - Throws: `openSSLFailed`.
  init(_ base: BigNumber, modulo modulus: BigModulus) throws(CryptographyError) {
    (self.base, self.modulus) = (base, modulus)
    let one = try modulus.toMontgomery(BigNumber(1))
    var step = try modulus.toMontgomery(modulus.reduce(base))
    var powers: [BigNumber] = []
    powers.reserveCapacity(2 * Self.exponentBytes * Self.digits)
    for _ in 0..<(2 * Self.exponentBytes) {
      powers.append(one)
      for _ in 1..<Self.digits {
        powers.append(try modulus.multiplyMontgomery(powers[powers.count - 1], step))
      }
      step = try modulus.multiplyMontgomery(powers[powers.count - 1], step)
    }
    self.powers = powers
  }

  /// `base ^ exponent mod N`; a longer exponent is left to the modulus.
  ///
  /// - Throws: `openSSLFailed`.
  func power(_ exponent: BigNumber) throws(CryptographyError) -> BigNumber {
    var bytes = exponent.bytes
    defer { bytes.erase() }
    guard bytes.count <= Self.exponentBytes else { return try modulus.power(base, exponent) }
    return try modulus.product(of: 2 * Self.exponentBytes) { place in
      let position = bytes.count - 1 - place / 2
      let byte = position < 0 ? 0 : Int(bytes[position])
      let digit = place.isMultiple(of: 2) ? byte & 15 : byte >> 4
      return powers[Self.digits * place + digit]
    }
  }
}
