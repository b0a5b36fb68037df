import Findings
import Foundation
import PoolAnalysis
import SignIn
import Synchronization
import TransitionTables

/// Reports on pools, each made once: by an earlier test of this process, by an earlier run, by an
/// optimised program, or else by this process.
enum ExploredPools {
  /// The table, read once a process.
  static let model = Result { try BundledTable.signIn() }

  /// What each pool of this process came to. The lock is held while a pool is explored, so that
  /// tests that run side by side wait for one exploration.
  private static let known = Mutex<[PoolQuestion: Result<PoolReport, DiagnosticList>]>([:])

  /// The report on a pool.
  ///
  /// - Parameters:
  ///   - question: what the pool is, for other processes and other runs.
  ///   - pool: the same pool, read.
  ///   - model: the table.
  static func report(
    _ question: PoolQuestion, on pool: LoadedPool, in model: Model
  ) throws(DiagnosticList) -> PoolReport {
    let result = known.withLock { known -> Result<PoolReport, DiagnosticList> in
      if let result = known[question] { return result }
      let result = Result { () throws(DiagnosticList) in
        try diagnosed { () throws(CommandFailure) in try made(question, on: pool, in: model) }
      }
      known[question] = result
      return result
    }
    return try result.get()
  }

  private static func made(
    _ question: PoolQuestion, on pool: LoadedPool, in model: Model
  ) throws(CommandFailure) -> PoolReport {
    let table = try ContentDigest.table()
    let program = OptimisedProgram.found
    // An answer depends on the code that gives it too.
    let code = OptimisedProgram.mark(of: program ?? Bundle.main.executableURL)
    let file = AnswerFile(digest: try question.digest(basis: [table, code]))
    if let report = file.report { return report }
    if let program, let answer = OptimisedProgram.answer(of: program, to: question),
      answer.table == table
    {
      file.keep(answer)
      return answer.report
    }
    let report = try PoolQuestion.report(on: pool, in: model)
    file.keep(PoolAnswer(table: table, report: report))
    return report
  }
}

/// The program `waymark` as it is installed, which explores some fifteen times as fast as a test
/// that was built without optimisation.
enum OptimisedProgram {
  /// What `WAYMARK_PROGRAM` names, nothing where that is empty; else `waymark` on the `PATH`.
  static let found: URL? = {
    let variables = ProcessInfo.processInfo.environment
    let named = variables["WAYMARK_PROGRAM"].map { [$0] }
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    return (named ?? folders.map { "\($0)/waymark" })
      .first { !$0.isEmpty && FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(filePath: $0) }
  }()

  /// The path, size and time of a program: another build has another one.
  static func mark(of program: URL?) -> String {
    guard let program else { return "" }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: program.resolvingSymlinksInPath().path)
    let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(program.path) \(attributes?[.size] ?? 0) \(time)"
  }

  /// What the program answers; nil where it does not, such as one of another version.
  static func answer(of program: URL, to question: PoolQuestion) -> PoolAnswer? {
    guard let line = try? JSONEncoder().encode(question) else { return nil }
    // A file, not a pipe: a program that does not read it must not end this process by a signal.
    guard let digest = try? ContentDigest.text(of: [Array(line)]) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(
      path: "waymark-\(ProcessInfo.processInfo.processIdentifier)-\(digest.prefix(16)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? (line + Data("\n".utf8)).write(to: file)) != nil,
      let input = try? FileHandle(forReadingFrom: file)
    else { return nil }
    defer { try? input.close() }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["answer"]
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try? JSONDecoder().decode(PoolAnswer.self, from: data)
  }
}

/// An answer that is kept between runs, in `WAYMARK_CACHE` or the user's folder of caches.
struct AnswerFile {
  private let path: String?

  init(digest: String) {
    let variables = ProcessInfo.processInfo.environment
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let folder = variables["WAYMARK_CACHE"] ?? caches?.appending(path: "waymark").path
    path = folder.flatMap { $0.isEmpty ? nil : "\($0)/\(digest).json" }
  }

  var report: PoolReport? {
    guard let path, let data = FileManager.default.contents(atPath: path) else { return nil }
    return (try? JSONDecoder().decode(PoolAnswer.self, from: data))?.report
  }

  /// Writes the answer; where that is not possible the next run asks again.
  func keep(_ answer: PoolAnswer) {
    guard let path, let data = try? JSONEncoder().encode(answer) else { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? data.write(to: URL(filePath: path), options: .atomic)
  }
}
