import TransitionTables

/// What a function does with the group of the user who signed up.
public struct GroupChoice: Hashable, Sendable {
  /// Where the function names the group.
  public var place: SourceLocation
  /// The groups that the function chooses among, or none where the attribute's value is the group.
  public var groups: [String] = []
  /// Whether it decides that the attribute is there at all, whatever its value is.
  public var isByPresence = false
}

extension ProjectPrograms {
  /// The names of AdminAddUserToGroup in the SDKs.
  private static let calls = ["dminAddUserToGroup", "dmin_add_user_to_group"]

  /// Takes the attributes whose values a function after confirmation or sign-in uses as the group
  /// into which it puts the user, or to decide that.
  package mutating func takeGroups(in text: String, of file: String) {
    guard Self.calls.contains(where: text.contains), text.contains("custom:"),
      Self.isAfter(text, file), let reader = GroupReader(text, of: file)
    else { return }
    groups.merge(reader.named) { first, _ in first }
    groups.merge(reader.decided) { first, _ in first }
  }
}

/// Finds in a function the groups into which an attribute of its user puts them.
///
/// What it finds is certain: a function that checks the attribute in any other way, or that adds
/// the user only under another condition, is left alone.
private struct GroupReader {
  /// What decides a group, and in which lines.
  private struct Found {
    var attribute: Substring
    var groups: [String]
    var isByPresence = false
    var lines: Set<Int>
  }

  private let program: FunctionLines
  private let file: String
  /// The attribute whose value a variable has.
  private let held: [Substring: Substring]
  /// For each line, the attribute whose value it reads, and the variable that gets it.
  private let values: [(variable: Substring, attribute: Substring)?]

  /// - Returns: nil where the program is too long for a function that a person wrote.
  init?(_ text: String, of file: String) {
    guard let program = FunctionLines(text) else { return nil }
    (self.program, self.file) = (program, file)
    let (value, destructured) = (Self.value, Self.destructured)
    values = program.lines.map { line in
      guard line.code.contains("custom:") else { return nil }
      if let match = line.code.firstMatch(of: value) { return (Self.word(match.1), match.2) }
      return line.code.firstMatch(of: destructured).map { ($0.2, $0.1) }
    }
    held = Dictionary(values.compactMap { $0 }.map { ($0.variable, $0.attribute) }) { _, last in
      last
    }
  }

  /// The attributes that are the group themselves.
  var named: [String: GroupChoice] {
    let (group, target) = (Self.group, Self.target)
    var found: [String: GroupChoice] = [:]
    var attributes: [Substring: Substring] = [:]
    for (index, line) in program.lines.enumerated() {
      var name: Substring?
      if let value = values[index] {
        attributes[value.variable] = value.attribute
        if value.variable == "GroupName" { name = value.attribute }
      } else if let match = line.code.firstMatch(of: group) {
        name = attributes[match.1]
      } else if let word = line.code.firstMatch(of: target)?.1 {
        attributes[word] = nil
      }
      guard let name, found[String(name)] == nil, isFree(name, at: index) else { continue }
      found[String(name)] = choice(at: index)
    }
    return found
  }

  /// The attributes that decide among groups which the function names.
  var decided: [String: GroupChoice] {
    let group = Self.group
    var found: [String: GroupChoice] = [:]
    // What decides the value of a variable, and its value without that.
    var values: [Substring: Found] = [:]
    var initial: [Substring: String] = [:]
    for (index, line) in program.lines.enumerated() {
      take(line, at: index, into: &values, &initial)
      let word =
        line.code.firstMatch(of: group)?.1 ?? (line.code.contains("GroupName") ? "GroupName" : "")
      guard let value = values[word], found[String(value.attribute)] == nil,
        isFree(value.attribute, and: word, at: index, decidedIn: value.lines)
      else { continue }
      found[String(value.attribute)] = choice(at: index, value)
    }
    return found
  }

  /// Takes what a line says of the value of a variable.
  private func take(
    _ line: FunctionLines.Line, at index: Int, into values: inout [Substring: Found],
    _ initial: inout [Substring: String]
  ) {
    guard let match = line.code.firstMatch(of: Self.target), let word = match.1 ?? match.2 else {
      return
    }
    let rest = line.code[match.range.upperBound...]
    let fixed = rest.firstMatch(of: Self.literal).map { String($0.1) }
    if let new = decision(at: index, rest) {
      var value = values[word] ?? new
      value.groups =
        (values[word]?.groups ?? [initial[word]].compactMap(\.self))
        + new.groups.filter { !(values[word]?.groups.contains($0) ?? false) }
      value.isByPresence = value.isByPresence || new.isByPresence
      value.lines.formUnion(new.lines)
      values[word] = value.attribute == new.attribute ? value : nil
    } else if let fixed, index > 0, program.lines[index - 1].isElse {
      values[word]?.groups.append(fixed)
    } else {
      (values[word], initial[word]) = (nil, fixed)
    }
  }

  /// What decides the value that the rest of a line assigns; nil where no attribute alone does.
  private func decision(at index: Int, _ rest: Substring) -> Found? {
    let lines = program.lines
    let further = lines[(index + 1)...].prefix { ["?", ":"].contains($0.code.prefix(1)) }
    let words = ([rest] + further.map(\.code)).joined(separator: " ")[...]
    if let choice = words.firstMatch(of: Self.choice) {
      return found(
        attribute(deciding: words[..<choice.range.lowerBound]), [choice.1, choice.2], [index])
    }
    if let choice = words.firstMatch(of: Self.choiceInPython) {
      return found(attribute(deciding: choice.2), [choice.1, choice.3], [index])
    }
    if let choice = words.firstMatch(of: Self.literal), index > 0 {
      let before = lines[index - 1].code
      let given = before.firstMatch(of: Self.given)?.1
      let asked = before.firstMatch(of: Self.condition).flatMap { attribute(deciding: $0.1) }
      var found = self.found(given ?? asked, [choice.1], [index - 1, index])
      found?.isByPresence = given != nil
      return found
    }
    return words.firstMatch(of: Self.lookup).flatMap { choice in
      let groups = table(choice.1)
      return groups.isEmpty ? nil : found(attribute(in: choice.2), groups, [index])
    }
  }

