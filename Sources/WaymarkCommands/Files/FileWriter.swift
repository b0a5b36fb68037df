import Foundation
import PoolAnalysis
import SafeText
import TransitionTables

/// Writes files so that they change together or not at all, and a reader never sees half of one.
///
/// All are written next to their place first. Only when every one is complete do they take it, one
/// after the other; where one cannot, those that did are put back. What an earlier run left behind,
/// because the machine stopped it, is removed.
///
/// A link is followed, unless it leads out of the folder that was named; and a device or a pipe is
/// written to where it stands, when all else has its place: a file that took its name would end
/// the device.
struct FileWriter {
  private struct Staged {
    let final: String
    let temporary: String
    /// Where the older file of the same name waits until all have their place.
    let older: String
    var isPlaced = false
    var hasOlder = false
  }

  private struct Fault: Error { let number: Int32 }

  private var staged: [Staged] = []
  private var streams: [CommandOutput.File] = []
  /// The folders that there were not.
  private var newFolders: [String] = []
  private let process = ProcessInfo.processInfo.processIdentifier

  /// Writes the files, or none.
  ///
  /// - Parameters:
  ///   - files: what is written, and where.
  ///   - placed: called when what has a place on disk has taken it.
  static func write(
    _ files: [CommandOutput.File], placed: () -> Void = {}
  ) throws(CommandFailure) {
    let links = files.compactMap { file in
      file.folder.flatMap { OutputFolder($0).fault(at: file.path) }
    }
    guard links.isEmpty else {
      throw CommandFailure(DiagnosticList(links).diagnostics, status: .usage)
    }
    var writer = FileWriter()
    var current = ""
    do throws(Fault) {
      for file in files {
        current = file.path
        let path = Self.followed(file.path)
        if Self.isStream(path) {
          writer.streams.append(CommandOutput.File(path, file.bytes))
        } else {
          try writer.stage(CommandOutput.File(path, file.bytes))
        }
      }
      for index in writer.staged.indices {
        current = writer.staged[index].final
        try writer.place(index)
      }
      placed()
      for stream in writer.streams {
        current = stream.path
        try Self.write(stream.bytes, to: Self.opened(stream.path))
      }
    } catch {
      writer.undo()
      throw CommandFailure(
        [
          Diagnostic(
            "system.not-written", at: SourceLocation(file: current),
            "the file cannot be written: \(SystemFault.words(error.number))",
            remedy: "choose another folder with `--output DIR`, or make room and check permissions")
        ], status: .systemFailure)
    }
    for entry in writer.staged {
      unlink(entry.older)
      // What an interrupted run knew is known completely now.
      if entry.final != partial(entry.final) { unlink(partial(entry.final)) }
    }
  }

  /// Where a file goes whose run was stopped: `report.txt` gives `report.partial.txt`.
  static func partial(_ path: String) -> String {
    let name = Self.name(of: path)
    guard !name.contains(".partial.") else { return path }
    let folder = String(path.dropLast(name.count))
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return folder + name + ".partial"
    }
    return folder + name[..<dot] + ".partial" + name[dot...]
  }

  /// The last part of a path.
  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: Steps

  private mutating func stage(_ file: CommandOutput.File) throws(Fault) {
    let folder = Self.folder(of: file.path)
    try makeFolder(folder)
    let temporary = "\(file.path).\(process).part"
    removeLeftovers(of: file.path, in: folder)
    staged.append(
      Staged(final: file.path, temporary: temporary, older: "\(file.path).\(process).old.part"))
    // Whatever has this name is none of ours, and may be a link to elsewhere.
    unlink(temporary)
    try Self.write(file.bytes, to: open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666))
  }

  /// A device or a pipe, which somebody has to read already: else it would be waited for.
  private static func opened(_ path: String) throws(Fault) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(number: errno) }
    // A reader may take its time.
    _ = fcntl(descriptor, F_SETFL, 0)
    return descriptor
  }

  /// Writes all bytes to what was opened, and closes it.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Fault) {
    guard descriptor >= 0 else { throw Fault(number: errno) }
    var number: Int32 = 0
    var rest = bytes[...]
    while !rest.isEmpty, number == 0 {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { number = errno }
    }
    if close(descriptor) != 0, number == 0 { number = errno }
    guard number == 0 else { throw Fault(number: number) }
  }

  private mutating func place(_ index: Int) throws(Fault) {
    let entry = staged[index]
    // A second name for the older file, so that the name itself is never without one; where files
    // have one name only, the older one is moved.
    if link(entry.final, entry.older) == 0
      || Self.isFile(entry.final)
        && rename(entry.final, entry.older) == 0
    {
      staged[index].hasOlder = true
    }
    guard rename(entry.temporary, entry.final) == 0 else { throw Fault(number: errno) }
    staged[index].isPlaced = true
  }

  /// Puts back what was there.
  private func undo() {
    for entry in staged.reversed() {
      unlink(entry.temporary)
      if entry.hasOlder {
        rename(entry.older, entry.final)
        // Two names of one file are left as they are by `rename`.
        unlink(entry.older)
      } else if entry.isPlaced {
        unlink(entry.final)
      }
    }
    for folder in newFolders.reversed() { rmdir(folder) }
  }

  // MARK: Paths

  /// Where a link leads; the path itself where it is none, or leads to nothing.
  private static func followed(_ path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let target = realpath(path, nil)
    else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Whether a device, a pipe or a socket has the name.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private mutating func makeFolder(_ path: String) throws(Fault) {
    guard !path.isEmpty, path != "/" else { return }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw Fault(number: ENOTDIR) }
      return
    }
    try makeFolder(Self.folder(of: path))
    if mkdir(path, 0o777) == 0 {
      newFolders.append(path)
    } else if errno != EEXIST {
      throw Fault(number: errno)
    }
  }

  /// What a path has before its last part; empty where that is all. (Foundation's own ends the
  /// process where the path is one character.)
  static func folder(of path: String) -> String {
    let whole = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
    guard let slash = whole.lastIndex(of: "/") else { return "" }
    return slash == whole.startIndex ? "/" : String(whole[..<slash])
  }

  /// Removes what processes that are gone have left next to a file.
  private func removeLeftovers(of path: String, in folder: String) {
    let name = Self.name(of: path) + "."
    let place = folder.isEmpty ? "." : folder
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for entry in entries where entry.hasPrefix(name) && entry.hasSuffix(".part") {
      let owner = entry.dropFirst(name.count).prefix { $0.isNumber }
      guard let number = Int32(owner), number != process, kill(number, 0) != 0, errno == ESRCH
      else { continue }
      unlink("\(place)/\(entry)")
    }
  }
}

extension CommandOutput {
  /// Puts the files of a run that was stopped next to those of a run that was not: `report.txt`
  /// becomes `report.partial.txt`, and an older complete `report.txt` stays as it was.
  mutating func setPartialFilesBeside() {
    guard !files.isEmpty else { return }
    for index in files.indices { files[index].path = FileWriter.partial(files[index].path) }
    stderr += "partial results: \(files.map(\.path.visibleLine).joined(separator: ", "))\n"
    if status == .allHold { status = .limitReached }
  }
}
