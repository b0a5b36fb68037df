import Foundation
import SignInCryptography
import TestSupport
import Testing

/// Mutated inputs to every decoder: each is read or refused with a typed error, never a crash, and
/// what is read has one form only.
///
/// A sample runs always; with `WAYMARK_LONG` set, 100,000 inputs a decoder family.
@Suite struct DecoderFuzzTests {
  static let isLong = Effort.isLong
  static let count = isLong ? 100_000 : 3_000

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The error that a reader throws must be one of the expected ones.
  private func read<Value>(
    _ codes: Set<CryptographyError.Code>, _ body: () throws(CryptographyError) -> Value
  ) -> Value? {
    do throws(CryptographyError) {
      return try body()
    } catch {
      #expect(codes.contains(error.code), "\(error)")
      return nil
    }
  }

  @Test func textCodingsHaveOneFormForEveryValue() throws {
    var mutator = Mutator(seed: 1)
    var random = SeededRandomBytes(seed: 2)
    var corpus: [[UInt8]] = []
    for length in 0..<24 {
      let bytes = try random.bytes(length)
      for text in [
        Base64.encode(bytes), Base64URL.encode(bytes), Base32.encode(bytes), Hex.encode(bytes),
      ] { corpus.append(Array(text.utf8)) }
    }
    var taken = 0
    for _ in 0..<Self.count {
      let input = text(try mutator.mutant(of: corpus))
      if let bytes = read(
        [.malformedBase64], { () throws(CryptographyError) in try Base64.decode(input) })
      {
        taken += 1
        #expect(Base64.encode(bytes) == input)
      }
      if let bytes = read(
        [.malformedBase64], { () throws(CryptographyError) in try Base64URL.decode(input) })
      {
        #expect(Base64URL.encode(bytes) == input)
      }
      if let bytes = read(
        [.malformedBase32], { () throws(CryptographyError) in try Base32.decode(input) })
      {
        #expect(Base32.encode(bytes) == String(input.prefix { $0 != "=" }))
      }
      if let bytes = read(
        [.malformedHex], { () throws(CryptographyError) in try Hex.decode(input) })
      {
        #expect(Hex.encode(bytes) == input.lowercased())
      }
      let number = read([.malformedHex, .outOfRange]) { () throws(CryptographyError) in
        try BigNumber(hex: input)
      }
      if let number { #expect(number.bytes.count <= BigNumber.maximumBytes) }
    }
    #expect(taken > Self.count / 100, "the mutants must not all be refused at once")
  }

  @Test func whatCBORIsReadIsCanonical() throws {
    var mutator = Mutator(seed: 3)
    var corpus = try CBORTests.standard.map { try Hex.decode($0.hex) }
    for vector in try WebAuthnVectors.all.get().credentials {
      corpus.append(try Hex.decode(vector.attestationObject))
    }
    var taken = 0
    for _ in 0..<Self.count {
      let input = try mutator.mutant(of: corpus)
      if let item = read(
        [.malformedCBOR], { () throws(CryptographyError) in try CBORReader.read(input) })
      {
        taken += 1
        #expect(item.encoded == input, "\(Hex.encode(input))")
      }
    }
    #expect(taken > Self.count / 100)
  }

  @Test func whatJSONIsReadGoesBothWays() throws {
    var mutator = Mutator(seed: 4)
    var corpus = [
      #"{"a":[1,-2.5e3,null,true,false,"x\n\u00fc"],"b":{}}"#, "[[[]]]", "0", "\"\"",
    ].map { Array($0.utf8) }
    for vector in try WebAuthnVectors.all.get().credentials {
      corpus.append(try Hex.decode(vector.creationClientData))
    }
    var taken = 0
    for _ in 0..<Self.count {
      let input = try mutator.mutant(of: corpus)
      guard
        let json = read(
          [.malformedJSON], { () throws(CryptographyError) in try JSON(parsing: input) })
      else { continue }
      taken += 1
      #expect(try JSON(parsing: json.serialized) == json)
    }
    #expect(taken > Self.count / 100)
  }

  @Test func authenticatorDataIsReadOrRefused() throws {
    var mutator = Mutator(seed: 5)
    var corpus: [[UInt8]] = []
    for vector in try WebAuthnVectors.all.get().credentials {
      corpus.append(try Hex.decode(vector.authenticatorData))
      guard
        case .bytes(let data) = try CBORReader.read(Hex.decode(vector.attestationObject))[
          "authData"]
      else { continue }
      corpus.append(data)
    }
    var taken = 0
    for _ in 0..<Self.count {
      let input = try mutator.mutant(of: corpus)
      let data = read([.malformedMessage, .malformedCBOR]) { () throws(CryptographyError) in
        try AuthenticatorData(input)
      }
      if data != nil { taken += 1 }
      if let key = data?.credential?.publicKey {
        _ = read([.malformedKey]) { () throws(CryptographyError) in try COSEKey.decode(key) }
      }
    }
    #expect(taken > Self.count / 100)
  }

  @Test func noMutantOfAResponseOrTokenIsTaken() throws {
    var mutator = Mutator(seed: 6)
    var ceremonies = try Ceremonies()
    var registration = ""
    _ = try ceremonies.register { registration = $0.json.serialized }
    let ceremony = try ceremonies.begin()
    let options = ceremonies.party.requestOptions(for: ceremony)
    let assertion = try ceremonies.authenticator.assert(options, origin: Ceremonies.origin)
    let sound = try #require(assertion)
    let corpus = [registration, sound.json.serialized].map { Array($0.utf8) }
    for _ in 0..<Self.count {
      let input = text(try mutator.mutant(of: corpus))
      let verdict = try ceremonies.party.judge(assertion: input, for: ceremony, at: Ceremonies.now)
      guard case .accepted = verdict else { continue }
      // What is taken says the same as the sound one in every field that is judged.
      let taken = try WebAuthnAssertionResponse(json: JSON(parsing: input))
      #expect(taken.id == sound.id)
      #expect(taken.clientDataJSON == sound.clientDataJSON)
      #expect(taken.authenticatorData == sound.authenticatorData)
      #expect(taken.signature == sound.signature)
    }
  }

  @Test func noMutantOfATokenIsTaken() throws {
    var mutator = Mutator(seed: 7)
    let vectors = try TokenVectors.all.get()
    let verifier = TokenVerifier(
      poolID: vectors.poolID, clientID: vectors.clientID,
      keys: try TokenVectors.derived.get().publicKeys)
    let corpus = vectors.tokens.map { Array($0.token.utf8) }
    let sound = Set(vectors.tokens.filter { $0.expected == "accepted" }.map(\.token))
    for _ in 0..<Self.count {
      let input = text(try mutator.mutant(of: corpus))
      let verdict = try verifier.judge(input, as: .access, at: vectors.now)
      if case .accepted = verdict { #expect(sound.contains(input), "\(input)") }
    }
  }

  @Test func protocolTextsAreReadOrRefused() throws {
    var mutator = Mutator(seed: 8)
    let corpus = [
      "Sat Nov 21 01:53:03 UTC 2026", "eu-west-1_AbCdEf123", "123456", "JBSWY3DPEHPK3PXP",
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
      "{\"keys\":[{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\",\"kid\":\"a\"}]}",
    ].map { Array($0.utf8) }
    var code = try TimeBasedCodeVerifier(secret: Secret("12345678901234567890"))
    for _ in 0..<Self.count {
      let input = text(try mutator.mutant(of: corpus))
      let time = read([.malformedTimestamp]) { () throws(CryptographyError) in
        try TimestampParser.parse(input)
      }
      if let time { #expect(try TimestampFormatter.format(time) == input) }
      _ = read([.malformedPoolID]) { () throws(CryptographyError) in try SRPServer(poolID: input) }
      _ = read([.outOfRange]) { () throws(CryptographyError) in try OneTimeCode(input) }
      _ = read([.outOfRange, .malformedBase32]) { () throws(CryptographyError) in
        try Base32.decode(input)
      }
      _ = read([.malformedKey, .malformedBase64]) { () throws(CryptographyError) in
        try RSAPrivateKey(pem: input)
      }
      _ = read([.malformedJSON, .malformedMessage, .malformedKey, .malformedBase64]) {
        () throws(CryptographyError) in try JSONWebKeySet(json: JSON(parsing: input))
      }
      _ = try code.verify(input, at: 59)
    }
  }
}
