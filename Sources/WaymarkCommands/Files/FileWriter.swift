import Foundation
import PoolAnalysis
import SafeText
import TransitionTables

/// Writes files so that all are replaced or none, and a reader never sees a partial one.
///
/// All files are first written under temporary names. Only when all are complete are they renamed,
/// one after the other. If one cannot be, the replaced ones are restored; if the process is killed
/// meanwhile, the next run restores them, see ``FileSet``. Leftovers of earlier runs are removed.
///
/// A symbolic link is followed, unless it leads out of the folder that was named. A device or a
/// pipe is written to directly, after all files are in place: replacing it by a file would destroy
/// it.
struct FileWriter {
  private var sets: [FileSet] = []
  private var streams: [CommandOutput.File] = []
  /// The folders that were created.
  private var newFolders: [String] = []
  private let process: Int32
  private let step: () throws(FileFault) -> Void

  /// Writes all files, or none.
  ///
  /// - Parameters:
  ///   - files: the files, with their paths and contents.
  ///   - process: the process number in temporary names.
  ///   - placed: called when the regular files are in place.
  ///   - step: called before each change of a name; if it throws, nothing is changed.
  static func write(
    _ files: [CommandOutput.File], by process: Int32 = getpid(), placed: () -> Void = {},
    step: @escaping () throws(FileFault) -> Void = {}
  ) throws(CommandFailure) {
    let links = files.compactMap { file in
      file.folder.flatMap { OutputFolder($0).fault(at: file.path) }
    }
    guard links.isEmpty else {
      throw CommandFailure(DiagnosticList(links).diagnostics, status: .usage)
    }
    var writer = FileWriter(process: process, step: step)
    var current = ""
    do throws(FileFault) {
      for file in files {
        current = file.path
        try writer.stage(file)
      }
      for set in writer.sets {
        current = set.paths.first ?? current
        try set.list()
      }
      for set in writer.sets {
        for (index, path) in set.paths.enumerated() {
          current = path
          try set.place(index)
        }
      }
      placed()
      for stream in writer.streams {
        current = stream.path
        try Self.write(stream.bytes, to: Self.opened(stream.path))
      }
      for set in writer.sets { try set.keep() }
    } catch {
      if error.number != nil { writer.undo() }
      throw failure(error, at: current)
    }
    // The complete results replace the partial ones of an interrupted run.
    for path in writer.sets.flatMap(\.paths) where path != partial(path) { unlink(partial(path)) }
  }

  /// Checks, before long work, that a file can be written at its end.
  ///
  /// An empty file is written under a temporary name and removed at once, with the folders that
  /// were created for it; an existing file is left alone.
  /// - Throws: `system.not-written`, as ``write(_:by:placed:step:)`` would.
  static func rehearse(_ path: String, by process: Int32 = getpid()) throws(CommandFailure) {
    var writer = FileWriter(process: process) {}
    defer { writer.undo() }
    do throws(FileFault) {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw FileFault(number: EISDIR)
      }
      guard !path.isEmpty else { throw FileFault(number: ENOENT) }
      try writer.stage(CommandOutput.File(path, []))
    } catch {
      throw failure(error, at: path)
    }
  }

  private static func failure(_ fault: FileFault, at path: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "system.not-written", at: SourceLocation(file: path),
          "the file cannot be written: \(SystemFault.words(fault.number ?? EINTR))",
          remedy: "choose another file or folder, or make room and check permissions")
      ], status: .systemFailure)
  }

  /// The path of a file of a stopped run: `report.txt` becomes `report.partial.txt`.
  static func partial(_ path: String) -> String {
    let name = Self.name(of: path)
    guard !name.contains(".partial.") else { return path }
    let folder = String(path.dropLast(name.count))
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return folder + name + ".partial"
    }
    return folder + name[..<dot] + ".partial" + name[dot...]
  }

  /// The last component of a path.
  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: Steps

  private mutating func stage(_ file: CommandOutput.File) throws(FileFault) {
    let path = Self.followed(file.path)
    guard !Self.isStream(path) else {
      streams.append(CommandOutput.File(path, file.bytes))
      return
    }
    let folder = Self.folder(of: path)
    try makeFolder(folder)
    let index = sets.firstIndex { $0.folder == folder } ?? sets.count
    if index == sets.count {
      FileSet.undoLeftovers(in: folder, by: process)
      sets.append(FileSet(in: folder, by: process, step: step))
    }
    let name = Self.name(of: path)
    sets[index].removeLeftovers(of: name)
    try sets[index].stage(name, file.bytes)
  }

  /// Opens a device or a pipe. A pipe must have a reader already: otherwise opening would wait for
  /// one.
  private static func opened(_ path: String) throws(FileFault) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(number: errno) }
    // From here on, wait for a slow reader.
    _ = fcntl(descriptor, F_SETFL, 0)
    return descriptor
  }

  /// Writes all bytes to a descriptor, and closes it.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileFault) {
    guard descriptor >= 0 else { throw FileFault(number: errno) }
    var number: Int32 = 0
    var rest = bytes[...]
    while !rest.isEmpty, number == 0 {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { number = errno }
    }
    if close(descriptor) != 0, number == 0 { number = errno }
    guard number == 0 else { throw FileFault(number: number) }
  }

  /// Restores the old files.
  private func undo() {
    for set in sets.reversed() { set.undo() }
    for folder in newFolders.reversed() { rmdir(folder) }
  }

  // MARK: Paths

  /// The target of a symbolic link; the path itself where it is no link, or its target is missing.
  private static func followed(_ path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let target = realpath(path, nil)
    else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Whether the path is a device, a pipe or a socket.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private mutating func makeFolder(_ path: String) throws(FileFault) {
    guard !path.isEmpty, path != "/" else { return }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFault(number: ENOTDIR) }
      return
    }
    try makeFolder(Self.folder(of: path))
    if mkdir(path, 0o777) == 0 {
      newFolders.append(path)
    } else if errno != EEXIST {
      throw FileFault(number: errno)
    }
  }

  /// The folder of a path; empty where the path has one component. (Foundation's own function
  /// crashes for a path of one character.)
  static func folder(of path: String) -> String {
    let whole = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
    guard let slash = whole.lastIndex(of: "/") else { return "" }
    return slash == whole.startIndex ? "/" : String(whole[..<slash])
  }
}

extension CommandOutput {
  /// Renames the files of a stopped run, so that they do not replace complete ones: `report.txt`
  /// becomes `report.partial.txt`, and an older `report.txt` is kept.
  mutating func setPartialFilesBeside() {
    obsolete = []
    guard !files.isEmpty else { return }
    for index in files.indices { files[index].path = FileWriter.partial(files[index].path) }
    stderr += "partial results: \(files.map(\.path.visibleLine).joined(separator: ", "))\n"
    if status == .allHold { status = .limitReached }
  }
}
