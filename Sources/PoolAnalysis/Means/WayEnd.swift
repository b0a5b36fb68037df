import SafeText

/// The end of a way back: the calls up to there, and the obstacle.
package struct WayEnd: Hashable, Sendable {
  /// The calls in order, all except the last with their answers.
  var calls: [String]
  /// The obstacle: “needs the mailbox”, or in brackets the pool's error message; empty where
  /// unknown.
  var said: String

  /// Returns the same way with a call before it.
  func after(_ call: String) -> WayEnd { WayEnd(calls: [call] + calls, said: said) }

  package var text: String { joined(calls, said) }

  /// The text for a page, where only the calls are code.
  var markdown: String { joined(calls.map(MarkdownText.code), MarkdownText.prose(said)) }

  private func joined(_ calls: [String], _ said: String) -> String {
    [calls.joined(separator: ", then "), said].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
