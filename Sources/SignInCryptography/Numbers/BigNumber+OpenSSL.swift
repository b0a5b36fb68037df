internal import COpenSSL

/// The `BIGNUM` that copies of a `BigNumber` share.
///
/// It is written only before its owner is returned, and read only through functions that take
/// `const BIGNUM *`, so sharing it between threads is safe although the compiler cannot see that
/// through the pointer.
final class BigNumberStorage: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Creates zero, to be overwritten by the operation that computes this number.
  init() throws(CryptographyError) {
    guard let number = BN_new() else { throw .openSSL("BN_new") }
    pointer = number
  }

  /// Creates the number with the given unsigned big-endian bytes.
  init(bytes: [UInt8]) throws(CryptographyError) {
    guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else {
      throw .openSSL("BN_bin2bn")
    }
    pointer = number
  }

  /// Creates the number of a secret's bytes, without an intermediate copy of them.
  init(_ secret: Secret) throws(CryptographyError) {
    let number = secret.withUnsafeBytes { raw in
      BN_bin2bn(raw.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(raw.count), nil)
    }
    guard let number else { throw .openSSL("BN_bin2bn") }
    pointer = number
  }

  deinit {
    BN_clear_free(pointer)
  }

  var bitWidth: Int { Int(BN_num_bits(pointer)) }

  var bytes: [UInt8] {
    var result = [UInt8](repeating: 0, count: (bitWidth + 7) / 8)
    BN_bn2bin(pointer, &result)
    return result
  }
}

extension BigNumber {
  /// The sum of two numbers.
  public func adding(_ other: BigNumber) throws(CryptographyError) -> BigNumber {
    try Self.computing("BN_add") { result, _ in
      BN_add(result, storage.pointer, other.storage.pointer)
    }
  }

  /// The product of two numbers.
  public func multiplied(by other: BigNumber) throws(CryptographyError) -> BigNumber {
    try Self.computing("BN_mul") { result, scratch in
      BN_mul(result, storage.pointer, other.storage.pointer, scratch)
    }
  }

  /// Runs one libcrypto operation that writes a new number, with its own scratch space.
  ///
  /// The scratch space is not cached: allocating it takes well under a microsecond, a shared one
  /// would need a lock, and freeing it erases intermediate results.
  static func computing(
    _ function: String, _ operation: (OpaquePointer, OpaquePointer) -> Int32
  ) throws(CryptographyError) -> BigNumber {
    let result = try BigNumberStorage()
    guard let scratch = BN_CTX_new() else { throw .openSSL("BN_CTX_new") }
    defer { BN_CTX_free(scratch) }
    guard operation(result.pointer, scratch) == 1 else { throw .openSSL(function) }
    return BigNumber(storage: result)
  }
}
