import Foundation

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Runs the commands of a page's block one after the other in a folder of their own, as a reader
/// would in a clone: this program in process, every other with the shell.
struct DocumentedRun {
  let root: URL
  let folder: URL

  /// - Parameter files: the files that the page shows.
  init(root: URL, files: [DocumentedBlock]) throws {
    self.root = root
    folder = FileManager.default.temporaryDirectory.appending(path: "documented-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      let text = file.lines.joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: folder.appending(path: file.file ?? "file"))
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// What a command says on stdout; nil where a program that it needs is not installed.
  func output(of line: String) throws -> String? {
    guard line.hasPrefix("waymark ") else { return try shell(line) }
    var words = DocumentedBlock.words(line.dropFirst(8)).map(placed)
    var target: String?
    if let arrow = words.firstIndex(of: ">"), arrow + 1 < words.count {
      target = words[arrow + 1]
      words.removeSubrange(arrow...)
    }
    let output = WaymarkTool.output(for: words, in: ToolEnvironment())
    try FileWriter.write(output.files)
    if let target {
      let place = folder.appending(path: (target as NSString).lastPathComponent)
      try Data(output.stdout).write(to: place)
      return ""
    }
    return output.text.replacing(folder.path + "/", with: "").replacing(root.path + "/", with: "")
  }

  /// A file of the repository, or one next to the commands, which a command may write first.
  private func placed(_ word: String) -> String {
    if word.hasPrefix("Models/") { return root.appending(path: word).path }
    let own = folder.appending(path: word).path
    let isOwn = word == "." || word.hasSuffix(".json")
    return isOwn || FileManager.default.fileExists(atPath: own) ? own : word
  }

  private func shell(_ line: String) throws -> String? {
    let program = line.prefix { $0 != " " }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "command -v \(program) >/dev/null || exit 127; \(line)"]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 127 ? nil : String(decoding: data, as: UTF8.self)
  }
}
