/// Escapes texts for Mermaid, and has the limits of its usual hosts.
public enum Mermaid {
  /// The maximum number of UTF-16 units in one drawing, by Mermaid's default (`maxTextSize`).
  public static let maximumCharacters = 50_000
  /// The maximum number of edges in one drawing, by Mermaid's default (`maxEdges`).
  public static let maximumEdges = 500

  /// The reason why a host would not draw a text: the number that is too large.
  public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are more characters than ``maximumCharacters``.
    case characters(Int)
    /// There are more edges than ``maximumEdges``.
    case edges(Int)

    /// The reason and the remedy.
    public var description: String {
      let (count, what, limit) =
        switch self {
        case .characters(let count): (count, "characters", Mermaid.maximumCharacters)
        case .edges(let count): (count, "edges", Mermaid.maximumEdges)
        }
      return "the drawing has \(count) \(what), and Mermaid takes \(limit): "
        + "draw a part of it, or render it as SVG"
    }
  }

  /// A text for use inside quotes. Every character that Mermaid, Markdown or HTML could interpret
  /// becomes a character code; line feeds become spaces.
  static func quoted(_ text: String) -> String { withoutListMark(text.escaped(codes)) }

  /// A text after a colon, as in a state diagram, where another colon would start a new label.
  static func afterColon(_ text: String) -> String {
    withoutListMark(text.escaped(codes.merging([":": code(":")]) { first, _ in first }))
  }

  /// A text on a line of its own, as in `accTitle: …`.
  static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.escaped(["#": "No. ", ";": ","])
  }

  private static let codes: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "\"#&<>\\`;{}|*_~$".unicodeScalars.map { ($0, code($0)) })

  private static func code(_ scalar: Unicode.Scalar) -> String { "#\(scalar.value);" }

  /// A text that Mermaid does not take for a Markdown list, which it rejects: `1. …`, `- …`, `+ …`.
  private static func withoutListMark(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    if !digits.isEmpty, rest.hasPrefix(".") { return digits + "#46;" + rest.dropFirst() }
    if text.hasPrefix("- ") { return "#45;" + text.dropFirst() }
    if text.hasPrefix("+ ") { return "#43;" + text.dropFirst() }
    return text
  }
}
