/// The pool's half of time-based codes: accepts the codes of the time steps around now, each once.
///
/// A code of the current step or of one within `window` steps before or after is right. Every step
/// is accepted once; showing its code again is `alreadyUsed` for as long as the step is near. It
/// computes codes without `TimeBasedCode`, so that an error in one half is caught by the other.
///
/// Cost: `2 · window + 1` hashes, whether the code is right or not. Used steps are kept for good:
/// a clock that is set back must not make a code usable again.
public struct TimeBasedCodeVerifier: Sendable {
  /// The verdict on a code.
  public enum Verdict: Sendable, Equatable {
    /// The code is right, and is now used; with the number of its time step since 1970.
    case accepted(step: Int64)
    /// The code has the right form, but belongs to no step near now.
    case mismatch
    /// The code belongs to a step near now that was accepted before.
    case alreadyUsed
    /// The code does not have exactly the expected number of digits 0-9.
    case malformed
  }

  /// The rules for judging codes; other values than the defaults inject a fault into the pool's
  /// half.
  public struct Policy: Sendable, Equatable {
    /// The number of digits, 6 to 8.
    public var digits: Int
    /// The length of a time step in seconds, at least 1.
    public var period: Int64
    /// The number of steps before and after the current one whose codes are right, 0 to 100.
    public var window: Int64
    /// Whether a step's code is refused after it was accepted.
    public var isSingleUse: Bool

    /// Creates a policy; the defaults are Cognito's.
    public init(
      digits: Int = 6, period: Int64 = 30, window: Int64 = 1, isSingleUse: Bool = true
    ) {
      self.digits = digits
      self.period = period
      self.window = window
      self.isSingleUse = isSingleUse
    }
  }

  /// The rules for judging codes.
  public let policy: Policy
  /// The steps whose codes were accepted, oldest first.
  public private(set) var usedSteps: [Int64] = []
  private let secret: Secret

  /// Creates a verifier that has accepted no code yet.
  ///
  /// - Throws: `outOfRange` for an empty secret or a policy outside its ranges.
  public init(secret: Secret, policy: Policy = Policy()) throws(CryptographyError) {
    let isSound =
      (6...8).contains(policy.digits) && policy.period >= 1 && (0...100).contains(policy.window)
    guard secret.count > 0, isSound else {
      throw CryptographyError(
        .outOfRange, "needs a secret, 6 to 8 digits, a period of 1 s or more, a window of 0 to 100")
    }
    self.secret = secret
    self.policy = policy
  }

  /// Judges a code, and records its step if it is accepted.
  ///
  /// - Parameters:
  ///   - code: the text that the user typed.
  ///   - unixSeconds: the pool's clock, in seconds since 1970, not negative.
  /// - Throws: `outOfRange` for a time before 1970; `openSSLFailed`.
  public mutating func verify(
    _ code: String, at unixSeconds: Int64
  ) throws(CryptographyError) -> Verdict {
    guard unixSeconds >= 0 else {
      throw CryptographyError(.outOfRange, "time-based codes begin in 1970; set the clock")
    }
    let presented = Array(code.utf8)
    guard presented.count == policy.digits, presented.allSatisfy({ (48...57).contains($0) }) else {
      return .malformed
    }
    let now = unixSeconds / policy.period
    var matching: [Int64] = []
    // No early exit: the time must not show which step a code belongs to.
    for step in now - policy.window...now + policy.window where step >= 0 {
      var expected = try expectedDigits(at: step)
      if ConstantTime.areEqual(expected, presented) { matching.append(step) }
      expected.erase()
    }
    guard !matching.isEmpty else { return .mismatch }
    let unused = policy.isSingleUse ? matching.filter { !usedSteps.contains($0) } : matching
    guard let step = unused.first else { return .alreadyUsed }
    remember(step)
    return .accepted(step: step)
  }

  private mutating func remember(_ step: Int64) {
    guard !usedSteps.contains(step) else { return }
    let position = usedSteps.firstIndex { $0 > step } ?? usedSteps.endIndex
    usedSteps.insert(step, at: position)
  }

  /// The digits of a step's code as ASCII (RFC 4226 section 5.3), written from the last one back.
  private func expectedDigits(at step: Int64) throws(CryptographyError) -> [UInt8] {
    let counter = stride(from: 56, through: 0, by: -8).map { UInt8(step >> Int64($0) & 255) }
    var hash = try HMAC.sha1(key: secret, message: counter)
    defer { hash.erase() }
    let start = Int(hash[hash.count - 1] % 16)
    var value = hash[start..<start + 4].reduce(0 as UInt64) { $0 * 256 + UInt64($1) } % (1 << 31)
    var digits = [UInt8](repeating: 0, count: policy.digits)
    for position in digits.indices.reversed() {
      digits[position] = UInt8(48 + value % 10)
      value /= 10
    }
    return digits
  }
}
