/// The lines of a function, with what each does to the run of those behind it.
struct FunctionLines {
  struct Line {
    /// The line without leading blanks; empty for comments, and for data too long for a person.
    var code: Substring
    /// The number of leading blanks.
    var depth: Int
    /// Whether what follows, or lies within, may not run.
    var isCondition = false
    /// Whether it begins what runs where a condition does not hold.
    var isElse = false
    /// What an `if` asks only to be there: a variable, or a custom attribute.
    var presence: Substring?
    /// Whether the function may end here.
    var isExit = false
    /// The name of the function that begins here.
    var function: Substring?
  }

  let lines: [Line]
  /// The lines that have a word or the name of a custom attribute.
  let mentions: [Substring: [Int]]

  /// A longer program is bundled with its libraries, and a longer line is data.
  static let (mostLines, longestLine) = (1_000, 400)
  /// Words with which a condition begins.
  private static let conditions = [
    "if ", "if(", "else", "elif ", "case ", "switch", "default", "match ", "unless ",
  ]
  private static let exits = ["return", "throw", "raise ", "exit(", "fail(", "callback("]
  /// Words in a line that compares or looks up what it names.
  private static let comparisons = [
    "==", "!=", "includes(", "has(", "indexOf(", "test(", "match(", " in ", " ? ", "&&", "||",
  ]

