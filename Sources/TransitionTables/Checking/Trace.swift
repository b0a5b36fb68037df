/// A run of the table from an initial state: the actions, the rows that fired, and the states.
///
/// Traces are rebuilt by the ``Interpreter``, not by the search that found them, so that every
/// trace that is shown has been checked a second time.
public struct Trace: Sendable, Hashable {
  /// One step between two states at rest.
  public struct Step: Sendable, Hashable {
    /// The action that began the step, or nil for a row that fired by itself.
    public var action: Int?
    /// The values of the action's inputs.
    public var inputs: [Int]
    /// The rows that fired, each with the valuation after it.
    public var firings: [Interpreter.Firing]
    /// The valuation at rest before the step.
    public var before: [Int]
    /// The valuation at rest after the step.
    public var after: [Int]

    /// A step with all its parts.
    public init(
      action: Int?, inputs: [Int], firings: [Interpreter.Firing], before: [Int], after: [Int]
    ) {
      self.action = action
      self.inputs = inputs
      self.firings = firings
      self.before = before
      self.after = after
    }
  }

  /// The steps in order; empty for a trace that ends at its initial state.
  public var steps: [Step]

  /// For an infinite run, the position of the first step of the loop, which extends to the end; the
  /// number of steps where the run stops for ever. Nil where the trace is finite.
  public var loopStart: Int?

  /// A trace of these steps.
  public init(steps: [Step], loopStart: Int? = nil) {
    self.steps = steps
    self.loopStart = loopStart
  }
}

extension Model {
  /// Returns a step's action as an author would write it.
  public func text(of step: Trace.Step) -> String {
    guard let action = step.action else {
      return step.firings.first.map { rows[$0.row].fullID } ?? ""
    }
    return actionText(action, inputs: step.inputs)
  }

  /// Returns the message that the app received at the end of a step, or nil.
  public func answer(of step: Trace.Step) -> Answer? {
    step.firings.last.flatMap { answer(in: $0.valuation) }
  }

  /// Returns the message that a row sends to a component, with its fields; nil where it sends none.
  public func messageText(of firing: Interpreter.Firing) -> String? {
    guard let position = rows[firing.row].sends, messages[position].receiver != nil else {
      return nil
    }
    return text(
      of: Answer(
        message: position, fields: messages[position].fields.map { firing.valuation[$0] }))
  }

  /// Returns the message that the app received, from a valuation before it comes to rest.
  public func answer(in valuation: [Int]) -> Answer? {
    guard let answerSlot,
      let message = messages.indices.first(where: {
        messages[$0].receiver == nil && messages[$0].code == valuation[answerSlot]
      })
    else { return nil }
    return Answer(message: message, fields: messages[message].fields.map { valuation[$0] })
  }

  /// Returns an answer as an author would write it, such as
  /// `continueSignInWithMFASelection(allowed: {sms, totp})`.
  public func text(of answer: Answer) -> String {
    let message = messages[answer.message]
    guard !message.fields.isEmpty else { return message.name }
    let parts = zip(message.fields, answer.fields).map { slot, value in
      "\(slots[slot].ownName): \(text(of: value, in: slot))"
    }
    return "\(message.name)(\(parts.joined(separator: ", ")))"
  }
}

/// A message to the app with its fields: the answer to a call.
public struct Answer: Sendable, Hashable {
  /// The message, by position in ``Model/messages``.
  public var message: Int
  /// The values of the message's fields, in their order.
  public var fields: [Int]

  /// An answer with the values of its fields.
  public init(message: Int, fields: [Int]) {
    self.message = message
    self.fields = fields
  }
}
