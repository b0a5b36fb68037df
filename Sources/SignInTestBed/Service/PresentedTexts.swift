import SignInCryptography

/// A store of values under strings that the service issued (sessions, secret blocks) and that
/// clients present again.
///
/// The key is the string's SHA-256 digest, and the string itself is not stored: the time of a
/// look-up reveals no more than whether the string was issued, and a leak reveals no string.
struct PresentedTexts<Value: Sendable>: Sendable {
  private var values: [[UInt8]: Value] = [:]
  /// A counter that each change increases.
  private(set) var version = 0

  /// The value under a text; nil where it was never issued, or OpenSSL has no memory left.
  subscript(text: String) -> Value? {
    get { Self.digest(text).flatMap { values[$0] } }
    set { Self.digest(text).map { keep(newValue, under: $0) } }
  }

  /// The value under a string that is held as a secret.
  subscript(secret: Secret) -> Value? {
    get { (try? SHA256.digest(of: secret)).flatMap { values[$0] } }
    set { (try? SHA256.digest(of: secret)).map { keep(newValue, under: $0) } }
  }

  private mutating func keep(_ value: Value?, under digest: [UInt8]) {
    version += 1
    values[digest] = value
  }

  var count: Int { values.count }

  /// Removes values that can no longer be used; their strings then count as never issued.
  mutating func removeAll(where isOver: (Value) -> Bool) {
    values = values.filter { !isOver($0.value) }
  }

  /// All values, in an order that depends on the texts alone.
  var all: [Value] {
    values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private static func digest(_ text: String) -> [UInt8]? {
    try? SHA256.digest(of: Array(text.utf8))
  }
}
