import Foundation
import Synchronization

/// Lines of bytes from a file: what is not UTF-8 arrives as it is, for the reader to refuse.
final class LineReader: Sendable {
  private let descriptor: Int32
  private let rest = Mutex<[UInt8]>([])

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its end; nil at the end of the file. Waits for the writer.
  func next() -> [UInt8]? {
    rest.withLock { buffer in
      var searched = 0
      while true {
        if let end = buffer[searched...].firstIndex(of: 10) {
          let line = Array(buffer[..<end])
          buffer.removeSubrange(...end)
          return line
        }
        searched = buffer.count
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
