import SafeText

/// The three ways to quote a text in Graphviz's language.
///
/// Graphviz interprets character entities and backslash escapes even in quoted strings; both are
/// escaped here, so that every text appears as it was given.
enum DOTText {
  /// A quoted string that Graphviz does not interpret: an id, a class, a colour.
  static func quoted(_ text: String) -> String {
    "\"" + text.escaped(["\"": "\\\"", "\\": "\\\\"]) + "\""
  }

  /// A quoted label in which escapes and entities of the lines are literal; `lineEnd` ends each
  /// line.
  static func label(_ lines: [String], lineStart: String = "", lineEnd: String = "\\n") -> String {
    let body = lines.map { lineStart + $0.escaped(["\"": "\\\"", "\\": "\\\\", "&": "&amp;"]) }
    let closing = lineEnd == "\\n" ? "" : lineEnd
    return "\"" + body.joined(separator: lineEnd) + (body.isEmpty ? "" : closing) + "\""
  }

  /// A quoted tooltip, in which line feeds break the line.
  ///
  /// Graphviz replaces escapes in tooltips once for edges and twice for nodes, so no number of
  /// backslashes is right for both: a tooltip shows U+2216 instead, which looks the same.
  static func tooltip(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line).escaped(["\"": "\\\"", "\\": "\u{2216}", "&": "&amp;"])
    }
    return "\"" + lines.joined(separator: "\\n") + "\""
  }

  /// Text for an HTML-like label. Graphviz replaces `\N` there too and has no escape for the
  /// backslash; a word joiner after it makes it literal.
  static func html(_ text: String) -> String {
    text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\\": "\\\u{2060}"])
  }
}

extension String {
  /// The text with some scalars replaced, white space turned into spaces, and control characters,
  /// which XML does not allow, into U+FFFD.
  ///
  /// It works on Unicode scalars: a quote followed by a combining accent is one `Character`, but
  /// still a quote for every parser.
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

/// An attribute list, `[name=value, …]`, in the order in which attributes were added; empty values
/// are left out.
struct DOTAttributes {
  private var items: [String] = []

  /// Adds a value that is already valid DOT: a number, a word or a quoted text.
  func adding(_ name: String, raw value: String) -> DOTAttributes {
    guard !value.isEmpty else { return self }
    var copy = self
    copy.items.append("\(name)=\(value)")
    return copy
  }

  /// Adds a text, quoted.
  func adding(_ name: String, _ value: String) -> DOTAttributes {
    value.isEmpty ? self : adding(name, raw: DOTText.quoted(value))
  }

  /// Adds a tooltip; line feeds in it break the line.
  func adding(_ name: String, tooltip value: String) -> DOTAttributes {
    value.isEmpty ? self : adding(name, raw: DOTText.tooltip(value))
  }

  /// Adds a link, if there is one.
  func adding(_ name: String, link value: String?) -> DOTAttributes {
    guard let value, !value.isEmpty else { return self }
    return adding(name, raw: DOTText.label([value]))
  }

  /// The list in brackets; empty if there are no attributes.
  var text: String { items.isEmpty ? "" : " [" + items.joined(separator: ", ") + "]" }
}
