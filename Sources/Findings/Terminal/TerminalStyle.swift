import SafeText

/// The style of text on a terminal: with or without escape sequences.
///
/// Colour and weight only repeat what words and signs say, so a report without them is complete.
public struct TerminalStyle: Sendable, Hashable {
  /// The meaning of a piece of text, which decides its style.
  public enum Role: Sendable {
    case heading, good, bad, doubtful, quiet
  }

  /// Whether escape sequences may be written.
  public var isColoured: Bool
  /// Whether a person reads the output on a terminal, where a long command is continued on the next
  /// line.
  public var isTerminal = false

  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  /// Enables colour if the output is a terminal that supports it and `NO_COLOR` is unset or empty.
  public init(isTerminal: Bool, environment: [String: String]) {
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.isTerminal = isTerminal
    isColoured = isTerminal && !isRefused && environment["TERM"] != "dumb"
  }

  /// The text in the style of its role.
  public func dress(_ text: String, as role: Role) -> String {
    guard isColoured, !text.isEmpty else { return text }
    return "\u{1B}\(Self.start(of: role))\(text)\u{1B}\(Self.end)"
  }

  /// The text with all characters replaced that control a terminal, except the sequences that
  /// ``dress(_:as:)`` writes.
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
