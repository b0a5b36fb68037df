/// Text of a document as Markdown carries it: every character stands for itself.
///
/// A name may hold markup, raw HTML, a link, an image, or what GitHub makes a link of by itself: an
/// address, `@someone`, `#12`. None of it survives; what one sees is what the document says.
public enum MarkdownText {
  /// Text in a paragraph, a heading or a cell of a table, in one line.
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

  /// Prose of ours, in which accents enclose code and all else is text.
  public static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { index, part in
      if index % 2 == 1 { return part.isEmpty ? "\\`\\`" : code(String(part)) }
      return index == 0 ? escaped(String(part)) : inner(String(part))
    }.joined()
  }

  /// A text in code font, in one line; also in a cell of a table, where a bar has no escape inside
  /// code that every reader knows.
  public static func code(_ text: String) -> String {
    let line = text.visibleLine
    guard !line.isEmpty else { return "" }
    guard !line.unicodeScalars.contains("|") else { return escaped(line) }
    let fence = String(repeating: "`", count: longestRun(in: line) + 1)
    guard fence.count > 1 else { return "`\(line)`" }
    return "\(fence) \(line) \(fence)"
  }

  /// Lines of text as a block of code, closed by a line feed; no line of it can end the block.
  public static func block(_ text: String, language: String = "") -> String {
    let body = text.visible
    let fence = String(repeating: "`", count: max(3, longestRun(in: body) + 1))
    return "\(fence)\(language)\n\(body)\(body.hasSuffix("\n") ? "" : "\n")\(fence)\n"
  }

  /// What makes GitHub see no mention, issue or address: it is not shown, and splits the text.
  private static let split = "<!-- -->"

  /// Escaped text that does not begin its line.
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
    // Some readers see an address without its scheme, too.
    case "/" where next == "/": return "/" + split
    // `GH-12` is an issue, too.
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

  /// What would begin a list, or an indented block of code, begins with a plain character instead.
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
