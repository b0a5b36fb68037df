import Foundation

/// Habits that a machine can check, file by file.
enum TidyRules {
  /// A form that does not stand in `Sources`, and the modules that may use it all the same.
  struct Ban: Sendable {
    var name: String
    var pattern: String
    var exempt: Set<String> = []
  }

  static let bans = [
    Ban(name: "try!", pattern: #"\btry!"#),
    Ban(name: "as!", pattern: #"\bas!"#),
    // The engine stops where the system has no memory left, which is nobody's mistake.
    Ban(name: "fatalError", pattern: #"\bfatalError\("#, exempt: ["StateSpace"]),
    // A name, a closing bracket or a quote, then `!` that neither begins `!=` nor ends a word.
    Ban(name: "force unwrap", pattern: #"[\w\)\]\}"](?<!\btry)(?<!\bas)!(?!=)"#),
    // The process alone reads the calendar, for the day by which suppressions end.
    Ban(
      name: "Date()", pattern: #"\bDate(\.now|\(\)|\(timeIntervalSinceNow)"#,
      exempt: ["WaymarkCommands"]),
    Ban(name: "UUID()", pattern: #"\bUUID\(\)"#),
    Ban(name: "random", pattern: #"\.(random|randomElement|shuffled?)\("#),
    Ban(name: "system random numbers", pattern: #"\bSystemRandomNumberGenerator\b"#),
    Ban(
      name: "clock", pattern: #"\b(ContinuousClock|SuspendingClock|DispatchTime\.now)\b"#,
      exempt: ["PoolAnalysis", "WaymarkCommands"]),
  ]

  /// The longest line, in characters, and the longest file, in lines.
  static let longestLine = 100
  static let longestFile = 500

  private static func withoutBlanks(_ line: Substring) -> Substring {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Complaints about a file as `path:line: …`; the bans are on files of a module alone.
  static func complaints(about file: SourceTree.File, module: String?) throws -> [String] {
    var found: [String] = []
    let path = file.path
    let code = file.code
    if let module {
      for ban in bans where !ban.exempt.contains(module) {
        let places = try NSRegularExpression(pattern: ban.pattern)
          .matches(in: code, range: NSRange(code.startIndex..., in: code))
          .compactMap { Range($0.range, in: code)?.lowerBound }
        let lines = places.map { code[..<$0].count { $0.isNewline } + 1 }
        found += Set(lines).sorted().map { "\(path):\($0): \(ban.name)" }
      }
    }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    // The text of a fixture in a test may be longer; its code may not.
    let measured =
      module == nil
      ? code.split(separator: "\n", omittingEmptySubsequences: false).map(withoutBlanks) : lines
    for (index, line) in measured.enumerated() where line.count > longestLine {
      found.append("\(path):\(index + 1): \(line.count) columns")
    }
    if lines.count - 1 > longestFile { found.append("\(path): \(lines.count - 1) lines") }
    return found
  }
}
