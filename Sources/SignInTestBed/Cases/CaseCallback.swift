import TransitionTables

/// How the web page comes back to the app: with a code, or with what went wrong.
struct CaseCallback {
  let returns: LocatedNode?

  init(_ returns: LocatedNode?) { self.returns = returns }

  /// The table's word for it. The names are those of the client's own errors of the page.
  var outcome: String {
    if let error = returns?["error"], !error.isNull {
      return Self.outcome(of: error.text ?? error["name"]?.text ?? "")
    }
    return isGenuine ? "completed" : "failed"
  }

  private static func outcome(of error: String) -> String {
    switch error.lowercased() {
    case let word where word.contains("cancel"): "cancelled"
    case let word where word.contains("context"): "noContext"
    // The proof of the exchange could not be calculated: told as a state, like a missing window.
    case let word where word.contains("proof"): "noContext"
    case let word where word.contains("unabletostart"): "cannotStart"
    case let word where word.hasSuffix("uri") || word.contains("configuration"): "badRedirect"
    default: "failed"
    }
  }

  /// Whether the code is there and the state is the one that was sent. A callback of which the case
  /// says neither is taken for right.
  private var isGenuine: Bool {
    let keys = ["state", "code"].filter { returns?[$0] != nil }
    if keys.isEmpty { return true }
    guard keys.count == 2, keys.allSatisfy({ returns?[$0]?.isNull == false }) else { return false }
    let state = (returns?["state"]?.text ?? "").lowercased()
    return !Self.foreign.contains { state.contains($0) }
  }

  /// How a state that is not the one that was sent is written.
  private static let foreign = ["differ", "other", "wrong", "mismatch", "invalid", "not ", "bad"]
}

extension String {
  /// Whether a scripted operation is the web page's way back to the app, not a request.
  var isWebPage: Bool {
    if isTokenEndpoint { return false }
    return ["HostedUI", "WebUI", "ASWebAuthenticationSession"].contains { hasPrefix($0) }
  }

  /// Whether a scripted operation is the exchange of the page's code for tokens.
  var isTokenEndpoint: Bool { lowercased().contains("oauth2/token") }

  /// Whether a scripted operation is the platform's passkey dialogue, not a request.
  var isCeremony: Bool {
    let word = lowercased()
    return ["ceremony", "platform", "asauthorization", "assertion", "registrant"].contains {
      word.contains($0)
    }
  }
}
