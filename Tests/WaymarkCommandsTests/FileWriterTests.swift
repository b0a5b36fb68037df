import Foundation
import TestSupport
import Testing

@testable import Atlas
@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct FileWriterTests {
  @Test func `files appear whole, with their folders, and nothing else`() throws {
    let folder = try Folder()
    try FileWriter.write([
      .init(folder["a/b/c.txt"], text: "c"), .init(folder["d.txt"], text: "d"),
    ])
    #expect(folder.contents == ["a", "a/b", "a/b/c.txt", "d.txt"])
    #expect(try String(contentsOfFile: folder["a/b/c.txt"], encoding: .utf8) == "c")
  }

  @Test(arguments: [
    ("o", ""), ("o/b", "o"), ("o/", ""), ("/o", "/"), ("/a/b", "/a"), ("a/b/c", "a/b"), ("", ""),
  ])
  func `a path of one character has a folder too`(path: String, folder: String) {
    #expect(FileWriter.folder(of: path) == folder)
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

  @Test func `if one file cannot take its place, those that did are put back`() throws {
    let folder = try Folder(["a.txt": "old a", "c.txt": "old c"])
    try FileManager.default.createDirectory(
      atPath: folder["b.txt/inside"], withIntermediateDirectories: true)
    let failure = #expect(throws: CommandFailure.self) {
      try FileWriter.write([
        .init(folder["a.txt"], text: "new a"), .init(folder["new.txt"], text: "new"),
        .init(folder["b.txt"], text: "new b"), .init(folder["c.txt"], text: "new c"),
      ])
    }
    let complaint = try #require(failure?.diagnostics.first)
    #expect(complaint.message == "the file cannot be written: there is a folder of this name")
    #expect(folder.contents == ["a.txt", "b.txt", "b.txt/inside", "c.txt"])
    #expect(try String(contentsOfFile: folder["a.txt"], encoding: .utf8) == "old a")
    #expect(try String(contentsOfFile: folder["c.txt"], encoding: .utf8) == "old c")
  }

  @Test func `folders that were made for files that cannot be written are gone again`() throws {
    let folder = try Folder(["taken": "a file, not a folder"])
    #expect(throws: CommandFailure.self) {
      try FileWriter.write([
        .init(folder["new/deep/a.txt"], text: "a"), .init(folder["taken/x.txt"], text: "x"),
      ])
    }
    #expect(folder.contents == ["taken"])
  }

  @Test func `what can be written at the end is tried out and leaves nothing`() throws {
    let folder = try Folder(["old.txt": "old"])
    for path in ["old.txt", "new.txt", "new/deep/a.txt"] { try FileWriter.rehearse(folder[path]) }
    #expect(folder.contents == ["old.txt"])
    #expect(try String(contentsOfFile: folder["old.txt"], encoding: .utf8) == "old")
  }

  @Test(arguments: [
    ("taken/x.json", "a part of its path is a file, not a folder"),
    ("folder", "there is a folder of this name"),
  ])
  func `serve says at its start that coverage cannot be written`(
    path: String, words: String
  ) throws {
    let folder = try Folder(["taken": "a file, not a folder", "folder/x": "x"])
    let output = WaymarkTool.output(
      for: ["serve", "--port", "0", "--coverage", folder[path]], in: ToolEnvironment())
    #expect(output.status == .systemFailure)
    #expect(
      output.stderr.contains("the file cannot be written: \(words) [system.not-written]"))
    #expect(folder.contents == ["folder", "folder/x", "taken"])
  }

  @Test func `a pipe is written to, and a link is followed: neither is replaced`() throws {
    let folder = try Folder(["real.txt": "old"])
    symlink(folder["real.txt"], folder["link.txt"])
    mkfifo(folder["pipe"], 0o600)
    // Opened for both, a pipe waits for nobody.
    let pipe = open(folder["pipe"], O_RDWR)
    defer { close(pipe) }
    try FileWriter.write([
      .init(folder["pipe"], text: "to a reader"), .init(folder["link.txt"], text: "new"),
    ])
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(pipe, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "to a reader")
    #expect(try String(contentsOfFile: folder["real.txt"], encoding: .utf8) == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder["link.txt"])
        == folder["real.txt"])
    #expect(folder.contents == ["link.txt", "pipe", "real.txt"])
  }

  @Test func `a pipe that nobody reads is refused, and nothing is written`() throws {
    let folder = try Folder([:])
    mkfifo(folder["pipe"], 0o600)
    let failure = #expect(throws: CommandFailure.self) {
      try FileWriter.write([
        .init(folder["pipe"], text: "to nobody"), .init(folder["a.txt"], text: "a"),
      ])
    }
    #expect(failure?.output.stderr.contains("nobody reads it") == true)
    #expect(folder.contents == ["pipe"])
  }

  @Test func `what a stopped process left behind is removed, and a living one's is not`() throws {
    let folder = try Folder([
      "a.txt.2147483000.part": "half", "a.txt.2147483000.old.part": "old",
      "a.txt.\(getppid()).part": "theirs", "b.txt.2147483000.part": "another file's",
    ])
    try FileWriter.write([.init(folder["a.txt"], text: "a")])
    #expect(
      folder.contents == ["a.txt", "a.txt.\(getppid()).part", "b.txt.2147483000.part"])
  }

  /// Above any process that a system has.
  private static let gone: Int32 = 2_147_483_000

  @Test func `files whose writer was killed are all old or all new after the next run`() throws {
    let names = ["a.txt", "b.txt", "new.txt"]
    var (ends, isKilled) = ([[String]](), true)
    while isKilled {
      let folder = try Folder(["a.txt": "old", "b.txt": "old"])
      let files = names.map { CommandOutput.File(folder[$0], text: "new") }
      let left = ends.count
      var steps = 0
      let step = { () throws(FileFault) in
        if steps == left { throw FileFault(number: nil) }
        steps += 1
      }
      do {
        try FileWriter.write(files, by: Self.gone, step: step)
        isKilled = false
      } catch {}
      try FileWriter.write([.init(folder["other.txt"], text: "other")])
      ends.append(names.map { (try? String(contentsOfFile: folder[$0], encoding: .utf8)) ?? "" })
      #expect(!folder.contents.contains { $0.contains("undo") })
      try FileWriter.write(files)
      #expect(folder.contents == ["a.txt", "b.txt", "new.txt", "other.txt"])
    }
    // The list, two names a file, the end of the list; then the older files, and no kill.
    #expect(
      ends == Array(repeating: ["old", "old", ""], count: 8)
        + Array(repeating: ["new", "new", "new"], count: 4))
  }

  @Test func `a list of files that somebody has planted reaches nothing outside its folder`() throws
  {
    let folder = try Folder(["keep.txt": "mine", "out/old.txt": "old"])
    var status = stat()
    stat(folder["keep.txt"], &status)
    let list = folder["out/waymark.\(Self.gone).undo.part"]
    try "\(status.st_ino) ../keep.txt\0\(status.st_ino) half".write(
      toFile: list, atomically: false, encoding: .utf8)
    try FileWriter.write([.init(folder["out/a.txt"], text: "a")])
    #expect(folder.contents == ["keep.txt", "out", "out/a.txt", "out/old.txt"])
  }

  @Test func `a run that was stopped leaves the older complete files as they were`() throws {
    let folder = try Folder(["report.txt": "complete"])
    var stopped = CommandOutput()
    stopped.files = [.init(folder["report.txt"], text: "half")]
    stopped.setPartialFilesBeside()
    #expect(stopped.status == .limitReached)
    try FileWriter.write(stopped.files)
    #expect(folder.contents == ["report.partial.txt", "report.txt"])
    #expect(try String(contentsOfFile: folder["report.txt"], encoding: .utf8) == "complete")
    // The next complete run takes the partial one away.
    try FileWriter.write([.init(folder["report.txt"], text: "new")])
    #expect(folder.contents == ["report.txt"])
  }

  @Test func `two pools of one folder are refused before the work`() throws {
    let folder = try Folder(["a.yaml": "pool: a/b\n", "b.yaml": "pool: A-b\n"])
    for arguments in [["explore"], ["import", "--output", "out"], ["check", "--output", "out"]] {
      let output = WaymarkTool.output(
        for: arguments + [folder["a.yaml"], folder["b.yaml"]], in: SmallTable.environment())
      #expect(output.status == .usage)
      #expect(output.stderr.contains("usage.same-folder"))
      #expect(output.files.isEmpty)
    }
  }

  @Test(arguments: [
    (["explore"], "waymark-output"), (["check", "--output", "out"], "out"),
    (["draw", "--output", "out"], "out"), (["export", "--as", "json", "--output", "out"], "out"),
    (["import", "--output", "out"], "out"),
  ])
  func `a link that leads out of the output folder is refused before the work`(
    arguments: [String], place: String
  ) throws {
    let folder = try Folder(["p.yaml": "pool: p\n", "elsewhere/report.txt": "theirs"])
    let output = folder[place]
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    let links = arguments[0] == "import" || arguments[0] == "export" ? ["p.yaml", "p.json"] : ["p"]
    for link in links { symlink(folder["elsewhere"], "\(output)/\(link)") }
    let given =
      arguments.map { $0 == place ? output : $0 } + [folder["p.yaml"]]
      + (arguments == ["explore"] ? ["--output", output] : [])
    let result = WaymarkTool.output(for: given, in: SmallTable.environment())
    #expect(result.status == .usage)
    #expect(result.stderr.contains("\(output)/\(links[0]): error: this link leads out of the"))
    #expect(result.files.isEmpty)
  }

  @Test func `no link below the folder that is named leads out of it`() throws {
    let folder = try Folder(["secret.txt": "theirs", "out/real/a.txt": "old"])
    symlink(folder["out"], folder["chosen"])
    symlink(folder["out/real"], folder["out/inside"])
    symlink(folder["secret.txt"], folder["out/report.txt"])
    symlink(folder["nowhere"], folder["out/dangling.txt"])
    // The folder itself may be a link, and so may what stays in it; one to nothing is replaced.
    try FileWriter.write([
      .init("inside/a.txt", in: folder["chosen"], text: "new"),
      .init("dangling.txt", in: folder["chosen"], text: "new"),
    ])
    #expect(try String(contentsOfFile: folder["out/real/a.txt"], encoding: .utf8) == "new")
    #expect(try String(contentsOfFile: folder["out/dangling.txt"], encoding: .utf8) == "new")
    #expect(!FileManager.default.fileExists(atPath: folder["nowhere"]))
    let failure = #expect(throws: CommandFailure.self) {
      try FileWriter.write([
        .init("inside/a.txt", in: folder["chosen"], text: "newer"),
        .init("report.txt", in: folder["chosen"], text: "report"),
      ])
    }
    #expect(failure?.status == .usage)
    #expect(failure?.diagnostics.map(\.code) == ["usage.link"])
    #expect(failure?.diagnostics.map(\.location.file) == [folder["chosen/report.txt"]])
    #expect(try String(contentsOfFile: folder["secret.txt"], encoding: .utf8) == "theirs")
    #expect(try String(contentsOfFile: folder["out/real/a.txt"], encoding: .utf8) == "new")
  }

  @Test func `a link by the name of a temporary file is not written through`() throws {
    let folder = try Folder(["secret.txt": "theirs"])
    let process = ProcessInfo.processInfo.processIdentifier
    symlink(folder["secret.txt"], folder["a.txt.\(process).part"])
    try FileWriter.write([.init(folder["a.txt"], text: "a")])
    #expect(try String(contentsOfFile: folder["secret.txt"], encoding: .utf8) == "theirs")
    #expect(folder.contents == ["a.txt", "secret.txt"])
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
    #expect(CommandOutput.folderName(name) == folder)
  }
}
