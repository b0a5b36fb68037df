import TransitionTables

/// The actions and calls of the app for which the test bed does more than their rows say.
enum TableAction: String, TableNames {
  case autoSignIn, confirmSignUp, replayAnswer, selectMFA, signIn, signUp

  static var sort: String { "action" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.actions.flatMap { [($0.name, $0.location), ($0.call, $0.location)] }
  }
}

/// The inputs of actions that the service sets by name.
enum TableInput: String, TableNames {
  case attribute, factor, marksVerified, value, withoutPassword

  static var sort: String { "input of an action" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.actions.flatMap { action in action.inputs.map { ($0.name, action.location) } }
  }
}

/// The means of an app that an endpoint alone cannot provide.
enum TableMeans: String, TableNames {
  case designersAnswer, mailbox, phone

  static var sort: String { "means" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.means.map { ($0.name, $0.location) }
  }
}
