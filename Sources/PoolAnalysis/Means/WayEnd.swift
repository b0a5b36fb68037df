import SafeText

/// Where a way back ends: the calls up to there, and what keeps the user from going on.
package struct WayEnd: Hashable, Sendable {
  /// Calls one after the other, all but the last with what they come to.
  var calls: [String]
  /// “needs the mailbox”, or in brackets what the pool says; empty where nothing is known of it.
  var said: String

  /// The same way with a call before it.
  func after(_ call: String) -> WayEnd { WayEnd(calls: [call] + calls, said: said) }

  package var text: String { joined(calls, said) }

  /// The same for a page, where the calls alone are code.
  var markdown: String { joined(calls.map(MarkdownText.code), MarkdownText.prose(said)) }

  private func joined(_ calls: [String], _ said: String) -> String {
    [calls.joined(separator: ", then "), said].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
