import TransitionTables

/// Finds the addresses that PreSignUp functions have count as verified.
extension ProjectPrograms {
  /// Matches the answer that an address counts as verified:
  /// `event.response.autoVerifyEmail = true`.
  private static var answer: Regex<(Substring, Substring)> {
    /utoVerify(Email|Phone)["'\]]*\s*(?:=(?!=)|:|,|\()\s*[Tt]rue(?!\w)/
  }
  /// The attributes, by their names in the answers.
  private static let answered = ["Email": "email", "Phone": "phone_number"]

  /// Matches a condition that an address is given:
  /// `if 'email' in event['request']['userAttributes']:`.
  private static var isGiven: Regex<Substring> {
    #/
      if \s* \(? \s*
      (?: ["'](?:email|phone_number)["'] \s+ in \s+ [\w.\[\]"'?]+
        | [\w.\[\]"'?]+ (?: hasOwnProperty | get ) \( ["'](?:email|phone_number)["'] \)
        | [\w.\[\]"'?]* Attributes (?: \?? \. (?:email|phone_number)
          | (?:\?\.)? \[ ["'](?:email|phone_number)["'] \] ) )
      \s* \)? \s* [:\{]? \s* $
    /#
  }

  /// Words of the answers to PreSignUp.
  package static let answers = ["utoConfirmUser", "utoVerifyEmail", "utoVerifyPhone"]

  /// Matches a condition on what the user typed as an address: `if (domain !== 'example.com') {`.
  private static var isOfAddress: Regex<Substring> {
    /(?i)^if\b(?!.*(?:code|token|secret|otp|metadata|source|captcha|await)).*(?:email|domain|phone)/
  }
  /// Words by which a line turns a sign-up away.
  private static let refusals = ["throw ", "raise ", "callback(new Error"]

  /// Words by which a line may leave its function early.
  private static let exits = ["return", "throw", "raise", "callback("]

  /// Takes what a text answers PreSignUp for every user who gives the address: that the user is
  /// confirmed, that the address counts as verified, or both. What it says only of some, or by a
  /// value that it computes, is left open.
  package mutating func takeVerifications(in text: String, of file: String) {
    guard Self.answers.contains(where: text.contains) else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // The lines that may say something, by whether they certainly say it of everybody.
    func answers(_ word: Regex<Substring>) -> (perhaps: [Int], certain: [Int]) {
      let perhaps = lines.indices.filter { index in
        let code = lines[index].drop { $0.isWhitespace }
        return code.contains("uto") && !Self.comments.contains(where: code.hasPrefix)
          && code.contains(word)
      }
      let certain = perhaps.filter { index in
        lines[index].lowercased().contains("true") && Self.isOfEverybody(lines[...index])
      }
      return (perhaps, certain)
    }
    let confirms = answers(/utoConfirmUser\b(?!["'\]]*\s*[:=]\s*[Ff]alse)/)
    let verifies = answers(/utoVerify(?:Email|Phone)\b(?!["'\]]*\s*[:=]\s*[Ff]alse)/)
    let verified = verifies.certain.flatMap { index in
      lines[index].matches(of: Self.answer).compactMap { match in
        Self.answered[String(match.1)].map { (name: $0, line: index + 1) }
      }
    }
    if let first = confirms.certain.first {
      for (name, line) in verified
      where verifications[name]?.contains(where: { $0.file == file }) != true {
        let place = SourceLocation(file: file, line: line)
        verifications[name, default: []].append(place)
        gates[place] = Self.gate(before: lines[..<line]).map {
          SourceLocation(file: file, line: $0 + 1)
        }
      }
      if verifies.perhaps.isEmpty {
        confirmationsAlone.append(SourceLocation(file: file, line: first + 1))
      }
    } else if let first = verified.first, confirms.perhaps.isEmpty {
      verificationsAlone.append(SourceLocation(file: file, line: first.line))
    }
  }

  /// Whether the last of some lines runs for every user who gives the address: no other condition
  /// of its function encloses it, and no line before it may leave the function, unless a check of
  /// the address does.
  private static func isOfEverybody(_ lines: ArraySlice<Substring>) -> Bool {
    guard let last = lines.last, !isOtherCondition(last), !last.contains(" ? ") else {
      return false
    }
    var depth = last.prefix { $0.isWhitespace }.count
    for index in lines.indices.dropLast().suffix(mostLinesOfFunction).reversed() {
      let line = lines[index]
      let code = line.drop { $0.isWhitespace }
      let own = line.count - code.count
      guard !code.isEmpty, !comments.contains(where: code.hasPrefix) else { continue }
      if own < depth {
        depth = own
        if ["=>", "function", "def ", "func "].contains(where: code.contains) { return true }
        // A line that begins with `)` ends a condition of several lines.
        if isOtherCondition(line) || code.hasPrefix(")") { return false }
      }
      if exits.contains(where: code.contains), gate(at: lines[...index]) == nil { return false }
    }
    return false
  }

  /// The last line with a check of the address before the last of some lines, which turns away
  /// whoever does not pass it.
  private static func gate(before lines: ArraySlice<Substring>) -> Int? {
    lines.indices.dropLast().suffix(mostLinesOfFunction).reversed().lazy
      .compactMap { gate(at: lines[...$0]) }.first
  }

  /// The line with the check of the address under which the last of some lines turns a sign-up
  /// away; nil where it does not, or where the check is of more.
  private static func gate(at lines: ArraySlice<Substring>) -> Int? {
    guard let last = lines.last, refusals.contains(where: last.contains) else { return nil }
    let depth = last.prefix { $0.isWhitespace }.count
    let isOnOneLine = last.drop { $0.isWhitespace }.hasPrefix("if")
    let check = lines.indices.suffix(mostLinesOfFunction).last { index in
      let code = lines[index].drop { $0.isWhitespace }
      return !code.isEmpty && (isOnOneLine || lines[index].count - code.count < depth)
    }
    guard let check, lines[check].drop(while: \.isWhitespace).contains(isOfAddress) else {
      return nil
    }
    return check
  }

  private static func isOtherCondition(_ line: Substring) -> Bool {
    let code = line.drop { $0.isWhitespace }
    return isCondition(code) && code.firstMatch(of: isGiven) == nil
  }
}
