import Foundation
import TransitionTables

/// Reads a user's file, or a pipe whose writer may be slow, up to a limit.
package enum DocumentFile {
  /// The number of pauses, three seconds in all, to wait for a first writer of a silent pipe.
  private static let patience = 60
  /// The time to wait between two reads of a silent pipe, in milliseconds.
  private static let pause: Int32 = 50

  /// The bytes of a file, or of standard input where the path is `-`.
  ///
  /// A regular file that is too large is refused by its size, before any byte is read. A pipe, such
  /// as a shell's `<( … )`, is read up to the limit, and a device, which may be endless, up to the
  /// largest size of a document.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - limit: the greatest number of bytes.
  /// - Throws: `document.missing`, `document.directory`, `document.unreadable`,
  ///   `document.too-large`.
  package static func bytes(
    of path: String, atMost limit: Int = LocatedDocument.largestSize
  ) throws(Diagnostic) -> [UInt8] {
    if path == "-" { return try bytes(from: STDIN_FILENO, path, atMost: limit) }
    var status = stat()
    guard !path.isEmpty else {
      throw refusal(
        "command line", "document.missing", "the name of a file is empty",
        "name a file or a folder; in a shell a variable may have no value")
    }
    guard !path.utf8.contains(0), stat(path, &status) == 0 else {
      throw refusal(path, "document.missing", "there is no such file", "check the path")
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      throw refusal(
        path, "document.directory", "this is a directory, not a file", "name a file inside it")
    }
    guard kind != S_IFREG || status.st_size <= limit else {
      throw refusal(
        path, "document.too-large",
        "the file holds \(status.st_size) bytes, more than are read",
        "give a file of at most \(limit) bytes")
    }
    // Opening a pipe in any other way blocks until there is a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw refusal(
        path, "document.unreadable", "the file may not be read", "check its permissions")
    }
    defer { close(descriptor) }
    return try bytes(from: descriptor, path, atMost: limit)
  }

  private static func bytes(
    from descriptor: Int32, _ path: String, atMost limit: Int
  ) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var silence = 0
    let limit = isDevice(descriptor) ? min(limit, LocatedDocument.largestSize) : limit
    while bytes.count <= limit {
      let isReady = isReady(descriptor)
      silence = isReady ? 0 : silence + 1
      guard isReady || path != "-" && silence > patience else { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // A pipe without a writer never becomes ready, but reading from it yields its end.
      guard isReady || count != 0 else {
        throw refusal(
          path, "document.unreadable", "nobody writes to this pipe",
          "start what writes to it first, or name a file")
      }
      guard count >= 0 else {
        throw refusal(
          path, "document.unreadable", "reading the file failed", "check the file and its disk")
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    throw refusal(
      path, "document.too-large",
      "more than \(limit) bytes come, and no more are read",
      "give a file of at most \(limit) bytes")
  }

  private static func isDevice(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT)
  }

  /// Waits at most one pause and reports whether there is something to read, or the end. A regular
  /// file is always ready.
  private static func isReady(_ descriptor: Int32) -> Bool {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return true }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, pause) != 0
  }

  private static func refusal(
    _ path: String, _ code: String, _ message: String, _ remedy: String
  ) -> Diagnostic {
    Diagnostic(code, at: SourceLocation(file: path), message, remedy: remedy)
  }
}
