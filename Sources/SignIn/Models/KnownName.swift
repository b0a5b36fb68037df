package import TransitionTables

/// The actors that analyses distinguish. Each is looked up in the table when it is loaded, and each
/// actor of the table must be among them, see ``DocumentBinding``.
package enum KnownActor: String, CaseIterable, Sendable {
  case administrator, app, attacker, clock, environment, user
}

/// The kinds of messages, looked up likewise; the table has no others.
package enum KnownKind: String, CaseIterable, Sendable {
  case administration, challenge, error, exception, nextStep, request, result, step
}

/// The parameters that analyses refer to, looked up likewise.
package enum KnownParameter: String, CaseIterable, Sendable {
  case administratorActs, requiredAttributes, tier, usernameAttributes

  /// The member of `administratorActs` for an import job of the console.
  package static let imports = "imports"
}

/// The variables and fields with which the inspection of mutants distinguishes situations, looked
/// up likewise.
package enum TrackedName: String, CaseIterable, Sendable {
  case awaiting, straggling, turning
  case begins = "InitiateAuth.begins"
  case challenge = "RespondToAuthChallenge.challenge"
  case factor = "RespondToAuthChallenge.factor"
  case flow = "InitiateAuth.flow"
  case isOfDeletedUser = "RevokeToken.ofDeletedUser"
}

/// The names for which pictures of a trace have their own words, looked up likewise: locations,
/// effects, messages with their fields, calls with their inputs, members, and triggers.
package enum DrawnName: String, CaseIterable, Sendable {
  case adjacent, answer, challenge, confirmSignIn, current, followingTrigger, newCustomChallenge,
    password, previous, signIn, softwareTokenMFA, verifyTOTPSetup, webAuthn
  case associateSoftwareTokenResult = "AssociateSoftwareTokenResult"
  case createAuthChallenge = "CreateAuthChallenge"
  case defineAuthChallenge = "DefineAuthChallenge"
  case invalidAnswer = "InvalidLambdaResponseException"
  case respondToAuthChallenge = "RespondToAuthChallenge"
  case triggerFailed = "UnexpectedLambdaException"
  case triggerRefused = "UserLambdaValidationException"
  case verifySoftwareToken = "VerifySoftwareToken"

  /// The codes that an authenticator app shows.
  package static let shown = [current, previous, adjacent].map(\.rawValue)
  /// The errors with which the service answers because of a trigger.
  package static let ofTrigger = [invalidAnswer, triggerFailed, triggerRefused].map(\.rawValue)

  package static func == (text: String, name: DrawnName) -> Bool { text == name.rawValue }

  /// The names of a table that may be drawn, each with its place.
  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.actions.flatMap { action in
      [(action.name, action.location)] + action.inputs.map { ($0.name, action.location) }
    }
      + model.messages.map { ($0.name, $0.location) }
      + model.effects.values.map { ($0.name, $0.location) }.sorted { $0.0 < $1.0 }
      + model.slots.flatMap { slot -> [(name: String, location: SourceLocation)] in
        let type = model.types.enumeration(of: slot.type)
        let names =
          [slot.ownName] + (type?.members ?? []) + (type?.wireNames ?? []).compactMap(\.self)
        return names.map { ($0, slot.location) }
      }
  }
}

extension Model {
  /// The slot of a parameter that analyses refer to; every loaded table has it.
  package func parameter(_ known: KnownParameter) -> Int? { parameter(named: known.rawValue) }
}

extension Action {
  /// Whether one of the given actors takes the action.
  package func isBy(_ actors: KnownActor...) -> Bool {
    actors.contains { $0.rawValue == actor }
  }

  /// The actor of the action, where analyses distinguish it.
  package var knownActor: KnownActor? { KnownActor(rawValue: actor) }
}

extension Message {
  /// Whether the message is of the given kind.
  package func isKind(_ kind: KnownKind) -> Bool { self.kind == kind.rawValue }

  /// Whether the message is the next step of a user who is signed in.
  package var isDone: Bool { isKind(.nextStep) && name == Self.done }

  /// The name of that message in the table.
  static let done = "done"
}
