/// Replaces what stands under keys that bear secrets, in a line of YAML, JSON, HCL or TypeScript.
///
/// A document of one line has every value next to the one that is complained about; so has a pretty
/// one where the value stands below its key. Masked are the values of keys with `secret` in them,
/// and of those that end in `password`, `passphrase`, `privateKey` or another such word, or in
/// `token` where the value is long. `true`, `false` and `null` are no secrets, nor are the plain
/// words by which a scenario says which password is given. What is a secret by its looks is masked
/// under any key: see ``SecretLooks``.
struct SecretMask {
  private static let mark: Unicode.Scalar = "•"
  private static let endings = [
    "password", "passwd", "pass", "pwd", "passphrase", "credential", "credentials", "privatekey",
    "apikey", "accesskey", "signingkey", "encryptionkey", "masterkey", "authorization",
    "connectionstring",
  ]
  /// The longest line that is looked at for a key with its value in the lines below.
  private static let longest = 400
  private static let openers: [Unicode.Scalar: Unicode.Scalar] = ["[": "]", "{": "}", "(": ")"]

  private var text: [Unicode.Scalar]
  private var index = 0

  /// A part of a line with its secrets masked, as long as before.
  ///
  /// - Parameter isCut: whether the line begins before the part, so that the part may begin within
  ///   a secret.
  static func masked(_ part: [Unicode.Scalar], isCut: Bool = false) -> [Unicode.Scalar] {
    var mask = SecretMask(text: part)
    if isCut { mask.hide(to: mask.end(ofPlainFrom: 0)) }
    mask.run()
    return mask.text
  }

