internal import COpenSSL

/// The one buffer behind the copies of a secret.
///
/// Written only by `init`, so sharing it between threads is safe although the compiler cannot see
/// that through the pointer.
final class SecretStorage: @unchecked Sendable {
  let buffer: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    buffer = .allocate(byteCount: bytes.count, alignment: 1)
    buffer.copyBytes(from: bytes)
  }

  deinit {
    Self.erase(buffer)
    buffer.deallocate()
  }

  /// Overwrites memory in a way that the optimiser may not remove.
  static func erase(_ buffer: UnsafeMutableRawBufferPointer) {
    OPENSSL_cleanse(buffer.baseAddress, buffer.count)
  }
}

extension [UInt8] {
  /// Overwrites an intermediate result before it is released.
  ///
  /// Only erases the caller's own copy: an array that still shares its buffer is copied first.
  mutating func erase() {
    withUnsafeMutableBytes { SecretStorage.erase($0) }
  }
}
