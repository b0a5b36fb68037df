import Foundation

/// A program that is run to its end: its input, output and exit status.
///
/// Files stand in place of pipes: a program that does not read its input causes no broken pipe, and
/// its background processes keep no pipe open. The files have no names; only their owner can read
/// them.
struct ChildProcess {
  /// Why a program has no result.
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
  ///   - path: the path of the program.
  ///   - arguments: its arguments.
  ///   - input: the bytes of its standard input.
  ///   - seconds: the time limit, after which it is killed.
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
      // The process group, then the program itself in case it leads no group.
      kill(-process.processIdentifier, SIGKILL)
      kill(process.processIdentifier, SIGKILL)
      throw .late
    }
    (output, errors, status) = (written.text, complaints.text, process.terminationStatus)
  }
}

/// A file that is deleted once no process has it open.
private struct NamelessFile {
  let handle: FileHandle

  /// Creates a file with some bytes, to be read from the start; nil where the system refuses.
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

  /// The content of the file.
  var text: String {
    guard (try? handle.seek(toOffset: 0)) != nil else { return "" }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
