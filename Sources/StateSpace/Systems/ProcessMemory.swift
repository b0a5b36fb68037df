import CMemory
import Synchronization

/// How much memory the whole process takes, and may take.
///
/// What the engine counts of its own is less than what the process holds: the program itself, other
/// results, and what was freed and not given back. Whoever limits memory means all of it.
public enum ProcessMemory {
  private static let most = Atomic(Int.max)
  /// What searches side by side will take before they end.
  private static let reserved = Atomic(0)

  /// The bytes that lie in the machine's memory now; 0 where the system does not say.
  public static var resident: Int { Int(waymark_resident()) }

  /// From now on the process may hold so many bytes; nil for any.
  public static func limit(to bytes: Int?) { most.store(bytes ?? .max, ordering: .relaxed) }

  /// Whether the process may take so many bytes more, next to what is reserved. Where it may not,
  /// what was freed is given back to the system first.
  public static func hasRoom(for bytes: Int = 0) -> Bool {
    let most = most.load(ordering: .relaxed)
    guard most != .max else { return true }
    let wanted = bytes + reserved.load(ordering: .relaxed)
    if resident + wanted <= most { return true }
    waymark_return_freed()
    return resident + wanted <= most
  }

  /// Memory that some work will take before it ends, kept free from others until then.
  struct Reservation: ~Copyable {
    private var bytes = 0

    /// Whether there is room for so many bytes that come at the end, and others that come now.
    mutating func holds(_ bytes: Int, and more: Int) -> Bool {
      reserved.add(bytes - self.bytes, ordering: .relaxed)
      self.bytes = bytes
      return hasRoom(for: more)
    }

    deinit { reserved.subtract(bytes, ordering: .relaxed) }
  }
}
