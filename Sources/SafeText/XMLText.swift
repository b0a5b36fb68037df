/// Text as XML and HTML hold it, in content and in attributes.
public enum XMLText {
  /// With the five characters that mean something escaped, and what nobody sees, most of which
  /// XML 1.0 cannot hold, replaced.
  public static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      // A log that shows the text takes `##[error]` for a command.
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
