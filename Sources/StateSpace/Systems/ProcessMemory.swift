import CMemory
import Synchronization

/// How much memory the whole process takes, and may take.
///
/// What the engine counts of its own is less than what the process holds: the program itself, other
/// results, and what was freed and not given back. Whoever limits memory means all of it.
public enum ProcessMemory {
  private static let most = Atomic(Int.max)

  /// The bytes that lie in the machine's memory now; 0 where the system does not say.
  public static var resident: Int { Int(waymark_resident()) }

  /// From now on the process may hold so many bytes; nil for any.
  public static func limit(to bytes: Int?) { most.store(bytes ?? .max, ordering: .relaxed) }

  /// Whether the process may take so many bytes more. Where it may not, what was freed is given back
  /// to the system first.
  public static func hasRoom(for bytes: Int = 0) -> Bool {
    let most = most.load(ordering: .relaxed)
    guard most != .max, resident + bytes > most else { return true }
    waymark_return_freed()
    return resident + bytes <= most
  }
}
