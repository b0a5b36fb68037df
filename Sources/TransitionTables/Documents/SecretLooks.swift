/// Finds words that are secrets by their looks: the keys and tokens of well-known services, what is
/// sent behind `Bearer` and `Basic`, and the password of an address.
enum SecretLooks {
  private static let beginnings = [
    "AKIA", "ASIA", "GOCSPX-", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk_live_",
    "rk_live_", "xoxb-", "xoxp-", "eyJ",
  ]
  /// The shortest word with such a beginning, and the shortest one that is sent.
  private static let (shortest, shortestSent) = (16, 8)

  /// Where they stand in a text.
  static func secrets(in text: [Unicode.Scalar]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (index, before) = (0, "")
    while index < text.count {
      guard isPart(text[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < text.count, isPart(text[index]) { index += 1 }
      let word = String(String.UnicodeScalarView(text[start..<index]))
      let isOfAddress =
        start > 0 && text[start - 1] == ":" && index < text.count && text[index] == "@"
      if isOfAddress || isSecret(word, behind: before) { found.append(start..<index) }
      before = word
    }
    return found
  }

  private static func isSecret(_ word: String, behind before: String) -> Bool {
    if word.utf8.count >= shortest, beginnings.contains(where: word.hasPrefix) { return true }
    guard ["bearer", "basic"].contains(before.lowercased()) else { return false }
    let isPlain = word.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
    return word.utf8.count >= shortestSent && !isPlain
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || "_-.+/=~%!".unicodeScalars.contains(scalar)
  }
}
