/// How words are set on a terminal: with or without escape sequences.
///
/// Colour and weight only repeat what the words and signs say; a report without them loses nothing.
public struct TerminalStyle: Sendable, Hashable {
  /// What a piece of text is.
  public enum Role: Sendable {
    case heading, good, bad, doubtful, quiet
  }

  /// Whether escape sequences may be written.
  public var isColoured: Bool
  /// Whether a person reads it line by line: a long command is continued in the next one.
  public var isTerminal = false

  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  /// Colour where the output is a terminal, `NO_COLOR` is unset or empty, and the terminal can.
  public init(isTerminal: Bool, environment: [String: String]) {
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.isTerminal = isTerminal
    isColoured = isTerminal && !isRefused && environment["TERM"] != "dumb"
  }

  /// The text, dressed for its role.
  public func dress(_ text: String, as role: Role) -> String {
    guard isColoured, !text.isEmpty else { return text }
    let code =
      switch role {
      case .heading: "1"
      case .good: "32"
      case .bad: "1;31"
      case .doubtful: "33"
      case .quiet: "2"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
