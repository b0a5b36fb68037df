import Foundation
import SignInCryptography
public import SignInTestBed

/// The owner's Lambda functions where they can be run: a command that takes the event on its
/// standard input and writes it back, or the address of a Lambda runtime.
///
/// A function that throws refuses: a command by another status than 0, a runtime by `errorMessage`.
/// One that does not come back in 5 s is asked three times, as the service does, and has failed
/// then. Questions are asked side by side, each on a thread of its own.
public final class TriggerHandlers: Sendable {
  /// Where a function is.
  public enum Place: Sendable, Equatable {
    /// A command of the shell.
    case command(String)
    /// An address of plain HTTP that takes the event by POST.
    case address(String)

    /// Reads `COMMAND|URL`.
    public init(_ text: String) {
      self = text.hasPrefix("http://") ? .address(text) : .command(text)
    }
  }

  private let places: [String: Place]
  private let patience: Double
  private let attempts = 3

  /// - Parameters:
  ///   - places: where each function is, by the table's names.
  ///   - patience: how many seconds one attempt may take.
  public init(_ places: [String: Place], patience: Double = 5) {
    (self.places, self.patience) = (places, patience)
  }

  /// Asks a question, and hands the answer over when it is there.
  ///
  /// - Parameters:
  ///   - call: the question.
  ///   - take: takes the answer, on another thread.
  public func ask(_ call: TriggerCall, _ take: @escaping @Sendable (TriggerAnswer) -> Void) {
    Thread { take(self.answer(call)) }.start()
  }

  /// Asks a question, and waits for the answer.
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
    // Files in place of pipes: a function that reads nothing breaks none, and what it leaves running
    // keeps none open.
    guard let input = TemporaryFile(event), let output = TemporaryFile(),
      let errors = TemporaryFile()
    else { return (.failed("no temporary file can be made"), false) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = input.handle
    process.standardOutput = output.handle
    process.standardError = errors.handle
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { return (.failed("\(error)"), false) }
    guard ended.wait(timeout: .now() + patience) == .success else {
      // The shell's group, and the shell where it leads none.
      kill(-process.processIdentifier, SIGKILL)
      kill(process.processIdentifier, SIGKILL)
      return (.failed("it did not answer in \(Int(patience)) s"), true)
    }
    let written = output.contents
    guard process.terminationStatus == 0 else {
      let last = errors.contents.split(separator: "\n").last.map(String.init)
      return (.refused(last ?? "status \(process.terminationStatus)"), false)
    }
    return (Self.outcome(written), false)
  }

  // MARK: Runtimes

  private func post(
    _ event: [UInt8], to address: String
  ) -> (outcome: TriggerAnswer.Outcome, isLate: Bool) {
    guard let client = EndpointClient(url: address) else {
      return (.failed("\(address) is no address of plain HTTP"), false)
    }
    do {
      let (status, body) = try client.post(event, within: max(1, Int64(patience)))
      let text = String(decoding: body, as: UTF8.self)
      return (status < 300 ? Self.outcome(text) : .failed("HTTP \(status)"), false)
    } catch {
      return (.failed("\(address): \(error)"), EndpointClient.isLate(error))
    }
  }

  /// What was written back: an event, the error of a runtime, or nonsense. A function may write
  /// lines of its own before.
  static func outcome(_ text: String) -> TriggerAnswer.Outcome {
    let lines = text.split(separator: "\n").map(String.init)
    let read = [text, lines.last ?? ""].lazy.compactMap { try? JSON(parsing: $0) }.first
    guard let event = read else { return .returned(.null) }
    if event["response"] == nil, let words = event["errorMessage"]?.text { return .refused(words) }
    return .returned(event)
  }
}

/// A file that is gone once nobody has it open.
private struct TemporaryFile {
  let handle: FileHandle

  /// A file with some bytes, at whose beginning a reader starts; nil where the system has none.
  init?(_ bytes: [UInt8] = []) {
    var name = Array("\(NSTemporaryDirectory())/waymark-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: Data(bytes))) != nil,
      (try? handle.seek(toOffset: 0)) != nil
    else { return nil }
  }

  /// What was written to it.
  var contents: String {
    guard (try? handle.seek(toOffset: 0)) != nil else { return "" }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
