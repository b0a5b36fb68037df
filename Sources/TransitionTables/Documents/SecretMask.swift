/// Masks the values of keys that hold secrets, in a line of YAML, JSON, HCL or TypeScript.
///
/// The excerpt of a diagnostic may show more than the value in question: a document on one line has
/// all its values there, and in a formatted one the value may be on the line below its key. The
/// mask covers the values of keys that contain `secret`, or end in `password`, `passphrase`,
/// `privateKey` or another such word, or in `token` where the value is long; ``ValueExtent``
/// determines where a value ends. It also covers a value next to a name that denotes a secret, as
/// in `{Name: DB_PASSWORD, Value: …}`, and the value of a Terraform variable with such a name. Not
/// masked are `true`, `false`, `null` and the plain words by which a scenario selects a password. A
/// one-time code is masked where it has only digits; the argument of `-u` of `curl` and other
/// commands after its colon; that of `-p` unless it looks like a path or a port. Values that look
/// like secrets are masked under any key: see ``SecretLooks``.
struct SecretMask {
  private static let mark: Unicode.Scalar = "•"
  private static let endings = [
    "password", "passwd", "pass", "pwd", "passphrase", "credential", "credentials", "cookie",
    "apikey", "accesskey", "signingkey", "encryptionkey", "masterkey", "authorization",
    "connectionstring",
  ]
  private static let codes = [
    "otp", "mfacode", "smscode", "onetimecode", "passcode", "verificationcode", "confirmationcode",
  ]
  /// Command options that take secrets; their hyphen distinguishes them from keys.
  private static let (userOption, passwordOption) = ("-u", "-p")
  /// The suffixes of constructors and functions whose argument is a secret.
  private static let constructors = ["secret", "secretvalue", "secrettext", "secretstring"]
  /// Functions of Terraform and the CDK whose argument is a secret.
  private static let makers: Set<String> = ["sensitive", "unsafeplaintext"]
  /// The longest line that is searched for a key whose value is on the lines below.
  private static let longest = 400

  private var text: [Unicode.Scalar]
  private var index = 0

  /// Returns a part of a line with its secrets masked; the length is unchanged.
  ///
  /// - Parameter isCut: whether text precedes the part, so that the part may begin within a secret.
  static func masked(_ part: [Unicode.Scalar], isCut: Bool = false) -> [Unicode.Scalar] {
    var mask = SecretMask(text: part)
    if isCut { mask.hide(to: mask.skip(from: 0) { !",}])\"'`&".unicodeScalars.contains($0) }) }
    mask.run()
    return mask.text
  }

  /// Whether a line is part of the value of a key for secrets on a line above.
  static func hides(line: Int, of lines: [String]) -> Bool {
    guard lines.indices.contains(line) else { return false }
    if isValueOfName(line, of: lines) { return true }
    let depth = indentation(of: lines[line])
    let isKeyed = beginsWithKey(lines[line])
    // The quotes that were closed below; a quoted text that opens further above with one of these
    // has ended.
    var closing: Set<Unicode.Scalar> = []
    var (isFirst, isNext) = (true, true)
    for above in lines[max(0, line - 40)..<line].reversed() where above.utf8.count <= longest {
      // In JSON a value may be directly below its key, in the same column.
      let further = indentation(of: above)
      let isOutside = isFirst && (further < depth || further == depth && !isKeyed && isNext)
      if opensSecret(above, isOutside: isOutside, closing: closing) { return true }
      if further < depth { isFirst = false }
      isNext = false
      closing.formUnion(above.unicodeScalars.filter(ValueExtent.isQuote))
    }
    return false
  }

