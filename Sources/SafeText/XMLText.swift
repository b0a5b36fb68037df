/// Escapes text for XML and HTML, for content and for attributes.
public enum XMLText {
  /// The text with the five special characters escaped. Invisible characters, most of which XML 1.0
  /// does not allow, are replaced.
  public static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      // A log that shows the text would read `##[error]` as a command.
      case "[" where out.unicodeScalars.last == "#": out += "&#91;"
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&apos;"
      case "\n": out += "&#10;"
      case "\t": out += "&#9;"
      case _ where scalar.value == 0xFFFE || scalar.value == 0xFFFF: out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
