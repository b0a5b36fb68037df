internal import COpenSSL

/// The NIST curve P-256 with its order, prepared once in each process.
///
/// libcrypto only reads a finished group, so sharing it between threads is safe although the
/// compiler cannot see that.
final class P256Curve: @unchecked Sendable {
  /// The curve, or the error that prevented its preparation.
  static let shared = prepare()

  /// The order n of the generator, a prime.
  let order: BigModulus
  private let group: OpaquePointer

  private init(group: OpaquePointer, order: BigModulus) {
    self.group = group
    self.order = order
  }

  deinit {
    EC_GROUP_free(group)
  }

  private static func prepare() -> Result<P256Curve, CryptographyError> {
    do throws(CryptographyError) {
      let order = try BigModulus(
        BigNumber(hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
      guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else {
        throw .openSSL("EC_GROUP_new_by_curve_name")
      }
      return .success(P256Curve(group: group, order: order))
    } catch {
      return .failure(error)
    }
  }

  /// Whether a secret is 32 bytes that represent a number between 1 and n − 1.
  func isScalar(_ secret: Secret) throws(CryptographyError) -> Bool {
    let number = try BigNumber(secret)
    return secret.count == 32 && !number.isZero
      && BN_cmp(number.storage.pointer, order.value.storage.pointer) < 0
  }

  /// The coordinates of k·G, 32 bytes each.
  ///
  /// - Throws: `openSSLFailed`.
  func multiplyGenerator(
    by scalar: BigNumber
  ) throws(CryptographyError) -> (x: [UInt8], y: [UInt8]) {
    guard let point = EC_POINT_new(group) else { throw .openSSL("EC_POINT_new") }
    defer { EC_POINT_clear_free(point) }
    let x = try BigNumberStorage()
    let y = try BigNumberStorage()
    guard EC_POINT_mul(group, point, scalar.storage.pointer, nil, nil, nil) == 1,
      EC_POINT_get_affine_coordinates(group, point, x.pointer, y.pointer, nil) == 1
    else { throw .openSSL("EC_POINT_mul") }
    return (
      P256PrivateKey.padded(BigNumber(storage: x)), P256PrivateKey.padded(BigNumber(storage: y))
    )
  }
}