  /// Whether the line is a value whose name, in the line above or below, denotes a secret.
  private static func isValueOfName(_ line: Int, of lines: [String]) -> Bool {
    var mask = SecretMask(text: Array(lines[line].unicodeScalars.prefix(longest)))
    guard let key = mask.nextKey(), key.hasSuffix("value") else { return false }
    return [line - 1, line + 1].contains { near in
      guard lines.indices.contains(near), lines[near].utf8.count <= longest else { return false }
      var other = SecretMask(text: Array(lines[near].unicodeScalars))
      while let key = other.nextKey() { if other.namesSecret(under: key) { return true } }
      return false
    }
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  /// Whether a line begins with a key, quoted or not.
  private static func beginsWithKey(_ line: String) -> Bool {
    var mask = SecretMask(text: Array(line.unicodeScalars.prefix(longest)))
    let start = mask.skip(from: 0) { $0 == " " || $0 == "\t" || ValueExtent.isQuote($0) }
    var end = start
    while mask.takeWordPart(at: &end) != nil {}
    mask.index = start
    guard end > start, mask.nextKey() != nil else { return false }
    // The key is the first word of the line, not a later one.
    return mask.skip(from: end) { ValueExtent.isQuote($0) || " \t:=>".unicodeScalars.contains($0) }
      >= mask.index
  }

  private static func indentation(of line: String) -> Int {
    let blanks = line.utf8.prefix(longest).prefix { $0 == 0x20 || $0 == 0x09 }.count
    if blanks == line.utf8.count { return .max }
    // The item of a list may be in the same column as its key.
    return line.utf8.dropFirst(blanks).starts(with: "- ".utf8) ? blanks + 1 : blanks
  }

  /// Whether a line ends with a key for secrets, with the sign that introduces a text, or within a
  /// quoted text whose quote is not among the closed ones.
  private static func opensSecret(
    _ line: String, isOutside: Bool, closing: Set<Unicode.Scalar>
  ) -> Bool {
    // Each diagnostic tests the lines above its own, so most are excluded by a quick test.
    let mayOpen = isOutside || line.utf8.contains { "\"'`<".utf8.contains($0) }
    guard mayOpen else { return false }
    var mask = SecretMask(text: Array(line.unicodeScalars))
    while let key = mask.nextKey() {
      // A code does not span lines, and the key `totp:` has settings below it.
      guard mayBearSecret(key), !isOfCode(key) else { continue }
      let rest = mask.text[mask.index...]
      let opens =
        isOutside && (rest.allSatisfy(isOpening) || goesOnBelow(rest))
        || rest.starts(with: "<<".unicodeScalars)
        || mask.isQuoteOpen && !closing.contains(rest[mask.index])
      if opens { return true }
    }
    return false
  }

  /// Whether a sign may occur between a key and a text on the lines below.
  private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    " \t|>-+[{0123456789".unicodeScalars.contains(scalar)
  }

  /// Whether an expression ends with a sign after which it continues.
  private static func goesOnBelow(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.last { $0 != " " && $0 != "\t" }.map { "([{+?:=|&\\".unicodeScalars.contains($0) } ?? false
  }

  /// Whether the current value is quoted and does not end in this line.
  private var isQuoteOpen: Bool {
    guard index < text.count, ValueExtent.isQuote(text[index]) else { return false }
    let end = ValueExtent.end(in: text, ofQuotedFrom: index, escapes: 0)
    return end == index + 1 || text[end - 1] != text[index]
  }

  // MARK: Walking

  private mutating func run() {
    var isNamed = false
    var values: [Range<Int>] = []
    while let key = nextKey() {
      if namesSecret(under: key) { isNamed = true }
      let isValue = key.hasSuffix("value")
      guard isValue || Self.mayBearSecret(key) else { continue }
      let end = valueEnd(under: key)
      if isValue { values.append(index..<end) }
      guard Self.isSecret(text[index..<end], under: key) else { continue }
      if key == Self.userOption { index = skip(from: index) { $0 != ":" } + 1 }
      hide(to: end)
    }
    // The value may precede its name.
    if isNamed {
      for value in values {
        index = value.lowerBound
        hide(to: value.upperBound)
      }
    }
    for secret in SecretLooks.secrets(in: text) {
      index = secret.lowerBound
      hide(to: secret.upperBound)
    }
  }

