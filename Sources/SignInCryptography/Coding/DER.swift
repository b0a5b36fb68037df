/// Writes the few ASN.1 structures that contain keys and signatures (ITU-T X.690, DER).
///
/// It only writes; libcrypto reads the structures, so that other code checks what is written here.
enum DER {
  /// An INTEGER, from unsigned big-endian bytes with or without leading zeros.
  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    var content = Array(magnitude.drop { $0 == 0 })
    if content.first.map({ $0 >= 0x80 }) ?? true { content.insert(0, at: 0) }
    return element(0x02, content)
  }

  /// A SEQUENCE of encoded elements.
  static func sequence(_ elements: [UInt8]...) -> [UInt8] {
    element(0x30, elements.flatMap { $0 })
  }

  /// A BIT STRING of whole bytes.
  static func bitString(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }

  /// The SubjectPublicKeyInfo of an RSA key (RFC 8017 appendix A.1).
  static func rsaPublicKey(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
    let oid: [UInt8] = [
      0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    return sequence(
      sequence(oid), bitString(sequence(integer(modulus), integer(exponent))))
  }

  /// The SubjectPublicKeyInfo of a P-256 point (RFC 5480).
  static func p256PublicKey(point: [UInt8]) -> [UInt8] {
    let algorithm: [UInt8] = [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
    let curve: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
    return sequence(sequence(algorithm, curve), bitString(point))
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8]
    switch count {
    case 0..<0x80: length = [UInt8(count)]
    case 0x80...0xff: length = [0x81, UInt8(count)]
    default: length = [0x82, UInt8(count >> 8), UInt8(count & 255)]
    }
    return [tag] + length + content
  }
}
