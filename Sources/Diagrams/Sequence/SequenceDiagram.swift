/// One run as a sequence diagram: who says what to whom, step after step, from top to bottom.
///
/// A step is what one actor does and all that follows from it until everyone waits again. The lanes
/// are those that take part, in one order for all diagrams. A message is a line between two lanes;
/// what is said stands above it, its parameters below in small letters. Secrets are never part of
/// the value: whoever makes it redacts them.
public struct SequenceDiagram: Sendable, Hashable {
  /// Who takes part, from left to right: those who talk to each other stand side by side.
  public enum Lane: String, Sendable, Hashable, CaseIterable {
    case authenticator, user, app, amplify, cognito, lambda, administrator

    /// What stands at the head of the lane.
    public var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// What is said.
  public struct Message: Sendable, Hashable {
    /// What kind of saying it is; line and head of the arrow repeat it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A call or a request.
      case call
      /// What comes back.
      case answer
      /// An error that comes back.
      case failure
      /// Something that a person reads, types or carries; not on the wire.
      case delivery
    }

    public var from: Lane
    public var to: Lane
    public var kind: Kind
    /// The name of the operation, challenge, exception or next step.
    public var text: String
    /// Parameters, redacted; may be empty.
    public var detail: String
    /// The rows that fired since the message before, by id.
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

  /// What one actor does, with all that follows.
  public struct Step: Sendable, Hashable {
    /// What is done: `signIn(flow: userSRP, password: current)`.
    public var title: String
    /// True where nobody says anything: time passes, something is lost.
    public var isRemark: Bool
    public var messages: [Message]
    /// What is different afterwards: `status: none ⇒ confirmed`.
    public var changes: [String]

    public init(_ title: String, isRemark: Bool = false) {
      self.title = title
      self.isRemark = isRemark
      messages = []
      changes = []
    }
  }

  /// Stable: starts the ids of all elements.
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

  /// The lanes that take part, from left to right.
  public var lanes: [Lane] {
    let speaking = Set(steps.flatMap(\.messages).flatMap { [$0.from, $0.to] })
    let lanes = Lane.allCases.filter(speaking.contains)
    return lanes.isEmpty ? [.user, .cognito] : lanes
  }
}
