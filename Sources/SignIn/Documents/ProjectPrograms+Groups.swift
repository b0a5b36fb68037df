import TransitionTables

/// The way in which a custom attribute decides the group into which a function puts its user.
public struct GroupChoice: Hashable, Sendable {
  /// The place where the function puts the user into the group.
  public var place: SourceLocation
  /// The groups among which the attribute decides; empty where its value is the group.
  public var groups: [String] = []
  /// Whether any value of the attribute will do.
  public var isByPresence = false
}

/// Finds the functions that put users into the group which an attribute of theirs decides.
extension ProjectPrograms {
  /// The names of AdminAddUserToGroup in the SDKs.
  private static let calls = ["dminAddUserToGroup", "dmin_add_user_to_group"]
  /// Words in a line that compares or looks up what it names.
  private static let checks = ["==", "!=", "includes(", "has(", "indexOf(", " in ", "switch"]
  /// Words with which a check ends a function.
  private static let ends = ["throw", "raise ", "return"]

  /// Matches a custom attribute of the user, with at most a default behind it, at the end of a
  /// line: `event.request.userAttributes["custom:kind"] ?? 'reader'`.
  private static var value: Regex<(Substring, Substring, Substring)> {
    #/
      ( GroupName["']? | (?: \w++ ) (?: \s* : \s* \w++ )? ) \s* (?: = | : | := ) \s*
      [\w.?!\[\]"'\(\),{}\s]*? [aA]ttr\w*+ ["']? (?: \s* , \s* \{\s*\} )? [\])]? [?!]?
      (?: \.get\( | \.? \[ ) \s* ["'] (custom:[\w.\-]++) ["']
      (?: \s* , \s* ["'][^"']*["'] )? \s* [\])]
      (?: \s* (?: \?\? | \|\| | or ) \s* ["'][^"']*["'] )? (?: \s+ as \s+ \w++ )? \s* [;,]? \s* $
    /#
  }
  /// Matches a group that a variable names: `GroupName: kind,`.
  private static var group: Regex<(Substring, Substring)> {
    /GroupName["']?\s*[:=]\s*(\w++)\s*[,})]?\s*[;,)}]*\s*$/
  }
  /// Matches the beginning of a value: `const group: string = `, `GroupName: `.
  private static var target: Regex<(Substring, Substring)> {
    /^(?:(?:const|let|var)\s+)?(\w++)["']?(?:\s*:\s*string)?\s*(?:=(?!=)|:=|:)\s*/
  }
  /// Matches a choice between two groups; captures them and, in Python, the condition.
  private static var choice: Regex<(Substring, Substring, Substring)> {
    /\?\s*["'](\w[^"']*)["']\s*:\s*["'](\w[^"']*)["']/
  }
  private static var choiceInPython: Regex<(Substring, Substring, Substring, Substring)> {
    /^["'](\w[^"']*)["']\s+if\s+(.+?)\s+else\s+["'](\w[^"']*)["']/
  }
  /// Matches a value that a table has: `groups[kind.toUpperCase()]`, `GROUPS.get(kind`.
  private static var lookup: Regex<(Substring, Substring, Substring)> {
    /^(\w++)(?:\[|\.get\()\s*([\w.?!\(\)'":\[\]]+)/
  }
  /// Matches a value of a table: `admin: 'Admins',`.
  private static var entry: Regex<(Substring, Substring)> { /:\s*["'](\w[^"']*)["']/ }
  /// Matches a condition that an attribute is given; captures the attribute.
  private static var given: Regex<(Substring, Substring)> {
    #/
      if \s* \(? \s* ["'](custom:[\w.\-]++)["'] \s+ in \s+ [\w.\[\]"']*[aA]ttr[\w"'\]]*
      \s* \)? \s* [:{] \s* $
    /#
  }
  /// Matches a condition that something equals a literal; captures it.
  private static var equal: Regex<(Substring, Substring)> {
    /if\s*\(?\s*([^&|=!]+?)\s*={2,3}\s*["'][^"']*["']\s*\)?\s*[:{]\s*$/
  }
  /// Matches a literal at the end of a line.
  private static var literal: Regex<(Substring, Substring)> { /^["'](\w[^"']*)["']\s*[;,]?\s*$/ }

  /// Takes the attributes whose values a function after confirmation or sign-in uses as the group
  /// into which it puts the user, or to decide that. A value is skipped that the function compares
  /// with something, and a decision where it turns some values away.
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
      lines.contains { line in
        line.contains(word) && Self.checks.contains(where: line.contains)
          && !["print(", "log"].contains(where: line.contains)
      }
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
      let place = SourceLocation(file: file, line: index + 1)
      groups[name] = groups[name] ?? GroupChoice(place: place)
    }
    takeDecisions(in: lines, of: file)
  }

  /// Takes the attributes that decide among groups which the function names.
  private mutating func takeDecisions(in lines: [Substring], of file: String) {
    let (value, target, group) = (Self.value, Self.target, Self.group)
    // The variables with an attribute's value, and with a group that an attribute decides.
    var held: [Substring: Substring] = [:]
    var decided: [Substring: (attribute: Substring, choice: GroupChoice)] = [:]
    let attribute = { (words: Substring) -> Substring? in
      words.firstMatch(of: /["'](custom:[\w.\-]++)["']/).map(\.1)
        ?? words.matches(of: /\w++/).lazy.compactMap { held[$0.output] }.first
    }
    let turnsAway = { (name: Substring) in
      let words = [name] + held.filter { $0.value == name }.map(\.key)
      return lines.indices.contains { index in
        words.contains(where: lines[index].contains)
          && Self.checks.contains(where: lines[index].contains)
          && lines[index..<min(index + 2, lines.count)].contains { line in
            Self.ends.contains(where: line.contains)
          }
      }
    }
    for (index, line) in lines.enumerated() {
      let place = SourceLocation(file: file, line: index + 1)
      if let match = line.firstMatch(of: value) {
        held[match.1.prefix { $0.isLetter || $0.isNumber || $0 == "_" }] = match.2
      } else if let match = line.firstMatch(of: target) {
        let further = lines[(index + 1)...].prefix { ["?", ":"].contains($0.prefix(1)) }
        let words = ([line[match.range.upperBound...]] + further).joined(separator: " ")[...]
        var found: (name: Substring?, groups: [String], isByPresence: Bool) = (nil, [], false)
        if let choice = words.firstMatch(of: Self.choice) {
          found.name = attribute(words[..<choice.range.lowerBound])
          found.groups = [choice.1, choice.2].map(String.init)
        } else if let choice = words.firstMatch(of: Self.choiceInPython) {
          (found.name, found.groups) = (attribute(choice.2), [choice.1, choice.3].map(String.init))
        } else if let choice = words.firstMatch(of: Self.literal), index > 0 {
          let given = lines[index - 1].firstMatch(of: Self.given)?.1
          let compared = lines[index - 1].firstMatch(of: Self.equal).flatMap { attribute($0.1) }
          found = (given ?? compared, [String(choice.1)], given != nil)
        } else if let choice = words.firstMatch(of: Self.lookup) {
          found.name = attribute(choice.2)
          found.groups = Self.table(choice.1, in: lines)
        }
        if let name = found.name, !found.groups.isEmpty,
          decided[match.1]?.attribute ?? name == name
        {
          decided[match.1, default: (name, GroupChoice(place: place))].choice.groups += found.groups
          if found.isByPresence { decided[match.1]?.choice.isByPresence = true }
        }
      }
      let word = line.firstMatch(of: group)?.1 ?? (line.contains("GroupName") ? "GroupName" : "")
      guard var found = decided[word], !turnsAway(found.attribute) else { continue }
      found.choice.place = place
      let name = String(found.attribute)
      groups[name] = groups[name] ?? found.choice
    }
  }

  /// The literal values of a table that is written line by line, or in one.
  private static func table(_ name: Substring, in lines: [Substring]) -> [String] {
    guard let first = lines.firstIndex(where: { $0.contains(name) && $0.contains("{") }) else {
      return []
    }
    let last = lines[first...].firstIndex { $0.contains("}") } ?? first
    return lines[first...last].flatMap { line in
      line.matches(of: entry).map { String($0.1) }
    }
  }
}
