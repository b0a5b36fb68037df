import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark import`, by what it writes.
@Suite struct ImportTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: ["import"] + arguments, in: SmallTable.environment())
  }

  @Test func `each line names its origin and what is open names its values`() throws {
    let folder = try Folder([
      "t.yaml": """
      Parameters: { Method: { Type: String } }
      Resources:
        Shop:
          Type: AWS::Cognito::UserPool
          Properties: { MfaConfiguration: OPTIONAL, EnabledMfas: [!Ref Method] }
      """
    ])
    let output = run(folder["t.yaml"], "--set", "recovery=email")
    #expect(output.status == .allHold)
    #expect(
      output.text == """
        # Imported from \(folder["t.yaml"]) (CloudFormation template)
        pool: Shop
        configuration:
          mfa: optional                     # from \(folder["t.yaml"]):5:37
          recovery: email                   # command line
          # mfaMethods: any of [sms, totp]  # open: the template parameter Method has no default
        open:
          - mfaMethods

        """)
    #expect(output.stderr.contains("note: EnabledMfas stays open"))
  }

  @Test func `a refused pool is written all the same, with every refusal and status 151`() throws {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { mfa: required, recovery: adminOnly }\n"
    ])
    let output = run(folder["p.yaml"])
    #expect(output.status == .illegal)
    #expect(output.text.contains("  mfa: required"))
    #expect(output.stderr.contains("“Not both.”") && output.stderr.contains("[L1]"))
  }

  @Test func `what is said alike of several pools of a folder is said once`() throws {
    let folder = try Folder([
      "main.tf": """
      resource "aws_cognito_user_pool" "main" {
        for_each   = toset(["staff", "guests"])
        name       = each.key
        count_them = true
      }
      """
    ])
    let output = run(folder.path)
    #expect(output.text.contains("pool: staff\n") && output.text.contains("pool: guests\n"))
    #expect(output.stderr.ranges(of: "has no argument `count_them`").count == 1)
  }

  @Test func `a document comes through a pipe, which gives its bytes once`() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("pool: piped\nfacts: { caseSensitive: false }\n".utf8))
    try pipe.fileHandleForWriting.close()
    let output = run("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", "--format", "json")
    #expect(output.status == .allHold)
    #expect(output.text.contains(#""pool": "piped""#))
    #expect(output.text.contains(#""fact": "the case sensitivity""#))
  }

  @Test func `output goes to the named file, or to a file of the pool's name in a folder`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let file = run(folder["p.yaml"], "--output", folder["new.yaml"])
    #expect(file.files.map(\.path) == [folder["new.yaml"]])
    #expect(file.stdout.isEmpty)
    #expect(run(folder["p.yaml"], "--output", folder.path).files.map(\.path) == [folder["p.yaml"]])
  }

  @Test func `JSON names value, origin and choices of every parameter`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nopen: [mfaMethods]\n"])
    let text = run(folder["p.yaml"], "--format", "json").text
    #expect(text.contains(#""origin": "serviceDefault""#))
    #expect(text.contains(#""choices": "any of sms or totp, separated by commas""#))
    #expect(text.contains(#""parameter": "lucky""#) == false)
  }

  @Test func `every bundled pool comes back with the same settings`() throws {
    let model = try BundledTable.signIn()
    let loader = PoolLoader(model: model, request: PoolRequest(paths: []))
    for pool in try BundledPool.all() {
      let loaded = try loader.load(.init(name: pool.name, bytes: pool.bytes))
      let text = PoolImport(model: model, pool: loaded).text
      let again = try loader.load(.init(name: "again.yaml", bytes: Array(text.utf8)))
      #expect(again.closed == loaded.closed, "\(pool.name)")
      #expect(again.open == loaded.open, "\(pool.name)")
      #expect(again.name == loaded.name)
    }
  }
}