  /// - Returns: nil where the program is too long for a function that a person wrote.
  init?(_ text: String) {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard all.count <= Self.mostLines else { return nil }
    let (presence, function) = (Self.presence, Self.function)
    lines = all.map { line in
      let code = line.drop { $0.isWhitespace }
      guard code.utf8.count <= Self.longestLine,
        !ProjectPrograms.comments.contains(where: code.hasPrefix)
      else { return Line(code: "", depth: 0) }
      var line = Line(code: code, depth: line.utf8.count - code.utf8.count)
      let words = code.drop { $0 == "}" || $0.isWhitespace }
      line.isElse = words.hasPrefix("else") && !words.contains("if")
      line.isCondition =
        Self.conditions.contains(where: words.hasPrefix)
        && !Self.selectsTrigger(words)
      line.isExit = Self.exits.contains(where: code.contains)
      if line.isCondition {
        line.presence = words.firstMatch(of: presence).flatMap { $0.1 ?? $0.2 }
      } else {
        line.function = code.firstMatch(of: function).flatMap { $0.1 ?? $0.2 }
      }
      return line
    }
    var mentions: [Substring: [Int]] = [:]
    for (index, line) in lines.enumerated() {
      var words = Set(line.code.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      if line.code.contains("custom:") {
        words.formUnion(line.code.matches(of: /custom:[\w.\-]++/).map(\.output))
      }
      for word in words { mentions[word, default: []].append(index) }
    }
    self.mentions = mentions
  }

  /// Whether a condition only selects the occasions on which the service calls the function.
  private static func selectsTrigger(_ code: Substring) -> Bool {
    ["riggerSource", "rigger_source"].contains(where: code.contains)
      && ["ConfirmSignUp", "ForgotPassword", "PostAuthentication"].contains(where: code.contains)
      && !["&&", "||", " and ", " or "].contains(where: code.contains)
  }

  /// Whether a line checks one of some words, or has something else check it, in any other way than
  /// that it is there.
  func checks(_ words: Set<Substring>, at index: Int) -> Bool {
    let line = lines[index]
    if line.isCondition { return line.presence.map { !words.contains($0) } ?? true }
    if Self.messages.contains(where: line.code.hasPrefix) { return false }
    return Self.comparisons.contains(where: line.code.contains) || isCheck(line)
      || line.code.contains(Self.answer)
  }

  /// Whether a line runs whatever happens before it in its function: no condition encloses it, no
  /// other one may end the function, and nothing is called whose name says that it checks. Where
  /// the function is not the handler, the lines that call it have to run as certainly.
  /// - Parameters:
  ///   - words: what a condition may ask to be there.
  ///   - harmless: the lines whose conditions do not count.
  func runsAlways(
    _ index: Int, for words: Set<Substring>, except harmless: Set<Int> = [], calls: Int = 2
  ) -> Bool {
    var depth = lines[index].depth
    for place in (0..<index).suffix(ProjectPrograms.mostLinesOfFunction).reversed() {
      let line = lines[place]
      guard !line.code.isEmpty else { continue }
      let isCondition =
        line.isCondition && !harmless.contains(place)
        && !(line.presence.map(words.contains) ?? false)
      if line.depth < depth {
        depth = line.depth
        if isCondition { return false }
        if let function = line.function, depth == 0 || line.code.hasPrefix("def ") {
          return isHandler(line) || isCalledAlways(function, at: place, words, calls)
        }
      } else if isCheck(line) || isCondition && mayEnd(from: place, before: index) {
        return false
      }
    }
    return true
  }

  /// Whether all lines that call a function run whatever happens.
  private func isCalledAlways(
    _ function: Substring, at place: Int, _ words: Set<Substring>, _ calls: Int
  ) -> Bool {
    let uses = (mentions[function] ?? []).filter { use in
      use != place && !["export", "module."].contains(where: lines[use].code.hasPrefix)
    }
    return calls > 0 && !uses.isEmpty
      && uses.allSatisfy { use in
        !lines[use].isCondition && !lines[use].code.contains("?")
          && !lines[use].code.contains("&&")
          && runsAlways(use, for: words, calls: calls - 1)
      }
  }

  private func isHandler(_ line: Line) -> Bool {
    ["andler", "exports", "export default"].contains(where: line.code.contains)
  }

  /// Whether the function may end in a condition's line or in those that it encloses.
  private func mayEnd(from place: Int, before end: Int) -> Bool {
    lines[place].isExit
      || lines[(place + 1)..<end].prefix { $0.code.isEmpty || $0.depth > lines[place].depth }
        .contains(where: \.isExit)
  }

  /// Whether a line calls something whose name says that it checks.
  private func isCheck(_ line: Line) -> Bool {
    line.code.contains("(") && line.code.contains(Self.check)
  }

  /// The beginnings of lines that write messages.
  private static let messages = ["console.", "logger.", "log.", "logging.", "print("]

  /// Matches a call whose name says that it checks: `assertInvited(`, `validateRole(`.
  private static var check: Regex<Substring> {
    /(?i)\b\w*(?:assert|valid|check|verif|ensure|guard|authori[sz]e|allow|require\w)\w*\(/
  }
  /// Matches a value that is made by a call: `const invitation = await invitations.find(`.
  private static var answer: Regex<Substring> {
    /^(?:(?:const|let|var)\s+)?[\w{},\s\[\]]+?\s*(?:=(?!=|>)|:=)\s*(?:await\s+)?[\w.?]+\(/
  }
  /// Matches a condition that something is there: `if (!role) return`, `if kind is None:`.
  private static var presence: Regex<(Substring, Substring?, Substring?)> {
    #/
      ^ (?: if | elif ) \b \s* \(? \s* (?: ! | not \s )? \s*
      (?: [\w.?!\[\]"'\(]*? ["'] (custom:[\w.\-]++) ["'] [\]\)]? | (\w++) )
      (?: \s* (?: [!=]==? | is (?: \s not )? ) \s* (?: undefined | null | None | nil | '' | "" ) )?
      \s* \)? \s* (?: [:\{] | (?: return | throw | raise | continue ) \b .* )? \s* $
    /#
  }
  /// Matches the beginning of a function; captures its name.
  private static var function: Regex<(Substring, Substring?, Substring?)> {
    #/
      ^ (?: export \s+ )? (?: default \s+ )? (?: async \s+ )?
      (?: (?: function | def | func ) \s* (\w*)
        | (?: (?:const|let|var) \s+ )? ([\w.]+) (?: \s* : \s* [\w<>.,\s]+ )? \s* =
          .* (?: => | function \b .* ) .* $ )
    /#
  }
}
