public import SignInCryptography

/// A question to one of the owner's Lambda functions.
public struct TriggerCall: Sendable, Equatable {
  /// The function by the table's name, such as `preSignUp`.
  public var name: String
  /// The event as the service hands it over.
  public var event: JSON

  /// A question.
  public init(name: String, event: JSON) {
    (self.name, self.event) = (name, event)
  }
}

/// What came of a question to one of the owner's Lambda functions.
public struct TriggerAnswer: Sendable, Equatable {
  /// What a function does.
  public enum Outcome: Sendable, Equatable {
    /// It came back with an event.
    case returned(JSON)
    /// It threw; with its words.
    case refused(String)
    /// It did not come back, or cannot be reached; with the reason.
    case failed(String)
  }

  /// The function by the table's name.
  public var name: String
  /// What it did.
  public var outcome: Outcome

  /// An answer.
  public init(_ name: String, _ outcome: Outcome) {
    (self.name, self.outcome) = (name, outcome)
  }

  /// The answer as a file of requests keeps it.
  public var json: JSON {
    switch outcome {
    case .returned(let event): .members(["name": .string(name), "event": event])
    case .refused(let words): .members(["name": .string(name), "refused": .string(words)])
    case .failed(let reason): .members(["name": .string(name), "failed": .string(reason)])
    }
  }

  /// Reads what ``json`` writes; nil where it is none.
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

/// The functions that are connected, and the answers that one request may use.
///
/// A service cannot wait. Where an answer is missing the request ends with the question, and
/// whoever asks it takes the service as it was before, and performs the request again with one
/// answer more.
struct TriggerDesk: Sendable {
  var table: TriggerTable?
  /// The functions that are connected, by the table's names.
  var connected: Set<String> = []
  /// The request under way.
  var operation = ""
  var input = JSON.object([])
  /// Answers that have not been used.
  var answers: [TriggerAnswer] = []
  /// How many of them were used.
  var used = 0
  var question: TriggerCall?
  /// The words of the function that refused last, with its name.
  var refusal: (name: String, words: String)?

  mutating func begin(_ operation: String, _ input: JSON, _ answers: [TriggerAnswer]) {
    (self.operation, self.input, self.answers) = (operation, input, answers)
    (used, question, refusal) = (0, nil, nil)
  }

  /// The next answer of a function. Answers to other questions before it are of a time when the
  /// request would have gone another way.
  mutating func take(_ name: String) -> TriggerAnswer? {
    while let answer = answers.first {
      answers.removeFirst()
      used += 1
      if answer.name == name { return answer }
    }
    return nil
  }
}
