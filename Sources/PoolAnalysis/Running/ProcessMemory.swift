import Foundation

/// How much memory this process takes.
enum ProcessMemory {
  /// The bytes that lie in the machine's memory now, or where the system does not say that, the
  /// most that ever did; nil where it says neither.
  static var resident: Int? {
    #if os(Linux)
    let file = open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = read(file, &text, text.count)
    let words = String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return nil }
    return pages * Int(getpagesize())
    #else
    var usage = rusage()
    return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
    #endif
  }
}
