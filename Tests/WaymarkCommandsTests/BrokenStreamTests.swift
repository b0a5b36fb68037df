import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands

/// Whatever the other end of a stream does, the process ends by itself, with a status that says so.
@Suite struct BrokenStreamTests {
  /// The status and the complaints of a shell's command, in which `$W` is the program.
  private static func run(_ command: String) throws -> (status: Int32, stderr: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "set -o pipefail; " + command]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["W": PythonOracle.waymark.path], uniquingKeysWith: { _, new in new })
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: [
    ("\"$W\" explain > /dev/full", 153, "system.not-printed"),
    ("\"$W\" explain nothing.known 2> /dev/full", 64, ""),
    ("\"$W\" explain >&-", 0, ""),
    ("\"$W\" explain nothing.known 2>&- >&-", 64, ""),
    ("\"$W\" explain | true", 0, ""),
    ("{ sleep 1; echo x; echo y; } | \"$W\" testbed --stdio | true", 0, ""),
  ])
  func `nobody's output kills the process`(
    command: String, status: Int32, code: String
  ) throws {
    let (found, stderr) = try Self.run(command)
    #expect(found == status, "\(command): \(stderr)")
    #expect(code.isEmpty || stderr.contains(code))
    #expect(stderr.split(separator: "\n").count <= 4, "\(stderr)")
  }

  @Test func `a request that does not end is refused`() throws {
    let (status, stderr) = try Self.run("\"$W\" testbed --stdio < /dev/zero")
    #expect(status == Outcome.unreadable.rawValue)
    #expect(stderr.contains("testbed.line-too-long"))
  }

  @Test func `files that are no files are refused before they are waited for`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    for arguments in [
      ["run", folder.path], ["run", "--cases", folder.path],
      ["check", folder["p.yaml"], "--baseline", folder.path], ["run", "/dev/zero"],
    ] {
      let output = WaymarkTool.output(for: arguments, in: SmallTable.environment())
      #expect(output.status == .unreadable, "\(arguments)")
      #expect(output.stderr.contains("document."), "\(output.stderr)")
    }
  }
}
