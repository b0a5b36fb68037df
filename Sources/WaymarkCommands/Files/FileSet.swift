import Foundation
import SignIn

/// Why a file could not be written to its place.
struct FileFault: Error {
  /// The errno value; nil where a test stops the work as a killed process would.
  let number: Int32?
}

/// The files of one folder that a run writes: all are replaced or none, even if the process is
/// killed.
///
/// Each file is first written as `NAME.PROCESS.part`. Then a list of the files is written to the
/// folder as `waymark.PROCESS.undo.part`, and one after the other is renamed to its place; the old
/// file keeps a second name, `NAME.PROCESS.old.part`. The new files become valid when the list is
/// removed. Until then the old ones can be restored: by the process itself where it cannot
/// continue, and, where it was killed, by the next process that writes into the folder.
///
/// Exchanging whole folders would be atomic, but would undo what others write into the folder
/// meanwhile.
struct FileSet {
  private struct Member {
    let name: String
    /// The inode of the new file, under whatever name; the old file has another.
    let inode: UInt64
  }

  let folder: String
  private let process: Int32
  private var members: [Member] = []
  /// Called before each change of a name; a test throws in it.
  private let step: () throws(FileFault) -> Void

  /// Creates an empty set.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files; empty for the working directory.
  ///   - process: the process number in temporary names.
  ///   - step: called before each change of a name.
  init(
    in folder: String, by process: Int32, step: @escaping () throws(FileFault) -> Void = {}
  ) {
    (self.folder, self.process, self.step) = (folder, process, step)
  }

  /// The final paths of the files.
  var paths: [String] { members.map { path($0.name) } }

  // MARK: Writing

  /// Writes a file under its temporary name.
  mutating func stage(_ name: String, _ bytes: [UInt8]) throws(FileFault) {
    let temporary = path(name, ".part")
    // A file of this name is not ours, and may be a link to elsewhere.
    unlink(temporary)
    unlink(path(name, ".old.part"))
    do throws(FileFault) {
      try FileWriter.write(bytes, to: open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666))
    } catch {
      unlink(temporary)
      throw error
    }
    members.append(Member(name: name, inode: Self.inode(of: temporary) ?? 0))
  }

  /// Writes the list of the files, unless a single rename replaces all.
  func list() throws(FileFault) {
    guard members.count > 1 else { return }
    try step()
    let text = members.map { "\($0.inode) \($0.name)\0" }.joined()
    unlink(listPath)
    try FileWriter.write(
      Array(text.utf8), to: open(listPath, O_WRONLY | O_CREAT | O_EXCL, 0o666))
  }

  /// Renames a file to its final name.
  func place(_ index: Int) throws(FileFault) {
    let name = members[index].name
    let (final, older) = (path(name), path(name, ".old.part"))
    try step()
    // Give the old file a second name, so that the final name always exists; where files can have
    // only one name, the old one is moved.
    if link(final, older) != 0, Self.isFile(final) { rename(final, older) }
    try step()
    guard rename(path(name, ".part"), final) == 0 else { throw FileFault(number: errno) }
  }

  /// Makes the new files valid, and removes the old ones.
  func keep() throws(FileFault) {
    try step()
    unlink(listPath)
    for member in members {
      try step()
      unlink(path(member.name, ".old.part"))
    }
  }

  // MARK: Undoing

  /// Restores the old files, and removes all else. It can be repeated where it was interrupted
  /// itself.
  func undo() {
    for member in members.reversed() {
      let (final, older) = (path(member.name), path(member.name, ".old.part"))
      let there = Self.inode(of: final)
      if there == nil || there == member.inode {
        let isBack = rename(older, final) == 0
        // There was no old file.
        if !isBack, there != nil { unlink(final) }
      }
      // `rename` does nothing for two names of the same file.
      unlink(older)
      unlink(path(member.name, ".part"))
    }
    unlink(listPath)
  }

  /// Restores the old files of processes that were killed while they wrote into a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - process: the calling process, which has no list yet: a list with its number is an earlier
  ///     one's.
  static func undoLeftovers(in folder: String, by process: Int32) {
    for entry in entries(of: folder) where entry.hasPrefix("waymark.") {
      let parts = entry.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[2...] == ["undo", "part"], let owner = Int32(parts[1]),
        owner == process || isGone(owner)
      else { continue }
      var set = FileSet(in: folder, by: owner)
      let bytes = (try? DocumentFile.bytes(of: set.listPath, atMost: 1 << 24)) ?? []
      // An incomplete list ends before its last file, and then no file was replaced yet.
      let whole = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      set.members = whole.compactMap { Self.member(String(decoding: $0, as: UTF8.self)) }
      set.undo()
    }
  }

  private static func member(_ line: String) -> Member? {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let inode = UInt64(parts[0]), !parts[1].contains("/") else {
      return nil
    }
    return Member(name: String(parts[1]), inode: inode)
  }

  /// Removes the temporary files that dead processes have left for a file.
  func removeLeftovers(of name: String) {
    for entry in Self.entries(of: folder)
    where entry.hasPrefix(name + ".") && entry.hasSuffix(".part") {
      let owner = entry.dropFirst(name.count + 1).prefix { $0.isNumber }
      guard let number = Int32(owner), number != process, Self.isGone(number) else { continue }
      unlink(path(entry))
    }
  }

  // MARK: Names

  private var listPath: String { path("waymark", ".undo.part") }

  private func path(_ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private func path(_ name: String, _ suffix: String) -> String {
    path("\(name).\(process)\(suffix)")
  }

  private static func entries(of folder: String) -> [String] {
    let place = folder.isEmpty ? "." : folder
    return (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
  }

  private static func isGone(_ process: Int32) -> Bool {
    kill(process, 0) != 0 && errno == ESRCH
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The inode of the file with a name; nil where none exists.
  private static func inode(of path: String) -> UInt64? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }
}
