import Foundation
import SignIn
import Testing
import TransitionTables

/// Files on disk.
@Suite struct DocumentFileTests {
  private func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("waymark-documents-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private func fault(_ paths: [String]) -> [Diagnostic] {
    do throws(DiagnosticList) {
      _ = try PoolReader(parameters: cognitoParameters).read(paths: paths)
      return []
    } catch {
      return error.diagnostics
    }
  }

  @Test func readsAFileAndNamesThePoolAfterIt() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("my.pool.json")
      try Data(#"{"MfaConfiguration": "OFF"}"#.utf8).write(to: file)
      let pool = try PoolReader(parameters: cognitoParameters).read(paths: [file.path])
      #expect(pool.name == "my.pool")
      #expect(pool["mfa"]?.value == .choice("off"))
    }
  }

  @Test func refusesAMissingFile() {
    #expect(
      fault(["no/such.yaml"]).map(\.rendered) == [
        "no/such.yaml: error: there is no such file [document.missing]\n  → check the path\n"
      ])
  }

  @Test func refusesADirectory() throws {
    try inFolder { folder in
      #expect(fault([folder.path]).map(\.code) == ["document.directory"])
    }
  }

  @Test func refusesFiftyMegabytesWithoutReadingThem() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("huge.yaml")
      #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 50 << 20)
      try handle.close()
      #expect(
        fault([file.path]).map(\.message) == [
          "the file holds 52428800 bytes, more than are read"
        ])
    }
  }

  @Test func readsAPipeThatIsWrittenLater() throws {
    try inFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      mkfifo(path, 0o600)
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.3)
        let pipe = open(path, O_WRONLY)
        _ = write(pipe, "{\"MfaConfiguration\": ", 21)
        Thread.sleep(forTimeInterval: 0.3)
        _ = write(pipe, "\"OFF\"}", 6)
        close(pipe)
      }
      let pool = try PoolReader(parameters: cognitoParameters).read(paths: [path])
      #expect(pool["mfa"]?.value == .choice("off"))
    }
  }

  @Test func refusesAPipeThatNobodyWritesTo() throws {
    try inFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      mkfifo(path, 0o600)
      #expect(fault([path]).map(\.message) == ["nobody writes to this pipe"])
    }
  }

  @Test func readsADeviceNoFurtherThanADocument() {
    do throws(Diagnostic) {
      Issue.record("\(try DocumentFile.bytes(of: "/dev/zero", atMost: 1 << 30).count) bytes")
    } catch {
      #expect(
        error.message == "more than 2097152 bytes come, and no more are read")
    }
    #expect(fault(["/dev/null"]).map(\.code) == ["document.empty"])
  }

  @Test func reportsTheFaultsOfTheOtherFilesToo() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.json")
      try Data("{".utf8).write(to: file)
      #expect(
        Set(fault([file.path, "no/such.yaml"]).map(\.code))
          == ["document.missing", "document.not-json"])
    }
  }
}
