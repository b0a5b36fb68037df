/// One transition: a guarded, atomic update with an id and a source.
///
/// A row declared `for:` members has one instance for each. Right-hand sides read the state before
/// the row. Trigger, starting location and `when:` are kept apart, because inspections and diagrams
/// treat them separately; ``Model/guardExpression(of:)`` joins them.
public struct Row: Sendable, Hashable {
  /// The event that makes a row fire.
  public enum Trigger: Sendable, Hashable {
    case action(Int)
    case message(Int)
    /// No event: the row leaves an urgent location, or may fire at any time.
    case none
  }

  /// One assignment of a row.
  public struct Update: Sendable, Hashable {
    /// The slot that is assigned to.
    public var slot: Int
    /// The new value, evaluated in the state before the row.
    public var value: Expression
    /// Where the assignment is declared.
    public var location: SourceLocation
  }

  /// The id as written, without the instance.
  public var id: String
  /// The members that `for:` was instantiated with, such as `f = sms`; empty for most.
  public var instance: [String]
  /// The group of rows that are tried in order, by position in ``Model/groups``.
  public var group: Int
  /// The component that the row belongs to, or nil.
  public var component: Int?
  /// The event that makes the row fire.
  public var trigger: Trigger
  /// The locations that the row leaves, or nil for any.
  public var from: [Int]?
  /// The guard, apart from trigger and place.
  public var when: Expression
  /// The guard without the exclusion of messages that a ladder before the receivers takes up; nil
  /// where no such ladder does.
  public var ownWhen: Expression?
  /// The guard as the author wrote it, or empty.
  public var whenText: String
  /// All assignments: the row's own, the location, the message with its fields.
  public var updates: [Update]
  /// The location that the component goes to; nil where it stays.
  public var target: Int?
  /// The message that the row sends, by position in ``Model/messages``; nil where it sends none.
  public var sends: Int?
  /// Whether the message that the row takes up stays under way, so that its receiver takes it up
  /// next.
  public var passes = false
  /// The effects that the row has apart from the state, by name.
  public var effects: [String]
  /// The members of the sent message, by name, that differ from the declaration of the message:
  /// each has another maker, or is left out (empty).
  public var carries: [String: String] = [:]
  /// The service's own text in the message that the row sends; or empty.
  public var text = ""
  /// The users to whom the row applies, as a phrase after "a user who": `prefers TOTP`; or empty.
  public var who = ""
  /// The actions that follow the request that the row grants, by position in ``Model/actions``.
  public var grants: [Int] = []
  /// The verdicts of the row on evidence.
  public var judgements: [Judgement]
  /// The source of the row, or nil.
  public var source: Source?
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the row is declared.
  public var location: SourceLocation
  /// The layer that the row comes from; nil for a row of the model itself.
  public var layer: String? = nil

  /// The id with the instance: `pool.prefer[sms]`.
  public var fullID: String {
    instance.isEmpty ? id : "\(id)[\(instance.joined(separator: ", "))]"
  }
}

/// A ladder, or a single row that stands alone.
public struct RowGroup: Sendable, Hashable {
  /// The ladder's name; nil for a row that stands alone.
  public var ladder: String?
  /// The rows by position, in the order in which they are tried.
  public var rows: [Int]
  /// Whether it takes up messages before their receivers do; see `ModelLoader/readTransitions`.
  public var isBefore = false
}
