/// Replaces what stands under keys that bear secrets, in a line of YAML, JSON, HCL or TypeScript.
///
/// A document of one line has every value next to the one that is complained about; so has a pretty
/// one where the value stands below its key. Masked are the values of keys with `secret` in them,
/// and of those that end in `password`, `passphrase`, `privateKey` or another such word, or in
/// `token` where the value is long; ``ValueExtent`` says how far a value goes. So is a value next
/// to a name that bears a secret, as in `{Name: DB_PASSWORD, Value: …}`, and what a variable of
/// Terraform with such a name holds. `true`, `false` and `null` are no secrets, nor are the plain
/// words by which a scenario says which password is given. A one-time code is one where it has
/// digits alone; what `curl` and others take by `-u` is one behind its colon, and by `-p` unless it
/// looks like a path or a port. What is a secret by its looks is masked under any key: see
/// ``SecretLooks``.
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
  /// Options of commands that are no words; a key never has their hyphen.
  private static let (userOption, passwordOption) = ("-u", "-p")
  /// How the names of constructors and functions end whose argument is a secret.
  private static let constructors = ["secret", "secretvalue", "secrettext", "secretstring"]
  /// Functions of Terraform and the CDK whose argument is a secret.
  private static let makers: Set<String> = ["sensitive", "unsafeplaintext"]
  /// The longest line that is looked at for a key with its value in the lines below.
  private static let longest = 400

  private var text: [Unicode.Scalar]
  private var index = 0

  /// A part of a line with its secrets masked, as long as before.
  ///
  /// - Parameter isCut: whether the line begins before the part, so that the part may begin within
  ///   a secret.
  static func masked(_ part: [Unicode.Scalar], isCut: Bool = false) -> [Unicode.Scalar] {
    var mask = SecretMask(text: part)
    if isCut { mask.hide(to: mask.skip(from: 0) { !",}])\"'`&".unicodeScalars.contains($0) }) }
    mask.run()
    return mask.text
  }

  /// Whether the line stands below a key that bears a secret, as a part of its value.
  static func hides(line: Int, of lines: [String]) -> Bool {
    guard lines.indices.contains(line) else { return false }
    if isValueOfName(line, of: lines) { return true }
    let depth = indentation(of: lines[line])
    let isKeyed = beginsWithKey(lines[line])
    // A quoted text that begins further above ends where its quote stands again.
    var closing: Set<Unicode.Scalar> = []
    var (isFirst, isNext) = (true, true)
    for above in lines[max(0, line - 40)..<line].reversed() where above.utf8.count <= longest {
      // JSON may have a value right below its key, in the same column.
      let further = indentation(of: above)
      let isOutside = isFirst && (further < depth || further == depth && !isKeyed && isNext)
      if opensSecret(above, isOutside: isOutside, closing: closing) { return true }
      if further < depth { isFirst = false }
      isNext = false
      closing.formUnion(above.unicodeScalars.filter(ValueExtent.isQuote))
    }
    return false
  }

  /// Whether the line is a value whose name, in the line above or below, bears a secret.
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

  /// Whether the first word of a line is a key, quoted or not.
  private static func beginsWithKey(_ line: String) -> Bool {
    var mask = SecretMask(text: Array(line.unicodeScalars.prefix(longest)))
    let start = mask.skip(from: 0) { $0 == " " || $0 == "\t" || ValueExtent.isQuote($0) }
    var end = start
    while mask.takeWordPart(at: &end) != nil {}
    mask.index = start
    guard end > start, mask.nextKey() != nil else { return false }
    // The key is the first word, not a later one of the line.
    return mask.skip(from: end) { ValueExtent.isQuote($0) || " \t:=>".unicodeScalars.contains($0) }
      >= mask.index
  }

  private static func indentation(of line: String) -> Int {
    let blanks = line.utf8.prefix(longest).prefix { $0 == 0x20 || $0 == 0x09 }.count
    if blanks == line.utf8.count { return .max }
    // An item of a list may stand in the column of its key.
    return line.utf8.dropFirst(blanks).starts(with: "- ".utf8) ? blanks + 1 : blanks
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
      // A code is no text of several lines, and `totp:` has settings below it.
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

  /// Whether a sign stands between a key and a text in the lines below it.
  private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    " \t|>-+[{0123456789".unicodeScalars.contains(scalar)
  }

  /// Whether an expression ends with a sign behind which more of it follows.
  private static func goesOnBelow(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.last { $0 != " " && $0 != "\t" }.map { "([{+?:=|&\\".unicodeScalars.contains($0) } ?? false
  }

  /// Whether the value that begins here is quoted and does not end in this line.
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
    // The value may stand before its name.
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

  /// The next word with a colon or an equals sign behind it, or an option of a command, in lower
  /// case and without its separators; the walk then stands where its value begins.
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
      // `-pSECRET`, as mysql has it.
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

  /// An option of commands that is known by itself.
  private static func option(_ word: [Unicode.Scalar]) -> String? {
    switch String(String.UnicodeScalarView(word)) {
    case "-u", "--user": userOption
    case "-p": passwordOption
    default: nil
    }
  }

  /// Where the value begins of an element of XML whose name stands at an index.
  private func valueOfElement(_ word: [Unicode.Scalar], from start: Int) -> Int? {
    guard start > 0, text[start - 1] == "<", Self.mayBearSecret(Self.letters(of: word)) else {
      return nil
    }
    let end = skip(from: start) { $0 != ">" && $0 != "<" }
    guard end < text.count, text[end] == ">", text[end - 1] != "/" else { return nil }
    return end + 1
  }

  /// Where the value begins behind a colon or an equals sign that an address has as `%3A` or `%3D`,
  /// and as `%253D` where it stands in another one; nil where there is none.
  private func valueInAddress(from start: Int) -> Int? {
    var next = start
    while next < text.count, text[next] == "%" {
      next += 1
      while next + 1 < text.count, text[next] == "2", text[next + 1] == "5" { next += 2 }
      guard next + 1 < text.count else { return nil }
      let digits = String(String.UnicodeScalarView(text[next...(next + 1)])).uppercased()
      next += 2
      if digits == "3A" || digits == "3D" { return next }
      // A quote or a blank.
      guard ["22", "27", "20"].contains(digits) else { return nil }
    }
    return nil
  }

  /// Where the value ends that begins here: a word or a quoted text behind an option or before a
  /// code, else as far as it goes.
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

  /// Whether the bracket that stands here is what a word is given: the block of a variable of
  /// Terraform, or the argument of a function that makes a secret.
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

  /// Whether a key says how something is called, and the value that begins here bears a secret.
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

  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
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

  /// Whether a key bears secrets by its name, or by its name and the value.
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
  /// A value as a complaint quotes it: its beginning, and nothing of a secret.
  public func quoted(under key: String) -> String {
    let isSecret =
      SecretMask.hides(self, under: key)
      || !SecretLooks.secrets(in: Array(unicodeScalars)).isEmpty
    return isSecret ? "•••" : String(prefix(40))
  }
}
