import Testing

/// What somebody presents as a proof is compared in time that does not show where it differs:
/// `ConstantTime`, `Secret.matches`, or a search by digest; never by `==`.
@Suite struct SecretComparisonTests {
  /// Where proofs are judged.
  private static let rooms = ["Sources/SignInCryptography", "Sources/SignInTestBed"]

  /// Lines that compare what sounds like a proof by `==` or `!=`, but for comparisons with nil,
  /// members and literals, which are no secrets.
  private func suspicious(_ code: String) -> [Int] {
    let words =
      "secret|signature|proof|digest|hash|otp|token|session|block|password|handle|presented|mac"
    guard
      let sides = try? Regex(
        "(?i)(\\w*(\(words))(text|bytes)?(\\.(text|bytes|utf8))?) (==|!=) (?!nil\\b|\\.|\"|[0-9])"),
      let turned = try? Regex("(?i)(==|!=) \\w*(\(words))(text|bytes)?\\b(?!\\.(count|state))")
    else { return [-1] }
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter {
      (lines[$0].contains("==") || lines[$0].contains("!="))
        && (lines[$0].contains(sides) || lines[$0].contains(turned))
    }.map { $0 + 1 }
  }

  @Test func `no proof is compared by an operator`() throws {
    var found: [String] = []
    for room in Self.rooms {
      // Cases are compared with what a script of the client says; nobody is let in by that.
      for file in try SourceTree.swiftFiles(in: room) where !file.path.contains("/Cases/") {
        found += suspicious(file.code).map { "\(file.path):\($0)" }
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    "if signature == expected { return true }", "guard claim.secretBlock == block else { return }",
    "return stored.token != text", "x = expected == presentedHash",
    "sessions.first { $0.sessionText == text }",
  ])
  func `a comparison that shows where it differs is found`(line: String) {
    #expect(suspicious(code(of: line)) == [1])
  }

  @Test(arguments: [
    "if signature.count == 6 { }", "guard token == nil else { return }",
    "verdict == .accepted", "// signature == expected", "let text = \"token == x\"",
  ])
  func `what compares no proof is not`(line: String) {
    #expect(suspicious(code(of: line)) == [])
  }
}
