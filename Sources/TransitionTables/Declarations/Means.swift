/// Something that a person holds and that sign-in, recovery or help requires: a password, a
/// mailbox, an authenticator.
public struct Means: Sendable, Hashable {
  /// The kind of proof that a means gives.
  public enum Factor: String, Sendable, CaseIterable {
    /// Something that the person knows.
    case knowledge
    /// Something that the person owns.
    case possession
    /// Neither of the two: another person acts.
    case help
  }

  /// The name of the means in the table.
  public var name: String
  /// The name of the means in a sentence: `the password`.
  public var title: String
  /// The kind of proof that the means gives.
  public var factor: Factor
  /// The relative cost for an outsider to obtain the means.
  public var cost: Int
  /// How rarely the means is lost, from 1 for one that is lost every day.
  public var rarity: Int
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the means is declared.
  public var location: SourceLocation
}

/// A means that a step needs or gives, with the condition under which it does.
public struct MeansUse: Sendable, Hashable {
  /// The means, by position in ``Model/means``.
  public var means: Int
  /// The condition under which the step needs or gives it, over the state and the action's inputs.
  public var condition: Expression
}

/// The states in which questions about means begin.
public struct Access: Sendable, Hashable {
  /// The condition on the states in which the owner of an account, or an outsider, begins.
  public var start: Expression
  /// Means that are places: a person who holds one may begin in a state that fulfils its condition
  /// instead.
  public var places: [MeansUse]
  /// The condition that holds while the account exists; a new account is no way back into the old
  /// one.
  public var account: Expression
  /// The means that stands for the help of an administrator, by position in ``Model/means``.
  public var help: Int?
  /// Means that only outsiders hold, so that no owner can lose them, by position in
  /// ``Model/means``.
  public var outsiders: [Int] = []
  /// The condition under which another account of the pool has taken the user's sign-in name; nil
  /// where the table models no other account.
  public var claim: Expression?
  /// The two-valued parameters that such questions set to true where no document decides them, by
  /// slot.
  public var follows: [Int] = []
}

/// A part of the command line for an action, included where a condition holds.
public struct CommandPart: Sendable, Hashable {
  /// The condition over the inputs of the action.
  public var condition: Expression
  /// The text; `<input>` stands for the value of an input.
  public var text: String
}
