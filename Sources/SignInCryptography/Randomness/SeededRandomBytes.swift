/// A reproducible stream: block `i` is HMAC-SHA256 of the purpose and `i` under the seed.
///
/// The same seed and purpose give the same bytes on every machine, however they are requested:
/// `bytes(3)` then `bytes(5)` gives `bytes(8)`. Streams of different purposes are independent, so
/// an actor that draws more bytes does not affect the others.
///
/// Pitfall: a seed of 64 bits is for simulations and protects nothing.
public struct SeededRandomBytes: RandomBytes, Sendable {
  private let seed: Secret
  private let purpose: [UInt8]
  private var counter: UInt64 = 0
  private var buffer: [UInt8] = []

  /// Creates the stream of a seed.
  ///
  /// - Parameters:
  ///   - seed: any number; the same seed gives the same stream.
  ///   - purpose: names one of the seed's independent streams, such as `client`.
  public init(seed: UInt64, purpose: String = "") {
    self.seed = Secret(bytes: Self.bigEndian(seed))
    self.purpose = Array(purpose.utf8)
  }

  /// The next `count` bytes of the stream.
  ///
  /// - Throws: `outOfRange` for a negative count; `openSSLFailed`.
  public mutating func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
    guard count >= 0 else {
      throw CryptographyError(.outOfRange, "cannot draw \(count) bytes; give 0 or more")
    }
    if buffer.count < count {
      var hash = try KeyedHash(key: seed)
      while buffer.count < count {
        // The counter's fixed length at the end keeps purposes apart without a separator.
        buffer += try hash.code(of: purpose + Self.bigEndian(counter))
        counter += 1
      }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// The next 48 bytes as padded Base64, such as a session string. The text is a secret from the
  /// start, and is erased when its last copy is destroyed.
  ///
  /// - Throws: `openSSLFailed`.
  public mutating func opaqueText() throws(CryptographyError) -> Secret {
    var drawn = try bytes(48)
    var letters = Base64.letters(of: drawn)
    defer {
      drawn.erase()
      letters.erase()
    }
    return Secret(bytes: letters)
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }
}

extension SeededRandomBytes: CustomStringConvertible, CustomReflectable {
  /// The purpose only: the drawn and the coming bytes are secret.
  public var description: String {
    "SeededRandomBytes(\(String(decoding: purpose, as: UTF8.self)))"
  }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
