/// A call that changes settings of a deployed pool: its fields, and the effect of leaving a field
/// out.
public struct SettingCall: Sendable, Hashable {
  /// The effect of leaving a field out of a call.
  public enum Omission: String, Sendable, CaseIterable {
    /// The field goes back to the service's default.
    case reset
    /// The field keeps its value.
    case kept
  }

  /// One field of the call.
  public struct Field: Sendable, Hashable {
    /// The name of the field in the API.
    public var name: String
    /// The parameters that the field carries, by slot; empty where no row reads it.
    public var sets: [Int]
    /// The effect of leaving the field out.
    public var omitted: Omission
    /// The source for that effect.
    public var source: Source?
    /// The edits that a script makes to the field; nil where it sets the field's value.
    public var edits: [Edit]?
    /// The filter of jq that a script applies where the field has no value; where it is empty, the
    /// script sets an empty list.
    public var empty: String
    /// The author's `doc:`, or empty.
    public var documentation: String
  }

  /// The name of the call in the API, or of a person's action that is no call.
  public var id: String
  /// The fields, in order of declaration.
  public var fields: [Field]
  /// The parameters of which one must change for the call to be made; empty where none need change.
  public var only: [Int]
  /// The rules about changes that do not apply to this call, by id.
  public var lifts: [String]
  /// Whether a person makes the change outside the API.
  public var isManual: Bool
  /// The commands that show the deployed settings and make the call; empty where there are none.
  public var reads: String
  public var run: String
  /// The reply that shows the fields; nil where none does.
  public var shown: Reply?
  /// The edits that a script makes with every call.
  public var edits: [Edit]
  public var documentation: String
  /// Where the call is declared.
  public var location: SourceLocation

  /// The parameters that the call can change, by slot, ascending.
  public var slots: [Int] { Set(fields.flatMap(\.sets)).sorted() }
}

/// A kind of pool that a tool cannot create in one step, with the steps that create it.
public struct CreationRule: Sendable, Hashable {
  /// The id of the rule.
  public var id: String
  /// The condition on the configurations concerned.
  public var condition: Expression
  /// The service's error message.
  public var refusal: String
  /// The steps that create such a pool, a sentence each, in order.
  public var steps: [String]
  /// The author's `doc:`, or empty.
  public var documentation: String
  public var source: Source?
}

/// A program that deploys pools: the order of its calls, and its treatment of settings that cannot
/// change.
public struct DeploymentTool: Sendable, Hashable {
  public var id: String
  /// Its calls by name, in the order in which it makes them.
  public var calls: [String]
  /// The slots that each call carries, in the order of ``calls``.
  public var carried: [[Int]]
  /// Parameters whose change makes the tool replace the resource that holds the users.
  public var replaces: [Int]
  /// Changes that the service was observed to refuse to this tool, independently of its calls.
  public var refuses: [ChangeRule]
  /// Pools that the service was observed to refuse when the tool creates them in one step.
  public var cannotCreate: [CreationRule] = []
  /// Parameters that the tool cannot set.
  public var ignores: [Int]
  /// The state of the deployment after a call is refused, in one sentence.
  public var failure: String
  public var documentation: String
  public var source: Source?
  /// Where the tool is declared.
  public var location: SourceLocation
}
