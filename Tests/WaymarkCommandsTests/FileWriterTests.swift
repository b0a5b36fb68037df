import Foundation
import Testing

@testable import WaymarkCommands

@Suite struct FileWriterTests {
  @Test func `files appear whole, with their folders, and nothing beside them`() throws {
    let folder = try Folder()
    try FileWriter.write([
      .init(folder["a/b/c.txt"], text: "c"), .init(folder["d.txt"], text: "d"),
    ])
    #expect(folder.contents == ["a", "a/b", "a/b/c.txt", "d.txt"])
    #expect(try String(contentsOfFile: folder["a/b/c.txt"], encoding: .utf8) == "c")
  }

  @Test func `if one file cannot be written, none is`() throws {
    let folder = try Folder(["taken": "a file, not a folder", "old.txt": "old"])
    let failure = #expect(throws: CommandFailure.self) {
      try FileWriter.write([
        .init(folder["old.txt"], text: "new"), .init(folder["taken/x.txt"], text: "x"),
      ])
    }
    #expect(failure?.status == .systemFailure)
    #expect(folder.contents == ["old.txt", "taken"])
    #expect(try String(contentsOfFile: folder["old.txt"], encoding: .utf8) == "old")
  }

  @Test func `a command that fails names no file to write`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { mfa: wrong }\n"])
    let output = WaymarkTool.output(
      for: [
        "check", folder["p.yaml"], "--output", folder.path, "--measurements", folder["m.json"],
      ],
      in: SmallTable.environment())
    #expect(output.status == .unreadable)
    #expect(output.files.isEmpty)
    #expect(output.text == "")
  }

  @Test func `times go to their own file and never into a report`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let output = WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--output", "out", "--measurements", "m.json"],
      in: SmallTable.environment())
    #expect(output.files.map(\.path) == ["out/p/report.txt", "out/p/report.json", "m.json"])
    #expect(!output.text.contains("second"))
  }

  @Test(arguments: [
    ("retail", "retail"), ("../../etc", "-..-etc"), ("a b/c", "a-b-c"), ("", "pool"),
    ("..", "pool"),
  ])
  func `a pool's name cannot leave the output folder`(name: String, folder: String) {
    #expect(PoolGallery.folderName(name) == folder)
  }
}
