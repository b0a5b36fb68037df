internal import COpenSSL

extension CryptographyError {
  /// The error for a failed libcrypto function, with the oldest entry of this thread's error queue.
  ///
  /// The queue is emptied, so that a stale entry is not reported for a later failure.
  static func openSSL(_ function: String) -> CryptographyError {
    let entry = ERR_get_error()
    ERR_clear_error()
    var cause: String?
    if entry != 0 {
      var text = [CChar](repeating: 0, count: 256)
      ERR_error_string_n(entry, &text, text.count)
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      cause = String(decoding: bytes, as: UTF8.self)
    }
    return CryptographyError(
      .openSSLFailed, "\(function) failed; the system may be short of memory", cause: cause)
  }
}
