import Foundation
import SignInCryptography
public import SignInTestBed

/// Calls the pool owner's Lambda functions: a command that reads the event from standard input and
/// writes it back, or the address of a Lambda runtime.
///
/// A function refuses by throwing: a command by an exit status other than 0, a runtime by
/// `errorMessage`. A function that does not answer within 5 s is called again, as the service does,
/// and has failed after three attempts. Each call runs on a thread of its own.
public final class TriggerHandlers: Sendable {
  /// The location of a function.
  public enum Place: Sendable, Equatable {
    /// A shell command.
    case command(String)
    /// The URL, in plain HTTP, to which the event is posted.
    case address(String)

    /// Reads the option's value, `COMMAND|URL`: a text that begins with `http://` is an address.
    public init(_ text: String) {
      self = text.hasPrefix("http://") ? .address(text) : .command(text)
    }
  }

  private let places: [String: Place]
  private let patience: Double
  private let attempts = 3

  /// - Parameters:
  ///   - places: the location of each function, by the table's name of the trigger.
  ///   - patience: the time limit of one attempt, in seconds.
  public init(_ places: [String: Place], patience: Double = 5) {
    (self.places, self.patience) = (places, patience)
  }

  /// Calls the function of a question, and hands its answer over when it arrives.
  ///
  /// - Parameters:
  ///   - call: the question.
  ///   - take: takes the answer, on another thread.
  public func ask(_ call: TriggerCall, _ take: @escaping @Sendable (TriggerAnswer) -> Void) {
    Thread { take(self.answer(call)) }.start()
  }

  /// Calls the function of a question, and waits for its answer.
  func answer(_ call: TriggerCall) -> TriggerAnswer {
    let event = Array(call.event.serialized.utf8)
    var outcome = TriggerAnswer.Outcome.failed("no function is given")
    for _ in 0..<attempts {
      var isLate = false
      switch places[call.name] {
      case .command(let command)?: (outcome, isLate) = run(command, event)
      case .address(let address)?: (outcome, isLate) = post(event, to: address)
      case nil: break
      }
      guard isLate else { break }
    }
    return TriggerAnswer(call.name, outcome)
  }

  // MARK: Commands

  private func run(
    _ command: String, _ event: [UInt8]
  ) -> (outcome: TriggerAnswer.Outcome, isLate: Bool) {
    let child: ChildProcess
    do throws(ChildProcess.Fault) {
      child = try ChildProcess("/bin/sh", ["-c", command], input: event, within: patience)
    } catch {
      switch error {
      case .late: return (.failed("it did not answer in \(Int(patience)) s"), true)
      case .notStarted(let reason): return (.failed(reason), false)
      }
    }
    guard child.status == 0 else {
      return (.refused(Self.words(of: child.errors) ?? "status \(child.status)"), false)
    }
    return (Self.outcome(child.output), false)
  }

  /// The message of the error that ended a program. Python and Node write it after the error's
  /// class, on a line of its own; for others it is the last line. Nil where nothing was written.
  static func words(of errors: String) -> String? {
    let lines = errors.split(separator: "\n").map(String.init)
    let thrown = lines.lazy.reversed().compactMap { line in
      line.wholeMatch(of: /[\w.]*(?:Error|Exception): (.+)/).map { String($0.1) }
    }
    return thrown.first ?? lines.last
  }

  // MARK: Runtimes

  private func post(
    _ event: [UInt8], to address: String
  ) -> (outcome: TriggerAnswer.Outcome, isLate: Bool) {
    guard let client = EndpointClient(url: address) else {
      return (.failed("\(address) is no address of plain HTTP"), false)
    }
    do {
      let (status, body) = try client.post(event, within: patience)
      let text = String(decoding: body, as: UTF8.self)
      return (status < 300 ? Self.outcome(text) : .failed("HTTP \(status)"), false)
    } catch {
      return (.failed("\(address): \(error)"), EndpointClient.isLate(error))
    }
  }

  /// The outcome that a function's output means: an event, or a runtime's error. Output that is not
  /// JSON counts as `null`. A function may write lines of its own before.
  static func outcome(_ text: String) -> TriggerAnswer.Outcome {
    let lines = text.split(separator: "\n").map(String.init)
    let read = [text, lines.last ?? ""].lazy.compactMap { try? JSON(parsing: $0) }.first
    guard let event = read else { return .returned(.null) }
    if event["response"] == nil, let words = event["errorMessage"]?.text { return .refused(words) }
    return .returned(event)
  }
}
