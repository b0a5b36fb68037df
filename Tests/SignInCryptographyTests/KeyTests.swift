import Testing

@testable import SignInCryptography

/// Keys and their signatures, against standards and against keys made elsewhere.
@Suite struct KeyTests {
  /// RFC 6979 appendix A.2.5, P-256 with SHA-256.
  @Test(arguments: [
    (
      "sample", "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
      "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    ),
    (
      "test", "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
      "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
    ),
  ])
  func signaturesAreThoseOfRFC6979(message: String, r: String, s: String) throws {
    let scalar = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    let key = try P256PrivateKey(scalar: Secret(bytes: Hex.decode(scalar)))
    #expect(
      Hex.encode(key.publicKey.x)
        == "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
    let signature = try key.signature(for: Array(message.utf8))
    let expected = DER.sequence(DER.integer(try Hex.decode(r)), DER.integer(try Hex.decode(s)))
    #expect(Hex.encode(signature) == Hex.encode(expected))
    #expect(
      try key.publicKey.verifies(signature: signature, message: Array(message.utf8)))
  }

  @Test func libcryptoTakesEverySignatureAndNoOther() throws {
    var random = SeededRandomBytes(seed: 3)
    for length in 0..<40 {
      let key = try P256PrivateKey(randomness: &random)
      let message = try random.bytes(length)
      let signature = try key.signature(for: message)
      #expect(try key.publicKey.verifies(signature: signature, message: message))
      #expect(try !key.publicKey.verifies(signature: signature, message: message + [0]))
      let other = try P256PrivateKey(randomness: &random)
      #expect(try !other.publicKey.verifies(signature: signature, message: message))
    }
  }

  @Test func aScalarLiesBetweenOneAndTheOrderLessOne() throws {
    let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    let zeros = String(repeating: "0", count: 62)
    for scalar in [order, zeros + "00", String(repeating: "f", count: 64), "01", zeros + "0001"] {
      let code = thrownCode {
        _ = try P256PrivateKey(scalar: Secret(bytes: Hex.decode(scalar)))
      }
      #expect(code == .malformedKey, "\(scalar)")
    }
    for scalar in [zeros + "01", String(order.dropLast()) + "0"] {
      _ = try P256PrivateKey(scalar: Secret(bytes: Hex.decode(scalar)))
    }
  }

  @Test func aPointOffTheCurveIsNoKey() throws {
    let key = try P256PrivateKey(scalar: Secret(bytes: [UInt8](repeating: 7, count: 32))).publicKey
    var y = key.y
    y[31] ^= 1
    #expect(thrownCode { _ = try P256PublicKey(x: key.x, y: y) } == .malformedKey)
    #expect(thrownCode { _ = try P256PublicKey(x: key.x, y: []) } == .malformedKey)
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(thrownCode { _ = try P256PublicKey(x: zero, y: zero) } == .malformedKey)
  }

  @Test func aCOSEKeyIsES256AndNothingElse() throws {
    let key = try P256PrivateKey(scalar: Secret(bytes: [UInt8](repeating: 7, count: 32))).publicKey
    let sound = COSEKey.encode(key)
    #expect(try COSEKey.decode(sound) == key)
    guard case .map(let entries) = sound else { return }
    for position in entries.indices {
      var changed = entries
      changed[position].value = .integer(0)
      #expect(thrownCode { _ = try COSEKey.decode(.map(changed)) } == .malformedKey)
      changed.remove(at: position)
      #expect(thrownCode { _ = try COSEKey.decode(.map(changed)) } == .malformedKey)
    }
    let further = entries + [CBOR.Entry(.integer(4), .array([]))]
    #expect(thrownCode { _ = try COSEKey.decode(.map(further)) } == .malformedKey)
    #expect(thrownCode { _ = try COSEKey.decode(.null) } == .malformedKey)
  }

  @Test(arguments: TokenKeys.Use.allCases)
  func aSeedGivesTheRSAKeysThatPythonDerivesFromIt(use: TokenKeys.Use) throws {
    let vectors = try TokenVectors.all.get()
    let recorded = try #require(vectors.keys[use.rawValue])
    let keys = try TokenVectors.derived.get()
    let key = use == .id ? keys.id : keys.access
    #expect(Hex.encode(key.publicKey.modulus) == recorded.modulus)
    #expect(key.publicKey.exponent == [1, 0, 1])
    #expect(try JSONWebKeySet.Key(key.publicKey).id == recorded.kid)
  }

  @Test func aKeyInEitherPEMFormSignsAsTheDerivedOne() throws {
    let recorded = try #require(try TokenVectors.all.get().keys["access"])
    let derived = try TokenVectors.derived.get().access
    let message = Array("message".utf8)
    let signature = try derived.signature(for: message)
    #expect(signature.count == 256)
    for pem in [recorded.pkcs1, recorded.pkcs8] {
      let key = try RSAPrivateKey(pem: pem)
      #expect(key.publicKey == derived.publicKey)
      #expect(try key.signature(for: message) == signature)
    }
    #expect(try derived.publicKey.verifies(signature: signature, message: message))
    #expect(try !derived.publicKey.verifies(signature: signature, message: []))
    #expect(try !derived.publicKey.verifies(signature: [], message: message))
  }

  @Test func whatIsNoRSAKeyIsRefused() throws {
    let pem = try #require(try TokenVectors.all.get().keys["access"]).pkcs8
    for text in [
      "", "x", pem + pem, pem.replacing("PRIVATE", with: "PUBLIC"),
      pem.replacing("MII", with: "MIJ"), pem.replacing("BEGIN PRIVATE", with: "BEGIN RSA PRIVATE"),
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    ] {
      #expect(
        thrownCode { _ = try RSAPrivateKey(pem: text) } == .malformedKey, "\(text.prefix(30))")
    }
    let broken = "-----BEGIN PRIVATE KEY-----\nAAA\n-----END PRIVATE KEY-----"
    #expect(thrownCode { _ = try RSAPrivateKey(pem: broken) } == .malformedBase64)
    var random = SeededRandomBytes(seed: 1)
    let weak = thrownCode { _ = try RSAPrivateKey(bits: 1024, randomness: &random) }
    #expect(weak == .outOfRange)
    let odd = [UInt8](repeating: 255, count: 256)
    for (modulus, exponent) in [
      ([], [3]), (odd, []), (odd, [1]), (odd, [2]), (Array(odd.dropLast()), [3]),
      (Array(odd.dropLast()) + [2], [3]), (odd + odd + [1], [3]),
    ] as [([UInt8], [UInt8])] {
      let code = thrownCode { _ = try RSAPublicKey(modulus: modulus, exponent: exponent) }
      #expect(code == .malformedKey)
    }
  }

  @Test func noDescriptionShowsAPrivateKey() throws {
    let key = try P256PrivateKey(scalar: Secret(bytes: [UInt8](repeating: 0x41, count: 32)))
    var shown = "\(key)"
    dump(key, to: &shown)
    #expect(!shown.contains("AAAA"))
    #expect(!shown.contains("65, 65"))
    #expect(!shown.contains("- 65\n  - 65"))
  }
}
