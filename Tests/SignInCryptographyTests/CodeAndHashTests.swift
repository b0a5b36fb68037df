import SignInCryptography
import Testing

/// One-time codes and secret hashes.
@Suite struct CodeAndHashTests {
  @Test func aOneTimeCodeIsRandomDigitsOfTheAskedLength() throws {
    for digits in 4...9 {
      var random = SeededRandomBytes(seed: 8)
      let code = try OneTimeCode(digits: digits, randomness: &random)
      var again = SeededRandomBytes(seed: 8)
      #expect(try OneTimeCode(digits: digits, randomness: &again).text == code.text)
      #expect(code.text.utf8.count == digits)
      #expect(code.text.utf8.allSatisfy { (48...57).contains($0) })
      #expect(try OneTimeCode(digits: digits, randomness: &random).text != code.text)
    }
  }

  @Test func everyDigitIsDrawn() throws {
    var random = SeededRandomBytes(seed: 8)
    var digits = ""
    for _ in 0..<30 { digits += try OneTimeCode(randomness: &random).text }
    #expect(Set(digits).sorted() == Array("0123456789"))
    #expect(digits.utf8.count == 180)
  }

  @Test func anAnswerMatchesMismatchesOrIsMalformed() throws {
    let code = try OneTimeCode("012345")
    #expect(code.text == "012345")
    #expect(code.judge("012345") == .matches)
    for answer in ["012346", "112345", "999999"] { #expect(code.judge(answer) == .mismatch) }
    for answer in ["", "12345", "0123456", "01234a", "012345 ", "-12345", "０12345"] {
      #expect(code.judge(answer) == .malformed, "\(answer)")
    }
  }

  @Test func aCodeOutsideItsRangeIsRefused() {
    var random = SeededRandomBytes(seed: 8)
    for digits in [-1, 0, 3, 10] {
      let code = thrownCode { _ = try OneTimeCode(digits: digits, randomness: &random) }
      #expect(code == .outOfRange)
    }
    for text in ["", "123", "1234567890", "12a4"] {
      #expect(thrownCode { _ = try OneTimeCode(text) } == .outOfRange)
    }
  }

  @Test func theRecordedSecretHashIsReproduced() throws {
    let vectors = try Vectors.cognito.get().secretHash
    #expect(vectors.count == 1)
    for vector in vectors {
      let secret = Secret(vector.secret)
      let hash = try SecretHash.compute(
        username: vector.username, clientID: vector.clientID, clientSecret: secret)
      #expect(hash == vector.hash)
      #expect(
        try SecretHash.isRight(
          hash, username: vector.username, clientID: vector.clientID, clientSecret: secret))
      for (presented, user) in [(hash, "bob"), ("", "alice"), ("?", "alice")] {
        #expect(
          try !SecretHash.isRight(
            presented, username: user, clientID: vector.clientID, clientSecret: secret))
      }
    }
  }
}
