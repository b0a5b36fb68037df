import Foundation

/// Words of no field that crept into texts, with the word to use instead; read from a file.
struct BannedWords {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Words").standardizedFileURL

  private let expression: NSRegularExpression
  private let instead: [String: String]

  init() throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "banned-words.txt"), encoding: .utf8)
    var instead: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.components(separatedBy: " | ")
      for word in parts[0].components(separatedBy: ", ") { instead[word] = parts[1] }
    }
    self.instead = instead
    let words = instead.keys.sorted { $0.count > $1.count }.joined(separator: "|")
    expression = try NSRegularExpression(
      pattern: "(?<![-\\w])(\(words))(?![-\\w]|\\.\\w)".replacing(" ", with: "\\s+"),
      options: .caseInsensitive)
  }

  /// The banned words of a text, in lower case and in their order. What stands in an identifier, such
  /// as `existence.not-told`, or before a member, such as `Promise.all`, is no word of a text.
  func found(in text: String) -> [String] {
    let whole = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: whole).compactMap { match in
      Range(match.range, in: text).map {
        text[$0].lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
  }

  /// A complaint a word, with the word to use.
  func complaints(about text: String, at place: String) -> [String] {
    found(in: text).map { "\(place): `\($0)`: write \(instead[$0] ?? "another word")" }
  }

  /// The prose of a Markdown page: without fenced blocks and code spans, which quote programs.
  static func prose(of page: String) -> String {
    var isFenced = false
    let lines = page.components(separatedBy: "\n").filter { line in
      guard line.trimmingCharacters(in: .whitespaces).hasPrefix("```") else { return !isFenced }
      isFenced.toggle()
      return false
    }
    return lines.joined(separator: "\n").replacing(/`+[^`]*`+/, with: "")
  }
}
