import TransitionTables

/// Finds the addresses that PreSignUp functions have count as verified.
extension ProjectPrograms {
  /// Matches the answer that a user is confirmed or that an address counts as verified, where its
  /// value is certain: `event.response.autoVerifyEmail = true;`.
  static var certainAnswer: Regex<(Substring, Substring)> {
    #/
      (utoConfirmUser | utoVerifyEmail | utoVerifyPhone) ["'\]]* \s* (?: =(?!=) | : | , | \( ) \s*
      (?= (?: [\w.\[\]"']+ \s* =(?!=) \s* )*? [Tt]rue \s* (?: [;,\}\)\]\#] | // | /\* | $ ) )
    /#
  }
  /// The addresses, by the answers that have them count as verified.
  private static let answered = ["utoVerifyEmail": "email", "utoVerifyPhone": "phone_number"]

  /// Words of the answers to PreSignUp.
  package static let answers = ["utoConfirmUser", "utoVerifyEmail", "utoVerifyPhone"]

  /// Whether a line answers whether the user is confirmed by a value that the function computes:
  /// `event.response.autoConfirmUser = process.env.CONFIRMS === 'true';`.
  static func isComputed(_ line: Substring) -> Bool {
    line.utf8.count <= FunctionLines.longestLine && line.contains("utoConfirmUser")
      && !line.matches(of: certainAnswer).contains { $0.1 == "utoConfirmUser" }
  }

  /// Takes what a text answers PreSignUp for every user who gives the address: that the user is
  /// confirmed, that the address counts as verified, or both. What it says only of some, or by a
  /// value that it computes, is left open.
  package mutating func takeVerifications(in text: String, of file: String) {
    guard Self.answers.contains(where: text.contains), let reader = AnswerReader(text) else {
      return
    }
    let verified = reader.certain.compactMap { answer in
      Self.answered[answer.word].map { (name: $0, line: answer.line + 1, gate: answer.gate) }
    }
    if let first = reader.certain.first(where: { $0.word == "utoConfirmUser" }) {
      for (name, line, gate) in verified
      where verifications[name]?.contains(where: { $0.file == file }) != true {
        let place = SourceLocation(file: file, line: line)
        verifications[name, default: []].append(place)
        gates[place] = (gate ?? first.gate).map { SourceLocation(file: file, line: $0 + 1) }
      }
      if !reader.mayVerify {
        confirmationsAlone.append(SourceLocation(file: file, line: first.line + 1))
      }
    } else if let first = verified.first, !reader.mayConfirm {
      verificationsAlone.append(SourceLocation(file: file, line: first.line))
    }
  }
}

/// Finds in a PreSignUp function what it answers to every user.
private struct AnswerReader {
  /// A line of the function.
  private struct Line {
    /// The line without leading blanks; empty for comments and lines that no person writes.
    var code: Substring
    /// The number of leading blanks.
    var depth: Int
    /// Whether the function may end here: by a word for it, or by a call that is given a proof.
    var leaves: Bool
    /// Whether it may turn a sign-up away here.
    var refuses = false
    /// The line with the check of the address under which it ends here, if that is what it checks.
    var gate: Int?
  }
  /// For whom a line runs: for everybody, except those whom a check of the address turns away.
  private struct Reach {
    /// The line of the check.
    var gate: Int?
  }

  /// The answers that hold for every user who gives the address, by their words, with the line of
  /// the check of the address before them.
  private(set) var certain: [(word: String, line: Int, gate: Int?)] = []
  /// Whether it may confirm somebody, and have an address of somebody count as verified.
  private(set) var (mayConfirm, mayVerify) = (false, false)

  private var lines: [Line] = []
  /// The variables whose values come from what an app sends along, such as the code of an
  /// invitation.
  private var sent: Set<Substring> = []
  /// The names of functions that the program hands to the service as its handler.
  private var handlers: Set<Substring> = []
  /// The calls of each name: the line, and what stands before the name on it.
  private var calls: [Substring: [(line: Int, before: Substring)]] = [:]
  /// For whom the functions are called, by the lines at which they begin, as far as it was asked.
  private var called: [Int: Reach?] = [:]

  /// A program with more lines that answer is no function that a person wrote.
  private static let mostAnswers = 100

  /// - Returns: nil where the program is too long for a function that a person wrote.
  init?(_ text: String) {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard all.count <= FunctionLines.mostLines,
      all.count(where: { $0.contains("uto") }) <= Self.mostAnswers
    else { return nil }
    for line in all {
      let code = line.drop { $0.isWhitespace }
      let isLong = line.utf8.count > FunctionLines.longestLine
      if isLong, ProjectPrograms.answers.contains(where: code.contains) { return nil }
      let isCode = !isLong && !ProjectPrograms.comments.contains(where: code.hasPrefix)
      lines.append(
        Line(
          code: isCode ? code : "", depth: line.utf8.count - code.utf8.count,
          leaves: (isCode || isLong) && Self.exits.contains(where: code.contains)))
    }
    takeSent()
    takeHandlers()
    takeRefusals()
    takeAnswers()
  }

  // MARK: Answers

  private mutating func takeAnswers() {
    let (confirms, verifies, answer) = (Self.confirms, Self.verifies, ProjectPrograms.certainAnswer)
    let other = lastOtherAnswers
    for (index, line) in lines.enumerated() where line.code.contains("uto") {
      mayConfirm = mayConfirm || line.code.contains(confirms)
      mayVerify = mayVerify || line.code.contains(verifies)
      let found = line.code.matches(of: answer)
      guard let first = found.first,
        let reach = reach(of: index, behind: line.code[..<first.range.lowerBound])
      else { continue }
      for match in found where other[match.1] ?? 0 <= index {
        certain.append((String(match.1), index, reach.gate))
      }
    }
  }

  /// Matches an answer that may confirm somebody.
  private static var confirms: Regex<Substring> {
    /utoConfirmUser\b(?!["'\]]*\s*[:=]\s*[Ff]alse)/
  }
  /// Matches an answer that may have an address of somebody count as verified.
  private static var verifies: Regex<Substring> {
    /utoVerify(?:Email|Phone)\b(?!["'\]]*\s*[:=]\s*[Ff]alse)/
  }

  /// The last line that may answer otherwise, for each answer. Another branch of a condition says
  /// nothing of those for whom the first one runs.
  private var lastOtherAnswers: [Substring: Int] {
    let answer = Self.otherAnswer
    var last: [Substring: Int] = [:]
    for (index, line) in lines.enumerated() where line.code.contains("uto") {
      let others = line.code.matches(of: answer)
      guard !others.isEmpty else { continue }
      let branch = enclosing(index).map { lines[$0].code.drop { "} ".contains($0) } } ?? ""
      guard !["else", "default", "case"].contains(where: branch.hasPrefix) else { continue }
      for match in others { last[match.1] = index }
    }
    return last
  }

  /// Matches an answer that is not certainly yes.
  private static var otherAnswer: Regex<(Substring, Substring)> {
    #/
      (utoConfirmUser | utoVerifyEmail | utoVerifyPhone) ["'\]]* \s*
      (?: [:=] \s* [Ff]alse | =(?!=) \s* (?! [^=]* [Tt]rue) )
    /#
  }

  /// The nearest line before one that is less indented.
  private func enclosing(_ index: Int) -> Int? {
    lines.indices[..<index].suffix(ProjectPrograms.mostLinesOfFunction).last { other in
      !lines[other].code.isEmpty && lines[other].depth < lines[index].depth
    }
  }

  // MARK: For whom a line runs

  /// For whom a line runs; nil where a condition of its function encloses it, where the function
  /// may end before it or turn somebody away behind it, or where its function is not certainly
  /// called for everybody. A condition that the address is given is none.
  /// - Parameters:
  ///   - start: what stands before the statement on its line.
  private mutating func reach(of index: Int, behind start: Substring) -> Reach? {
    let line = lines[index]
    guard !Self.isOtherCondition(line.code), !line.code.contains(" ? "),
      !Self.choices.contains(where: start.contains), !["?", ":"].contains(line.code.prefix(1))
    else { return nil }
    var reach = Reach()
    var (depth, end) = (line.depth, lines.count)
    for other in lines.indices[..<index].suffix(ProjectPrograms.mostLinesOfFunction).reversed() {
      let outer = lines[other]
      guard !outer.code.isEmpty || outer.leaves else { continue }
      if !outer.code.isEmpty, outer.depth < depth {
        depth = outer.depth
        if let function = function(endingItsHeadAt: other) {
          guard let called = calls(of: function), !mayRefuse(index, in: function, until: end)
          else { return nil }
          return Reach(gate: reach.gate ?? called.gate)
        }
        if let block = blockOfAddress(other) {
          reach.gate = reach.gate ?? other
          end = min(end, block)
        } else if Self.isBranch(outer.code) {
          return nil
        }
      }
      if outer.leaves {
        guard let gate = outer.gate else { return nil }
        reach.gate = reach.gate ?? gate
      }
    }
    return nil
  }

  /// Words before a statement on its line that make it one of several.
  private static let choices = ["&&", "||", " ? ", "if ", "if(", " and ", " or ", "=>", "case "]

  /// Whether a line begins a block that does not run for everybody, or a record of which it is not
  /// certain that it is the answer.
  private static func isBranch(_ code: Substring) -> Bool {
    let own = code.drop { "} ".contains($0) }
    if isOtherCondition(own) { return true }
    // A line that begins with `)` ends a condition of several lines.
    let branches = [")", "?", ":", "for ", "for(", "while", "catch", "except", "."]
    if branches.contains(where: own.hasPrefix) { return true }
    if own.hasPrefix("if") { return false }
    return ["&&", "||", " ? "].contains(where: own.contains)
      || !own.contains("esponse") && own.contains(key)
  }

  /// Matches the key of a record in a record: `PreSignUp_ExternalProvider: {`.
  private static var key: Regex<Substring> { /^["'\[]?[\w.]+["'\]]*\s*:\s*\{\s*$/ }

  private static func isOtherCondition(_ code: Substring) -> Bool {
    ProjectPrograms.isCondition(code) && code.firstMatch(of: isGiven) == nil
  }

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
  private static let exits = [
    "return", "throw", "raise", "callback(", "context.fail(", "context.done(", "context.succeed(",
    "assert", "panic(", "process.exit", "sys.exit", "os.Exit", "reject(",
  ]

  // MARK: Functions

  /// The line at which a function begins whose head ends at a line; nil where none does.
  private func function(endingItsHeadAt index: Int) -> Int? {
    let isFunction = { (code: Substring) in
      ["=>", "function", "def ", "func "].contains(where: code.contains)
    }
    let line = lines[index]
    guard line.code.hasPrefix(")") else { return isFunction(line.code) ? index : nil }
    let first = lines.indices[..<index].suffix(20).last { other in
      !lines[other].code.isEmpty && lines[other].depth <= line.depth
    }
    return first.flatMap { isFunction(line.code) || isFunction(lines[$0].code) ? $0 : nil }
  }

  /// For whom a function is called; nil where that is not certain. The service calls its handler
  /// for everybody, and other functions run where a line calls them.
  private mutating func calls(of function: Int) -> Reach? {
    if let known = called[function] { return known }
    // A function that calls itself is called by another.
    called[function] = .some(nil)
    let found = findCalls(of: function)
    called[function] = .some(found)
    return found
  }

  private mutating func findCalls(of function: Int) -> Reach? {
    let code = lines[function].code
    if [".handler(", "lambda.Start("].contains(where: code.contains) { return Reach() }
    guard let match = code.firstMatch(of: Self.head), let name = match.1 ?? match.2 ?? match.3
    else { return code.hasPrefix("export default") ? Reach() : nil }
    let plain = name.lowercased().replacing("_", with: "")
    let isExported =
      code.contains("export") && ["context", "callback"].contains(where: code.contains)
    let isHandler =
      isExported || handlers.contains(name) || plain.wholeMatch(of: Self.handler) != nil
    let own = calls[name, default: []].filter { $0.line != function }
    if isHandler, own.isEmpty || plain.hasSuffix("handler") { return Reach() }
    for call in own.prefix(10) {
      if let found = reach(of: call.line, behind: call.before) { return found }
    }
    return nil
  }

  /// Matches the head of a function; captures its name.
  private static var head: Regex<(Substring, Substring?, Substring?, Substring?)> {
    #/
      \b (?: function | def | func ) \s* \*? \s* (?: \( [^\)]* \) \s* )? (\w+) \s* [\(<]
      | ^ (?: export \s+ )? (?: (?: const | let | var ) \s+ )? (?: \w+ \. )* (\w+) \s*
        (?: : [^=]* )? = (?! [=>] )
      | ^ ["']? (\w+) ["']? \s* : \s* (?: async \b \s* )? (?: \( | function | \w+ \s* => )
    /#
  }
  /// Matches the names of handlers.
  private static var handler: Regex<Substring> {
    #/
      (?: aws | lambda | function | cognito | on | event | main | trigger | async | user | presign
        | signup | up )*
      (?: handler | handlerequest | presignup | presign | main | trigger | exports | lambda )
    /#
  }

  private mutating func takeHandlers() {
    let words = ["andler", "xports", "default", "lambda.Start"]
    let use = Self.use
    for line in lines where words.contains(where: line.code.contains) {
      handlers.formUnion(line.code.matches(of: use).compactMap { $0.1 ?? $0.2 })
    }
  }

  /// Matches the use of a function as the handler; captures its name.
  private static var use: Regex<(Substring, Substring?, Substring?)> {
    #/
      (?: lambda\.Start\( | \b(?:handler|exports|default) \s* [=:]? \s* (?: \w+ \( ){0,3} ) (\w+) \b
      | (\w+) \s+ as \s+ (?: handler | default ) \b
    /#
  }

  // MARK: Proofs that an app sends along

  /// The names of what an app sends along with a sign-up, in the languages of functions.
  private static let along = ["lientMetadata", "alidationData"]

  /// Finds the variables whose values come from what an app sends along, and has the lines count as
  /// ends of the function that give such a value to a call, which may throw.
  private mutating func takeSent() {
    let (call, check, log) = (Self.call, Self.check, Self.log)
    for index in lines.indices where !lines[index].code.isEmpty {
      let code = lines[index].code
      let found = code.matches(of: call)
      for match in found {
        calls[match.1, default: []].append((index, code[..<match.range.lowerBound]))
      }
      let target = code.firstMatch(of: Self.target)
      let value = target.map { code[$0.range.upperBound...] } ?? code
      let isSent = isSent(value)
      if isSent, let names = target?.1 { sent.formUnion(Self.words(names)) }
      let isGiven = isSent && found.contains { !Self.harmless.contains($0.1) }
      if isGiven && !code.contains(log) || code.contains(check) { lines[index].leaves = true }
    }
  }

  private func isSent(_ code: Substring) -> Bool {
    Self.along.contains(where: code.contains)
      || !sent.isEmpty && !sent.isDisjoint(with: Self.words(code))
  }

  private static func words(_ code: Substring) -> [Substring] {
    code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { !["const", "let", "var"].contains($0) }
  }

  /// Matches the beginning of an assignment to variables; captures them.
  private static var target: Regex<(Substring, Substring)> {
    /^((?:(?:const|let|var)\s+)?(?:\w+|\{[^{}=]*\}|\[[^\[\]=]*\])(?:\s*,\s*\w+)*)\s*:?=(?![=>])/
  }
  private static var call: Regex<(Substring, Substring)> { /(\w+)\s?\(/ }
  /// Calls that turn nobody away, and words before a parenthesis that are no calls.
  private static let harmless: Set<Substring> = [
    "get", "if", "while", "and", "or", "not", "in", "dict", "bool", "str", "String", "Boolean",
  ]
  /// Matches a call that is given the whole event in order to check it.
  private static var check: Regex<Substring> {
    #/
      (?: [aA]ssert | [vV]alid | [vV]erif | [cC]heck | [rR]equire | [eE]nsure | [gG]uard
        | [aA]uthori | [iI]nvit | [pP]rove ) \w* \( \s* event \s* [,\)]
    /#
  }
  private static var log: Regex<Substring> { /\b(?:console|log|logger)\.|\b[pP]rint\w*\(/ }

  // MARK: Checks of the address

  /// Words by which a line turns a sign-up away.
  private static let refusals = [
    "throw ", "raise ", "callback(new Error", "callback(err", "callback(\"", "callback('",
    "context.fail(", "context.done(new Error", "errors.New(", "fmt.Errorf(", ".reject(",
  ]

  /// Finds the lines that turn a sign-up away, and the checks of the address for it.
  private mutating func takeRefusals() {
    for (index, line) in lines.enumerated() where line.leaves {
      // It may be a call that is given a proof.
      lines[index].refuses =
        Self.refusals.contains(where: line.code.contains)
        || !Self.exits.contains(where: line.code.contains)
      lines[index].gate = gate(at: index)
    }
  }

  /// The line with the check of the address under which a line turns a sign-up away; nil where it
  /// does not, or where the check is of more.
  private func gate(at index: Int) -> Int? {
    let line = lines[index]
    // The refusal may stand before the end: `callback(error); return;`.
    let isBefore =
      line.code.hasPrefix("return") && index > 0 && lines[index - 1].depth == line.depth
      && lines[index - 1].refuses
    guard line.refuses || isBefore else { return nil }
    let check = line.code.hasPrefix("if") ? index : enclosing(index)
    return check.flatMap { isCheckOfAddress($0) ? $0 : nil }
  }

  /// Whether a line checks the address, and nothing that an app sends along.
  private func isCheckOfAddress(_ index: Int) -> Bool {
    !isSent(lines[index].code) && AddressCheck.isMade(by: lines[index].code)
  }

  /// The end of the block that a line begins for the addresses which pass its check, where the
  /// function turns all others away: the line behind it; nil where it does not.
  private func blockOfAddress(_ index: Int) -> Int? {
    let line = lines[index]
    guard line.code.hasPrefix("if"), isCheckOfAddress(index) else { return nil }
    let further = lines.indices[(index + 1)...].prefix(ProjectPrograms.mostLinesOfFunction)
      .filter { !lines[$0].code.isEmpty }
    guard let end = further.first(where: { lines[$0].depth <= line.depth }),
      lines[end].depth == line.depth
    else { return nil }
    let isEnd = lines[end].code == "}"
    let isElse = lines[end].code.contains("else")
    guard
      let next = isEnd || isElse ? further.first(where: { $0 > end }) : end,
      isElse ? lines[next].depth > line.depth : lines[next].depth == line.depth,
      let last = further.last(where: { $0 < end }), isElse || lines[last].leaves,
      lines[next].refuses, !lines[next].code.hasPrefix("if")
    else { return nil }
    return end
  }

  /// Whether the function may turn somebody away behind a line, or may do so by a call. What it
  /// does after a failure of its own does not count.
  private func mayRefuse(_ index: Int, in function: Int, until end: Int) -> Bool {
    let depth = lines[function].depth
    let failure = Self.failure
    let further = lines.indices[(index + 1)...].prefix(ProjectPrograms.mostLinesOfFunction)
    for other in further where other < end && !lines[other].code.isEmpty {
      let line = lines[other]
      if line.depth <= depth { return false }
      guard line.refuses, line.gate == nil else { continue }
      let branch = enclosing(other).map { lines[$0].code } ?? ""
      if !line.code.contains(failure) && !branch.contains(failure) { return true }
    }
    return false
  }

  /// Matches the beginning of a branch for a failure of the function's own.
  private static var failure: Regex<Substring> {
    /^[}\s]*(?:catch|except|if\b.*\b(?:e|err|error)\b)|\.catch\(/
  }
}
