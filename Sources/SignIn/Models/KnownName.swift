package import TransitionTables

/// The actors, which analyses distinguish; each is looked up when the table is loaded, and each of
/// the table's here, see ``DocumentBinding``.
package enum KnownActor: String, CaseIterable, Sendable {
  case administrator, app, attacker, clock, environment, user
}

/// The kinds of messages, looked up as well; the table has no others.
package enum KnownKind: String, CaseIterable, Sendable {
  case administration, challenge, error, exception, nextStep, request, result, step
}

/// The parameters that analyses know, looked up as well.
package enum KnownParameter: String, CaseIterable, Sendable {
  case administratorActs, requiredAttributes, tier, usernameAttributes

  /// The one of `administratorActs` that is a job of the console.
  package static let imports = "imports"
}

extension Model {
  /// The slot of a parameter that analyses know; every table that was loaded has it.
  package func parameter(_ known: KnownParameter) -> Int? { parameter(named: known.rawValue) }
}

extension Action {
  /// Whether one of some actors takes it.
  package func isBy(_ actors: KnownActor...) -> Bool {
    actors.contains { $0.rawValue == actor }
  }

  /// Who takes it, where analyses distinguish that.
  package var knownActor: KnownActor? { KnownActor(rawValue: actor) }
}

extension Message {
  /// Whether it is of a kind.
  package func isKind(_ kind: KnownKind) -> Bool { self.kind == kind.rawValue }

  /// The next step of a user who is signed in.
  package var isDone: Bool { isKind(.nextStep) && name == Self.done }

  /// Its name in the table.
  static let done = "done"
}
