import Foundation
import PoolAnalysis
import StateSpace
import TransitionTables

/// Ends the process with a status and one line where memory is limited and runs out.
///
/// Swift has no word for memory that cannot be had: the process is stopped by a signal. Where the
/// user has limited memory (`ulimit -v`), that is a limit that was reached and not a fault of ours;
/// without such a limit the signals keep their meaning. What Swift writes before the signal is not
/// for the user.
enum MemoryGuard {
  /// What threads and the table take at the least. With less, the system's queues would wait for
  /// ever for a thread.
  private static let least = 64 << 20

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS]
  private static let stackSize = 1 << 16

  /// Listens from now on.
  static func listen() {
    let isLimited = isLimited(RLIMIT_AS) || isLimited(RLIMIT_DATA)
    Exhaustion.setEnding { what in
      let complaint = Diagnostic(
        "system.out-of-memory", at: SourceLocation(file: "waymark"), what,
        remedy: "close open parameters, or ask for less at a time")
      StandardStream.say(complaint.rendered)
      // What `ulimit` takes away ends alike wherever it is noticed.
      _exit((isLimited ? ExitStatus.systemFailure : .limitReached).rawValue)
    }
    guard isLimited else { return }
    StandardStream.keepComplaintsApart()
    let room = mmap(nil, least, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let room, room != MAP_FAILED else { end() }
    munmap(room, least)
    // A stack of its own: what ran out may be the stack.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = numericCast(stackSize)
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
    // No limit is the largest number on Linux, and the largest with a sign on macOS.
    return getrlimit(number, &limit) == 0 && limit.rlim_cur < rlim_t(Int64.max)
  }

  /// Nothing but a system call is allowed here.
  private static func end() -> Never {
    let line: StaticString =
      "error: the memory that `ulimit` allows does not suffice; allow more [system.out-of-memory]\n"
    _ = write(StandardStream.complaints, line.utf8Start, line.utf8CodeUnitCount)
    _exit(153)
  }
}
