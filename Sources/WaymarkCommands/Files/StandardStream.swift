import Foundation

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

  /// Opens what the process was started without, so that no file of ours becomes a standard stream,
  /// and lets a write to nobody fail instead of ending the process.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
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
      default: throw .broken(SystemFault.words(errno))
      }
    }
  }

  /// Writes a hint or a complaint; where that fails there is nobody left to say it to.
  static func say(_ text: String) {
    do throws(Failure) { try write(Array(text.utf8), to: STDERR_FILENO) } catch { return }
  }
}

/// What the system says is wrong, in plain words.
enum SystemFault {
  /// The words for an error number.
  static func words(_ number: Int32) -> String {
    switch number {
    case ENOSPC, EDQUOT: "the disk is full"
    case EACCES, EPERM: "permission is denied"
    case EROFS: "the disk is read-only"
    case ENOTDIR, EEXIST: "a part of its path is a file, not a folder"
    case EISDIR: "there is a folder of this name"
    case ENAMETOOLONG: "its name is too long"
    case ELOOP: "its path leads through a circle of links"
    case ENOENT: "its folder is missing"
    case EBADF, EIO: "the device does not work"
    case EFBIG: "it is larger than files may be here"
    case EMFILE, ENFILE: "too many files are open"
    default: "the system refuses it (error \(number))"
    }
  }
}
