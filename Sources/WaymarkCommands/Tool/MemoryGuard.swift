import Foundation
import PoolAnalysis
import StateSpace
import TransitionTables

/// Ends the process with a status and a one-line message where limited memory runs out.
///
/// Swift does not report failed allocations: the process is stopped by a signal. Where the user has
/// limited memory (`ulimit -v`), the signal means that the limit was reached, not that the program
/// is faulty; without such a limit signals keep their meaning. What Swift prints before the signal
/// is hidden.
enum MemoryGuard {
  /// The smallest memory for threads and the table, in bytes. With less, the system's queues would
  /// wait for ever for a thread.
  private static let least = 64 << 20

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS]
  private static let stackSize = 1 << 16

  /// Starts to watch for exhausted memory.
  static func listen() {
    let isLimited = isLimited(RLIMIT_AS) || isLimited(RLIMIT_DATA)
    Exhaustion.setEnding { what in
      let complaint = Diagnostic(
        "system.out-of-memory", at: SourceLocation(file: "waymark"), what,
        remedy: "close open parameters, or ask for less at a time")
      StandardStream.say(complaint.rendered)
      // Under `ulimit`, exhaustion has the same exit status wherever it is noticed.
      _exit((isLimited ? ExitStatus.systemFailure : .limitReached).rawValue)
    }
    guard isLimited else { return }
    StandardStream.keepComplaintsApart()
    let room = mmap(nil, least, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let room, room != MAP_FAILED else { end() }
    munmap(room, least)
    // Handlers run on a stack of their own, because the normal one may be exhausted.
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
    // "No limit" is the largest unsigned number on Linux, and the largest signed one on macOS.
    return getrlimit(number, &limit) == 0 && limit.rlim_cur < rlim_t(Int64.max)
  }

  /// Ends the process. A signal handler may only make system calls.
  private static func end() -> Never {
    let line: StaticString =
      "error: the memory that `ulimit` allows does not suffice; allow more [system.out-of-memory]\n"
    _ = write(StandardStream.complaints, line.utf8Start, line.utf8CodeUnitCount)
    _exit(153)
  }
}
