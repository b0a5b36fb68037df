/// Bytes that must not be shown: a password, a TOTP secret, a device secret, a session key.
///
/// Every description (`print`, interpolation, `dump`, a debugger's mirror) is `‹redacted›`, and the
/// memory is overwritten when the last copy is destroyed. Copies share one buffer, so copying only
/// increases a reference count. There is deliberately no `==`: compare with `matches(_:)`, whose
/// time does not depend on where the bytes differ.
///
/// Pitfall: the text or array that a secret is made *from* belongs to the caller and is not erased.
public struct Secret: Sendable {
  private let storage: SecretStorage

  /// Creates a secret from bytes.
  public init(bytes: [UInt8]) {
    storage = SecretStorage(bytes)
  }

  /// Creates a secret from the text's UTF-8 bytes, without normalisation.
  public init(_ text: String) {
    storage = SecretStorage(Array(text.utf8))
  }

  /// The number of bytes, which is not treated as secret.
  public var count: Int { storage.buffer.count }

  /// Calls `body` with the bytes; the pointer must not escape.
  ///
  /// - Throws: the error of `body`.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage.buffer))
  }

  /// A plain copy of the bytes, for the place that must show or send them. The copy is not erased.
  public func revealedBytes() -> [UInt8] {
    withUnsafeBytes { Array($0) }
  }

  /// The bytes as UTF-8 text, for the place that must show or send them. The copy is not erased;
  /// bytes that are not UTF-8 become U+FFFD.
  public func revealedText() -> String {
    withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether two secrets hold the same bytes, in time that depends only on their lengths.
  public func matches(_ other: Secret) -> Bool {
    ConstantTime.areEqual(self, other)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `‹redacted›`, so that printing reveals nothing.
  public var description: String { "‹redacted›" }
  /// Always `‹redacted›`, so that a debugger reveals nothing.
  public var debugDescription: String { "‹redacted›" }
  /// A mirror without children, so that dumps reveal nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
