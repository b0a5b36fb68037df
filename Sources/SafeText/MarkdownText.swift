/// Escapes text of a document for Markdown, so that every character is shown literally.
///
/// A name may contain markup, raw HTML, a link, an image, or text that GitHub turns into a link: an
/// address, `@someone`, `#12`. None of it takes effect; the reader sees what the document says.
public enum MarkdownText {
  /// Text for a paragraph, a heading or a table cell, in one line.
  public static func escaped(_ text: String) -> String {
    let line = text.visibleLine
    var out = ""
    var before: Unicode.Scalar = " "
    for (scalar, next) in zip(
      line.unicodeScalars, line.unicodeScalars.dropFirst().map(Optional.some) + [nil])
    {
      out += escape(scalar, after: before, next: next)
      before = scalar
    }
    return withoutBlockMark(out)
  }

  /// Waymark's own prose, in which backticks enclose code; the rest is escaped as text.
  public static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { index, part in
      if index % 2 == 1 { return part.isEmpty ? "\\`\\`" : code(String(part)) }
      return index == 0 ? escaped(String(part)) : inner(String(part))
    }.joined()
  }

  /// A text as inline code, in one line. A text with a bar is escaped as plain text instead,
  /// because not every Markdown reader knows an escape for a bar within code in a table cell.
  public static func code(_ text: String) -> String {
    let line = text.visibleLine
    guard !line.isEmpty else { return "" }
    guard !line.unicodeScalars.contains("|") else { return escaped(line) }
    let fence = String(repeating: "`", count: longestRun(in: line) + 1)
    guard fence.count > 1 else { return "`\(line)`" }
    return "\(fence) \(line) \(fence)"
  }

  /// Lines of text as a code block, with a line feed at the end; no line can end the block early.
  public static func block(_ text: String, language: String = "") -> String {
    let body = text.visible
    let fence = String(repeating: "`", count: max(3, longestRun(in: body) + 1))
    return "\(fence)\(language)\n\(body)\(body.hasSuffix("\n") ? "" : "\n")\(fence)\n"
  }

  /// An invisible separator that keeps GitHub from seeing a mention, issue or address.
  private static let split = "<!-- -->"

  /// Escaped text that is not at the beginning of its line.
  private static func inner(_ text: String) -> String {
    let marked = escaped("." + text)
    return String(marked.dropFirst())
  }

  private static func escape(
    _ scalar: Unicode.Scalar, after before: Unicode.Scalar, next: Unicode.Scalar?
  ) -> String {
    switch scalar {
    case "<": return "&lt;"
    case ">": return "&gt;"
    case "&": return "&amp;"
    case "@" where isNamePart(next): return "@" + split
    case "#" where isNamePart(next): return "\\#" + split
    // Some readers also make links of addresses without a scheme.
    case "/" where next == "/": return "/" + split
    // `GH-12` refers to an issue as well.
    case "-" where (before == "H" || before == "h") && isDigit(next): return "-" + split
    case "." where isNamePart(before) && isNamePart(next) && (before == "w" || before == "W"):
      return "." + split
    case _ where "\\`*_[]#|~$".unicodeScalars.contains(scalar): return "\\" + String(scalar)
    default: return String(scalar)
    }
  }

  private static func isNamePart(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.properties.isAlphabetic || isDigit(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { ("0"..."9").contains($0) } ?? false
  }

  /// Escapes or removes what would begin a list or an indented code block.
  private static func withoutBlockMark(_ text: String) -> String {
    let line = String(text.drop { $0 == " " })
    if let first = line.unicodeScalars.first, "-+=".unicodeScalars.contains(first) {
      return "\\" + line
    }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(digits.count)
    if !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")" {
      return digits + "\\" + rest
    }
    return line
  }

  private static func longestRun(in text: String) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
