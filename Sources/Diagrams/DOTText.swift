/// The three ways to quote a text in Graphviz's language, and attribute lists on top of them.
///
/// Graphviz reads character entities and backslash escapes even in quoted strings; both are
/// neutralised here, so that every text arrives at the reader as it was given. Control characters,
/// which no XML may hold, become U+FFFD.
enum DOTText {
  /// A quoted string that is taken as it is: an id, a class, a colour.
  static func quoted(_ text: String) -> String {
    "\"" + clean(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// A quoted label: escapes and entities in `text` mean nothing; `lineEnd` closes each line.
  static func label(_ lines: [String], lineStart: String = "", lineEnd: String = "\\n") -> String {
    let body = lines.map { lineStart + escaped($0) }
    let closing = lineEnd == "\\n" ? "" : lineEnd
    return "\"" + body.joined(separator: lineEnd) + (body.isEmpty ? "" : closing) + "\""
  }

  /// Text inside an HTML-like label.
  static func html(_ text: String) -> String {
    clean(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  private static func escaped(_ text: String) -> String {
    clean(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("&", with: "&amp;")
  }

  private static func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          scalar == "\n" || scalar == "\t" ? " " : scalar.isControl ? "\u{FFFD}" : scalar
        }))
  }
}

/// `[name=value, …]` in the order in which the attributes were added; empty values are left out.
struct DOTAttributes {
  private var items: [String] = []

  /// Adds a value that is already in Graphviz's language: a number, a word or a quoted text.
  func adding(_ name: String, raw value: String) -> DOTAttributes {
    guard !value.isEmpty else { return self }
    var copy = self
    copy.items.append("\(name)=\(value)")
    return copy
  }

  /// Adds a text that is taken as it is.
  func adding(_ name: String, _ value: String) -> DOTAttributes {
    value.isEmpty ? self : adding(name, raw: DOTText.quoted(value))
  }

  /// Adds a text that readers see; `\n` in it breaks the line.
  func adding(_ name: String, prose value: String) -> DOTAttributes {
    let lines = value.split(separator: "\n").map(String.init)
    return value.isEmpty ? self : adding(name, raw: DOTText.label(lines))
  }

  /// The list in brackets, or nothing.
  var text: String { items.isEmpty ? "" : " [" + items.joined(separator: ", ") + "]" }
}

extension Unicode.Scalar {
  /// Whether it is a control character, which no text format here may carry.
  var isControl: Bool { properties.generalCategory == .control }
}
