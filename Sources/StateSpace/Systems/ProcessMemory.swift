import CMemory
import Synchronization

/// The memory of the whole process, and its limit.
///
/// The process takes more memory than the engine's own data: the program itself, other results, and
/// memory that was freed and not returned to the system. A limit on memory covers all of it.
public enum ProcessMemory {
  private static let most = Atomic(Int.max)
  /// The memory that searches in progress will take before they end, in bytes.
  private static let reserved = Atomic(0)

  /// The resident memory of the process, in bytes; 0 if the system does not report it.
  public static var resident: Int { Int(waymark_resident()) }

  /// Sets the maximum memory of the process, in bytes; nil for no limit.
  public static func limit(to bytes: Int?) { most.store(bytes ?? .max, ordering: .relaxed) }

  /// Whether the process may take so many bytes more, in addition to the reserved ones. If not,
  /// first returns freed memory to the system and checks again.
  public static func hasRoom(for bytes: Int = 0) -> Bool {
    let most = most.load(ordering: .relaxed)
    guard most != .max else { return true }
    let wanted = bytes + reserved.load(ordering: .relaxed)
    if resident + wanted <= most { return true }
    waymark_return_freed()
    return resident + wanted <= most
  }

  /// Memory that some work will take before it ends, reserved against other work until then.
  struct Reservation: ~Copyable {
    private var bytes = 0

    /// Changes the reservation to `bytes`, and returns whether there is room for it and for `more`
    /// bytes that are needed now.
    mutating func holds(_ bytes: Int, and more: Int) -> Bool {
      reserved.add(bytes - self.bytes, ordering: .relaxed)
      self.bytes = bytes
      return hasRoom(for: more)
    }

    deinit { reserved.subtract(bytes, ordering: .relaxed) }
  }
}
