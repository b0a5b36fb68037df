import Foundation
import PoolAnalysis
import SafeText
import Synchronization

/// The process's standard output and error, written to without ever ending the process.
///
/// A reader that has gone away, a full disk and a broken device are the machine's affairs: a write
/// says what became of it, and its caller decides.
enum StandardStream {
  /// Why bytes did not arrive.
  enum Failure: Error, Equatable {
    /// Nobody reads any more, as behind `waymark … | head`: no reason to complain.
    case nobodyListens
    /// In our words.
    case broken(String)
  }

  /// Where complaints go: standard error, unless something else writes there.
  static var complaints: Int32 { descriptor.load(ordering: .relaxed) }
  private static let descriptor = Atomic(STDERR_FILENO)

  /// Opens what the process was started without, so that no file of ours becomes a standard stream,
  /// and lets a write to nobody or beyond `ulimit -f` fail instead of ending the process.
  ///
  /// Complaints that nobody wants are dropped, but a result for which there is no place is lost:
  /// what stands for a closed standard output takes no writes.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether so few files may be open at a time that the program cannot work: the system's queues
  /// stop the process where they cannot open theirs.
  static var areFilesTooFew: Bool {
    let opened = (0..<leastFiles).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for file in opened where file >= 0 { close(file) }
    return opened.contains { $0 < 0 }
  }
  /// How many files are open at a time at the most, next to the standard streams.
  private static let leastFiles = 6

  /// From now on what others write to standard error is lost, and ``complaints`` go where it went.
  static func keepComplaintsApart() {
    let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard copy >= 0, nothing >= 0, dup2(nothing, STDERR_FILENO) >= 0 else { return }
    close(nothing)
    descriptor.store(copy, ordering: .relaxed)
  }

  /// Writes all bytes.
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

  /// Writes a hint, a complaint or how far a run is, none of which GitHub's runner takes for a
  /// command; where that fails there is nobody left to say it to.
  static func say(_ text: String) {
    do throws(Failure) {
      try write(Array(GitHubText.log(text).utf8), to: complaints)
    } catch { return }
  }
}
