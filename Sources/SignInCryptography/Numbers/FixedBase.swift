/// A base that is often raised, modulo one number. Its powers are precomputed, so that an
/// exponentiation takes 63 products instead of some 320 squares and products.
///
/// The exponent is read in digits of four bits, from the lowest; for each place the table has the
/// sixteen powers for the values of its digit, in Montgomery form (half a megabyte at 3072 bits).
///
/// Cost at 3072 bits: a few milliseconds to create; an exponentiation takes a fifth of
/// `BigModulus.power`. The time is the same for all exponents of up to 256 bits, but the
/// processor's cache shows which powers are read: another program on the machine could learn the
/// exponent. It is therefore for test beds, and not for a service on shared machines.
struct FixedBase: Sendable {
  /// The largest length of an exponent that the powers cover, in bytes.
  static let exponentBytes = 32
  private static let digits = 16

  let base: BigNumber
  let modulus: BigModulus
  /// The power for digit `d` at place `p` is at `16 · p + d`.
  private let powers: [BigNumber]

  /// Precomputes the powers.
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

  /// `base ^ exponent mod N`; for a longer exponent the modulus computes it.
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
