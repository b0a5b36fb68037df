import Foundation
import PoolAnalysis
import TransitionTables

/// Runs SPIN, where it and a C compiler are installed: compiles exported Promela to a verifier.
///
/// SPIN writes a C program for each model, which does the search; for a small model most of the
/// time goes into its compilation. The files are in a temporary folder that is removed with the
/// verifier.
struct SpinRunner: Sendable {
  /// The compiler flags for measurements of SPIN: no fairness, no liveness.
  static let measuringFlags = ["-O2", "-DNOFAIR", "-DSAFETY"]
  /// The compiler flags for counting: no partial order reduction, and fast compilation.
  static let countingFlags = ["-O0", "-DNOFAIR", "-DSAFETY", "-DNOREDUCE"]

  let spin: String
  let compiler: String

  /// Looks for both programs along a search path such as `PATH`; nil where one is missing.
  init?(searching path: String) {
    func find(_ names: [String]) -> String? {
      let folders = path.split(separator: ":").map(String.init)
      return names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    guard let spin = find(["spin"]), let compiler = find(["cc", "gcc", "clang"]) else {
      return nil
    }
    (self.spin, self.compiler) = (spin, compiler)
  }

  /// Compiles the verifier of a model.
  ///
  /// - Parameters:
  ///   - promela: the model, as exported.
  ///   - counting: omits the assertions, so that the steps of a broken model are counted too.
  ///   - flags: the flags of the C compiler.
  /// - Throws: `bench.rival-failed` (153) with the output of SPIN or the compiler.
  func verifier(
    of promela: String, counting: Bool, flags: [String] = countingFlags
  ) throws(CommandFailure) -> SpinVerifier {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "waymark-spin-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let verifier = SpinVerifier(folder: folder)
      try Data(promela.utf8).write(to: folder.appending(path: "model.pml"))
      try run(spin, (counting ? ["-DCOUNT"] : []) + ["-a", "model.pml"], in: folder)
      try run(compiler, ["-w"] + flags + ["-o", "pan", "pan.c"], in: folder)
      return verifier
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw Self.failure("SPIN cannot be run: \((error as NSError).localizedDescription)")
    }
  }

  private func run(_ tool: String, _ arguments: [String], in folder: URL) throws {
    let (output, status) = try Self.output(of: tool, arguments, in: folder)
    guard status == 0 else {
      let command = ([tool] + arguments).joined(separator: " ")
      throw Self.failure("\(command) failed: \(output.suffix(600))")
    }
  }

  /// The output of a tool, on both channels together, and its exit status.
  static func output(
    of tool: String, _ arguments: [String], in folder: URL
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }

  static func failure(_ message: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "bench.rival-failed", at: SourceLocation(file: "spin"), message,
          remedy: "run `waymark export … --as promela` and SPIN by hand, and report what it says")
      ], status: .systemFailure)
  }
}
