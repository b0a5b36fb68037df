import SafeText

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
    return "\u{1B}\(Self.start(of: role))\(text)\u{1B}\(Self.end)"
  }

  /// The text with everything replaced that a terminal obeys, but for what ``dress(_:as:)`` writes.
  public func cleaned(_ text: String) -> String {
    guard isColoured else { return text.visible }
    let own = [Role.heading, .good, .bad, .doubtful, .quiet].map(Self.start) + [Self.end]
    let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard index > 0 else { return part.visible }
      return (own.contains(where: part.hasPrefix) ? "\u{1B}" : "\u{FFFD}") + part.visible
    }.joined()
  }

  private static let end = "[0m"

  private static func start(of role: Role) -> String {
    switch role {
    case .heading: "[1m"
    case .good: "[32m"
    case .bad: "[1;31m"
    case .doubtful: "[33m"
    case .quiet: "[2m"
    }
  }
}
