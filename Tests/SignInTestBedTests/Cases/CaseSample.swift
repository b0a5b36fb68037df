import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// Small cases, written as parts of a file of cases.
enum CaseSample {
  /// A case with the record of a confirmed user.
  static func text(_ steps: String, with parts: String = "") -> String {
    """
    {"cases": [{"id": "own", "record": {"status": "confirmed", "password": "permanent"},\(parts)
     "steps": [\(steps)]}]}
    """
  }

  /// A user who waits for a code by SMS.
  static let waitingSMS =
    "\"state\": {\"client.at\": \"waitingSMS\"}, \"kept\": {\"session\": \"s\"},"

  /// The bundled table, loaded once.
  static let model = Result { try BundledTable.signIn() }

  static func read(_ text: String) throws -> [ClientCase] {
    try ClientCase.read(
      LocatedDocument(parsing: text, file: "cases.json"), against: model.get())
  }

  /// The report of one case against the bundled table.
  static func run(_ steps: String, with parts: String = "") throws -> CaseReport {
    let one = try #require(try read(text(steps, with: parts)).first)
    return CaseRunner(model: try model.get()).run(one)
  }

  /// What is wrong with a file, every complaint at once.
  static func complaints(_ text: String) throws -> [Diagnostic] {
    let document = try LocatedDocument(parsing: text, file: "cases.json")
    let model = try model.get()
    do {
      _ = try ClientCase.read(document, against: model)
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// A step with a script.
  static func step(
    _ call: String, _ server: [String], _ expect: String, _ more: String = ""
  ) -> String {
    """
    {"call": "\(call)", "server": [\(server.joined(separator: ", "))],
     "expect": {\(expect)}\(more.isEmpty ? "" : ", \(more)")}
    """
  }

  static func signIn(_ server: [String], _ expect: String, _ more: String = "") -> String {
    step("signIn(flow: userSRP, password: current)", server, expect, more)
  }

  static func confirm(_ server: [String], _ expect: String, _ more: String = "") -> String {
    step(
      "confirmSignIn(answer: current)", server, expect,
      "\"texts\": {\"challengeResponse\": \"1\"}" + (more.isEmpty ? "" : ", \(more)"))
  }

  static func reply(_ operation: String, _ returns: String, _ expects: String = "") -> String {
    "{\"op\": \"\(operation)\", \"expects\": {\(expects)}, \"returns\": {\(returns)}}"
  }

  static func error(_ kind: String, _ underlying: String? = nil) -> String {
    let below = underlying.map { ", \"underlying\": \"\($0)\"" } ?? ""
    return "\"error\": {\"kind\": \"\(kind)\"\(below)}"
  }

  static let done = "\"nextStep\": \"done\""
  static let tokens = """
    "AuthenticationResult": {"AccessToken": "a", "IdToken": "i", "RefreshToken": "r"}
    """
  static let proof = """
    "ChallengeName": "PASSWORD_VERIFIER", "ChallengeParameters": \
    {"SALT": "79b0", "SRP_B": "ab", "SECRET_BLOCK": "c2VjcmV0"}
    """
}
