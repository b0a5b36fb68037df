/// Text as GitHub's workflow commands hold it, and as a log holds it that may give none.
///
/// It looks at scalars, because a colon and an accent behind it are one `Character`, and still a
/// colon for GitHub.
public enum GitHubText {
  /// The message of a command: percent signs and line ends are encoded.
  public static func data(_ text: String) -> String {
    encoded(text.visible, ["%": "%25", "\n": "%0A"])
  }

  /// A field of a command: colon and comma, too.
  public static func field(_ text: String) -> String {
    encoded(text.visible, ["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Lines of a log, none of which is taken for a command, whether it is written `::error …`, at
  /// the beginning of a line, or `##[error]…`, anywhere. A word joiner, which nobody sees, stands
  /// inside. Before the beginning GitHub passes over every white space that Unicode has.
  ///
  /// - Parameter colons: whether a line that begins with two colons is meant to.
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
