/// The group of Cognito's SRP-6a: RFC 5054's 3072-bit prime N with g = 2.
///
/// Both halves use these numbers, but each derives further values by itself.
public struct SRPGroup: Sendable {
  /// The prime N, with its Montgomery constants.
  public let modulus: BigModulus
  /// The generator g.
  public let generator: BigNumber
  /// The generator g with precomputed powers; only the server's half uses it.
  let preparedGenerator: FixedBase

  /// The group; N is prepared once in each process and shared.
  ///
  /// - Throws: `openSSLFailed`.
  public static var cognito: SRPGroup {
    get throws(CryptographyError) { try shared.get() }
  }

  private static let shared = prepare()

  private static func prepare() -> Result<SRPGroup, CryptographyError> {
    do throws(CryptographyError) {
      let modulus = try BigModulus(BigNumber(hex: primeDigits.joined()))
      let generator = try BigNumber(2)
      return .success(
        SRPGroup(
          modulus: modulus, generator: generator,
          preparedGenerator: try FixedBase(generator, modulo: modulus)))
    } catch {
      return .failure(error)
    }
  }

  /// N of RFC 5054 appendix A, 3072-bit group (the MODP group 15 of RFC 3526).
  private static let primeDigits = [
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74",
    "020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437",
    "4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED",
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05",
    "98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB",
    "9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B",
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718",
    "3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33",
    "A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7",
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864",
    "D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E2",
    "08E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
  ]
}
