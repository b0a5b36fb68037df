/// A reproducible stream: block `i` is HMAC-SHA256 of the purpose and `i` under the seed.
///
/// The same seed and purpose give the same bytes on every machine, and how the bytes are asked for
/// does not matter: `bytes(3)` then `bytes(5)` is `bytes(8)`. Streams of different purposes are
/// unrelated, so an actor that draws more does not disturb the others.
///
/// Pitfall: 64 bits of seed suit a simulation, not the protection of anything.
public struct SeededRandomBytes: RandomBytes, Sendable {
  private let seed: Secret
  private let purpose: [UInt8]
  private var counter: UInt64 = 0
  private var buffer: [UInt8] = []

  /// The stream of a seed.
  ///
  /// - Parameters:
  ///   - seed: any number; the same one gives the same stream.
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

  /// The next 48 bytes as padded base64, such as a session string: held as a secret from the start,
  /// so that it is erased when its last copy goes away.
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
  /// The purpose only: what was drawn and what comes next are secrets of whoever draws.
  public var description: String {
    "SeededRandomBytes(\(String(decoding: purpose, as: UTF8.self)))"
  }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
