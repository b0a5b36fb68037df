/// Makes text of a document safe to show: without characters that control a terminal or a layout.
///
/// A name in a document may contain an escape sequence, which moves a terminal's cursor, or a
/// bidirectional override, which shows a line in another order than it is stored. Each such
/// character becomes `U+FFFD`, so that a reader sees that something was there.
extension StringProtocol {
  /// The text with every control, format and separator character replaced; line feeds and tabs are
  /// kept.
  public var visible: String {
    guard unicodeScalars.contains(where: \.isObeyed) else { return String(self) }
    var out = String.UnicodeScalarView()
    for scalar in unicodeScalars { out.append(scalar.isObeyed ? "\u{FFFD}" : scalar) }
    return String(out)
  }

  /// ``visible`` in one line: line feeds and tabs become spaces.
  public var visibleLine: String {
    let text = visible
    guard text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\t" }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or a text layout interprets the character instead of showing it.
  public var isObeyed: Bool {
    switch value {
    case 0x0A, 0x09: false
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    // Directional marks, embeddings, overrides and isolates; the byte order mark.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    // Zero-width characters that join no letters. The word joiner is allowed: Waymark inserts it.
    case 0x00AD, 0x180E, 0x200B, 0x2061...0x2064, 0x206A...0x206F, 0xFFF9...0xFFFB: true
    // Tag characters: invisible copies of ASCII, in which a text can hide another one.
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
