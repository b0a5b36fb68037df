import Foundation
import Testing

/// The composite action for GitHub: its script runs as a workflow would run it.
@Suite struct ActionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// What a run of the script leaves behind.
  private struct Run {
    var status: Int32
    var annotations: String
    var summary: String
    var sarif: String
    var outputs: String
  }

  private func check(_ documents: String, _ variables: [String: String] = [:]) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "waymark-action-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> String { folder.appending(path: name).path }
    let process = Process()
    process.currentDirectoryURL = Self.root
    process.executableURL = Self.root.appending(path: ".github/actions/waymark/check.sh")
    let ours = [
      "WAYMARK": PythonOracle.waymark.path, "WAYMARK_DOCUMENTS": documents,
      "WAYMARK_ARGUMENTS": "--no-try-assumptions --property mfa.phone-required",
      "GITHUB_STEP_SUMMARY": file("summary"), "WAYMARK_SARIF": file("sarif"),
      "GITHUB_OUTPUT": file("outputs"),
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(ours) { $1 }
      .merging(variables) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    func text(_ name: String) -> String {
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }
    return Run(
      status: process.terminationStatus, annotations: String(decoding: data, as: UTF8.self),
      summary: text("summary"), sarif: text("sarif"), outputs: text("outputs"))
  }

  @Test func `a finding is an annotation at its setting, a summary, a log and a status`() throws {
    let pool = "Models/pools/flawed/mfa.phone-required/bookshop.yaml"
    let run = try check("  \(pool)\n")
    #expect(run.status == 12)
    #expect(
      run.annotations.hasPrefix(
        "::error file=\(pool),line=7,col=8,title=bookshop%3A mfa.phone-required::Not so: "))
    #expect(run.annotations.split(separator: "\n").count == 1)
    #expect(run.summary.contains("**1 of 1 properties fail.**"))
    #expect(run.sarif.contains("\"ruleId\": \"mfa.phone-required\""))
    #expect(run.outputs == "status=12\n")
  }

  @Test func `a promise that holds passes the step`() throws {
    let run = try check("Models/pools/sound/kiosk.yaml")
    #expect(run.status == 0)
    #expect(run.annotations == "")
  }

  @Test func `nothing to check is a mistake of the workflow`() throws {
    let run = try check(" \n")
    #expect(run.status == 64)
    #expect(run.annotations.hasPrefix("::error title=Waymark::no documents were given"))
  }
}
