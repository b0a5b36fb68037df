/// A call that changes settings of what is deployed: its fields, and what becomes of a field that
/// is left out.
public struct SettingCall: Sendable, Hashable {
  /// What the service makes of a field that a call leaves out.
  public enum Omission: String, Sendable, CaseIterable {
    /// It goes back to the service's default.
    case reset
    /// It stays as it is.
    case kept
  }

  /// One field of the call.
  public struct Field: Sendable, Hashable {
    /// As the API spells it.
    public var name: String
    /// The parameters that it carries, by slot; none where no row reads it.
    public var sets: [Int]
    /// What becomes of it where the call leaves it out.
    public var omitted: Omission
    /// Where that comes from.
    public var source: Source?
    /// What a script does with it instead of setting its value; nil where it sets the value.
    public var edits: [Edit]?
    /// What a script does where the field has no value, as a filter of jq; an empty list is set
    /// where it is empty.
    public var empty: String
    /// The author's `doc:`, or empty.
    public var documentation: String
  }

  /// As the API spells it, or what a person does where no call of the API is meant.
  public var id: String
  /// In order of declaration.
  public var fields: [Field]
  /// The parameters of which one must change for the call to be made; none where empty.
  public var only: [Int]
  /// Rules about changes that do not apply to it, by id.
  public var lifts: [String]
  /// Whether a person does it outside the API.
  public var isManual: Bool
  /// The commands that show what is deployed and that make the call; empty where none does.
  public var reads: String
  public var run: String
  /// The message that shows the fields; nil where none does.
  public var shown: Reply?
  /// What a script does with each call.
  public var edits: [Edit]
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation

  /// The parameters that it can change, by slot, ascending.
  public var slots: [Int] { Set(fields.flatMap(\.sets)).sorted() }
}

/// A pool that a tool cannot make in one step, and the steps in which it is made.
public struct CreationRule: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// Of which configurations it is so.
  public var condition: Expression
  /// What the service says.
  public var refusal: String
  /// What makes such a pool instead, a sentence each, in order.
  public var steps: [String]
  /// The author's `doc:`, or empty.
  public var documentation: String
  public var source: Source?
}

/// A program that deploys pools: in which order it makes its calls, and what it does with what
/// cannot change.
public struct DeploymentTool: Sendable, Hashable {
  public var id: String
  /// Its calls by name, in the order in which it makes them.
  public var calls: [String]
  /// The slots that each call carries.
  public var carried: [[Int]]
  /// Parameters whose change makes the tool replace what has the users.
  public var replaces: [Int]
  /// Changes that it was seen to be refused, whatever its calls.
  public var refuses: [ChangeRule]
  /// Pools that it was seen to be refused when it makes them in one step.
  public var cannotCreate: [CreationRule] = []
  /// Parameters that the tool cannot set.
  public var ignores: [Int]
  /// What it leaves deployed where a call is refused, in one sentence.
  public var failure: String
  public var documentation: String
  public var source: Source?
  /// Where it is declared.
  public var location: SourceLocation
}
