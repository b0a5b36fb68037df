import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands

/// What `--max-memory` limits is the process, in every phase: its largest size in the machine's
/// memory is at most a tenth above.
@Suite(.serialized) struct MemoryLimitTests {
  /// Runs the program; gives its status and its largest size in bytes.
  private static func run(_ arguments: [String]) throws -> (status: Int, bytes: Int) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = """
      import resource, subprocess, sys
      null = subprocess.DEVNULL
      status = subprocess.run(sys.argv[1:], stdin=null, stdout=null, stderr=null).returncode
      print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
      """
    process.arguments = ["python3", "-c", script, PythonOracle.waymark.path] + arguments
    process.currentDirectoryURL = PythonOracle.folder.appending(path: "../..").standardizedFileURL
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split { $0.isWhitespace }.compactMap { Int($0) }
    return (try #require(numbers.first), try #require(numbers.last))
  }

  @Test(
    .optimised,
    arguments: [
      // State by state, with a graph of the steps.
      (["check", "Models/pools/large/tandem.yaml", "--backend", "explicit"], 200),
      // Sets of states of one configuration.
      (["check", "Models/pools/large/canyon.yaml", "--backend", "symbolic"], 200),
      // Assumptions changed one by one, several worlds at a time.
      (["check", "Models/pools/sound/retail.yaml", "--try-assumptions"], 150),
      // Guards of all pools at once.
      (["check", "--every-pool"], 200),
      // Little more, and less, than the table takes.
      (["check", "Models/pools/large/canyon.yaml"], 140),
      (["check", "Models/pools/large/canyon.yaml"], 100),
    ])
  func `the largest size is what was allowed`(arguments: [String], megabytes: Int) throws {
    try Self.expectLimit(of: megabytes, for: arguments)
  }

  /// Two threads list states of all pools and take memory side by side.
  @Test(.optimised, .long, arguments: [300, 400, 500])
  func `threads side by side do not take the same room`(megabytes: Int) throws {
    try Self.expectLimit(of: megabytes, for: ["check", "--every-pool"])
  }

  private static func expectLimit(of megabytes: Int, for arguments: [String]) throws {
    let (status, bytes) = try run(arguments + ["--max-memory", "\(megabytes)M"])
    #expect(status == Int(Outcome.limitReached.rawValue))
    #expect(bytes >> 20 <= megabytes + megabytes / 10, "\(bytes >> 20) MB")
  }

  @Test(.optimised) func `less than the program itself takes ends before it explores`() throws {
    let (status, bytes) = try Self.run(
      ["check", "Models/pools/large/canyon.yaml", "--max-memory", "20M"])
    #expect(status == Int(Outcome.limitReached.rawValue))
    #expect(bytes >> 20 < 100, "\(bytes >> 20) MB")
  }
}
