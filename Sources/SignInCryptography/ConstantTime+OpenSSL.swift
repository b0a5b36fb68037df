internal import COpenSSL

/// Comparisons whose time does not reveal how many leading bytes are equal.
public enum ConstantTime {
  /// Whether two byte strings are equal, in time that depends only on their lengths.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }

  /// Whether two secrets are equal, in time that depends only on their lengths.
  public static func areEqual(_ left: Secret, _ right: Secret) -> Bool {
    left.withUnsafeBytes { leftBytes in
      right.withUnsafeBytes { rightBytes in
        guard leftBytes.count == rightBytes.count else { return false }
        return CRYPTO_memcmp(leftBytes.baseAddress, rightBytes.baseAddress, leftBytes.count) == 0
      }
    }
  }
}
