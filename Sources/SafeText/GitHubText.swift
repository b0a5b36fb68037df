/// Escapes text for GitHub's workflow commands, and for logs in which text must not act as a
/// command.
///
/// It works on Unicode scalars: a colon followed by a combining accent is one `Character`, but
/// GitHub still reads it as a colon.
public enum GitHubText {
  /// The message of a command, with percent signs and line feeds encoded.
  public static func data(_ text: String) -> String {
    encoded(text.visible, ["%": "%25", "\n": "%0A"])
  }

  /// A property value of a command, in which colons and commas are encoded as well.
  public static func field(_ text: String) -> String {
    encoded(text.visible, ["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Lines of a log, changed so that none is read as a command, neither `::error …` at the
  /// beginning of a line nor `##[error]…` anywhere. A word joiner, which is invisible, is inserted.
  /// GitHub skips every Unicode white space at the beginning of a line.
  ///
  /// - Parameter colons: whether lines may begin with two colons, as commands.
  public static func log(_ text: String, colons: Bool = false) -> String {
    var out = String.UnicodeScalarView()
    var isStart = !colons
    for scalar in text.unicodeScalars {
      let isCommand = isStart && scalar == ":" || scalar == "[" && out.last == "#"
      if isCommand { out.append("\u{2060}") }
      out.append(scalar)
      isStart = !colons && (scalar == "\n" || isStart && scalar.properties.isWhitespace)
    }
    return String(out)
  }

  private static func encoded(_ text: String, _ codes: [Unicode.Scalar: String]) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if scalar == "[", out.unicodeScalars.last == "#" { out += "\u{2060}" }
      out += codes[scalar] ?? String(scalar)
    }
    return out
  }
}
