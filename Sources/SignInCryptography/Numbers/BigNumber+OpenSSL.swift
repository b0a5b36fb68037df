internal import COpenSSL

/// The `BIGNUM` behind the copies of a `BigNumber`.
///
/// Written only before the value that owns it is handed out, and read only through functions that
/// take `const BIGNUM *`, so sharing it between threads is safe although the compiler cannot see
/// that through the pointer.
final class BigNumberStorage: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Zero, to be written by the one operation that makes this number.
  init() throws(CryptographyError) {
    guard let number = BN_new() else { throw .openSSL("BN_new") }
    pointer = number
  }

  /// The number with the given unsigned big-endian bytes.
  init(bytes: [UInt8]) throws(CryptographyError) {
    guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else {
      throw .openSSL("BN_bin2bn")
    }
    pointer = number
  }

  /// The number of a secret's bytes, without a copy of them that nobody would erase.
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
  /// The sum.
  public func adding(_ other: BigNumber) throws(CryptographyError) -> BigNumber {
    try Self.computing("BN_add") { result, _ in
      BN_add(result, storage.pointer, other.storage.pointer)
    }
  }

  /// The product.
  public func multiplied(by other: BigNumber) throws(CryptographyError) -> BigNumber {
    try Self.computing("BN_mul") { result, scratch in
      BN_mul(result, storage.pointer, other.storage.pointer, scratch)
    }
  }

  /// Runs one libcrypto operation into a new number, with scratch space of its own.
  ///
  /// The scratch space is not cached: making it costs well under a microsecond, a shared one would
  /// need a lock, and freeing it erases what the operation left there.
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
