/// One step of a trace: the actor, the call, the app's answer and the changes.
public struct TraceStepReport: Sendable, Hashable, Codable {
  /// A variable whose value the step changes.
  public struct Change: Sendable, Hashable, Codable {
    public var name: String
    public var before: String
    public var after: String
    /// Whether the variable exists only for a property, and neither service nor app knows it.
    public var isBookkeeping = false

    public init(_ name: String, from before: String, to after: String) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The actors that reports treat specially, by the names that traces use.
  package enum Actor: String, CaseIterable { case app, user }

  /// The actor: `app`, `user`, `administrator`, `clock` …; empty if a row fires by itself.
  public var actor: String
  /// The call with its inputs: `signIn(flow: userSRP, password: current)`.
  public var call: String
  /// The call as people read it: switches that are off are omitted, and one that is on is given by
  /// its name alone, as in `signUp(givesEmail, name: plain)`.
  public var shortCall: String
  /// The rows that fired, in order.
  public var rows: [String]
  /// The messages between the components, in order.
  public var messages: [String]
  /// The app's answer, or nil if it received none.
  public var answer: String?
  /// The variables that differ after the step.
  public var changes: [Change]

  /// The call without its inputs: `signIn`.
  public var callName: Substring { call.prefix { $0 != "(" } }

  /// The app's answer; if a call of the app has none, the text that it never returns.
  public var outcome: String? {
    answer ?? (actor == Actor.app.rawValue ? "the call never returns" : nil)
  }

  /// - Parameter shortCall: the short form; nil if it equals `call`.
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
