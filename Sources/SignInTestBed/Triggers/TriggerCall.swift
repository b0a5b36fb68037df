public import SignInCryptography

/// A question to a trigger, one of the pool owner's Lambda functions.
public struct TriggerCall: Sendable, Equatable {
  /// The function, by the table's name such as `preSignUp`.
  public var name: String
  /// The event, as the service passes it to the function.
  public var event: JSON

  /// Creates a question.
  public init(name: String, event: JSON) {
    (self.name, self.event) = (name, event)
  }
}

/// The answer of a trigger function to a question.
public struct TriggerAnswer: Sendable, Equatable {
  /// The outcome of a call.
  public enum Outcome: Sendable, Equatable {
    /// The function returned an event.
    case returned(JSON)
    /// The function threw an error with this message.
    case refused(String)
    /// The function did not return or cannot be reached, for this reason.
    case failed(String)
  }

  /// The function, by the table's name.
  public var name: String
  /// The outcome of the call.
  public var outcome: Outcome

  /// Creates an answer.
  public init(_ name: String, _ outcome: Outcome) {
    (self.name, self.outcome) = (name, outcome)
  }

  /// The answer as JSON, for a file of requests.
  public var json: JSON {
    switch outcome {
    case .returned(let event): .members(["name": .string(name), "event": event])
    case .refused(let words): .members(["name": .string(name), "refused": .string(words)])
    case .failed(let reason): .members(["name": .string(name), "failed": .string(reason)])
    }
  }

  /// Reads the JSON that ``json`` writes; nil where it is not an answer.
  public init?(_ json: JSON) {
    guard let name = json["name"]?.text else { return nil }
    if let event = json["event"] {
      self.init(name, .returned(event))
    } else if let words = json["refused"]?.text {
      self.init(name, .refused(words))
    } else if let reason = json["failed"]?.text {
      self.init(name, .failed(reason))
    } else {
      return nil
    }
  }
}

/// The connected trigger functions, and the answers that the current request may use.
///
/// A service cannot wait. If an answer is missing, the request ends with the question; the caller
/// gets the answer, and performs the request again, with one answer more, at the service as it was
/// before.
struct TriggerDesk: Sendable {
  var table: TriggerTable?
  /// The connected functions, by the table's names.
  var connected: Set<String> = []
  /// The operation and input of the current request.
  var operation = ""
  var input = JSON.object([])
  /// The answers that have not been used.
  var answers: [TriggerAnswer] = []
  /// The number of answers that were used.
  var used = 0
  var question: TriggerCall?
  /// The name and message of the function that refused last.
  var refusal: (name: String, words: String)?

  mutating func begin(_ operation: String, _ input: JSON, _ answers: [TriggerAnswer]) {
    (self.operation, self.input, self.answers) = (operation, input, answers)
    (used, question, refusal) = (0, nil, nil)
  }

  /// Takes the next answer of a function. Answers to other questions before it are dropped: they
  /// were for another course of the request.
  mutating func take(_ name: String) -> TriggerAnswer? {
    while let answer = answers.first {
      answers.removeFirst()
      used += 1
      if answer.name == name { return answer }
    }
    return nil
  }
}
