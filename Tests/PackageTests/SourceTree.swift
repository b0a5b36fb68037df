import Foundation

/// The files of this package, as the tests of its order see them.
enum SourceTree {
  struct File: Sendable {
    /// From the package's folder, with `/`.
    let path: String
    let text: String
    /// The text without what its comments and strings say; see ``code(of:)``.
    let code: String

    init(path: String, text: String) {
      self.path = path
      self.text = text
      code = PackageTests.code(of: text)
    }

    /// The module: the folder in `Sources`, or nil.
    var module: String? {
      let parts = path.split(separator: "/")
      return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The Swift files of `Sources` and of `Tests`, in the order of their paths, read once for all.
  private static let files = Result {
    try ["Sources", "Tests"].flatMap { folder in
      let base = root.appending(path: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
      return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
        File(
          path: "\(folder)/\(name)",
          text: try String(contentsOf: base.appending(path: name), encoding: .utf8))
      }
    }
  }

  /// The Swift files below some folders, in the order of their paths.
  static func swiftFiles(in folders: String...) throws -> [File] {
    try files.get().filter { file in folders.contains { file.path.hasPrefix("\($0)/") } }
  }
}

/// Swift source with the insides of comments and string literals blanked out, so that words in
/// prose are not taken for code. Lines and columns stay; code inside `\(…)` is blanked out as well.
func code(of source: String) -> String {
  var reader = CodeReader(bytes: Array(source.utf8))
  return String(decoding: reader.read(), as: UTF8.self)
}

/// A scanner for comments and strings: plain, raw and over several lines.
private struct CodeReader {
  let bytes: [UInt8]
  private var index = 0
  private var output: [UInt8] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> [UInt8] {
    output.reserveCapacity(bytes.count)
    while index < bytes.count {
      if starts("//") {
        blank { $0.starts("\n") }
      } else if starts("/*") {
        blank { $0.starts("*/") }
        for _ in 0..<2 where index < bytes.count { skip() }
      } else if starts("\"") || starts("#\"") || starts("##\"") {
        string()
      } else {
        keep()
      }
    }
    return output
  }

  private func starts(_ text: String) -> Bool {
    var at = index
    for byte in text.utf8 {
      guard at < bytes.count, bytes[at] == byte else { return false }
      at += 1
    }
    return true
  }

  private mutating func keep() {
    output.append(bytes[index])
    index += 1
  }

  /// Writes a blank for a character, which is the first of its bytes, and keeps the ends of lines.
  private mutating func skip() {
    let byte = bytes[index]
    if byte & 0b1100_0000 != 0b1000_0000 { output.append(byte == 10 ? byte : 32) }
    index += 1
  }

  private mutating func blank(until isEnd: (CodeReader) -> Bool) {
    while index < bytes.count, !isEnd(self) { skip() }
  }

  private mutating func string() {
    var hashes = ""
    while starts("#") {
      hashes += "#"
      keep()
    }
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    for _ in quote { keep() }
    let escape = "\\" + hashes
    while index < bytes.count, !starts(quote + hashes) {
      if starts(escape + "(") {
        interpolation(escape.count)
      } else {
        if starts(escape) { for _ in escape { skip() } }
        if index < bytes.count { skip() }
      }
    }
    for _ in quote + hashes where index < bytes.count { keep() }
  }

  private mutating func interpolation(_ escapeLength: Int) {
    for _ in 0...escapeLength { skip() }
    var depth = 1
    while index < bytes.count, depth > 0 {
      if starts("\"") {
        nestedString()
        continue
      }
      if starts("(") { depth += 1 }
      if starts(")") { depth -= 1 }
      skip()
    }
  }

  private mutating func nestedString() {
    let before = output.count
    string()
    for at in before..<output.count { output[at] = 32 }
  }
}
