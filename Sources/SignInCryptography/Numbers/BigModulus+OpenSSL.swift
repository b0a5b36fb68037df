internal import COpenSSL

/// The `BN_MONT_CTX` that copies of a `BigModulus` share.
///
/// libcrypto only reads it once `BN_MONT_CTX_set` has returned (it shares one per RSA key between
/// threads itself), so sharing it is safe although the compiler cannot see that.
final class MontgomeryStorage: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ modulus: BigNumber) throws(CryptographyError) {
    guard let scratch = BN_CTX_new() else { throw .openSSL("BN_CTX_new") }
    defer { BN_CTX_free(scratch) }
    guard let context = BN_MONT_CTX_new() else { throw .openSSL("BN_MONT_CTX_new") }
    guard BN_MONT_CTX_set(context, modulus.storage.pointer, scratch) == 1 else {
      BN_MONT_CTX_free(context)
      throw .openSSL("BN_MONT_CTX_set")
    }
    pointer = context
  }

  deinit {
    BN_MONT_CTX_free(pointer)
  }
}

extension BigModulus {
  private var modulus: OpaquePointer { value.storage.pointer }

  /// `number mod N`.
  public func reduce(_ number: BigNumber) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_nnmod") { result, scratch in
      BN_nnmod(result, number.storage.pointer, modulus, scratch)
    }
  }

  /// `(left + right) mod N`.
  public func add(
    _ left: BigNumber, _ right: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_add") { result, scratch in
      BN_mod_add(result, left.storage.pointer, right.storage.pointer, modulus, scratch)
    }
  }

  /// `(left − right) mod N`, never negative.
  public func subtract(
    _ left: BigNumber, _ right: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_sub") { result, scratch in
      BN_mod_sub(result, left.storage.pointer, right.storage.pointer, modulus, scratch)
    }
  }

  /// `(left · right) mod N`.
  public func multiply(
    _ left: BigNumber, _ right: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_mul") { result, scratch in
      BN_mod_mul(result, left.storage.pointer, right.storage.pointer, modulus, scratch)
    }
  }

  /// Raises each base to its exponent and drops the results: `power` without allocations for each
  /// call, as a baseline for measurements.
  func raiseAndDrop(
    _ operands: [(base: BigNumber, exponent: BigNumber)]
  ) throws(CryptographyError) {
    _ = try BigNumber.computing("BN_mod_exp_mont_consttime") { result, scratch in
      for (base, exponent) in operands {
        let status = BN_mod_exp_mont_consttime(
          result, base.storage.pointer, exponent.storage.pointer, modulus, scratch,
          montgomery.pointer)
        if status != 1 { return status }
      }
      return 1
    }
  }

  /// `base ^ exponent mod N`, in time that depends on the exponent's length but not on its bits.
  public func power(
    _ base: BigNumber, _ exponent: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_exp_mont_consttime") { result, scratch in
      BN_mod_exp_mont_consttime(
        result, base.storage.pointer, exponent.storage.pointer, modulus, scratch,
        montgomery.pointer)
    }
  }

  /// `base ^ exponent mod N` for a public exponent: takes an eighth less time, but reveals the
  /// exponent's bits by its timing.
  func power(
    _ base: BigNumber, public exponent: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_exp_mont") { result, scratch in
      BN_mod_exp_mont(
        result, base.storage.pointer, exponent.storage.pointer, modulus, scratch,
        montgomery.pointer)
    }
  }

  // MARK: Montgomery form

  /// Converts a reduced number to Montgomery form.
  func toMontgomery(_ number: BigNumber) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_to_montgomery") { result, scratch in
      BN_to_montgomery(result, number.storage.pointer, montgomery.pointer, scratch)
    }
  }

  /// The product of two numbers in Montgomery form, in the same form.
  func multiplyMontgomery(
    _ left: BigNumber, _ right: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_mul_montgomery") { result, scratch in
      BN_mod_mul_montgomery(
        result, left.storage.pointer, right.storage.pointer, montgomery.pointer, scratch)
    }
  }

  /// The product of `count` numbers in Montgomery form, as an ordinary number.
  func product(
    of count: Int, _ factor: (Int) -> BigNumber
  ) throws(CryptographyError) -> BigNumber {
    try BigNumber.computing("BN_mod_mul_montgomery") { result, scratch in
      guard BN_copy(result, factor(0).storage.pointer) != nil else { return 0 }
      for place in 1..<count {
        let status = BN_mod_mul_montgomery(
          result, result, factor(place).storage.pointer, montgomery.pointer, scratch)
        guard status == 1 else { return status }
      }
      return BN_from_montgomery(result, result, montgomery.pointer, scratch)
    }
  }
}
