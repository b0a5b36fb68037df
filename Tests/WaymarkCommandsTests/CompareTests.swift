import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Variants of a pool in one table.
@Suite struct CompareTests {
  private static let pool = """
    pool: desk
    configuration:
      mfa: off
      selfSignUp: false
      recovery: adminOnly
      flows: [userSRP, refresh]
    """

  private func run(_ arguments: [String]) throws -> (CommandOutput, Folder) {
    let folder = try Folder(["desk.yaml": Self.pool])
    let output = WaymarkTool.output(
      for: ["compare", folder["desk.yaml"]] + arguments, in: ToolEnvironment())
    return (output, folder)
  }

  @Test(.optimised) func `a variant's next steps, findings and affected users stand in a column`()
    throws
  {
    let (output, folder) = try run([
      "--variant", "mfa=required; mfaMethods={totp}", "--variant", "mfa=required",
    ])
    let text = output.text.replacing(folder.path + "/", with: "")
    #expect(output.status == .illegal)
    #expect(
      text.hasPrefix(
        """
        [1] desk (desk.yaml)
        [2] mfa=required; mfaMethods={totp}
        [3] mfa=required
            refused: 
        """))
    #expect(text.contains("  confirmSignInWithNewPassword       yes  yes  refused\n"))
    #expect(text.contains("  continueSignInWithTOTPSetup        –    yes  refused\n"))
    #expect(text.contains("Users of the first variant"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `one variant alone, and a form that it does not have, are refused`() throws {
    #expect(try run([]).0.stderr.contains("[usage.two-pools]"))
    #expect(try run(["--variant", "mfa"]).0.stderr.contains("[usage.assignment]"))
    #expect(try run(["--variant", ""]).0.stderr.contains("a variant changes nothing"))
    let unknown = try run(["--variant", "recovery=email; mfa=perhaps"]).0.stderr
    #expect(unknown.hasPrefix("--variant mfa=perhaps: error: `mfa` cannot be `perhaps`"))
    #expect(try run(["--variant", "mfa=optional", "--format", "sarif"]).0.status == .usage)
  }
}