  /// Advances to the next word that a colon or an equals sign follows, or to a command option.
  /// Returns it in lower case without separators; the index is then at the start of its value.
  private mutating func nextKey() -> String? {
    var before: [Unicode.Scalar] = []
    while index < text.count {
      var (word, end): ([Unicode.Scalar], Int) = ([], index)
      while let part = takeWordPart(at: &end) { word.append(part) }
      let start = index
      index = max(end, index + 1)
      guard !word.isEmpty else { continue }
      defer { before = word }
      if let value = valueOfElement(word, from: start) {
        index = value
        return Self.letters(of: word)
      }
      // `-pSECRET`, as for mysql.
      if word.count > 2, word.starts(with: Self.passwordOption.unicodeScalars) {
        index = start + 2
        return Self.passwordOption
      }
      var next = skip(from: index) { $0 == "\\" || $0 == "\"" || $0 == "'" || $0 == "]" }
      let isQuoted = next > index
      next = skip(from: next) { $0 == " " || $0 == "\t" }
      let option = Self.option(word)
      let isOption = (option != nil || word.starts(with: "--".unicodeScalars)) && next > index
      // A pair in an array, or the arguments of a call.
      if isQuoted, next < text.count, text[next] == ",", Self.bearsSecret(Self.letters(of: word)) {
        index = skip(from: next + 1) { $0 == " " || $0 == "\t" }
        return Self.letters(of: word)
      }
      if let value = valueInAddress(from: next) {
        index = value
        return Self.letters(of: word)
      }
      if next < text.count, isKey(word, behind: before, at: next) {
        index = next
        return Self.letters(of: word)
      }
      if next + 1 < text.count, "?!".unicodeScalars.contains(text[next]), text[next + 1] == ":" {
        next += 1
      }
      guard next < text.count, isOption || text[next] == ":" || text[next] == "=" else { continue }
      next = skip(from: next) { $0 == ":" || $0 == "=" || $0 == ">" }
      index = skip(from: next) { $0 == " " || $0 == "\t" }
      return option ?? Self.letters(of: word)
    }
    return nil
  }

  /// Returns a command option that takes a secret.
  private static func option(_ word: [Unicode.Scalar]) -> String? {
    switch String(String.UnicodeScalarView(word)) {
    case "-u", "--user": userOption
    case "-p": passwordOption
    default: nil
    }
  }

  /// The start of the value of an XML element whose name begins at an index.
  private func valueOfElement(_ word: [Unicode.Scalar], from start: Int) -> Int? {
    guard start > 0, text[start - 1] == "<", Self.mayBearSecret(Self.letters(of: word)) else {
      return nil
    }
    let end = skip(from: start) { $0 != ">" && $0 != "<" }
    guard end < text.count, text[end] == ">", text[end - 1] != "/" else { return nil }
    return end + 1
  }

  /// The start of a value after a colon or an equals sign that a URL encodes as `%3A` or `%3D`, or
  /// as `%253D` within another URL; nil where there is none.
  private func valueInAddress(from start: Int) -> Int? {
    var next = start
    while next < text.count, text[next] == "%" {
      next += 1
      while next + 1 < text.count, text[next] == "2", text[next + 1] == "5" { next += 2 }
      guard next + 1 < text.count else { return nil }
      let digits = String(String.UnicodeScalarView(text[next...(next + 1)])).uppercased()
      next += 2
      if digits == "3A" || digits == "3D" { return next }
      // An encoded quote or space.
      guard ["22", "27", "20"].contains(digits) else { return nil }
    }
    return nil
  }

  /// The end of the current value. After an option or before a code it is one word or a quoted
  /// text, otherwise the whole value.
  private func valueEnd(under key: String) -> Int {
    guard key == Self.userOption || key == Self.passwordOption || Self.isOfCode(key) else {
      return ValueExtent.end(in: text, from: index)
    }
    if index < text.count, ValueExtent.isQuote(text[index]) {
      return ValueExtent.end(in: text, ofQuotedFrom: index, escapes: 0)
    }
    let start = skip(from: index) { ValueExtent.isQuote($0) || $0 == "\\" }
    return skip(from: start) { !" \t,;&\"'`)]}<\\".unicodeScalars.contains($0) }
  }

