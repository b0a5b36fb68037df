import SignInCryptography

/// What the service keeps under strings that it handed out (sessions, secret blocks) and that
/// somebody presents again.
///
/// A string is sought by its SHA-256, and the string itself is not kept: how long a search takes
/// shows nothing of any string but whether it was handed out, and none is there to be shown.
struct PresentedTexts<Value: Sendable>: Sendable {
  private var values: [[UInt8]: Value] = [:]
  /// Grows with each change.
  private(set) var version = 0

  /// What is kept under a text; nil where it was never handed out, or OpenSSL has no memory left.
  subscript(text: String) -> Value? {
    get { Self.digest(text).flatMap { values[$0] } }
    set { Self.digest(text).map { keep(newValue, under: $0) } }
  }

  /// What is kept under a string that is held as a secret.
  subscript(secret: Secret) -> Value? {
    get { (try? SHA256.digest(of: secret)).flatMap { values[$0] } }
    set { (try? SHA256.digest(of: secret)).map { keep(newValue, under: $0) } }
  }

  private mutating func keep(_ value: Value?, under digest: [UInt8]) {
    version += 1
    values[digest] = value
  }

  var count: Int { values.count }

  /// Forgets what nobody can present any more; whoever does meets what a stranger meets.
  mutating func removeAll(where isOver: (Value) -> Bool) {
    values = values.filter { !isOver($0.value) }
  }

  /// All that is kept, in an order that depends on the texts alone.
  var all: [Value] {
    values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private static func digest(_ text: String) -> [UInt8]? {
    try? SHA256.digest(of: Array(text.utf8))
  }
}
