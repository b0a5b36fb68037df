import Findings
import Foundation

/// The program `waymark`, which reads and explores pools for the tests. It is optimised, whatever
/// the tests are built with.
struct WaymarkProgram: Sendable {
  let file: URL

  /// The program that `WAYMARK_PROGRAM` names; otherwise the one that came with this package, was
  /// built next to the tests, or is on the `PATH`.
  static let found = Result { () throws(PoolUnderTest.NoAnswer) in
    let variables = ProcessInfo.processInfo.environment
    let folders = (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/waymark" }
    let candidates =
      variables["WAYMARK_PROGRAM"].map { [$0] }
      ?? ([bundled, neighbour].compactMap(\.self) + folders)
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      let named = variables["WAYMARK_PROGRAM"].map {
        "`\($0)`, which WAYMARK_PROGRAM names, is none"
      }
      throw PoolUnderTest.NoAnswer(complaints: [
        """
        there is no program `waymark` to explore the pool\(named.map { ": \($0)" } ?? "")
          → put it on the PATH, name it in WAYMARK_PROGRAM, or depend on a release's Swift package
        """
      ])
    }
    return WaymarkProgram(file: URL(filePath: path))
  }

  /// The program of the artifact bundle, where the library is distributed with one; nil otherwise.
  private static var bundled: String? {
    #if WAYMARK_BUNDLE
    BundledProgram.path
    #else
    nil
    #endif
  }

  /// The path of a program that the package manager builds in the package that the tests belong to.
  private static var neighbour: String? {
    let parts = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
    guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { return nil }
    return (parts[..<bundle] + ["waymark"]).joined(separator: "/")
  }

  /// The program's answer to a question.
  /// - Throws: `PoolUnderTest.NoAnswer` where it gives none that this library can read.
  func answer(to question: PoolQuestion) throws -> PoolAnswer {
    // A file, not a pipe: a program that does not read a pipe would end this process by a signal.
    let input = FileManager.default.temporaryDirectory.appending(
      path: "waymark-\(ProcessInfo.processInfo.globallyUniqueString).json")
    defer { try? FileManager.default.removeItem(at: input) }
    try (JSONEncoder().encode(question) + Data("\n".utf8)).write(to: input)
    let process = Process()
    let output = Pipe()
    process.executableURL = file
    process.arguments = ["answer"]
    process.standardInput = try FileHandle(forReadingFrom: input)
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let answer = try? JSONDecoder().decode(PoolAnswer.self, from: data) else {
      throw PoolUnderTest.NoAnswer(complaints: [
        """
        `\(file.path) answer` gives no answer and ends with \(process.terminationStatus)
          → use the program of the library's own version
        """
      ])
    }
    return answer
  }
}
