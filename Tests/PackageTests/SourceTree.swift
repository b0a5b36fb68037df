import Foundation

/// The files of this package, as the tests of its order see them.
enum SourceTree {
  struct File: Sendable {
    /// From the package's folder, with `/`.
    var path: String
    var text: String
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    /// The module: the folder in `Sources`, or nil.
    var module: String? {
      let parts = path.split(separator: "/")
      return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The Swift files below some folders, in the order of their paths.
  static func swiftFiles(in folders: String...) throws -> [File] {
    try folders.flatMap { folder in
      let base = root.appending(path: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
      return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
        File(
          path: "\(folder)/\(name)",
          text: try String(contentsOf: base.appending(path: name), encoding: .utf8))
      }
    }
  }
}

/// Swift source with the insides of comments and string literals blanked out, so that words in
/// prose are not taken for code. Lines and columns stay; code inside `\(…)` is blanked out as well.
func code(of source: String) -> String {
  var reader = CodeReader(characters: Array(source))
  return reader.read()
}

/// A scanner for comments and strings: plain, raw and over several lines.
private struct CodeReader {
  let characters: [Character]
  private var index = 0
  private var output = ""

  init(characters: [Character]) { self.characters = characters }

  mutating func read() -> String {
    while index < characters.count {
      if starts("//") {
        blank { $0.starts("\n") }
      } else if starts("/*") {
        blank { $0.starts("*/") }
        for _ in 0..<2 where index < characters.count { skip() }
      } else if characters[index] == "\"" || starts("#\"") || starts("##\"") {
        string()
      } else {
        keep()
      }
    }
    return output
  }

  private func starts(_ text: String) -> Bool {
    characters[index...].starts(with: text)
  }

  private mutating func keep() {
    output.append(characters[index])
    index += 1
  }

  private mutating func skip() {
    output.append(characters[index].isNewline ? "\n" : " ")
    index += 1
  }

  private mutating func blank(until isEnd: (CodeReader) -> Bool) {
    while index < characters.count, !isEnd(self) { skip() }
  }

  private mutating func string() {
    var hashes = ""
    while characters[index] == "#" {
      hashes += "#"
      keep()
    }
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    for _ in quote { keep() }
    let escape = "\\" + hashes
    while index < characters.count, !starts(quote + hashes) {
      if starts(escape + "(") {
        interpolation(escape.count)
      } else {
        if starts(escape) { for _ in escape { skip() } }
        if index < characters.count { skip() }
      }
    }
    for _ in quote + hashes where index < characters.count { keep() }
  }

  private mutating func interpolation(_ escapeLength: Int) {
    for _ in 0...escapeLength { skip() }
    var depth = 1
    while index < characters.count, depth > 0 {
      if characters[index] == "\"" {
        nestedString()
        continue
      }
      if characters[index] == "(" { depth += 1 }
      if characters[index] == ")" { depth -= 1 }
      skip()
    }
  }

  private mutating func nestedString() {
    let before = output.count
    string()
    let length = output.count - before
    output = String(output.dropLast(length)) + String(repeating: " ", count: length)
  }
}
