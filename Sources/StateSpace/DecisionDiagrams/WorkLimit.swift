/// A limit that ends work on diagrams before it is done.
///
/// Operations on diagrams check it now and then. Once it is reached, they return ``Diagram/no`` at
/// once for every result that is not known yet, so that their caller ends soon. Results from then
/// on mean nothing: a caller that sets a limit must check ``stop`` at the end.
///
/// Several diagrams may share one limit, which must be used on one thread only.
public final class WorkLimit {
  /// The memory in bytes that the diagrams of one object may take; `nil` for no limit.
  public let maximumBytes: Int?
  /// The reason that ended the work; `nil` while it continues.
  public private(set) var stop: Completeness?
  private let shouldStop: () -> Bool
  /// The memory that was requested last and may not have been allocated yet, reserved against other
  /// threads until the next check.
  private var reservation = ProcessMemory.Reservation()

  /// - Parameters:
  ///   - bytes: the memory that the diagrams of one object may take; `nil` for no limit.
  ///   - shouldStop: called often; returns true to stop the work.
  public init(bytes: Int? = nil, shouldStop: @escaping () -> Bool = { false }) {
    (maximumBytes, self.shouldStop) = (bytes, shouldStop)
  }

  /// A limit with the same settings for diagrams on another thread.
  func forAnotherThread() -> WorkLimit { WorkLimit(bytes: maximumBytes, shouldStop: shouldStop) }

  /// Ends the work because the diagrams have the maximum number of nodes.
  func noteFull() { stop = stop ?? .memoryLimit }

  /// Whether the work is to end. Call it between operations, before work that takes long or that
  /// allocates so many bytes.
  public func endsWork(before bytes: Int) -> Bool {
    endsWork(taking: 0, adding: bytes)
  }

  /// Whether the work is to end, given the bytes that diagrams take and the bytes that they are
  /// about to allocate.
  func endsWork(taking bytes: Int, adding more: Int = 0) -> Bool {
    if stop == nil {
      if shouldStop() {
        stop = .cancelled
      } else if bytes + more > maximumBytes ?? .max || !reservation.holds(more, and: 0) {
        stop = .memoryLimit
        // Releases the reservation that will not be used.
        _ = reservation.holds(0, and: 0)
      }
    }
    return stop != nil
  }
}
