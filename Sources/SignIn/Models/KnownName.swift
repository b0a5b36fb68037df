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

/// The variables and fields by which the inspection of mutants distinguishes what can be met,
/// looked up as well.
package enum TrackedName: String, CaseIterable, Sendable {
  case awaiting, straggling, turning
  case begins = "InitiateAuth.begins"
  case challenge = "RespondToAuthChallenge.challenge"
  case factor = "RespondToAuthChallenge.factor"
  case flow = "InitiateAuth.flow"
  case isOfDeletedUser = "RevokeToken.ofDeletedUser"
}

/// What pictures of a trace have words of their own for, looked up as well: locations, effects,
/// messages with their fields, calls with their inputs, members, and what triggers are called.
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

  /// Codes that an authenticator shows.
  package static let shown = [current, previous, adjacent].map(\.rawValue)
  /// What a trigger makes the service answer.
  package static let ofTrigger = [invalidAnswer, triggerFailed, triggerRefused].map(\.rawValue)

  package static func == (text: String, name: DrawnName) -> Bool { text == name.rawValue }

  /// What of a table has such names, each with a place.
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
