import Foundation

/// A program that is given some bytes, and what it has written when it ended.
///
/// Files stand in place of pipes: a program that reads nothing breaks none, and what it leaves
/// running keeps none open. They have no names and are readable by their owner alone.
struct ChildProcess {
  /// Why there is nothing.
  enum Fault: Error {
    case notStarted(String)
    case late
  }

  let output: String
  let errors: String
  let status: Int32

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - path: where the program is.
  ///   - arguments: what it is given.
  ///   - input: what it can read on its standard input.
  ///   - seconds: after how many seconds it is ended.
  init(
    _ path: String, _ arguments: [String], input: [UInt8], within seconds: Double
  ) throws(Fault) {
    guard let given = NamelessFile(input), let written = NamelessFile(),
      let complaints = NamelessFile()
    else { throw .notStarted("no temporary file can be made") }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = given.handle
    process.standardOutput = written.handle
    process.standardError = complaints.handle
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { throw .notStarted("\(error)") }
    guard ended.wait(timeout: .now() + seconds) == .success else {
      // Its group, and the program alone where it leads none.
      kill(-process.processIdentifier, SIGKILL)
      kill(process.processIdentifier, SIGKILL)
      throw .late
    }
    (output, errors, status) = (written.text, complaints.text, process.terminationStatus)
  }
}

/// A file that is gone once nobody has it open.
private struct NamelessFile {
  let handle: FileHandle

  /// A file with some bytes, at whose beginning a reader starts; nil where the system has none.
  init?(_ bytes: [UInt8] = []) {
    var name = Array("\(NSTemporaryDirectory())/waymark-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: Data(bytes))) != nil,
      (try? handle.seek(toOffset: 0)) != nil
    else { return nil }
  }

  /// What was written to it.
  var text: String {
    guard (try? handle.seek(toOffset: 0)) != nil else { return "" }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
