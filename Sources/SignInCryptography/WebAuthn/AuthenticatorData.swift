/// Authenticator data as a relying party reads it (Web Authentication section 6.1).
///
/// This type only reads; `SoftwareAuthenticator` writes the bytes by itself.
public struct AuthenticatorData: Sendable, Equatable {
  /// A credential that was created.
  public struct AttestedCredential: Sendable, Equatable {
    /// The model of the authenticator, 16 bytes; all zero where it is not stated.
    public var aaguid: [UInt8]
    /// The credential's id, 1 to 1023 bytes.
    public var id: [UInt8]
    /// The credential's public key as a COSE map.
    public var publicKey: CBOR
  }

  /// SHA-256 of the relying party's id, 32 bytes.
  public var relyingPartyHash: [UInt8]
  /// The flags: whether the user was present and verified, and which parts follow.
  public var flags: AuthenticatorFlags
  /// The signature counter; 0 for authenticators without one.
  public var counter: UInt32
  /// The new credential, which only a registration has.
  public var credential: AttestedCredential?

  /// Reads authenticator data, which must take up all of the bytes.
  ///
  /// - Throws: `malformedMessage` for a wrong length, BS without BE, or an id that is empty or
  ///   longer than 1023 bytes; `malformedCBOR` for a malformed key or malformed extensions.
  public init(_ bytes: [UInt8]) throws(CryptographyError) {
    guard bytes.count >= 37 else { throw Self.malformed("it has fewer than 37 bytes") }
    relyingPartyHash = Array(bytes[0..<32])
    flags = AuthenticatorFlags(rawValue: bytes[32])
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
      throw Self.malformed("it is backed up without being eligible for it")
    }
    var end = 37
    if flags.contains(.attestedCredential) {
      (credential, end) = try Self.credential(in: bytes)
    }
    if flags.contains(.extensions) {
      let (extensions, next) = try CBORReader.readPrefix(of: bytes, from: end)
      guard case .map = extensions else { throw Self.malformed("its extensions are no map") }
      end = next
    }
    guard end == bytes.count else { throw Self.malformed("bytes follow that no flag announces") }
  }

  private static func credential(
    in bytes: [UInt8]
  ) throws(CryptographyError) -> (AttestedCredential, Int) {
    guard bytes.count >= 55 else { throw malformed("its credential is cut off") }
    let length = Int(bytes[53]) << 8 | Int(bytes[54])
    guard (1...1023).contains(length), length <= bytes.count - 55 else {
      throw malformed("its credential id is empty, too long or cut off")
    }
    let (key, end) = try CBORReader.readPrefix(of: bytes, from: 55 + length)
    let id = Array(bytes[55..<55 + length])
    return (AttestedCredential(aaguid: Array(bytes[37..<53]), id: id, publicKey: key), end)
  }

  private static func malformed(_ reason: String) -> CryptographyError {
    CryptographyError(.malformedMessage, "the authenticator data cannot be read: \(reason)")
  }
}
