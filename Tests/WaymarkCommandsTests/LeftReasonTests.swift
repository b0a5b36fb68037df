import SignIn
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What a check says of the files of a folder that it left.
@Suite struct LeftReasonTests {
  private static let sst =
    "import { Cognito } from \"sst/constructs\"\nnew Cognito(stack, 'Auth', { login: ['email'] })\n"

  private static let switchedOff = """
    Parameters: { Users: { Type: String, Default: "no" } }
    Conditions: { HasUsers: !Equals [!Ref Users, "yes"] }
    Resources:
      Users:
        Type: AWS::Cognito::UserPool
        Condition: HasUsers
        Properties: { MfaConfiguration: "OFF" }
    """

  @Test(arguments: [
    (
      ["main.tf": ProjectFolder.pool, "stacks/auth.ts": sst],
      "stacks/auth.ts:1:1: note: this is a program of SST 2, which is not read"
    ),
    (
      ["main.tf": ProjectFolder.pool, "stack.yaml": switchedOff],
      "stack.yaml:4:3: note: the condition of `Users` does not hold with the template's defaults"
    ),
    (
      [
        "pool.json": #"{"PoolName": "shop"}"#,
        "jobs.json": #"{"ClientName": "jobs", "UserPoolId": "us-east-1_A"}"#,
        "web.json": #"{"ClientName": "web", "UserPoolId": "us-east-1_A"}"#,
      ],
      "web.json: note: this makes the app client `web`, and jobs.json the app client `jobs`, which"
        + " is judged"
    ),
  ])
  func `a check says what it left of the folder, and why`(
    files: [String: String], note: String
  ) throws {
    let folder = try Folder(files)
    let output = WaymarkTool.output(
      for: ["check", folder.path, "--no-try-assumptions"], in: SmallTable.environment())
    let words = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(note), "\(output.text)\(output.stderr)")
  }

  @Test func `groups of users alone are no pool, though their file be broken`() throws {
    let groups = "Resources:\n  G: Type: AWS::Cognito::UserPoolGroup\n"
    #expect(try left(["groups.yaml": groups]) == [])
  }

  /// What is said of files that are left next to a pool, each with its path below their folder.
  private func left(_ files: [String: String]) throws -> [String] {
    let found = try ProjectFolder(files.merging(["main.tf": ProjectFolder.pool]) { $1 })
    let codes: Set = ["document.unsupported-format", "document.not-yaml"]
    return found.pools.flatMap(\.notes).filter { codes.contains($0.code) }.map { note in
      "\(note.location.file.dropFirst(found.folder.path.count + 1)): \(note.message)"
    }
  }
}
