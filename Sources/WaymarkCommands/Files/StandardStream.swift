import Foundation
import PoolAnalysis
import SafeText
import Synchronization

/// Writes to the process's standard output and error without ever ending the process.
///
/// A closed reader, a full disk and a broken device are errors that a write throws; its caller
/// decides what to do.
enum StandardStream {
  /// Why bytes could not be written.
  enum Failure: Error, Equatable {
    /// The reader is gone, as in `waymark … | head`: not worth a complaint.
    case nobodyListens
    /// Any other failure, with its message.
    case broken(String)
  }

  /// The descriptor for complaints: standard error, unless something else writes there.
  static var complaints: Int32 { descriptor.load(ordering: .relaxed) }
  private static let descriptor = Atomic(STDERR_FILENO)

  /// Opens standard streams that the process was started without, so that no other file gets their
  /// numbers, and makes writes without a reader or beyond `ulimit -f` fail instead of ending the
  /// process.
  ///
  /// A missing standard error discards complaints, but a lost result must be noticed: the stand-in
  /// for a missing standard output refuses writes.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether the limit of open files is too low for the program: the system's queues abort the
  /// process where they cannot open theirs.
  static var areFilesTooFew: Bool {
    let opened = (0..<leastFiles).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for file in opened where file >= 0 { close(file) }
    return opened.contains { $0 < 0 }
  }
  /// The largest number of files open at a time, in addition to the standard streams.
  private static let leastFiles = 6

  /// Discards what others write to standard error, and redirects ``complaints`` to where it went.
  static func keepComplaintsApart() {
    let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard copy >= 0, nothing >= 0, dup2(nothing, STDERR_FILENO) >= 0 else { return }
    close(nothing)
    descriptor.store(copy, ordering: .relaxed)
  }

  /// Writes all bytes to a descriptor.
  /// - Throws: why they could not be written.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, -1)
      case EPIPE: throw .nobodyListens
      case EBADF: throw .broken("it is closed")
      default: throw .broken(SystemFault.words(errno))
      }
    }
  }

  /// Writes a hint, a complaint or progress, none of which GitHub's runner takes for a command. A
  /// failure is ignored, since it cannot be reported.
  static func say(_ text: String) {
    do throws(Failure) {
      try write(Array(GitHubText.log(text).utf8), to: complaints)
    } catch { return }
  }
}
