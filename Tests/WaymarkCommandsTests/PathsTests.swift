import PoolAnalysis
import SignIn
import SignInCryptography
import TestSupport
import Testing

@testable import WaymarkCommands

/// `waymark paths`: a pool's sign-ins as tests of an app.
@Suite struct PathsTests {
  private static let pool = """
    pool: desk
    configuration:
      selfSignUp: false
      mfa: optional
      mfaMethods: [totp]
      flows: [userPassword, refresh]

    """

  private func paths(as form: String) throws -> String {
    let folder = try Folder(["desk.yaml": Self.pool])
    let output = WaymarkTool.output(
      for: ["paths", folder["desk.yaml"], "--as", form], in: ToolEnvironment())
    #expect(output.status == .allHold, "\(output.stderr)")
    return output.text
  }

  @Test func `a file of Playwright has the paths that can be driven, one a line`() throws {
    let text = try paths(as: "playwright")
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("  {\"calls\":") }
    #expect(lines.count > 5)
    #expect(lines.allSatisfy { $0.hasSuffix("\"},") && !$0.contains("\"obstacle\"") }, "\(text)")
    #expect(text.contains("\n];\n// There is one endpoint"))
    #expect(text.contains("({ mode: \"default\" });\nfor (const path of paths) {\n"))
  }

  @Test func `a test of XCTest is given the secret of the user's authenticator`() throws {
    let text = try paths(as: "xcuitest")
    let call = """
            "confirmSignIn(right answer)", username: "drive", password: "Str0ng-Passw0rd", \
      totpSecret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
            "done")
      """
    #expect(text.contains(call), "\(text)")
    #expect(text.contains("password: \"Str0ng-Passw0rd\", totpSecret: nil),\n      \"done\")"))
  }

  @Test(.optimised) func `a path on which a passkey is presented cannot be driven, whosever it is`()
    throws
  {
    let pool = BundledTable.directory.appending(path: "pools/small/passkey-or-password.yaml").path
    let output = WaymarkTool.output(
      for: ["paths", pool, "--set", "existenceErrors=prevent"], in: ToolEnvironment())
    let paths = try JSON(parsing: output.text)["paths"]?.elements ?? []
    let presented = paths.filter { path in
      path["requests"]?.elements?.contains { $0.text == "RespondToAuthChallenge WEB_AUTHN" } == true
    }
    #expect(!presented.isEmpty)
    #expect(presented.allSatisfy { $0["obstacle"]?.text == "the app holds a passkey" })
  }

  @Test(.optimised) func `a sign-in that follows on a sign-up of the app cannot be driven`() throws
  {
    let folder = try Folder([
      "desk.yaml": """
      pool: desk
      configuration:
        mfa: off
        usernameAttributes: [email]
        autoVerified: [email]
        recovery: email
        firstFactors: [password, emailOTP]
        flows: [userAuth, refresh]

      """
    ])
    let output = WaymarkTool.output(for: ["paths", folder["desk.yaml"]], in: ToolEnvironment())
    let paths = try JSON(parsing: output.text)["paths"]?.elements ?? []
    let following = paths.filter { path in
      path["calls"]?.elements?.first?["call"]?.text == "autoSignIn()"
    }
    let refused = following.filter { $0["requests"]?.elements == [] }
    #expect(refused.map { $0["id"]?.text } == ["invalidState"])
    #expect(refused.allSatisfy { $0["obstacle"] == nil })
    let sent = following.filter { $0["requests"]?.elements != [] }
    #expect(sent.count == 25)
    #expect(sent.allSatisfy { $0["obstacle"]?.text == "the app has signed its user up" })
  }
}
