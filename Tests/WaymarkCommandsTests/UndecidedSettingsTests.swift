import TestSupport
import Testing

@testable import WaymarkCommands

/// The note about what documents do not decide, the findings that hang on it, and the options.
@Suite struct UndecidedSettingsTests {
  private func words(
    _ arguments: String, mfa: String = "", options: [String] = []
  ) throws -> String {
    let folder = try Folder([
      "a.tf": "variable \"mfa\" {\(mfa)}\nvariable \"recovery\" {}\n",
      "pool.tf": ProjectFolder.pool.replacing("\n}", with: "\n\(arguments)\n}"),
    ])
    let output = WaymarkTool.output(
      for: ["check", folder.path, "--no-try-assumptions"] + options, in: SmallTable.environment())
    return output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let mfa = "mfa_configuration = var.mfa"

  private static let recovery = """
    account_recovery_setting {
      recovery_mechanism {
        name     = var.recovery
        priority = 1
      }
    }

    """

  @Test func `where no finding hangs on them nothing is said of them but in the configuration`()
    throws
  {
    #expect(try !words(Self.mfa).contains("undecided"))
    #expect(try words(Self.mfa, options: ["--verbose"]).contains("mfa is given at deployment"))
  }

  @Test func `where a variable has a default, the option that takes it is named`() throws {
    let mfa = " default = \"OFF\" "
    let all = Self.recovery + Self.mfa
    #expect(
      try words(all).contains("decide them by `--variable-file FILE` or `--parameter NAME=VALUE`"))
    #expect(
      try words(all, mfa: mfa).contains(
        "`--variable-file FILE` or `--variable-defaults` or `--parameter NAME=VALUE`"))
    #expect(
      try words(all, mfa: mfa, options: ["--parameter", "mfa=OFF"])
        .contains("--variable-defaults") == false)
  }

  @Test func `the findings that hang on them are named in the one note`() throws {
    let words = try words(Self.recovery + Self.mfa)
    #expect(words.ranges(of: "[document.undecided]").count == 1)
    #expect(
      words.contains(
        "is a note: account.never-locked, account.recoverable [document.undecided]"))
  }
}