  private func found(
    _ attribute: Substring?, _ groups: [some StringProtocol], _ lines: Set<Int>
  ) -> Found? {
    attribute.map { Found(attribute: $0, groups: groups.map { String($0) }, lines: lines) }
  }

  private func choice(at index: Int, _ found: Found? = nil) -> GroupChoice {
    GroupChoice(
      place: SourceLocation(file: file, line: index + 1), groups: found?.groups ?? [],
      isByPresence: found?.isByPresence ?? false)
  }

  /// The attribute that alone decides a condition: its value is compared with a literal, or is
  /// there.
  private func attribute(deciding condition: Substring) -> Substring? {
    guard let match = condition.wholeMatch(of: Self.decided) else { return nil }
    return match.1 ?? match.2.flatMap { held[$0] }
  }

  /// The attribute that an expression contains, or whose value a variable in it has.
  private func attribute(in words: Substring) -> Substring? {
    words.firstMatch(of: /["'](custom:[\w.\-]++)["']/).map(\.1)
      ?? words.matches(of: /\w++/).lazy.compactMap { held[$0.output] }.first
  }

  /// Whether nothing checks an attribute, and a line runs whatever else holds.
  /// - Parameters:
  ///   - variable: the variable with the group.
  ///   - lines: the lines in which the attribute decides the group.
  private func isFree(
    _ attribute: Substring, and variable: Substring = "", at index: Int,
    decidedIn lines: Set<Int> = []
  ) -> Bool {
    let words = Set([attribute, variable] + held.filter { $0.value == attribute }.map(\.key))
      .subtracting(["", "GroupName"])
    let mentions = Set(words.flatMap { program.mentions[$0] ?? [] }).subtracting([index])
      .subtracting(lines)
    return !program.lines[index].isCondition
      && !mentions.contains { values[$0] == nil && program.checks(words, at: $0) }
      && ([index] + lines).allSatisfy { program.runsAlways($0, for: words, except: lines) }
  }

  /// The literal values of a table that is written line by line, or in one.
  private func table(_ name: Substring) -> [String] {
    let lines = program.lines.map(\.code)
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
      ( GroupName["']? \s* [:=] | \w++ (?: \s* : \s* \w++ )? \s* (?: = | := ) ) \s*
      [\w.?!\[\]"'\(\),{}\s]*? [aA]ttr\w*+ ["']? (?: \s* , \s* \{\s*\} )? [\])]? [?!]?
      (?: \.get\( | \.? \[ ) \s* ["'] (custom:[\w.\-]++) ["']
      (?: \s* , \s* ["'][^"']*["'] )? \s* [\])]
      (?: \s* (?: \?\? | \|\| | or ) \s* ["'][^"']*["'] )? (?: \s+ as \s+ \w++ )? \s* [;,]? \s* $
    /#
  }
  /// Matches `const { 'custom:kind': kind } = event.request.userAttributes`.
  private static var destructured: Regex<(Substring, Substring, Substring)> {
    /["'](custom:[\w.\-]++)["']\s*:\s*(\w++)[^=]*\}\s*=\s*[\w.?]*[aA]ttr\w*\s*;?\s*$/
  }
  /// Matches a group that a variable names: `GroupName: kind,`.
  private static var group: Regex<(Substring, Substring)> {
    /GroupName["']?\s*[:=]\s*(\w++)\s*(?:[,;\)\}\]]|$)/
  }
  /// Matches the beginning of a value: `const group: string = `, `GroupName: `.
  private static var target: Regex<(Substring, Substring?, Substring?)> {
    #/
      ^ (?: (?: (?:const|let|var) \s+ )? (\w++) (?: \s* : \s* \w+ )? \s* (?: =(?!=|>) | := )
        | ["']? (GroupName) ["']? \s* : ) \s*
    /#
  }
  /// Matches a choice between two groups; captures them and, in Python, the condition.
  private static var choice: Regex<(Substring, Substring, Substring)> {
    /\?\s*["'](\w[^"']*)["']\s*:\s*["'](\w[^"']*)["'][\s;,\)\}]*$/
  }
  private static var choiceInPython: Regex<(Substring, Substring, Substring, Substring)> {
    /^["'](\w[^"']*)["']\s+if\s+(.+?)\s+else\s+["'](\w[^"']*)["']\s*,?\s*$/
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
  /// Matches a condition; captures what it asks.
  private static var condition: Regex<(Substring, Substring)> {
    /^\}?\s*(?:else\s+)?(?:el)?if\s*\(?\s*(.+?)\s*\)?\s*[:{]\s*$/
  }
  /// Matches the whole of a condition that an attribute alone decides; captures the attribute or
  /// its variable.
  private static var decided: Regex<(Substring, Substring?, Substring?)> {
    #/
      \s* \(? \s*
      (?: [\w.?!\[\]"'\(]*? ["'] (custom:[\w.\-]++) ["'] [\]\)] | (\w++) )
      (?: \.to (?:Lower|Upper) Case\(\) | \.(?:lower|upper)\(\) )?
      (?: \s* [!=]==? \s* ["'][^"']*["'] )? \s* \)? \s*
    /#
  }
  /// Matches a literal at the end of a line.
  private static var literal: Regex<(Substring, Substring)> { /^["'](\w[^"']*)["']\s*[;,]?\s*$/ }
}
