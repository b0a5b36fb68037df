/// Something that a person holds, and that signing in, recovery or help needs: a password, a
/// mailbox, an authenticator.
public struct Means: Sendable, Hashable {
  /// What it proves when it is shown.
  public enum Factor: String, Sendable, CaseIterable {
    /// Something known.
    case knowledge
    /// Something owned.
    case possession
    /// Neither: another person acts.
    case help
  }

  /// Its name in the table.
  public var name: String
  /// What it is called in a sentence: `the password`.
  public var title: String
  /// What it proves.
  public var factor: Factor
  /// What it costs an outsider to get, compared with the other means.
  public var cost: Int
  /// How rarely it is lost, from 1 for what is lost every day.
  public var rarity: Int
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

/// Means that a step needs or gives in the states in which a condition holds.
public struct MeansUse: Sendable, Hashable {
  /// By position in ``Model/means``.
  public var means: Int
  /// Holds where the step needs or gives it; reads the state and the inputs of its action.
  public var condition: Expression
}

/// Where questions about means begin.
public struct Access: Sendable, Hashable {
  /// Holds in the states in which the owner of an account, or an outsider, begins.
  public var start: Expression
  /// Means that are places: whoever holds one may begin in such a state instead.
  public var places: [MeansUse]
  /// Holds while the account is there; a new account is no way back into the old one.
  public var account: Expression
  /// The means that is an administrator who acts, by position in ``Model/means``.
  public var help: Int?
  /// The means that no owner has, and therefore none loses, by position in ``Model/means``.
  public var outsiders: [Int] = []
  /// Holds where another account of the pool has taken what the user signs in with; nil where the
  /// table follows no other account.
  public var claim: Expression?
  /// The parameters of two values that such questions turn on where nobody decides them, by slot.
  public var follows: [Int] = []
}

/// A part of the command line that does what an action does, where a condition holds.
public struct CommandPart: Sendable, Hashable {
  /// Reads the inputs of the action.
  public var condition: Expression
  /// The words; `<input>` stands for the value of an input.
  public var text: String
}
