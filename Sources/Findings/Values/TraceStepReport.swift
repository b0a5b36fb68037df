/// One step of a trace: who does what, what the app receives, what is then different.
public struct TraceStepReport: Sendable, Hashable, Codable {
  /// A variable whose value the step changes.
  public struct Change: Sendable, Hashable, Codable {
    public var name: String
    public var before: String
    public var after: String
    /// Whether only a property keeps it, and neither service nor app knows it.
    public var isBookkeeping = false

    public init(_ name: String, from before: String, to after: String) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The actors that reports distinguish; those who make the reports have them by the same names.
  package enum Actor: String, CaseIterable { case app, user }

  /// `app`, `user`, `administrator`, `clock` …; empty where a row fires by itself.
  public var actor: String
  /// The call with its inputs: `signIn(flow: userSRP, password: current)`.
  public var call: String
  /// The call as people read it: without switches that are off, with the name alone of one that is
  /// on, as in `signUp(givesEmail, name: plain)`.
  public var shortCall: String
  /// The rows that fired, in order.
  public var rows: [String]
  /// The messages between the components, in order.
  public var messages: [String]
  /// What the app received, or nil.
  public var answer: String?
  /// Only what is different after the step.
  public var changes: [Change]

  /// The call without its inputs: `signIn`.
  public var callName: Substring { call.prefix { $0 != "(" } }

  /// What the app receives; of a call of the app that brings nothing, that it never returns.
  public var outcome: String? {
    answer ?? (actor == Actor.app.rawValue ? "the call never returns" : nil)
  }

  /// - Parameter shortCall: the same as `call` where it is left out.
  public init(
    actor: String, call: String, shortCall: String? = nil, answer: String? = nil,
    changes: [Change] = []
  ) {
    self.actor = actor
    self.call = call
    self.shortCall = shortCall ?? call
    self.answer = answer
    self.changes = changes
    rows = []
    messages = []
  }
}
