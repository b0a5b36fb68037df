import SignInCryptography
import SignInTestBed
import Testing

@testable import Endpoint

/// Functions that are commands: the event on standard input, the answer on standard output.
@Suite struct TriggerHandlerTests {
  private let event = JSON.members(["version": .string("1"), "response": .object([])])

  private func outcome(_ command: String, patience: Double = 5) -> TriggerAnswer.Outcome {
    TriggerHandlers(["preSignUp": .command(command)], patience: patience)
      .answer(TriggerCall(name: "preSignUp", event: event)).outcome
  }

  @Test func `a command reads the event and writes it back`() {
    #expect(outcome("cat") == .returned(event))
    // With lines of its own before, and without a word of what it was given.
    #expect(outcome("echo starting; cat; echo") == .returned(event))
    let bare = JSON.members(["response": .object([])])
    #expect(outcome(#"printf '{"response":{}}'"#) == .returned(bare))
  }

  @Test func `a command that ends with another status refuses with its last words`() {
    let command = "echo 'at line 3' >&2; echo 'Not invited' >&2; exit 1"
    #expect(outcome(command) == .refused("Not invited"))
    #expect(outcome("exit 3") == .refused("status 3"))
  }

  @Test(
    arguments: [
      (
        "Traceback (most recent call last):\n  File \"a.py\"\nValueError: Not invited\n",
        "Not invited"
      ),
      (
        "a.js:3\n  throw new Error()\n\nError: Not here\n    at a.js:3\n\nNode.js v20\n", "Not here"
      ),
      ("a warning\nNot invited\n", "Not invited"), ("", nil),
    ] as [(String, String?)])
  func `what a program says of its error are the words of the refusal`(
    errors: String, words: String?
  ) {
    #expect(TriggerHandlers.words(of: errors) == words)
  }

  @Test func `a command that does not come back has failed`() {
    guard case .failed = outcome("sleep 30", patience: 0.1) else {
      Issue.record("it was waited for")
      return
    }
  }

  @Test func `an error of a Lambda runtime refuses, and what is no event is nonsense`() {
    #expect(
      TriggerHandlers.outcome(#"{"errorMessage":"No.","errorType":"Error"}"#) == .refused("No."))
    #expect(TriggerHandlers.outcome("done") == .returned(.null))
  }

  @Test(
    arguments: [
      ("http://localhost:9000/x", TriggerHandlers.Place.address("http://localhost:9000/x")),
      ("node http.js", .command("node http.js")),
    ] as [(String, TriggerHandlers.Place)])
  func `an address is known from a command`(text: String, place: TriggerHandlers.Place) {
    #expect(TriggerHandlers.Place(text) == place)
  }
}
