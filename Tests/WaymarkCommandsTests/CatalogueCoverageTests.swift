import Foundation
import PoolAnalysis
import TestSupport
import Testing

@testable import WaymarkCommands

/// `waymark coverage --catalogue`: which ways of a pool an app's tests reached.
@Suite struct CatalogueCoverageTests {
  private static let pool = """
    pool: desk
    configuration: { selfSignUp: false, flows: [userPassword, refresh] }

    """
  private static let right = "InitiateAuth USER_PASSWORD_AUTH→tokens"
  private static let wrong = "InitiateAuth USER_PASSWORD_AUTH→NotAuthorizedException"

  private func covered(
    _ ways: [[String]], _ options: [String] = []
  ) throws -> (CommandOutput, Folder) {
    let lists = ways.map { way in "[" + way.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
    let folder = try Folder([
      "desk.yaml": Self.pool,
      "seen.json": "{ \"waymarkCoverage\": [\(lists.joined(separator: ", "))] }",
    ])
    let output = WaymarkTool.output(
      for: ["coverage", "--catalogue", folder["desk.yaml"], folder["seen.json"]] + options,
      in: ToolEnvironment())
    return (output, folder)
  }

  @Test func `only what was seen is reached, and a share that is too small fails`() throws {
    let (none, _) = try covered([], ["--at-least", "1"])
    #expect(none.status == .safetyViolated)
    #expect(none.text.contains("paths: 0 of 7, "))
    let (one, _) = try covered([[Self.right]], ["--at-least", "1"])
    #expect(one.status == .allHold, "\(one.stderr)")
    #expect(one.text.contains("paths: 1 of 7, "))
    #expect(none.text.contains("\n  userPassword.done\n"))
    #expect(!one.text.contains("\n  userPassword.done\n"))
  }

  @Test func `error ends of one exception differ by its words`() throws {
    let ends = { (words: String) in
      let (output, _) = try covered([["\(Self.wrong)\(words)"]])
      return output.text
    }
    let disabled = try ends(": User is disabled.")
    #expect(disabled.contains("error ends: 1 of 6, "), "\(disabled)")
    #expect(!disabled.contains("  userPassword.notAuthorized.userDisabled\n"))
    #expect(disabled.contains("  userPassword.notAuthorized.passwordAttemptsExceeded\n"))
    #expect(try ends(": [no row]").contains("error ends: 0 of 6, "))
    // As files of before have it.
    #expect(try ends("").contains("error ends: 4 of 6, "))
  }

  @Test func `of half the paths no share is said to be reached`() throws {
    let (stopped, _) = try covered([[Self.right]], ["--timeout", "0.0000001", "--at-least", "50"])
    #expect(stopped.status == .limitReached)
    #expect(stopped.text == "")
  }

  @Test func `a request that is on no way may stand between, and an answer that is may not`() throws
  {
    let forced = "InitiateAuth USER_PASSWORD_AUTH→NEW_PASSWORD_REQUIRED []"
    let answered = "RespondToAuthChallenge NEW_PASSWORD_REQUIRED→tokens"
    let (whole, _) = try covered([[forced, "GetUser→result", answered]])
    #expect(whole.text.contains("paths: 1 of 7, "), "\(whole.text)")
    // What the client refuses by itself sends nothing after the challenge, and is not counted.
    let (begun, _) = try covered([[forced]])
    #expect(begun.text.contains("0 of 14 are reached, 0 %.  paths: 0 of 7, "))
    #expect(begun.text.contains("side steps: 0 of 1\n"))
    let (broken, _) = try covered([[forced, Self.wrong, answered]])
    #expect(broken.text.contains("paths: 0 of 7, "))
  }
}
