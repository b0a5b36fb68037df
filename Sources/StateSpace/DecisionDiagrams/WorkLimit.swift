/// What ends work on diagrams before it is done.
///
/// Operations on diagrams ask it now and then. Once it says stop, they return ``Diagram/no`` at
/// once for everything that is not known yet, so that whatever calls them comes to its end soon.
/// Their results mean nothing from then on: who uses diagrams with a limit asks for ``stop`` at the
/// end.
///
/// Several diagrams may share one; it belongs to the thread that works on them.
public final class WorkLimit {
  /// The memory in bytes that the diagrams of one object may take; `nil` for any.
  public let maximumBytes: Int?
  /// What ended the work; `nil` as long as it goes on.
  public private(set) var stop: Completeness?
  private let shouldStop: () -> Bool
  /// What was asked for last and may not have been taken yet, kept free from other threads until
  /// the next question.
  private var reservation = ProcessMemory.Reservation()

  /// - Parameters:
  ///   - bytes: the memory that the diagrams of one object may take; `nil` for any.
  ///   - shouldStop: asked often; true stops.
  public init(bytes: Int? = nil, shouldStop: @escaping () -> Bool = { false }) {
    (maximumBytes, self.shouldStop) = (bytes, shouldStop)
  }

  /// The same limit for diagrams that another thread works on.
  func forAnotherThread() -> WorkLimit { WorkLimit(bytes: maximumBytes, shouldStop: shouldStop) }

  /// Ends the work of diagrams that have as many nodes as can be named.
  func noteFull() { stop = stop ?? .memoryLimit }

  /// Whether the work is to end: to be asked by what takes long, or so many bytes, between two
  /// operations.
  public func endsWork(before bytes: Int) -> Bool {
    endsWork(taking: 0, adding: bytes)
  }

  /// Whether the work is to end, where diagrams take so many bytes and are about to take more.
  func endsWork(taking bytes: Int, adding more: Int = 0) -> Bool {
    if stop == nil {
      if shouldStop() {
        stop = .cancelled
      } else if bytes + more > maximumBytes ?? .max || !reservation.holds(more, and: 0) {
        stop = .memoryLimit
        // What is not taken is free again.
        _ = reservation.holds(0, and: 0)
      }
    }
    return stop != nil
  }
}
