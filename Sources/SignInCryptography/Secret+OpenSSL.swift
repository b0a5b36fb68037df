internal import COpenSSL

/// The buffer that copies of a secret share.
///
/// It is written only by `init`, so sharing it between threads is safe although the compiler cannot
/// see that through the pointer.
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

  /// Overwrites memory in a way that the optimiser cannot remove.
  static func erase(_ buffer: UnsafeMutableRawBufferPointer) {
    OPENSSL_cleanse(buffer.baseAddress, buffer.count)
  }
}

extension [UInt8] {
  /// Overwrites the array's bytes, for intermediate results that are about to be released.
  ///
  /// It erases only this copy: an array that still shares its buffer is copied first.
  mutating func erase() {
    withUnsafeMutableBytes { SecretStorage.erase($0) }
  }
}
