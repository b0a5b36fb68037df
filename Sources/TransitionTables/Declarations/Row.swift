/// One transition: a guarded, atomic update with an id and a source.
///
/// A row declared `for:` a member stands here once a member. Right-hand sides read the state before
/// the row. What triggers it, where it starts and its `when:` are kept apart, because inspections
/// and diagrams speak of them apart; ``Model/guardExpression(of:)`` joins them.
public struct Row: Sendable, Hashable {
  /// What makes a row fire.
  public enum Trigger: Sendable, Hashable {
    case action(Int)
    case message(Int)
    /// Nothing: the row leaves an urgent location, or is free to fire.
    case none
  }

  /// One assignment.
  public struct Update: Sendable, Hashable {
    /// What is assigned.
    public var slot: Int
    /// The new value, from the state before the row.
    public var value: Expression
    /// Where it is declared.
    public var location: SourceLocation
  }

  /// The id as written, without the member that the instance is for.
  public var id: String
  /// The members that `for:` was instantiated with, such as `f = sms`; empty for most.
  public var instance: [String]
  /// The rows that are tried in order together, by position in ``Model/groups``.
  public var group: Int
  /// The component that it belongs to, or nil.
  public var component: Int?
  /// What makes it fire.
  public var trigger: Trigger
  /// The locations it leaves, or nil for any.
  public var from: [Int]?
  /// The guard next to trigger and place.
  public var when: Expression
  /// The guard without what a ladder before the receivers takes up; nil where no such ladder does.
  public var ownWhen: Expression?
  /// The guard as written, or empty.
  public var whenText: String
  /// All assignments: its own, the location, the message with its fields.
  public var updates: [Update]
  /// The location that it goes to; nil where it stays.
  public var target: Int?
  /// The message it sends, by position in ``Model/messages``.
  public var sends: Int?
  /// Whether the message that it takes up stays under way, so that its receiver takes it up next.
  public var passes = false
  /// What it makes next to the state, by name.
  public var effects: [String]
  /// Members of the message that it sends, by name, that are made otherwise than the message says:
  /// by another maker, or not at all (empty).
  public var carries: [String: String] = [:]
  /// The service's own words that go with what it sends; or empty.
  public var text = ""
  /// The users for whom it decides, as what follows "a user who": `prefers TOTP`; or empty.
  public var who = ""
  /// The actions that follow on the request that it grants, by position in ``Model/actions``.
  public var grants: [Int] = []
  /// How it judges evidence.
  public var judgements: [Judgement]
  /// Where it comes from, or nil.
  public var source: Source?
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
  /// The layer that it comes from; nil for a row of the model itself.
  public var layer: String? = nil

  /// The id with its instance: `pool.prefer[sms]`.
  public var fullID: String {
    instance.isEmpty ? id : "\(id)[\(instance.joined(separator: ", "))]"
  }
}

/// A ladder, or a row that stands alone.
public struct RowGroup: Sendable, Hashable {
  /// The ladder's name; nil for a row that stands alone.
  public var ladder: String?
  /// The rows, in the order in which they are tried.
  public var rows: [Int]
  /// Whether it takes messages up before those who receive them; see `ModelLoader/readTransitions`.
  public var isBefore = false
}
