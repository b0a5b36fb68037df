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

extension ProjectPrograms {
  /// The names of AdminAddUserToGroup in the SDKs.
  private static let calls = ["dminAddUserToGroup", "dmin_add_user_to_group"]

  /// Takes the attributes whose values a function after confirmation or sign-in uses as the group
  /// into which it puts the user, or to decide that. A value is skipped that the function compares
  /// with something, and a decision where it turns some values away.
  package mutating func takeGroups(in text: String, of file: String) {
    guard Self.calls.contains(where: text.contains), text.contains("custom:"),
      Self.isAfter(text, file), let reader = GroupReader(text, of: file)
    else { return }
    groups.merge(reader.named) { first, _ in first }
    groups.merge(reader.decided) { first, _ in first }
  }
}

/// Finds in a function the groups into which an attribute of its user puts them.
private struct GroupReader {
  private typealias Found = (attribute: Substring, groups: [String], isByPresence: Bool)

  /// The lines without leading blanks; comments, and lines that no person writes, are empty.
  private let lines: [Substring]
  private let file: String
  /// The lines that compare something or look it up.
  private let comparing: [Substring]
  /// The lines among these after which the function may end.
  private let ending: [Substring]
  /// The attribute whose value a variable has.
  private let held: [Substring: Substring]

  /// Words in a line that compares or looks up what it names.
  private static let checks = ["==", "!=", "includes(", "has(", "indexOf(", " in ", "switch"]
  /// Words with which a check ends a function.
  private static let ends = ["throw", "raise ", "return"]
  /// A longer program is bundled with its libraries, and a longer line is data.
  private static let (mostLines, longestLine) = (1_000, 400)

  /// - Returns: nil where the program is too long for a function that a person wrote.
  init?(_ text: String, of file: String) {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard all.count <= Self.mostLines else { return nil }
    let lines = all.map { line in
      let code = line.drop { $0.isWhitespace }
      let isCode =
        code.utf8.count <= Self.longestLine
        && !ProjectPrograms.comments.contains(where: code.hasPrefix)
      return isCode ? code : ""
    }
    let comparing = lines.indices.filter { index in
      Self.checks.contains(where: lines[index].contains)
    }
    let ending = comparing.filter { index in
      lines[index..<min(index + 2, lines.count)].contains { line in
        Self.ends.contains(where: line.contains)
      }
    }
    (self.lines, self.file) = (lines, file)
    (self.comparing, self.ending) = (comparing.map { lines[$0] }, ending.map { lines[$0] })
    let value = Self.value
    held = Dictionary(
      lines.compactMap { line in
        line.firstMatch(of: value).map { (Self.word($0.1), $0.2) }
      }
    ) { _, last in last }
  }

  /// The attributes that are the group themselves.
  var named: [String: GroupChoice] {
    let (value, group) = (Self.value, Self.group)
    var found: [String: GroupChoice] = [:]
    var attributes: [Substring: Substring] = [:]
    for (index, line) in lines.enumerated() {
      var name: Substring?
      if let match = line.firstMatch(of: value), !isCompared(match.2) {
        let word = Self.word(match.1)
        if word == "GroupName" { name = match.2 } else { attributes[word] = match.2 }
      } else if let match = line.firstMatch(of: group), !isCompared(match.1) {
        name = attributes[match.1]
      }
      if let name { found[String(name)] = found[String(name)] ?? choice(at: index) }
    }
    return found
  }

  /// The attributes that decide among groups which the function names.
  var decided: [String: GroupChoice] {
    let (target, group) = (Self.target, Self.group)
    var found: [String: GroupChoice] = [:]
    // What decides the value of a variable.
    var values: [Substring: Found] = [:]
    for (index, line) in lines.enumerated() {
      if let match = line.firstMatch(of: target), let new = decision(at: index, match.range),
        values[match.1]?.attribute ?? new.attribute == new.attribute
      {
        var value = values[match.1] ?? (new.attribute, [], false)
        value.groups += new.groups
        value.isByPresence = value.isByPresence || new.isByPresence
        values[match.1] = value
      }
      let word = line.firstMatch(of: group)?.1 ?? (line.contains("GroupName") ? "GroupName" : "")
      guard let value = values[word], !turnsAway(value.attribute) else { continue }
      let name = String(value.attribute)
      found[name] = found[name] ?? choice(at: index, value)
    }
    return found
  }

  /// What decides the value that a line assigns behind a range of it; nil where no attribute does.
  private func decision(at index: Int, _ target: Range<Substring.Index>) -> Found? {
    let further = lines[(index + 1)...].prefix { ["?", ":"].contains($0.prefix(1)) }
    let words = ([lines[index][target.upperBound...]] + further).joined(separator: " ")[...]
    var found: (name: Substring?, groups: [String], isByPresence: Bool) = (nil, [], false)
    if let choice = words.firstMatch(of: Self.choice) {
      found.name = attribute(in: words[..<choice.range.lowerBound])
      found.groups = [choice.1, choice.2].map(String.init)
    } else if let choice = words.firstMatch(of: Self.choiceInPython) {
      found.name = attribute(in: choice.2)
      found.groups = [choice.1, choice.3].map(String.init)
    } else if let choice = words.firstMatch(of: Self.literal), index > 0 {
      let given = lines[index - 1].firstMatch(of: Self.given)?.1
      let compared = lines[index - 1].firstMatch(of: Self.equal).flatMap { attribute(in: $0.1) }
      found = (given ?? compared, [String(choice.1)], given != nil)
    } else if let choice = words.firstMatch(of: Self.lookup) {
      found.name = attribute(in: choice.2)
      found.groups = table(choice.1)
    }
    return found.groups.isEmpty
      ? nil : found.name.map { ($0, found.groups, found.isByPresence) }
  }

  private func choice(at index: Int, _ found: Found? = nil) -> GroupChoice {
    GroupChoice(
      place: SourceLocation(file: file, line: index + 1), groups: found?.groups ?? [],
      isByPresence: found?.isByPresence ?? false)
  }

  /// The attribute that an expression contains, or whose value a variable in it has.
  private func attribute(in words: Substring) -> Substring? {
    words.firstMatch(of: /["'](custom:[\w.\-]++)["']/).map(\.1)
      ?? words.matches(of: /\w++/).lazy.compactMap { held[$0.output] }.first
  }

  /// Whether a line that is no message compares an attribute or a variable.
  private func isCompared(_ word: Substring) -> Bool {
    comparing.contains { line in
      line.contains(word) && !["print(", "log"].contains(where: line.contains)
    }
  }

  /// Whether the function may end after a comparison of an attribute.
  private func turnsAway(_ attribute: Substring) -> Bool {
    let words = [attribute] + held.filter { $0.value == attribute }.map(\.key)
    return ending.contains { line in words.contains(where: line.contains) }
  }

  /// The literal values of a table that is written line by line, or in one.
  private func table(_ name: Substring) -> [String] {
    guard let first = lines.firstIndex(where: { $0.contains(name) && $0.contains("{") }) else {
      return []
    }
    let last = lines[first...].firstIndex { $0.contains("}") } ?? first
    let entry = Self.entry
    return lines[first...last].flatMap { line in
      line.matches(of: entry).map { String($0.1) }
    }
  }

  private static func word(_ text: Substring) -> Substring {
    text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
  }

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
}
