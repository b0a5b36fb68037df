/// One run as a sequence diagram: the messages between its participants, step after step, from top
/// to bottom.
///
/// A step is the act of one actor and all that follows until every participant waits again. The
/// lanes are the participants of the run, in the same order in all diagrams. A message is a line
/// between two lanes, with its name above and its parameters in small letters below. The value
/// never contains secrets: its maker redacts them.
public struct SequenceDiagram: Sendable, Hashable {
  /// The participants, from left to right; those that talk to each other are adjacent.
  public enum Lane: String, Sendable, Hashable, CaseIterable {
    case authenticator, user, app, amplify, cognito, lambda, administrator

    /// The name at the head of the lane.
    public var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// A message between two lanes.
  public struct Message: Sendable, Hashable {
    /// The kind of a message; line and head of the arrow show it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A call or a request.
      case call
      /// A successful reply.
      case answer
      /// An error as reply.
      case failure
      /// Something that a person reads, types or carries; it is not on the wire.
      case delivery
    }

    public var from: Lane
    public var to: Lane
    public var kind: Kind
    /// The name of the operation, challenge, exception or next step.
    public var text: String
    /// The parameters, redacted; may be empty.
    public var detail: String
    /// The ids of the rows that fired since the previous message.
    public var rows: [String]

    public init(_ from: Lane, _ to: Lane, _ kind: Kind, _ text: String, detail: String = "") {
      self.from = from
      self.to = to
      self.kind = kind
      self.text = text
      self.detail = detail
      rows = []
    }
  }

  /// An act of one actor, with all that follows.
  public struct Step: Sendable, Hashable {
    /// The act: `signIn(flow: userSRP, password: current)`.
    public var title: String
    /// Whether the step is an event without messages: time passes, something is lost.
    public var isRemark: Bool
    public var messages: [Message]
    /// The variables that changed: `status: none ⇒ confirmed`.
    public var changes: [String]

    public init(_ title: String, isRemark: Bool = false) {
      self.title = title
      self.isRemark = isRemark
      messages = []
      changes = []
    }
  }

  /// A stable id, which is the prefix of the ids of all elements.
  public var id: String
  public var title: String
  /// One or two sentences for readers who cannot see the drawing.
  public var description: String
  public var steps: [Step]

  public init(id: String, title: String, description: String = "") {
    self.id = id
    self.title = title
    self.description = description
    steps = []
  }

  /// The lanes of the messages, from left to right.
  public var lanes: [Lane] {
    let speaking = Set(steps.flatMap(\.messages).flatMap { [$0.from, $0.to] })
    let lanes = Lane.allCases.filter(speaking.contains)
    return lanes.isEmpty ? [.user, .cognito] : lanes
  }
}
