package import TransitionTables

/// What the programs next to the documents of a pool say of its users.
package struct ProjectPrograms: Hashable, Sendable {
  /// Where one confirms sign-ups by AdminConfirmSignUp, or nil.
  package var confirmation: SourceLocation?
  /// Where one confirms sign-ups by its answer to PreSignUp, or nil.
  package var autoConfirmation: SourceLocation?
  /// Where one makes the accounts and nothing signs anybody up, or nil.
  package var accounts: SourceLocation?

  package init() {}

  /// Takes what further programs say, where nothing is known yet.
  package mutating func add(_ others: ProjectPrograms) {
    confirmation = confirmation ?? others.confirmation
    autoConfirmation = autoConfirmation ?? others.autoConfirmation
    accounts = accounts ?? others.accounts
  }
}
