import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What a newcomer meets first: the program without arguments, a project's set-up, progress.
@Suite struct FirstContactTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  @Test func `without arguments one screen shows what to do, and nothing is explored`() {
    let output = run()
    #expect(output.status == .allHold)
    #expect(output.files.isEmpty)
    let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
    for match in output.text.matches(of: /waymark ([a-z]+)/) {
      #expect(WaymarkCommand.verbNames.contains(String(match.1)), "\(match.1)")
    }
  }

  @Test func `explore without a pool asks for one`() {
    #expect(run("explore").stderr.contains("no pool is given"))
    #expect(run("--threads", "1").status == .usage)
  }

  @Test func `explore prints one screen and names its files, more or less where asked`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let short = run("explore", folder["p.yaml"], "--output", folder["out"])
    #expect(
      short.text.replacing(folder.path + "/", with: "") == """
        p  p.yaml (Waymark pool file)
        1 error, 1 holds

          ✗ account.never-locked: Nobody is locked out.

        more:   --verbose prints all of report.txt

        """)
    #expect(
      short.stderr.replacing(folder.path + "/", with: "")
        == "written to out/p: index.html, report.txt, report.json\n")
    let long = run("explore", folder["p.yaml"], "--output", folder["out"], "--verbose")
    #expect(long.text.contains("Configuration"))
    let quiet = run("explore", folder["p.yaml"], "--output", folder["out"], "--quiet")
    #expect(
      quiet.text.replacing(folder.path + "/", with: "")
        == "p  p.yaml (Waymark pool file)\n1 error, 1 holds\n")
    #expect(quiet.stderr.isEmpty)
    #expect(quiet.files.map(\.path) == short.files.map(\.path))
    #expect(run("explore", folder["p.yaml"], "--quiet", "--verbose").status == .usage)
  }

  // MARK: init

  private static let pool = "pool: p\nconfiguration:\n  recovery: adminOnly\n"

  @Test func `init writes the documents, a baseline and a workflow that then passes`() throws {
    let folder = try Folder(["infra/pool.yaml": Self.pool, "notes.yaml": "a: b\n"])
    let output = run("init", folder.path)
    #expect(output.status == .allHold)
    try FileWriter.write(output.files)
    #expect(
      folder.contents.filter { !$0.hasSuffix("infra") && $0.contains(".") } == [
        ".github", ".github/workflows", ".github/workflows/waymark.yml",
        ".waymark-baseline.json", ".waymark.yaml", "infra/pool.yaml", "notes.yaml",
      ])
    let text = try String(contentsOfFile: folder[".waymark.yaml"], encoding: .utf8)
    #expect(
      text == "# The documents that Waymark checks.\ndocuments:\n  - \"infra/pool.yaml\"\n")
    let workflow = try String(
      contentsOfFile: folder[".github/workflows/waymark.yml"], encoding: .utf8)
    #expect(workflow.contains("        with: { baseline: .waymark-baseline.json }\n"))
    #expect(!workflow.contains("documents:"))
    let check = run(
      "check", "--project", folder[".waymark.yaml"], "--baseline",
      folder[".waymark-baseline.json"])
    #expect(check.status == .allHold)
    #expect(check.stderr == "baseline: 2 known, 0 new, 0 vanished\n")
  }

  @Test func `what init writes takes pools apart, whatever their files are called`() throws {
    let described = { (id: String) in
      #"{"UserPool": {"Id": "us-east-1_\#(id)", "Name": "\#(id)", "MfaConfiguration": "OFF"}}"#
    }
    let folder = try Folder(["a \"b\".json": described("A"), " b\n.json": described("B")])
    let output = run("init", folder.path)
    #expect(output.text.hasPrefix("Documents of 2 pools:\n"))
    try FileWriter.write(output.files)
    let check = run("check", "--project", folder[".waymark.yaml"])
    #expect(check.stderr.contains("2 pools: "), "\(check.stderr)")
  }

  @Test(arguments: ["", "a@b\n      - run: touch y", "a@b # c", "a: b", "${{ a }}"])
  func `init writes no action that is more than a name`(action: String) throws {
    let folder = try Folder(["pool.yaml": Self.pool])
    let output = run("init", folder.path, "--action", action)
    #expect(output.status == .usage)
    #expect(output.files.isEmpty)
    let named = run("init", folder.path, "--action", "my-org/way.mark/.github/actions/w@v1.2_3")
    #expect(named.files.count == 3)
  }

  @Test func `init overwrites nothing`() throws {
    let folder = try Folder(["pool.yaml": Self.pool, ".waymark.yaml": "documents: [pool.yaml]\n"])
    let output = run("init", folder.path)
    #expect(output.text.contains("kept     .waymark.yaml, which exists\n"))
    #expect(!output.files.contains { $0.path.hasSuffix(".waymark.yaml") })
    #expect(output.files.count == 2)
  }

  @Test func `init of a folder without a document says so`() throws {
    let folder = try Folder(["a.txt": "nothing"])
    let output = run("init", folder.path)
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("[project.no-document]"))
    #expect(output.files.isEmpty)
  }

  // MARK: Progress

  @Test func `a phase that counts its parts gets an estimate of the time left`() {
    let lines = Mutex<[String]>([])
    let time = Mutex(ContinuousClock.now)
    let progress = ProgressLine(
      isTerminal: false, pause: .zero, now: { time.withLock(\.self) },
      write: { line in lines.withLock { $0.append(line) } })
    progress.show("p: replaying 1 of 4 paths")
    progress.show("p: replaying 2 of 4 paths")
    time.withLock { $0 += .seconds(10) }
    progress.show("p: replaying 2 of 4 paths")
    progress.show("p: listing paths")
    progress.show("q: replaying 2 of 4 paths")
    let shown = lines.withLock { $0 }
    #expect(
      shown == [
        "p: replaying 1 of 4 paths\n", "p: replaying 2 of 4 paths\n",
        "p: replaying 2 of 4 paths; about 20 s left\n",
        "p: listing paths\n", "q: replaying 2 of 4 paths\n",
      ])
  }
}