  /// Whether the line stands below a key that bears a secret, as a part of its value.
  static func hides(line: Int, of lines: [String]) -> Bool {
    guard lines.indices.contains(line) else { return false }
    let depth = indentation(of: lines[line])
    let isKeyed = beginsWithKey(lines[line])
    // A quoted text that begins further above ends where its quote stands again.
    var closing: Set<Unicode.Scalar> = []
    var isFirst = true
    for above in lines[max(0, line - 40)..<line].reversed() where above.utf8.count <= longest {
      // JSON may have a value right below its key, in the same column.
      let further = indentation(of: above)
      let isOutside = isFirst && (further < depth || further == depth && !isKeyed)
      if opensSecret(above, isOutside: isOutside, closing: closing) { return true }
      if isOutside { isFirst = false }
      closing.formUnion(above.unicodeScalars.filter(isQuote))
    }
    return false
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  /// Whether the first word of a line is a key, quoted or not.
  private static func beginsWithKey(_ line: String) -> Bool {
    var mask = SecretMask(text: Array(line.unicodeScalars.prefix(longest)))
    let start = mask.skip(from: 0) { $0 == " " || $0 == "\t" || isQuote($0) }
    var end = start
    while mask.takeWordPart(at: &end) != nil {}
    mask.index = start
    guard end > start, mask.nextKey() != nil else { return false }
    // The key is the first word, not a later one of the line.
    return mask.skip(from: end) { isQuote($0) || " \t:=>".unicodeScalars.contains($0) }
      >= mask.index
  }

  private static func indentation(of line: String) -> Int {
    let blanks = line.utf8.prefix(longest).prefix { $0 == 0x20 || $0 == 0x09 }.count
    return blanks == line.utf8.count ? .max : blanks
  }

  /// Whether a line ends with a key that bears a secret, with the sign that a text follows, or
  /// within its quotes, which are none of those that close a text in between.
  private static func opensSecret(
    _ line: String, isOutside: Bool, closing: Set<Unicode.Scalar>
  ) -> Bool {
    // Every complaint looks at the lines above it: most are done with at a glance.
    let mayOpen = isOutside || line.utf8.contains { "\"'`<".utf8.contains($0) }
    guard mayOpen else { return false }
    var mask = SecretMask(text: Array(line.unicodeScalars))
    while let key = mask.nextKey() {
      guard bearsSecret(key) || key.hasSuffix("token") else { continue }
      let rest = mask.text[mask.index...]
      let opens =
        isOutside && rest.allSatisfy { " \t|>-+[{0123456789".unicodeScalars.contains($0) }
        || rest.starts(with: "<<".unicodeScalars)
        || mask.isQuoteOpen && !closing.contains(rest[mask.index])
      if opens { return true }
    }
    return false
  }

  /// Whether the value that begins here is quoted and does not end in this line.
  private var isQuoteOpen: Bool {
    guard index < text.count, Self.isQuote(text[index]) else { return false }
    let end = end(ofQuotedFrom: index, escapes: 0)
    return end == index + 1 || text[end - 1] != text[index]
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "'" || scalar == "`"
  }

  // MARK: Walking

  private mutating func run() {
    while let key = nextKey() {
      let end = endOfValue
      let value = text[index..<end]
      guard Self.isSecret(value, under: key) else { continue }
      hide(to: end)
    }
    for secret in SecretLooks.secrets(in: text) {
      index = secret.lowerBound
      hide(to: secret.upperBound)
    }
  }

  /// The next word with a colon or an equals sign behind it, or an option of a command, in lower
  /// case and without its separators; the walk then stands where its value begins.
  private mutating func nextKey() -> String? {
    while index < text.count {
      var (word, end): ([Unicode.Scalar], Int) = ([], index)
      while let part = takeWordPart(at: &end) { word.append(part) }
      index = max(end, index + 1)
      guard !word.isEmpty else { continue }
      var next = skip(from: index) { $0 == "\\" || $0 == "\"" || $0 == "'" || $0 == "]" }
      next = skip(from: next) { $0 == " " || $0 == "\t" }
      let isOption = word.starts(with: "--".unicodeScalars) && next > index
      guard next < text.count, isOption || text[next] == ":" || text[next] == "=" else { continue }
      next = skip(from: next) { $0 == ":" || $0 == "=" || $0 == ">" }
      index = skip(from: next) { $0 == " " || $0 == "\t" }
      return Self.letters(of: word)
    }
    return nil
  }

  private func skip(from start: Int, while isSkipped: (Unicode.Scalar) -> Bool) -> Int {
    var next = start
    while next < text.count, isSkipped(text[next]) { next += 1 }
    return next
  }

  /// Where the value ends that begins here: behind its quote or bracket, or where a plain word
  /// ends.
  private var endOfValue: Int {
    var start = index
    if start < text.count, text[start] == "!" {
      // A function such as `!Sub`, with what it is given.
      start = skip(from: skip(from: start) { $0 != " " }) { $0 == " " }
    }
    let quote = skip(from: start) { $0 == "\\" }
    guard quote < text.count else { return text.count }
    if Self.isQuote(text[quote]) {
      return end(ofQuotedFrom: quote, escapes: quote - start)
    }
    if let closing = Self.openers[text[start]] { return end(ofBracketFrom: start, closing) }
    return end(ofPlainFrom: start)
  }

  /// Behind the quote that has as many backslashes before it as the opening one.
  private func end(ofQuotedFrom start: Int, escapes: Int) -> Int {
    var backslashes = 0
    for next in (start + 1)..<max(start + 1, text.count) {
      if text[next] == text[start], backslashes <= escapes { return next + 1 }
      backslashes = text[next] == "\\" ? backslashes + 1 : 0
      if escapes == 0, backslashes == 2 { backslashes = 0 }
    }
    return text.count
  }

  private func end(ofBracketFrom start: Int, _ closing: Unicode.Scalar) -> Int {
    var depth = 0
    for next in start..<text.count {
      if text[next] == text[start] { depth += 1 }
      if text[next] == closing { depth -= 1 }
      if depth == 0 { return next + 1 }
    }
    return text.count
  }

  private func end(ofPlainFrom start: Int) -> Int {
    skip(from: start) { !",}])\"'`&".unicodeScalars.contains($0) }
  }

  private mutating func hide(to end: Int) {
    while index < end {
      text[index] = Self.mark
      index += 1
    }
  }

  /// The scalar of a word that stands at an index, or that is written there by its number, such as
  /// `\u0063` or `\x53`; the index then stands behind it. Nil where no word goes on.
  private func takeWordPart(at index: inout Int) -> Unicode.Scalar? {
    guard index < text.count else { return nil }
    if Self.isWordPart(text[index]) {
      index += 1
      return text[index - 1]
    }
    let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
    guard text[index] == "\\", index + 1 < text.count, let count = digits[text[index + 1]],
      index + 2 + count <= text.count
    else { return nil }
    let number = String(String.UnicodeScalarView(text[index + 2..<index + 2 + count]))
    guard let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init),
      Self.isWordPart(scalar)
    else { return nil }
    index += 2 + count
    return scalar
  }

  // MARK: What is a secret

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || scalar == "_" || scalar == "-" || !scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// A key in lower case and without its separators.
  private static func letters(of key: some Sequence<Unicode.Scalar>) -> String {
    let letters = key.filter { $0 != "_" && $0 != "-" }
    return String(String.UnicodeScalarView(letters)).lowercased()
  }

  /// Whether a value is one that no complaint may show under a key.
  fileprivate static func hides(_ value: String, under key: String) -> Bool {
    isSecret(Array(value.unicodeScalars)[...], under: letters(of: key.unicodeScalars))
  }

  private static func bearsSecret(_ key: String) -> Bool {
    key.contains("secret") || endings.contains(where: key.hasSuffix)
  }

  private static func isSecret(_ value: ArraySlice<Unicode.Scalar>, under key: String) -> Bool {
    let text = String(String.UnicodeScalarView(value)).lowercased()
    if text.isEmpty || ["true", "false", "null"].contains(text.filter { $0 != " " }) {
      return false
    }
    if key.contains("secret") { return true }
    if bearsSecret(key) { return !value.allSatisfy { ("a"..."z").contains($0) } }
    return key.hasSuffix("token") && value.count >= 16
  }
}

extension String {
  /// A value as a complaint quotes it: its beginning, and nothing of a secret.
  public func quoted(under key: String) -> String {
    let isSecret =
      SecretMask.hides(self, under: key)
      || !SecretLooks.secrets(in: Array(unicodeScalars)).isEmpty
    return isSecret ? "•••" : String(prefix(40))
  }
}
