extension SVGFinish {
  /// Sets the width of each line of text to its width in Helvetica, so that it fits its box if the
  /// reader has neither Helvetica nor Arial.
  func fitTexts(in lines: inout [String]) {
    for index in lines.indices where lines[index].hasPrefix("<text") {
      let line = lines[index]
      guard value(of: "font-family", in: line).hasPrefix("Helvetica"),
        let size = Double(value(of: "font-size", in: line)),
        let text = Self.content(of: line), text.count > 1,
        let width = HelveticaWidths.width(
          of: text, isBold: line.contains("font-weight=\"bold\""), size: size)
      else { continue }
      let attributes = line.prefix { $0 != ">" }
      lines[index] =
        attributes + " textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\""
        + line.dropFirst(attributes.count)
    }
  }

  /// The text of a line with its entities decoded; nil if one is unknown.
  private static func content(of line: String) -> String? {
    guard let start = line.firstIndex(of: ">"), line.hasSuffix("</text>") else { return nil }
    let text = line[line.index(after: start)...].dropLast("</text>".count)
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var out = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: ";"), let sign = sign(of: part[..<end]) else {
        return nil
      }
      out += sign + part[part.index(after: end)...]
    }
    return out
  }

  private static func sign(of entity: Substring) -> String? {
    if entity.hasPrefix("#") {
      // A no-break space is as wide as a space.
      return entity == "#160"
        ? " " : UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init).map { String($0) }
    }
    return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][String(entity)]
  }
}
