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

  /// Words by which a line may leave its function early.
  private static let exits = ["return", "throw", "raise", "callback("]

  /// Takes the places where a text answers PreSignUp with an address counting as verified, if it
  /// also confirms the user; both for every user who gives the address.
  package mutating func takeVerifications(in text: String, of file: String) {
    guard text.contains("utoVerify") else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let confirms = lines.indices.contains { index in
      let code = lines[index].drop { $0.isWhitespace }
      return !Self.comments.contains(where: code.hasPrefix) && code.contains("utoConfirmUser")
        && code.lowercased().contains("true") && Self.isOfEverybody(lines[...index])
    }
    guard confirms else { return }
    for (index, line) in lines.enumerated() where line.contains("utoVerify") {
      let code = line.drop { $0.isWhitespace }
      guard !Self.comments.contains(where: code.hasPrefix), Self.isOfEverybody(lines[...index])
      else { continue }
      for match in code.matches(of: Self.answer) {
        guard let name = Self.answered[String(match.1)],
          verifications[name]?.contains(where: { $0.file == file }) != true
        else { continue }
        verifications[name, default: []].append(SourceLocation(file: file, line: index + 1))
      }
    }
  }

  /// Whether the last of some lines runs for every user who gives the address: no other condition
  /// of its function encloses it, and no line before it may leave the function.
  private static func isOfEverybody(_ lines: ArraySlice<Substring>) -> Bool {
    guard let last = lines.last, !isOtherCondition(last), !last.contains(" ? ") else {
      return false
    }
    var depth = last.prefix { $0.isWhitespace }.count
    for line in lines.dropLast().reversed() {
      let code = line.drop { $0.isWhitespace }
      let own = line.count - code.count
      guard !code.isEmpty, !comments.contains(where: code.hasPrefix) else { continue }
      if own < depth {
        depth = own
        if ["=>", "function", "def ", "func "].contains(where: code.contains) { return true }
        // A line that begins with `)` ends a condition of several lines.
        if isOtherCondition(line) || code.hasPrefix(")") { return false }
      }
      if exits.contains(where: code.contains) { return false }
    }
    return false
  }

  private static func isOtherCondition(_ line: Substring) -> Bool {
    let code = line.drop { $0.isWhitespace }
    return isCondition(code) && code.firstMatch(of: isGiven) == nil
  }
}
