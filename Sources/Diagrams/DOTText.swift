import SafeText

/// The three ways to quote a text in Graphviz's language, and attribute lists on top of them.
///
/// Graphviz reads character entities and backslash escapes even in quoted strings; both are
/// neutralised here, so that every text arrives at the reader as it was given.
enum DOTText {
  /// A quoted string that is taken as it is: an id, a class, a colour.
  static func quoted(_ text: String) -> String {
    "\"" + text.escaped(["\"": "\\\"", "\\": "\\\\"]) + "\""
  }

  /// A quoted label: escapes and entities in `text` mean nothing; `lineEnd` closes each line.
  static func label(_ lines: [String], lineStart: String = "", lineEnd: String = "\\n") -> String {
    let body = lines.map { lineStart + $0.escaped(["\"": "\\\"", "\\": "\\\\", "&": "&amp;"]) }
    let closing = lineEnd == "\\n" ? "" : lineEnd
    return "\"" + body.joined(separator: lineEnd) + (body.isEmpty ? "" : closing) + "\""
  }

  /// A quoted tooltip; `\n` in `text` breaks the line.
  ///
  /// Graphviz replaces escapes in tooltips once for edges and twice for nodes, so that no number
  /// of backslashes is right for both: a tooltip shows U+2216, which looks the same.
  static func tooltip(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line).escaped(["\"": "\\\"", "\\": "\u{2216}", "&": "&amp;"])
    }
    return "\"" + lines.joined(separator: "\\n") + "\""
  }

  /// Text inside an HTML-like label. Graphviz replaces `\N` there, too, and has no escape for the
  /// backslash; a word joiner behind it makes it plain.
  static func html(_ text: String) -> String {
    text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\\": "\\\u{2060}"])
  }
}

extension String {
  /// The text with some scalars replaced, white space made spaces, and control characters, which
  /// no XML may hold, made U+FFFD.
  ///
  /// It looks at scalars, because a quote and an accent behind it are one `Character`, and still
  /// a quote for every parser.
  func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let escape = escapes[scalar] {
        result += escape
      } else if scalar == "\n" || scalar == "\t" || scalar == "\r" {
        result += " "
      } else {
        result.unicodeScalars.append(scalar.isObeyed ? "\u{FFFD}" : scalar)
      }
    }
    return result
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

  /// Adds a text that a resting pointer shows; `\n` in it breaks the line.
  func adding(_ name: String, tooltip value: String) -> DOTAttributes {
    value.isEmpty ? self : adding(name, raw: DOTText.tooltip(value))
  }

  /// Adds an address.
  func adding(_ name: String, link value: String?) -> DOTAttributes {
    guard let value, !value.isEmpty else { return self }
    return adding(name, raw: DOTText.label([value]))
  }

  /// The list in brackets, or nothing.
  var text: String { items.isEmpty ? "" : " [" + items.joined(separator: ", ") + "]" }
}
