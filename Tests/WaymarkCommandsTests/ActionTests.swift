import Foundation
import TestSupport
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

  private func check(
    _ documents: String, _ variables: [String: String] = [:], in project: URL = ActionTests.root
  ) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "waymark-action-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> String { folder.appending(path: name).path }
    let process = Process()
    process.currentDirectoryURL = project
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
        "::error file=\(pool),line=8,col=15,title=bookshop%3A mfa.phone-required::Not so: "))
    #expect(run.annotations.split(separator: "\n").count == 1)
    #expect(run.summary.contains("**1 of 1 properties fail.**"))
    #expect(run.sarif.contains("\"ruleId\": \"mfa.phone-required\""))
    #expect(run.outputs == "status=12\n")
  }

  @Test func `options stand on several lines and are quoted as in a shell`() throws {
    let pool = "Models/pools/flawed/mfa.phone-required/bookshop.yaml"
    let options = [
      "--no-try-assumptions --property mfa.phone-required", "--set 'mfaMethods={sms, totp}'",
    ]
    let run = try check(pool, ["WAYMARK_ARGUMENTS": options.joined(separator: "\n")])
    #expect((run.status, run.annotations) == (0, ""))
    let open = try check(pool, ["WAYMARK_ARGUMENTS": "--set 'mfa"])
    #expect(open.status == 64)
    #expect(open.annotations.contains("`arguments` has a quote that is not closed"))
  }

  /// Takes the program of a release in a folder, and returns the status and where the program is.
  private func install(from releases: Folder, sha256: String = "") throws -> (Int32, String) {
    let process = Process()
    process.executableURL = Self.root.appending(path: ".github/actions/waymark/install.sh")
    let ours = [
      "WAYMARK_VERSION": "v9", "WAYMARK_RELEASES": "file://\(releases.path)",
      "WAYMARK_REPOSITORY": "o/waymark", "WAYMARK_SHA256": sha256,
      "RUNNER_TEMP": releases["runner"], "GITHUB_OUTPUT": releases["outputs"],
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(ours) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    let outputs = (try? String(contentsOfFile: releases["outputs"], encoding: .utf8)) ?? ""
    return (process.terminationStatus, outputs)
  }

  @Test func `a release's program is taken if its checksum is the one that was published`()
    throws
  {
    var system = utsname()
    #expect(uname(&system) == 0)
    let machine = withUnsafeBytes(of: &system.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let name = "waymark-v9-linux-\(machine)"
    let releases = try Folder(["tree/\(name)/bin/waymark": "#!/bin/sh\n"])
    let tar = Process()
    tar.executableURL = URL(filePath: "/bin/sh")
    tar.arguments = [
      "-c",
      "mkdir v9 && tar -C tree -czf v9/\(name).tar.gz \(name) && cd v9 && "
        + "sha256sum \(name).tar.gz >\(name).tar.gz.sha256",
    ]
    tar.currentDirectoryURL = URL(filePath: releases.path)
    try tar.run()
    tar.waitUntilExit()
    let (status, outputs) = try install(from: releases)
    #expect(status == 0)
    #expect(outputs == "waymark=\(releases["runner"])/waymark/\(name)/bin/waymark\n")
    // A digest that the workflow knows counts more than the published one.
    #expect(try install(from: releases, sha256: String(repeating: "0", count: 64)).0 == 1)
    let archive = try FileHandle(forWritingTo: URL(filePath: releases["v9/\(name).tar.gz"]))
    try archive.seekToEnd()
    try archive.write(contentsOf: Data([0]))
    try archive.close()
    #expect(try install(from: releases).0 == 1)
  }

  @Test func `a property that holds passes the step`() throws {
    let run = try check("Models/pools/sound/kiosk.yaml")
    #expect(run.status == 0)
    #expect(run.annotations == "")
  }

  @Test func `the pools are checked once for annotations, summary and SARIF`() throws {
    let folder = try Folder([:])
    let counting = folder["counting"]
    try "#!/bin/sh\necho run >>'\(folder["runs"])'\nexec '\(PythonOracle.waymark.path)' \"$@\"\n"
      .write(toFile: counting, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: counting)
    let run = try check(
      "Models/pools/flawed/mfa.phone-required/bookshop.yaml", ["WAYMARK": counting])
    #expect(run.status == 12)
    #expect(!run.annotations.isEmpty && !run.summary.isEmpty && !run.sarif.isEmpty)
    #expect(try String(contentsOfFile: folder["runs"], encoding: .utf8) == "run\n")
  }

  @Test(arguments: ["check.sh", "install.sh", "build.sh", "sources.sh"])
  func `a script of the action uses nothing that bash 3.2 lacks`(name: String) throws {
    let script = try String(
      contentsOf: Self.root.appending(path: ".github/actions/waymark/\(name)"), encoding: .utf8)
    let lines = script.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let code = lines.joined(separator: "\n")
    let newer: [Regex<Substring>] = [
      /declare -[aA-Z]*[AnglU]/, /mapfile/, /readarray/, /coproc/, /&>>/, /\|&/, /;;&/, /;&/,
      /\$\{\w+[,^@]/, /wait -n/, /\$EPOCH\w+/, /printf -v \w+\[/, /\*\*\//,
    ]
    for construct in newer { #expect(code.firstMatch(of: construct) == nil, "\(construct)") }
    // With `set -u` it takes an empty array for one that is not there.
    for expansion in code.matches(of: /"\$\{(\w+)\[@\]\}"/) {
      let array = expansion.1
      let isCounted = code.contains("${#\(array)[@]}")
      let isNeverEmpty = lines.contains { $0.hasPrefix("\(array)+=(") }
      #expect(isCounted || isNeverEmpty, "\(name): \(array)")
    }
  }

  @Test func `what the cache is asked for changes with the sources alone`() throws {
    let folder = try Folder([
      "Package.swift": "1", "Sources/a": "a", "Models/m": "m",
      ".github/actions/waymark/sources.sh": try String(
        contentsOf: Self.root.appending(path: ".github/actions/waymark/sources.sh"),
        encoding: .utf8),
    ])
    func digest() throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = [folder[".github/actions/waymark/sources.sh"]]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["GITHUB_OUTPUT": "/dev/stdout"]) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      process.waitUntilExit()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      let text = String(decoding: data, as: UTF8.self)
      return String(try #require(text.firstMatch(of: /digest=(\d+)/)).1)
    }
    let first = try digest()
    #expect(try digest() == first)
    try "b".write(toFile: folder["Sources/a"], atomically: true, encoding: .utf8)
    #expect(try digest() != first)
  }

  @Test func `without documents those of the project's file are checked`() throws {
    let folder = try Folder([
      ".waymark.yaml": "documents: [pool.yaml]\n", "pool.yaml": "pool: p\nconfiguration: {}\n",
    ])
    let run = try check("", in: URL(filePath: folder.path))
    #expect(run.outputs == "status=\(run.status)\n")
    #expect(run.summary.hasPrefix("## p\n"))
  }

  @Test func `nothing to check is a mistake of the workflow`() throws {
    let run = try check(" \n")
    #expect(run.status == 64)
    #expect(run.annotations.hasPrefix("::error title=Waymark::no documents were given"))
  }
}
