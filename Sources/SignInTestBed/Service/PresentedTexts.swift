import SignInCryptography

/// What the service keeps under strings that it handed out (sessions, secret blocks) and that
/// somebody presents again.
///
/// A string is sought by its SHA-256, and the string itself is not kept: how long a search takes
/// tells nothing of any string but whether it was handed out, and none is there to be shown.
struct PresentedTexts<Value: Sendable>: Sendable {
  private var values: [[UInt8]: Value] = [:]

  /// What is kept under a text; nil where it was never handed out, or OpenSSL has no memory left.
  subscript(text: String) -> Value? {
    get { Self.digest(text).flatMap { values[$0] } }
    set { if let digest = Self.digest(text) { values[digest] = newValue } }
  }

  /// What is kept under a string that is held as a secret.
  subscript(secret: Secret) -> Value? {
    get { (try? SHA256.digest(of: secret)).flatMap { values[$0] } }
    set { if let digest = try? SHA256.digest(of: secret) { values[digest] = newValue } }
  }

  /// All that is kept, in an order that depends on the texts alone.
  var all: [Value] {
    values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private static func digest(_ text: String) -> [UInt8]? {
    try? SHA256.digest(of: Array(text.utf8))
  }
}
