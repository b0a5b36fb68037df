import Foundation
import SignIn

/// Why a file does not get its place.
struct FileFault: Error {
  /// What the system calls it; nil where a test ends the work as killing the process would.
  let number: Int32?
}

/// The files of one folder that a run writes: all of them change or none, even where the process is
/// killed.
///
/// Each is written next to its place first, as `NAME.PROCESS.part`. Then a list of them,
/// `waymark.PROCESS.undo.part`, is put into the folder, and one after the other takes its place;
/// what was there keeps a second name, `NAME.PROCESS.old.part`. The new files count as soon as the
/// list is gone. Until then the older ones can be put back: by the process itself where it cannot
/// go on, and where it was killed by the next one that writes into the folder.
///
/// To exchange whole folders would leave no moment between the first and the last file, but would
/// undo what others have written into the folder meanwhile.
struct FileSet {
  private struct Member {
    let name: String
    /// The number of the new file, by whatever name; the older one has another.
    let inode: UInt64
  }

  let folder: String
  private let process: Int32
  private var members: [Member] = []
  /// Called before each change of a name; a test throws there.
  private let step: () throws(FileFault) -> Void

  /// No files yet.
  ///
  /// - Parameters:
  ///   - folder: where they go; empty for the working directory.
  ///   - process: the number that temporary names carry.
  ///   - step: called before each change of a name.
  init(
    in folder: String, by process: Int32, step: @escaping () throws(FileFault) -> Void = {}
  ) {
    (self.folder, self.process, self.step) = (folder, process, step)
  }

  /// Where the files go.
  var paths: [String] { members.map { path($0.name) } }

  // MARK: Writing

  /// Writes a file next to its place.
  mutating func stage(_ name: String, _ bytes: [UInt8]) throws(FileFault) {
    let temporary = path(name, ".part")
    // Whatever has these names is none of ours, and may be a link to elsewhere.
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

  /// Writes the list of the files, where one name alone does not change all.
  func list() throws(FileFault) {
    guard members.count > 1 else { return }
    try step()
    let text = members.map { "\($0.inode) \($0.name)\0" }.joined()
    unlink(listPath)
    try FileWriter.write(
      Array(text.utf8), to: open(listPath, O_WRONLY | O_CREAT | O_EXCL, 0o666))
  }

  /// Lets a file take its place.
  func place(_ index: Int) throws(FileFault) {
    let name = members[index].name
    let (final, older) = (path(name), path(name, ".old.part"))
    try step()
    // A second name for the older file, so that the name itself is never without one; where files
    // have one name only, the older one is moved.
    if link(final, older) != 0, Self.isFile(final) { rename(final, older) }
    try step()
    guard rename(path(name, ".part"), final) == 0 else { throw FileFault(number: errno) }
  }

  /// Lets the new files count.
  func keep() throws(FileFault) {
    try step()
    unlink(listPath)
    for member in members {
      try step()
      unlink(path(member.name, ".old.part"))
    }
  }

  // MARK: Undoing

  /// Puts back what was there, and removes all else; where it is cut off itself, again.
  func undo() {
    for member in members.reversed() {
      let (final, older) = (path(member.name), path(member.name, ".old.part"))
      let there = Self.inode(of: final)
      if there == nil || there == member.inode {
        let isBack = rename(older, final) == 0
        // There was none.
        if !isBack, there != nil { unlink(final) }
      }
      // Two names of one file are left as they are by `rename`.
      unlink(older)
      unlink(path(member.name, ".part"))
    }
    unlink(listPath)
  }

  /// Puts back what was there before processes that were killed among the files of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - process: the one that asks, which has no list yet: one of its number is an older one's.
  static func undoLeftovers(in folder: String, by process: Int32) {
    for entry in entries(of: folder) where entry.hasPrefix("waymark.") {
      let parts = entry.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[2...] == ["undo", "part"], let owner = Int32(parts[1]),
        owner == process || isGone(owner)
      else { continue }
      var set = FileSet(in: folder, by: owner)
      let bytes = (try? DocumentFile.bytes(of: set.listPath, atMost: 1 << 24)) ?? []
      // The list was not complete before its last file was named; nothing was placed by then.
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

  /// Removes what processes that are gone have left next to a file.
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

  /// The number of the file that has a name; nil where none has.
  private static func inode(of path: String) -> UInt64? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }
}
