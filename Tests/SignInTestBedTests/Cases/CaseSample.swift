import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// Small cases, written as the steps of a case file.
enum CaseSample {
  /// The report of one case against the bundled table.
  static func run(_ steps: String, from state: String = "signedOut") throws -> CaseReport {
    let state = state.replacing("\"", with: "\\\"")
    let text = """
      [{"id": "own", "flow": "", "initial_state": "\(state)", "steps": [\(steps)]}]
      """
    let model = try BundledTable.signIn()
    let document = try LocatedDocument(parsing: text, file: "cases.json")
    let one = try #require(try ClientCase.read(document, against: model).first)
    return CaseRunner(model: model).run(one)
  }

  /// `signIn` with a flow, the first factor with it, and a script.
  static func signIn(_ options: String = "", _ server: String, _ expectation: String) -> String {
    """
    {"client_call": "signIn", "input": {"username": "ada", "password": "pw",
     "options": {\(options)}}, "server": [\(server)], \(expectation)}
    """
  }

  /// `confirmSignIn` with a script.
  static func confirm(_ answer: String, _ server: String, _ expectation: String) -> String {
    """
    {"client_call": "confirmSignIn", "input": {"challengeResponse": "\(answer)"},
     "server": [\(server)], \(expectation)}
    """
  }

  /// Another call with a script.
  static func call(
    _ name: String, _ input: String, _ server: String, _ expectation: String
  ) -> String {
    """
    {"client_call": "\(name)", "input": {\(input)}, "server": [\(server)], \(expectation)}
    """
  }

  static func initiate(_ returns: String, expects: String = "") -> String {
    reply("InitiateAuth", returns, expects)
  }

  static func respond(_ returns: String, expects: String = "") -> String {
    reply("RespondToAuthChallenge", returns, expects)
  }

  static func reply(_ operation: String, _ returns: String, _ expects: String = "") -> String {
    "{\"op\": \"\(operation)\", \"expects\": {\(expects)}, \"returns\": {\(returns)}}"
  }

  /// The material of a proof with other parameters than the good ones.
  static func verifier(_ parameters: String) -> String {
    "\"challenge\": \"PASSWORD_VERIFIER\", \"params\": {\(parameters)}"
  }

  static let goodVerifier = "\"challenge\": \"PASSWORD_VERIFIER\", \"params\": \"<SRP params>\""
  static let tokens = "\"tokens\": true"
  static let isDone = step("done")

  static func step(_ name: String, _ more: String = "") -> String {
    "\"expect_next_step\": {\"name\": \"\(name)\"\(more.isEmpty ? "" : ", " + more)}"
  }

  static func error(_ kind: String, _ underlying: String? = nil) -> String {
    let below = underlying.map { ", \"underlying\": \"\($0)\"" } ?? ""
    return "\"expect_error\": {\"kind\": \"\(kind)\"\(below)}"
  }

  static func result(_ text: String) -> String { "\"expect_result\": \(text)" }
}
