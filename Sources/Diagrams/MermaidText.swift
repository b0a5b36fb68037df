/// Texts as Mermaid takes them, and what its usual hosts allow.
public enum Mermaid {
  /// The UTF-16 units of one drawing that Mermaid takes by default (`maxTextSize`).
  public static let maximumCharacters = 50_000
  /// The edges of one drawing that Mermaid takes by default (`maxEdges`).
  public static let maximumEdges = 500

  /// A reason why a host would refuse to draw, with the number that is too large.
  public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// More characters than ``maximumCharacters``.
    case characters(Int)
    /// More edges than ``maximumEdges``.
    case edges(Int)

    /// What is too large, and what to do.
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

  /// A text inside quotes. Everything that Mermaid, Markdown or HTML could read as more than a
  /// character becomes a character code; line feeds become spaces.
  static func quoted(_ text: String) -> String { withoutListMark(text.escaped(codes)) }

  /// A text after a colon, as in a state diagram, where a colon would start another label.
  static func afterColon(_ text: String) -> String {
    withoutListMark(text.escaped(codes.merging([":": code(":")]) { first, _ in first }))
  }

  /// A text of a line of its own, as in `accTitle: …`.
  static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.escaped(["#": "No. ", ";": ","])
  }

  private static let codes: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "\"#&<>\\`;{}|*_~$".unicodeScalars.map { ($0, code($0)) })

  private static func code(_ scalar: Unicode.Scalar) -> String { "#\(scalar.value);" }

  /// Mermaid refuses labels that look like a Markdown list: `1. …`, `- …`, `+ …`.
  private static func withoutListMark(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    if !digits.isEmpty, rest.hasPrefix(".") { return digits + "#46;" + rest.dropFirst() }
    if text.hasPrefix("- ") { return "#45;" + text.dropFirst() }
    if text.hasPrefix("+ ") { return "#43;" + text.dropFirst() }
    return text
  }
}
