import Foundation

/// Ends the process with a status and one line where memory is limited and runs out.
///
/// Swift has no word for memory that cannot be had: the process is stopped by a signal. Where the
/// user has limited memory (`ulimit -v`), that is a limit that was reached and not a fault of ours;
/// without such a limit the signals keep their meaning.
enum MemoryGuard {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS]
  private static let stackSize = 1 << 16

  /// Listens from now on.
  static func listen() {
    guard isLimited(RLIMIT_AS) || isLimited(RLIMIT_DATA) else { return }
    // A stack of its own: what ran out may be the stack.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = stackSize
    _ = sigaltstack(&stack, nil)
    for number in signals {
      var action = sigaction()
      #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in MemoryGuard.end() }
      #else
      action.__sigaction_handler.sa_handler = { _ in MemoryGuard.end() }
      #endif
      action.sa_flags = Int32(SA_ONSTACK)
      _ = sigaction(number, &action, nil)
    }
  }

  #if canImport(Darwin)
  private typealias Resource = Int32
  #else
  private typealias Resource = __rlimit_resource
  #endif

  private static func isLimited(_ resource: Resource) -> Bool {
    var limit = rlimit()
    #if canImport(Darwin)
    let number = resource
    #else
    let number = __rlimit_resource_t(resource.rawValue)
    #endif
    return getrlimit(number, &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// Nothing but a system call is allowed here.
  private static func end() {
    let line: StaticString =
      "error: the memory that `ulimit` allows does not suffice; allow more [system.out-of-memory]\n"
    _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    _exit(153)
  }
}
