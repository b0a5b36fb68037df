/// A non-negative integer of any size, as SRP needs it, on top of OpenSSL's `BIGNUM`.
///
/// Copies share one immutable number, whose memory is overwritten when the last copy is destroyed,
/// because most numbers here (private keys, x, S) are secrets. For the same reason a description
/// has only the size; use `hex` or `bytes` for the digits.
///
/// Modular arithmetic is in `BigModulus`. Every operation throws
/// `CryptographyError.Code.openSSLFailed` when libcrypto is out of memory.
public struct BigNumber: Sendable {
  /// The largest number of bytes accepted from outside: far more than 3072 bits, and small enough
  /// that an operation on a hostile value is not slow.
  public static let maximumBytes = 4096

  let storage: BigNumberStorage

  init(storage: BigNumberStorage) {
    self.storage = storage
  }

  /// Creates the number with the given unsigned big-endian bytes; leading zeros are allowed, and an
  /// empty array is 0.
  ///
  /// - Throws: `outOfRange` above `maximumBytes`.
  public init(bytes: [UInt8]) throws(CryptographyError) {
    guard bytes.count <= Self.maximumBytes else {
      throw CryptographyError(
        .outOfRange, "the number has \(bytes.count) bytes; at most \(Self.maximumBytes) are read")
    }
    storage = try BigNumberStorage(bytes: bytes)
  }

  /// Creates the number with the given hexadecimal digits, in either case, of even or odd count.
  ///
  /// - Throws: `malformedHex` for an empty text or any other character (a sign, a blank, `0x`);
  ///   `outOfRange` above `maximumBytes`.
  public init(hex: String) throws(CryptographyError) {
    try self.init(bytes: Hex.decodeNumber(hex))
  }

  /// Creates the number of a secret's bytes, at most `maximumBytes`.
  init(_ secret: Secret) throws(CryptographyError) {
    storage = try BigNumberStorage(secret)
  }

  /// Creates a number from a machine word.
  public init(_ value: UInt64) throws(CryptographyError) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    storage = try BigNumberStorage(bytes: bytes)
  }

  /// The unsigned big-endian bytes without leading zeros; empty for 0.
  public var bytes: [UInt8] { storage.bytes }

  /// The bytes of a two's complement big-endian integer, as `BigInteger.toByteArray` returns them:
  /// `bytes`, with one leading 00 exactly if the top bit would mean a negative number. Zero is one
  /// 00.
  ///
  /// This is the padding that Cognito and Amplify hash.
  public var signedBytes: [UInt8] {
    let magnitude = bytes
    guard let first = magnitude.first else { return [0] }
    return first & 0x80 == 0 ? magnitude : [0] + magnitude
  }

  /// The lower-case hexadecimal digits without leading zeros, which may be an odd number; `0` for
  /// zero.
  public var hex: String {
    let digits = Hex.encode(bytes).drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }

  /// Whether the number is 0.
  public var isZero: Bool { storage.bitWidth == 0 }

  /// The number of bits without leading zeros; 0 for zero.
  public var bitWidth: Int { storage.bitWidth }
}

extension BigNumber: CustomStringConvertible, CustomReflectable {
  /// The size only: the digits may be a secret.
  public var description: String { "BigNumber(\(bitWidth) bits)" }
  /// A mirror without children: the digits may be a secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
