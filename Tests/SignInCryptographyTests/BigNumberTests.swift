import Testing

@testable import SignInCryptography

@Suite struct BigNumberTests {
  @Test func hexIsReadInEitherCaseAndWrittenWithoutPadding() throws {
    for (text, hex) in [
      ("0", "0"), ("000", "0"), ("f", "f"), ("0F", "f"), ("100", "100"), ("AbCdEf0", "abcdef0"),
      ("00ff00", "ff00"),
    ] {
      #expect(try BigNumber(hex: text).hex == hex)
    }
  }

  @Test func textThatIsNotHexIsRefused() {
    for text in ["", "g", "-1", "+1", "0x1", " 1", "1\n", "１"] {
      #expect(thrownCode { _ = try BigNumber(hex: text) } == .malformedHex, "\(text)")
    }
  }

  @Test func numbersAboveTheLimitAreRefused() throws {
    let largest = [UInt8](repeating: 0xff, count: BigNumber.maximumBytes)
    #expect(try BigNumber(bytes: largest).bitWidth == 8 * 4096)
    #expect(thrownCode { _ = try BigNumber(bytes: largest + [0]) } == .outOfRange)
  }

  @Test func signedBytesHaveALeadingZeroExactlyIfTheTopBitIsSet() throws {
    for (hex, signed) in [
      ("0", "00"), ("1", "01"), ("7f", "7f"), ("80", "0080"), ("ec", "00ec"), ("fff", "0fff"),
      ("7fff", "7fff"), ("8000", "008000"), ("00000080", "0080"),
    ] {
      #expect(try Hex.encode(BigNumber(hex: hex).signedBytes) == signed)
    }
  }

  @Test func bytesAreMinimal() throws {
    #expect(try BigNumber(bytes: [0, 0, 1, 0]).bytes == [1, 0])
    #expect(try BigNumber(bytes: []).bytes == [])
    #expect(try BigNumber(bytes: []).isZero)
    #expect(try BigNumber(0x1_0000_0001).bytes == [1, 0, 0, 0, 1])
    #expect(try BigNumber(UInt64.max).hex == "ffffffffffffffff")
  }

  @Test func sumsAndProductsAreExact() throws {
    let left = try BigNumber(UInt64.max)
    let two = try BigNumber(2)
    #expect(try left.adding(left).hex == "1fffffffffffffffe")
    #expect(try left.multiplied(by: left).hex == "fffffffffffffffe0000000000000001")
    #expect(try left.multiplied(by: two).hex == left.adding(left).hex)
  }

  @Test func modularArithmeticReducesAndNeverTurnsNegative() throws {
    let modulus = try BigModulus(BigNumber(1_000_003))
    let big = try BigNumber(5_000_020)
    let small = try BigNumber(7)
    #expect(try modulus.reduce(big).hex == BigNumber(5).hex)
    #expect(try modulus.add(big, small).hex == "c")
    #expect(try modulus.subtract(big, small).hex == BigNumber(1_000_001).hex)
    #expect(try modulus.multiply(big, small).hex == "23")
    let exponent = try BigNumber(hex: "29d42b64e76714244cb")
    #expect(try modulus.power(BigNumber(3), exponent).hex == BigNumber(573_308).hex)
    #expect(try modulus.power(BigNumber(1_000_006), exponent).hex == BigNumber(573_308).hex)
    #expect(try modulus.power(small, BigNumber(0)).hex == "1")
    #expect(try modulus.power(BigNumber(0), small).isZero)
    #expect(try modulus.divides(BigNumber(3_000_009)))
    #expect(try !modulus.divides(BigNumber(3_000_010)))
  }

  @Test func anEvenOrTinyModulusIsRefused() {
    for value in [0, 1, 2, 1_000_004] as [UInt64] {
      #expect(thrownCode { _ = try BigModulus(BigNumber(value)) } == .illegalModulus)
    }
  }

  @Test func theGroupIsTheRecordedOne() throws {
    let group = try SRPGroup.cognito
    #expect(try group.modulus.value.hex == Vectors.cognito.get().prime.lowercased())
    #expect(group.modulus.value.bitWidth == 3072)
    #expect(group.generator.hex == "2")
  }

  @Test func oneModulusServesManyTasksAtOnce() async throws {
    let modulus = try SRPGroup.cognito.modulus
    let exponent = try BigNumber(hex: "123456789abcdef0123456789abcdef0")
    let expected = try modulus.power(BigNumber(5), exponent).hex
    let results = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 {
        group.addTask { try modulus.power(BigNumber(5), exponent).hex }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: expected, count: 16))
  }

  @Test func aDescriptionTellsTheSizeOnly() throws {
    let number = try BigNumber(hex: "deadbeef")
    var dumped = ""
    dump(number, to: &dumped)
    #expect("\(number)" == "BigNumber(32 bits)")
    #expect(dumped == "- BigNumber(32 bits)\n")
  }
}
