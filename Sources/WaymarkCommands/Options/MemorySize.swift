import ArgumentParser
import Foundation

/// An amount of memory, written as bytes or with a unit of 1024 bytes: 900000, 64K, 500M, 4G.
struct MemorySize: ExpressibleByArgument, Hashable, Sendable {
  var bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = argument.last.flatMap { units[String($0).uppercased()] }
    guard let number = Int(unit == nil ? argument : String(argument.dropLast())), number > 0
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  /// The memory that the system can give without swapping; nil where the system does not report it.
  static var free: MemorySize? {
    guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else {
      return MemorySize(bytes: Int(clamping: ProcessInfo.processInfo.physicalMemory))
    }
    return free(in: text)
  }

  /// The available memory according to a text such as `/proc/meminfo`.
  static func free(in text: String) -> MemorySize? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let words = line?.split(separator: " ") ?? []
    guard words.count > 1, let kilobytes = Int(words[1]) else { return nil }
    return MemorySize(bytes: kilobytes * 1024)
  }
}
