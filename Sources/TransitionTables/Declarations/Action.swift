/// Something that an actor may do while the system rests, with its inputs.
public struct Action: Sendable, Hashable {
  /// One input: every value of its type may be given.
  public struct Input: Sendable, Hashable {
    /// Its name within the action.
    public var name: String
    /// The slot that holds its value while the action is taken.
    public var slot: Int
    /// The kind of evidence that it claims to be, or nil.
    public var evidence: String?
    /// The classes of which the table says what an actor must hold to send them.
    public var classesWithNeeds: Set<Int> = []
  }

  /// Its name, unique in the model.
  public var name: String
  /// The call of the public interface behind it; several actions may be forms of one call.
  public var call: String
  /// The word by which this form of the call is reported, where its inputs do not say it; or empty.
  public var word = ""
  /// `app`, `user`, `administrator`, `clock`, `attacker`, `environment` or a model's own word.
  public var actor: String
  /// The component whose rows answer it, or nil.
  public var component: Int?
  /// In order of declaration.
  public var inputs: [Input]
  /// What an actor must hold to take it, with the inputs for which it is so.
  public var needs: [MeansUse] = []
  /// The command line that does the same, in parts; empty where there is none.
  public var command: [CommandPart] = []
  /// What an actor holds after it, where it is not answered with an error.
  public var gives: [MeansUse] = []
  /// Where it is false the action does nothing.
  public var enabled: Expression
  /// Where the action can be taken at all, if that is more than what is explored (`enabled`); nil
  /// where both are the same.
  public var possible: Expression?
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation

  /// Whose calls must be answered, and to whom messages go that no component receives.
  static let app = "app"
  /// Whose actions, which fewer configurations may lack, no way out depends on.
  static let environment = "environment"
}
