import TransitionTables

/// Finds the functions that put users into the group which an attribute of theirs names.
extension ProjectPrograms {
  /// The names of AdminAddUserToGroup in the SDKs.
  private static let calls = ["dminAddUserToGroup", "dmin_add_user_to_group"]
  /// Words in a line that compares or looks up what it names.
  private static let checks = ["==", "!=", "includes(", "has(", "indexOf(", " in ", "switch"]

  /// Matches a custom attribute of the user, with at most a default behind it, at the end of a
  /// line: `event.request.userAttributes["custom:kind"] ?? 'reader'`.
  private static var value: Regex<(Substring, Substring, Substring)> {
    #/
      ( GroupName["']? | (?: \w++ ) (?: \s* : \s* \w++ )? ) \s* (?: = | : | := ) \s*
      [\w.?!\[\]"'\(\)]*? [aA]ttr\w*+ ["']? \]? [?!]?
      (?: \.get\( | \.? \[ ) \s* ["'] (custom:[\w.\-]++) ["']
      (?: \s* , \s* ["'][^"']*["'] )? \s* [\])]
      (?: \s* (?: \?\? | \|\| | or ) \s* ["'][^"']*["'] )? (?: \s+ as \s+ \w++ )? \s* [;,]? \s* $
    /#
  }
  /// Matches a group that a variable names: `GroupName: kind,`.
  private static var group: Regex<(Substring, Substring)> {
    /GroupName["']?\s*[:=]\s*(\w++)\s*[,})]?\s*[;,)}]*\s*$/
  }

  /// Takes the attributes whose values a function after confirmation or sign-in uses as the group
  /// into which it puts the user. One that the function compares with something is skipped.
  mutating func takeGroups(in text: String, of file: String) {
    guard Self.calls.contains(where: text.contains), text.contains("custom:"),
      Self.isAfter(text, file)
    else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        let code = line.drop { $0.isWhitespace }
        return Self.comments.contains(where: code.hasPrefix) ? "" : code
      }
    let isChecked = { (word: Substring) in
      lines.contains { $0.contains(word) && Self.checks.contains(where: $0.contains) }
    }
    let (value, group) = (Self.value, Self.group)
    var attributes: [Substring: Substring] = [:]
    for (index, line) in lines.enumerated() {
      var name: Substring?
      if let match = line.firstMatch(of: value), !isChecked(match.2) {
        let word = match.1.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if word == "GroupName" { name = match.2 } else { attributes[word] = match.2 }
      } else if let match = line.firstMatch(of: group), !isChecked(match.1) {
        name = attributes[match.1]
      }
      guard let name = name.map(String.init) else { continue }
      groups[name] = groups[name] ?? SourceLocation(file: file, line: index + 1)
    }
  }
}
