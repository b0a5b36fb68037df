/// One path of an attempt to sign in: the app's calls and what it receives, up to an outcome.
public struct PathReport: Sendable, Hashable, Codable {
  /// A call with its answer.
  public struct Call: Sendable, Hashable, Codable {
    /// The call with its argument: `signIn(userSRP)`.
    public var call: String
    /// The argument of the call: `userSRP`, `right answer`; the name of the call if it has none.
    public var argument: String {
      guard let opening = call.firstIndex(of: "("), call.last == ")" else { return call }
      let inside = call[call.index(after: opening)...].dropLast()
      return inside.isEmpty ? String(call[..<opening]) : String(inside)
    }
    /// The answer with its fields, except empty sets.
    public var answer: String {
      let parts = fields.split(separator: "; ").filter { !$0.hasSuffix(": {}") }
      let step = self.step.isEmpty ? "no answer" : self.step
      return parts.isEmpty ? step : "\(step)(\(parts.joined(separator: ", ")))"
    }
    /// The case name of the answer in Amplify: `confirmSignInWithTOTPCode`, `done`,
    /// `notAuthorized`; empty if nothing comes back.
    public var step: String
    /// The fields of the answer: `allowed: {sms, totp}`, separated by `; `; mostly empty.
    public var fields: String
    /// Whether the answer is an error.
    public var isError = false
    /// The users who get this answer, as a continuation of "a user who": `prefers TOTP`; empty if
    /// the record decides nothing.
    public var who = ""

    public init(_ call: String, step: String, fields: String = "") {
      self.call = call
      self.step = step
      self.fields = fields
    }
  }

  /// The id, which is stable as long as calls and answers are.
  public var id: String
  public var calls: [Call]
  /// The end of the path: `done`, `resetPassword`, `confirmSignUp`, `error`, `noWayOn` or
  /// `neverReturns`.
  public var outcome: String
  /// The record of a user with this path, as far as it differs from an empty one.
  public var record: [RecordEntry]
  /// The run of the path, from that record.
  public var trace: [TraceStepReport]
  public var replay: Replay
  /// The condition on the members of a family for which the path exists; nil for all.
  public var condition: String?

  public init(id: String, calls: [Call], outcome: String) {
    self.id = id
    self.calls = calls
    self.outcome = outcome
    record = []
    trace = []
    replay = .notReplayed
  }

  /// The result of running the path with real cryptography.
  public enum Replay: String, Sendable, Hashable, Codable {
    case agrees, differs, notReplayed
  }
}

/// One variable of a user's record; `member` is set if the variable is indexed.
public struct RecordEntry: Sendable, Hashable, Codable {
  public var name: String
  public var member: String?
  public var value: String

  public init(_ name: String, member: String? = nil, _ value: String) {
    self.name = name
    self.member = member
    self.value = value
  }

  /// The entry as text: `preference[totp] = preferred`.
  public var text: String {
    "\(name)\(member.map { "[\($0)]" } ?? "") = \(value)"
  }
}

/// A call that leads back to a view that the user has seen, or that ends with an error there.
public struct SideStepReport: Sendable, Hashable, Codable {
  public var id: String
  /// The next step at which it starts, which is `start` before the attempt; `to` is the one at
  /// which it ends.
  public var from: String
  public var to: String
  public var call: PathReport.Call
  /// The rows that fired in the call.
  public var rows: [String] = []
  public var condition: String?

  public init(id: String, from: String, to: String, call: PathReport.Call) {
    self.id = id
    self.from = from
    self.to = to
    self.call = call
  }
}
