/// Helpers for plain-text layout: columns, wrapped paragraphs, readable numbers.
public enum TextLayout {
  /// The number with separators between thousands: `1,234,567`.
  public static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var out = number < 0 ? "-" : ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { out += "," }
      out.append(digit)
    }
    return out
  }

  /// A number with its noun, in the singular or the plural: “1 state”, “2 states”.
  public static func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// The text, padded with spaces at its end to a width.
  public static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The text broken between words into lines of at most `width` characters; a longer word gets a
  /// line of its own. There are no breaks at no-break spaces, nor within backquotes, such as in a
  /// command, unless the quoted text is wider than a line.
  public static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(of: text, width: width) {
      if line.isEmpty {
        line = word
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// The words of a text; those within a pair of backquotes form one word if they fit a line.
  private static func words(of text: String, width: Int) -> [String] {
    var words: [String] = []
    var quoted: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0.isNewline }).map(String.init) {
      let turns = !word.count(where: { $0 == "`" }).isMultiple(of: 2)
      guard turns || !quoted.isEmpty else {
        words.append(word)
        continue
      }
      quoted.append(word)
      guard turns, quoted.count > 1 else { continue }
      let whole = quoted.joined(separator: " ")
      words += whole.count <= width ? [whole] : quoted
      quoted = []
    }
    return words + quoted
  }

  /// A wrapped paragraph after a label; further lines are indented to where the text starts. 80
  /// columns wide by default.
  public static func labelled(_ label: String, _ text: String, width: Int = 80) -> String {
    let indent = String(repeating: " ", count: label.count)
    let lines = wrapped(text, width: max(20, width - label.count))
    return lines.enumerated().map { ($0 == 0 ? label : indent) + $1 + "\n" }.joined()
  }

  /// A list of texts after a label, laid out by ``labelled(_:_:width:)``; a text that fits a line
  /// is not broken.
  public static func listed(_ label: String, _ texts: [String], width: Int = 80) -> String {
    let most = max(20, width - label.count)
    let whole = texts.map { $0.count < most ? $0.replacing(" ", with: "\u{A0}") : $0 }
    return labelled(label, whole.joined(separator: ", "), width: width)
      .replacing("\u{A0}", with: " ")
  }

  /// A command after a label. If it is too long, it is continued on further lines with backslashes,
  /// so that it can be copied as it is. Text within single quotes is not broken.
  public static func command(_ label: String, _ command: String, width: Int) -> String {
    var isQuoted = false
    let words = command.map { character -> Character in
      if character == "'" { isQuoted.toggle() }
      return character == " " && isQuoted ? "\u{A0}" : character
    }
    let fits = label.count + command.count <= width
    let lines = String(labelled(label, String(words), width: fits ? width : width - 2).dropLast())
    return lines.replacing("\n", with: " \\\n").replacing("\u{A0}", with: " ") + "\n"
  }

  /// The text with lines that are too long broken between words; continuation lines are indented by
  /// two more than the first. Lines that fit do not change.
  public static func fitted(_ text: String, width: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > width else { return String(line) }
      let indent = String(line.prefix { $0 == " " })
      let parts = wrapped(String(line), width: max(20, width - indent.count - 2))
      return indent + parts.joined(separator: "\n\(indent)  ")
    }
    return lines.joined(separator: "\n")
  }

  /// Names with their descriptions, in two columns, wrapped at a width; without a width, one line
  /// each.
  public static func entries(_ rows: [(name: String, text: String)], width: Int?) -> String {
    let column = (rows.map(\.name.count).max() ?? 0) + 2
    return rows.map { row in
      let name = padded(row.name, to: column)
      return width.map { labelled(name, row.text, width: $0) } ?? "\(name)\(row.text)\n"
    }.joined()
  }

  /// Rows as aligned columns, each as wide as its widest cell; the last column is not padded.
  public static func columns(_ rows: [[String]], gap: Int = 2) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += column == row.count - 1 ? cell : padded(cell, to: widths[column] + gap)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
