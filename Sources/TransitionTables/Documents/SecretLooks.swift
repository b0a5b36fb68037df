/// Finds words that look like secrets: the keys and tokens of well-known services, the words after
/// `Bearer` and `Basic`, the password in an address, and long random words, such as an app client's
/// secret under a misspelt key.
///
/// Digests are found too; nobody needs them to find a place. Names given by people or the CDK have
/// few digits among their letters; ids of pools and clients are shorter.
enum SecretLooks {
  private static let beginnings = [
    "AKIA", "ASIA", "GOCSPX-", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk_live_",
    "rk_live_", "xoxb-", "xoxp-", "eyJ",
  ]
  /// The texts that precede the secret part of a webhook address.
  private static let hooks = [
    "hooks.slack.com/services/", "/api/webhooks/", "webhook.office.com/", "hooks.zapier.com/hooks/",
    "api.telegram.org/bot",
  ]
  /// The minimum lengths of a word with such a prefix, and of a word after `Bearer` or `Basic`.
  private static let (shortest, shortestSent) = (16, 8)
  /// The minimum length of a word that is tested for randomness.
  static let shortestRandom = 32

  /// Returns the ranges of secrets in a text.
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
      if let hook = Self.hook(in: word) {
        // The part after a colon belongs to the secret, too.
        let end = text[index...].firstIndex { !isPart($0) && $0 != ":" } ?? text.count
        found.append((start + hook)..<end)
      }
      before = word
    }
    return found + randoms(in: text)
  }

  /// The words in which letters and digits alternate as often as in random text: of two adjacent
  /// characters one pair in four for base 64, one in two for base 16.
  private static func randoms(in text: [Unicode.Scalar]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (start, changes) = (0, 0)
    for index in 0...text.count {
      if index < text.count, isDigit(text[index]) || isOfBase64(text[index]) {
        let isChange = index > start && isDigit(text[index]) != isDigit(text[index - 1])
        changes += isChange ? 1 : 0
      } else {
        let count = index - start
        if count >= shortestRandom, changes >= count / 6 { found.append(start..<index) }
        (start, changes) = (index + 1, 0)
      }
    }
    return found
  }

  /// The offset in a word where the secret part of an address begins; nil where there is none.
  private static func hook(in word: String) -> Int? {
    guard word.utf8.count >= shortest else { return nil }
    return hooks.lazy.compactMap { hook in
      word.firstRange(of: hook).map {
        word.unicodeScalars.distance(
          from: word.startIndex, to: $0.upperBound)
      }
    }.first
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isOfBase64(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "+" || scalar == "/"
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
