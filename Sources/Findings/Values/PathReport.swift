/// One path of an attempt to sign in: what the app calls and what it receives, up to an end.
public struct PathReport: Sendable, Hashable, Codable {
  /// A call with what came back.
  public struct Call: Sendable, Hashable, Codable {
    /// `signIn(userSRP)`.
    public var call: String
    /// What is said with the call: `userSRP`, `right answer`; the call itself where nothing is.
    public var argument: String {
      guard let opening = call.firstIndex(of: "("), call.last == ")" else { return call }
      let inside = call[call.index(after: opening)...].dropLast()
      return inside.isEmpty ? String(call[..<opening]) : String(inside)
    }
    /// What came back with the fields that say something: an empty set is left out.
    public var answer: String {
      let parts = fields.split(separator: "; ").filter { !$0.hasSuffix(": {}") }
      let step = self.step.isEmpty ? "no answer" : self.step
      return parts.isEmpty ? step : "\(step)(\(parts.joined(separator: ", ")))"
    }
    /// Amplify's own case name: `confirmSignInWithTOTPCode`, `done`, `notAuthorized`; empty where
    /// nothing comes back.
    public var step: String
    /// The fields that came with it: `allowed: {sms, totp}`, several apart by `; `; empty for most.
    public var fields: String
    /// Whether what came back is an error.
    public var isError = false
    /// Which users get this answer, as what follows "a user who": `prefers TOTP`; empty where the
    /// record decides nothing.
    public var who = ""

    public init(_ call: String, step: String, fields: String = "") {
      self.call = call
      self.step = step
      self.fields = fields
    }
  }

  /// Stable as long as calls and answers are.
  public var id: String
  public var calls: [Call]
  /// `done`, `resetPassword`, `confirmSignUp`, `error`, `noWayOn` or `neverReturns`.
  public var outcome: String
  /// The record of the user who goes this way, where it differs from an empty one.
  public var record: [RecordEntry]
  /// The run behind it, from that record.
  public var trace: [TraceStepReport]
  public var replay: Replay
  /// For which members of a family the path exists; nil for all.
  public var condition: String?

  public init(id: String, calls: [Call], outcome: String) {
    self.id = id
    self.calls = calls
    self.outcome = outcome
    record = []
    trace = []
    replay = .notReplayed
  }

  /// What came of running the path with real cryptography.
  public enum Replay: String, Sendable, Hashable, Codable {
    case agrees, differs, notReplayed
  }
}

/// One variable of a user's record; `member` is set where the variable is indexed.
public struct RecordEntry: Sendable, Hashable, Codable {
  public var name: String
  public var member: String?
  public var value: String

  public init(_ name: String, member: String? = nil, _ value: String) {
    self.name = name
    self.member = member
    self.value = value
  }

  /// `preference[totp] = preferred`.
  public var text: String {
    "\(name)\(member.map { "[\($0)]" } ?? "") = \(value)"
  }
}

/// A call that leads back to a view that the user has seen, or leaves it with an error.
public struct SideStepReport: Sendable, Hashable, Codable {
  public var id: String
  /// The next steps at which it starts and ends; `start` before the attempt.
  public var from: String
  public var to: String
  public var call: PathReport.Call
  /// The rows that fired in it.
  public var rows: [String] = []
  public var condition: String?

  public init(id: String, from: String, to: String, call: PathReport.Call) {
    self.id = id
    self.from = from
    self.to = to
    self.call = call
  }
}
