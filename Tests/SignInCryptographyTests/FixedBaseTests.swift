import Testing

@testable import SignInCryptography

/// The prepared powers of a base against the modulus's own exponentiation.
@Suite struct FixedBaseTests {
  @Test func everyDigitAtEveryPlaceIsReadRight() throws {
    let group = try SRPGroup.cognito
    var exponents = ["0", "1", "f", "10", "ff", "100", String(repeating: "f", count: 64)]
    for digit in ["1", "7", "f"] {
      exponents += (0..<64).map { digit + String(repeating: "0", count: $0) }
    }
    var random = SeededRandomBytes(seed: 5, purpose: "exponents")
    for _ in 0..<20 { exponents.append(Hex.encode(try random.bytes(32))) }
    for hex in exponents {
      let exponent = try BigNumber(hex: hex)
      let expected = try group.modulus.power(group.generator, exponent)
      #expect(try group.preparedGenerator.power(exponent).hex == expected.hex, "\(hex)")
    }
  }

  @Test func aLongerExponentIsTakenAsWell() throws {
    let group = try SRPGroup.cognito
    let exponent = try BigNumber(hex: "1" + String(repeating: "3", count: 64))
    #expect(exponent.bitWidth == 257)
    let expected = try group.modulus.power(group.generator, exponent)
    #expect(try group.preparedGenerator.power(exponent).hex == expected.hex)
  }

  @Test func aBaseAboveTheModulusIsReduced() throws {
    let prepared = try FixedBase(BigNumber(2_000_009), modulo: BigModulus(BigNumber(1_000_003)))
    // 3^5 mod 1,000,003, because 2,000,009 is 3 more than twice the modulus.
    #expect(try prepared.power(BigNumber(5)).hex == BigNumber(243).hex)
    #expect(try prepared.power(BigNumber(0)).hex == "1")
  }
}
