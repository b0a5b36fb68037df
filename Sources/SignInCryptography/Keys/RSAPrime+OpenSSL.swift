internal import COpenSSL

/// Finds primes for RSA keys from a given start, so that a key is a function of its seed.
enum RSAPrime {
  /// The public exponent of every derived key.
  static let exponent: UInt64 = 65_537

  /// The first prime at or after a start that suits the exponent. The start's two top bits are set,
  /// so that the product of two primes has its full length.
  ///
  /// libcrypto draws the bases of its Miller-Rabin rounds itself; the verdict on a number does not
  /// depend on them, except with a probability below 2^-128.
  ///
  /// - Throws: `openSSLFailed`.
  static func search(from start: [UInt8]) throws(CryptographyError) -> BigNumber {
    var start = start
    defer { start.erase() }
    if !start.isEmpty {
      start[0] |= 0xc0
      start[start.count - 1] |= 1
    }
    let candidate = try BigNumberStorage(bytes: start)
    guard let scratch = BN_CTX_new() else { throw .openSSL("BN_CTX_new") }
    defer { BN_CTX_free(scratch) }
    while true {
      // p − 1 must not be a multiple of e: otherwise e would have no inverse.
      if BN_mod_word(candidate.pointer, UInt(exponent)) != 1 {
        let verdict = BN_check_prime(candidate.pointer, scratch, nil)
        guard verdict >= 0 else { throw .openSSL("BN_check_prime") }
        if verdict == 1 { return BigNumber(storage: candidate) }
      }
      guard BN_add_word(candidate.pointer, 2) == 1 else { throw .openSSL("BN_add_word") }
    }
  }

  /// The PKCS #1 private key of two primes; nil if they are equal.
  ///
  /// - Throws: `openSSLFailed`.
  static func privateKey(
    _ first: BigNumber, _ second: BigNumber
  ) throws(CryptographyError) -> [UInt8]? {
    let order = BN_cmp(first.storage.pointer, second.storage.pointer)
    if order == 0 { return nil }
    let (p, q) = order > 0 ? (first, second) : (second, first)
    let pLess = try less(p)
    let qLess = try less(q)
    let e = try BigNumber(exponent)
    let d = try inverse(of: e, modulo: pLess.multiplied(by: qLess))
    let numbers = [
      try p.multiplied(by: q), e, d, p, q, try remainder(of: d, by: pLess),
      try remainder(of: d, by: qLess), try inverse(of: q, modulo: p),
    ]
    var content = DER.integer([0])
    defer { content.erase() }
    for number in numbers { content += DER.integer(number.bytes) }
    return DER.sequence(content)
  }

  /// The number minus 1.
  private static func less(_ number: BigNumber) throws(CryptographyError) -> BigNumber {
    let one = try BigNumber(1)
    return try BigNumber.computing("BN_sub") { result, _ in
      BN_sub(result, number.storage.pointer, one.storage.pointer)
    }
  }

  private static func inverse(
    of number: BigNumber, modulo modulus: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_inverse") { result, scratch in
      BN_mod_inverse(result, number.storage.pointer, modulus.storage.pointer, scratch) == nil
        ? 0 : 1
    }
  }

  private static func remainder(
    of number: BigNumber, by divisor: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_div") { result, scratch in
      BN_div(nil, result, number.storage.pointer, divisor.storage.pointer, scratch)
    }
  }
}

extension KeyStorage {
  /// Signs with SHA-256; the signature has a known length.
  ///
  /// - Throws: `openSSLFailed`.
  func signature(
    for message: [UInt8], length: Int
  ) throws(CryptographyError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .openSSL("EVP_MD_CTX_new") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: length)
    var written = length
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
      EVP_DigestSign(context, &signature, &written, message, message.count) == 1
    else { throw .openSSL("EVP_DigestSign") }
    return Array(signature.prefix(written))
  }
}
