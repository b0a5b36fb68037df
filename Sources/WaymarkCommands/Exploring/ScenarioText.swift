/// Scenario files as people write them.
enum ScenarioText {
  /// The text with the values of `call:` in quotes where they have none.
  ///
  /// `- call: signIn(userSRP, password: right)` is how the calls of a scenario are written, but
  /// YAML takes the second colon for a mapping. A quoted value stands where the plain one stood, so
  /// that places in complaints stay right.
  static func quotingCalls(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { quotingCall(String($0)) }.joined(separator: "\n")
  }

  private static func quotingCall(_ line: String) -> String {
    guard let match = line.wholeMatch(of: /(\s*(?:-\s+)?(?:call|request):\s+)([^\s"'|>{\[&*].*)/)
    else {
      return line
    }
    // A comment behind the call stays one.
    let value = String(match.2)
    let parts = value.firstRange(of: " #").map {
      (value[..<$0.lowerBound], value[$0.lowerBound...])
    }
    let call = (parts?.0 ?? value[...]).replacing("'", with: "''")
    guard call.contains(": ") else { return line }
    var written = call
    while written.last?.isWhitespace == true { written.removeLast() }
    return "\(match.1)'\(written)'\(parts?.1 ?? "")"
  }
}
