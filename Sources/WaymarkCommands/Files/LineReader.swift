import Foundation
import Synchronization

/// Reads lines of bytes from a file. Invalid UTF-8 is passed on, for the caller to refuse.
///
/// A line longer than ``longest`` is returned cut, one byte longer than that, as the last line.
final class LineReader: Sendable {
  /// The longest line that is read, in bytes.
  static let longest = 1 << 20

  private let descriptor: Int32
  private let rest = Mutex<[UInt8]>([])
  private let isClosed = Mutex(false)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its line break; nil at the end of the file. Waits for the writer.
  func next() -> [UInt8]? {
    if isClosed.withLock({ $0 }) { return nil }
    return rest.withLock { buffer in
      var searched = 0
      while true {
        if let end = buffer[searched...].firstIndex(of: 10) {
          let line = Array(buffer[..<end])
          buffer.removeSubrange(...end)
          return line
        }
        searched = buffer.count
        if searched > Self.longest {
          isClosed.withLock { $0 = true }
          defer { buffer = [] }
          return Array(buffer.prefix(Self.longest + 1))
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        if count <= 0 {
          defer { buffer = [] }
          return buffer.isEmpty ? nil : buffer
        }
        buffer += chunk[..<count]
      }
    }
  }
}