  /// Whether the current bracket makes a word a key: it opens the block of a Terraform variable, or
  /// the arguments of a function that creates a secret.
  private func isKey(
    _ word: [Unicode.Scalar], behind before: [Unicode.Scalar], at bracket: Int
  ) -> Bool {
    if text[bracket] == "{" { return before.elementsEqual("variable".unicodeScalars) }
    guard text[bracket] == "(", bracket == index else { return false }
    let name = Self.letters(of: word)
    return Self.constructors.contains(where: name.hasSuffix) || Self.makers.contains(name)
  }

  private func skip(from start: Int, while isSkipped: (Unicode.Scalar) -> Bool) -> Int {
    var next = start
    while next < text.count, isSkipped(text[next]) { next += 1 }
    return next
  }

  /// Whether a key gives a name, and its current value denotes a secret.
  private func namesSecret(under key: String) -> Bool {
    guard key.hasSuffix("name") || key.hasSuffix("key") else { return false }
    let start = skip(from: index) { ValueExtent.isQuote($0) || $0 == "\\" }
    let end = skip(from: start, while: Self.isWordPart)
    return Self.bearsSecret(Self.letters(of: text[start..<end]))
  }

  private mutating func hide(to end: Int) {
    while index < end {
      text[index] = Self.mark
      index += 1
    }
  }

  /// Returns the scalar of a word at an index, also if it is escaped as in `\u0063` or `\x53`, and
  /// advances the index. Nil where no word continues.
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

  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || scalar == "_" || scalar == "-" || !scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// Returns a key in lower case without its separators.
  private static func letters(of key: some Sequence<Unicode.Scalar>) -> String {
    let letters = key.filter { $0 != "_" && $0 != "-" }
    return String(String.UnicodeScalarView(letters)).lowercased()
  }

  /// Whether a value must be hidden in diagnostics under a key.
  fileprivate static func hides(_ value: String, under key: String) -> Bool {
    isSecret(Array(value.unicodeScalars)[...], under: letters(of: key.unicodeScalars))
  }

  /// Whether a key holds secrets by its name alone, or may do so depending on the value.
  private static func mayBearSecret(_ key: String) -> Bool {
    bearsSecret(key) || key.hasSuffix("token") || isOfCode(key) || key == userOption
      || key == passwordOption
  }

  private static func isOfCode(_ key: String) -> Bool {
    codes.contains(where: key.hasSuffix) && !bearsSecret(key)
  }

  private static func bearsSecret(_ key: String) -> Bool {
    key.contains("secret") || key.contains("privatekey")
      || endings.contains(where: key.hasSuffix) || makers.contains(key)
  }

  private static func isSecret(_ value: ArraySlice<Unicode.Scalar>, under key: String) -> Bool {
    let text = String(String.UnicodeScalarView(value)).lowercased()
    if text.isEmpty || ["true", "false", "null"].contains(text.filter { $0 != " " }) {
      return false
    }
    if key.contains("secret") { return true }
    let word = value.filter { !ValueExtent.isQuote($0) && $0 != "\\" }
    let isNumber = word.allSatisfy { ("0"..."9").contains($0) || $0 == ":" }
    if key == userOption { return word.contains(":") && !isNumber }
    if key == passwordOption {
      return !isNumber && !word.contains("/") && word.first != "-" && word.first != "$"
        && !word.allSatisfy { ("a"..."z").contains($0) }
    }
    if bearsSecret(key) { return !value.allSatisfy { ("a"..."z").contains($0) } }
    if isOfCode(key) {
      return (4...10).contains(word.count) && isNumber && !word.contains(":")
    }
    return key.hasSuffix("token") && value.count >= 16
  }
}

extension String {
  /// The beginning of a value for the message of a diagnostic, masked if it is a secret.
  public func quoted(under key: String) -> String {
    let isSecret =
      SecretMask.hides(self, under: key)
      || !SecretLooks.secrets(in: Array(unicodeScalars)).isEmpty
    return isSecret ? "•••" : String(prefix(40))
  }
}
