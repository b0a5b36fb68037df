/// A call or an event that an actor may take while the system rests, with its inputs.
public struct Action: Sendable, Hashable {
  /// One input of an action; an actor may give any value of its type.
  public struct Input: Sendable, Hashable {
    /// The name of the input within the action.
    public var name: String
    /// The slot that holds the value of the input while the action is taken.
    public var slot: Int
    /// The kind of evidence that the input claims to be; nil where it is no evidence.
    public var evidence: String?
    /// The positions of the values for which the table declares what sending them needs, even if
    /// that is `none`.
    public var classesWithNeeds: Set<Int> = []
  }

  /// The name of the action, unique in the model.
  public var name: String
  /// The call of the public interface behind it; several actions may be forms of one call.
  public var call: String
  /// The word by which reports name this form of the call, where its inputs do not show it; or
  /// empty.
  public var word = ""
  /// Who takes the action: `app`, `user`, `administrator`, `clock`, `attacker`, `environment` or a
  /// word of the model.
  public var actor: String
  /// The component whose rows answer the action, or nil.
  public var component: Int?
  /// The inputs, in order of declaration.
  public var inputs: [Input]
  /// The means that an actor must hold to take the action, each with the condition under which it
  /// must.
  public var needs: [MeansUse] = []
  /// The command line that takes the same action, in parts; empty where there is none.
  public var command: [CommandPart] = []
  /// The means that an actor holds after the action, unless the answer is an error.
  public var gives: [MeansUse] = []
  /// The condition under which the action can be taken; elsewhere it does nothing.
  public var enabled: Expression
  /// The condition under which the action can be taken at all, where exploration (`enabled`) covers
  /// only part of it; nil where both are the same.
  public var possible: Expression?
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the action is declared.
  public var location: SourceLocation

  /// The actor whose calls must be answered, and who receives the messages that no component
  /// receives.
  static let app = "app"
  /// The actor whose actions do not count as a way out, since nobody can rely on them.
  static let environment = "environment"
}
