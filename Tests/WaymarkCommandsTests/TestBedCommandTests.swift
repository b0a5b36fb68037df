import Foundation
import Synchronization
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct TestBedCommandTests {
  @Test func `without --stdio there is nothing to do`() {
    let output = WaymarkTool.output(for: ["testbed"], in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(output.stderr.contains("--stdio"))
  }

  @Test func `each line is answered before the next is read`() throws {
    var environment = ToolEnvironment()
    let said = Mutex<[String]>([])
    let asked = Mutex(0)
    environment.readLine = {
      asked.withLock { count in
        // What was asked before has its answer by now.
        #expect(said.withLock { $0.count } == count)
        count += 1
        let line = #"{"id":\#(count),"operation":"TestBedDescribe"}"#
        return count <= 2 ? Array(line.utf8) : nil
      }
    }
    environment.writeLine = { line in
      said.withLock { $0.append(line) }
      return true
    }
    let output = WaymarkTool.output(for: ["testbed", "--stdio"], in: environment)
    #expect(output.status == .allHold)
    let answers = said.withLock { $0 }
    #expect(answers.count == 2)
    #expect(answers.first?.hasPrefix(#"{"id":1,"output":{"UserPoolId":"#) == true)
  }

  @Test(
    .enabled(
      if: PythonOracle.isInstalled,
      "skipped: needs Python with pycognito, pyotp, PyJWT, cryptography, fido2 and webauthn"))
  func `other people's clients sign in through every flow that they support`() throws {
    let (status, text) = try PythonOracle.run("testbed_flows.py")
    #expect(status == 0, "\(text)")
    #expect(text.contains(" ok, 0 FAILED, 0 skipped"), "\(text)")
  }

  @Test(.enabled(if: PythonOracle.isInstalled, "skipped: needs Python with the oracles' packages"))
  func `random sequences of operations show no difference of table and bytes`() throws {
    let (status, text) = try PythonOracle.run("pipe_fuzz.py", "--lines", "600", "--episode", "120")
    #expect(status == 0, "\(text)")
    #expect(text.contains("840 requests over 7 pools"), "\(text)")
  }

  @Test(.enabled(if: PythonOracle.isInstalled, "skipped: needs Python with the oracles' packages"))
  func `sequences that once showed a difference show none`() throws {
    let corpus = PythonOracle.folder.appending(path: "../Corpus/pipe")
    let files = try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()
    #expect(files.count >= 4)
    for file in files {
      let (status, text) = try PythonOracle.run(
        "pipe_fuzz.py", "--replay", corpus.appending(path: file).path)
      #expect(status == 0 && text.hasSuffix("no difference\n"), "\(file): \(text)")
    }
  }

  @Test(.enabled(if: PythonOracle.isInstalled, "skipped: needs Python with the oracles' packages"))
  func `the operations that are answered are the service's own`() throws {
    let (status, text) = try PythonOracle.run("operations.py")
    #expect(status == 0, "\(text)")
  }

  @Test func `the operations that are answered stand in the documentation`() throws {
    let output = WaymarkTool.output(for: ["testbed", "--operations"], in: ToolEnvironment())
    let page = PythonOracle.folder.appending(
      path: "../../Sources/SignInTestBed/SignInTestBed.docc/Operations.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let listed = rows.filter { $0.hasSuffix("| yes |  |") }.map { $0.split(separator: "`")[1] }
    #expect(output.text.split(separator: "\n") == listed)
    #expect(listed.contains("AdminRespondToAuthChallenge"))
  }
}

/// The checks of `Tests/Oracles`, by `python3` or by what `WAYMARK_PYTHON` names.
enum PythonOracle {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Oracles")

  private static var python: String {
    ProcessInfo.processInfo.environment["WAYMARK_PYTHON"] ?? "python3"
  }

  /// The program next to the tests, as the package manager puts it.
  static var waymark: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if folder.path.contains(".xctest/") {
      folder = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    }
    return folder.appending(path: "waymark")
  }

  static let isInstalled: Bool = {
    let packages = "import pycognito, pyotp, jwt, cryptography, fido2, webauthn"
    let result = try? launch(["-c", packages])
    return result?.status == 0 && FileManager.default.isExecutableFile(atPath: waymark.path)
  }()

  /// Runs one of the checks on the program, with further arguments.
  static func run(
    _ script: String, _ arguments: String...
  ) throws -> (status: Int32, text: String) {
    try launch([folder.appending(path: script).path, waymark.path] + arguments)
  }

  private static func launch(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [python] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
