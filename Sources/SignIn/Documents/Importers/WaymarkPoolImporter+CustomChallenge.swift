import TransitionTables

/// Reads the section `customChallenge` of a pool file: what the designer's own triggers do.
///
/// ```yaml
/// customChallenge: challengeOnly
/// customChallenge: { pattern: srpThenChallenge, rounds: 1 }
/// customChallenge:
///   rounds: 2
///   rows:
///     - { after: [], then: CUSTOM_CHALLENGE }
///     - { after: [{ CUSTOM_CHALLENGE: false }], then: CUSTOM_CHALLENGE }
///     - { after: [{ CUSTOM_CHALLENGE: true }], then: issueTokens }
/// ```
/// A row's `after` is the session's history as DefineAuthChallenge sees it, or the model's word for
/// it, such as `passwordProved` or `wrongRight`; a history without a row fails the sign-in. `right`
/// stands for every history whose last answer is right, `right2` for those with two answers, except
/// for histories that an earlier row names; likewise `wrong` and `wrong2`. Histories before the
/// first custom challenge are distinguished by their last entry, and up to five answers are
/// followed. Rows become the parameters `customPattern`, `customRounds`, `define[…]` and
/// `defineAfter[…]`.
extension WaymarkPoolImporter {
  mutating func readCustomChallenge() {
    guard let section = document.root["customChallenge"], !section.isNull else { return }
    switch section.content {
    case .scalar: set(.customPattern, to: section)
    case .sequence(let rows): readRows(rows, of: section)
    case .mapping:
      checkKeys(section, ["pattern", "rounds", "rows"], of: "`customChallenge`")
      if let rounds = section["rounds"] { set(.customRounds, to: rounds) }
      if let pattern = section["pattern"] { set(.customPattern, to: pattern) }
      guard let rows = section["rows"] else { return }
      if let pattern = section["pattern"], pattern.text != "own" {
        return complainOfTable(
          at: rows.location, "rows stand with a pattern, which has rows of its own",
          remedy: "remove `pattern`, or write `pattern: own`")
      }
      guard let elements = rows.elements else {
        return complain(
          "pool.wrong-type", at: rows.location, "`rows` needs a list of rows",
          remedy: "write `- { after: [], then: CUSTOM_CHALLENGE }`")
      }
      readRows(elements, of: rows)
    }
  }

  /// Sets a parameter to the value that a node states.
  private mutating func set(_ parameter: PoolParameter, to node: LocatedNode) {
    let name = parameter.rawValue
    guard let declaration = declaration(name, at: node.location),
      let value = value(node, of: declaration)
    else { return }
    set(name, value, at: node.location)
  }

  private mutating func set(_ name: String, _ value: ParameterValue, at location: SourceLocation) {
    if case .document(let place) = pool.settings[name]?.origin {
      return complainOfTable(
        at: location, "`\(name)` has a value already, at line \(place.line)",
        remedy: "keep one of the two")
    }
    pool.settings[name] = .stated(value, at: location)
  }

  // MARK: Rows

  private mutating func readRows(_ rows: [LocatedNode], of table: LocatedNode) {
    set(PoolParameter.customPattern.rawValue, .choice(.own), at: table.location)
    for row in rows {
      guard row.entries != nil, let after = row["after"], let then = row["then"] else {
        complain(
          "pool.wrong-type", at: row.location, "a row needs `after` and `then`",
          remedy: "write `- { after: [SRP_A], then: PASSWORD_VERIFIER }`")
        continue
      }
      checkKeys(row, ["after", "then"], of: "a row of `customChallenge`")
      let moments = moments(after)
      // The first matching row decides, so `wrong` does not change what `rightWrong` has set.
      for moment in moments where moments.count == 1 || !isStated(moment) {
        state(then, at: moment, in: row)
      }
    }
  }

  private func isStated(_ moment: String) -> Bool {
    pool.settings[moment]?.isStated == true
  }

  /// Sets the answer of DefineAuthChallenge after one history, which is given by its parameter's
  /// name.
  private mutating func state(_ then: LocatedNode, at moment: String, in row: LocatedNode) {
    guard let declaration = declaration(moment, at: row.location) else { return }
    var word = then
    if let name = then.text.flatMap({ declaration.words[.waymark]?[$0] }) {
      word = LocatedNode(.scalar(name, quoted: false), at: then.location)
    }
    guard let value = value(word, of: declaration) else { return }
    set(declaration.name, value, at: row.location)
  }

  /// The parameters that an `after` stands for; empty where it is reported as invalid.
  private mutating func moments(_ after: LocatedNode) -> [String] {
    if let history = after.elements { return moment(of: history, at: after).map { [$0] } ?? [] }
    let known = parameters.map(\.name).filter { Self.word(of: $0) != nil }
    let word = after.text ?? ""
    if let one = known.first(where: { Self.word(of: $0) == word }) { return [one] }
    let answers = known.filter { Self.stands(word, for: $0) }
    if answers.isEmpty {
      let words = known.compactMap(Self.word)
      complain(
        "pool.unknown-value", at: after.location, "`after` cannot be `\(word.prefix(40))`",
        remedy: words.nearest(to: word).map { "did you mean `\($0)`?" }
          ?? "write a history such as [SRP_A, PASSWORD_VERIFIER], or "
          + (words.filter { !$0.hasSuffix("ight") && !$0.hasSuffix("rong") } + ["right", "wrong"])
          .list)
    }
    return answers
  }

  /// The word for a history's parameter: `start` for `define[start]`, `wrongRight` for
  /// `defineAfter[wrongRight]`.
  private static func word(of parameter: String) -> String? {
    KnownParameters.allCases.lazy.compactMap { $0.member(of: parameter) }.first
  }

  /// Whether a word such as `right` or `wrong2` covers the history of answers of a parameter.
  private static func stands(_ word: String, for parameter: String) -> Bool {
    guard let history = KnownParameters.defineAfter.member(of: parameter) else { return false }
    let answers = history.lowercased().replacing("1", with: "")
    let number = (answers.replacing("right", with: "wrong").count) / "wrong".count
    return ["right", "wrong"].contains { last in
      answers.hasSuffix(last) && (word == last || word == "\(last)\(number)")
    }
  }

  /// The parameter for a history that is written with Cognito's names.
  private mutating func moment(of history: [LocatedNode], at node: LocatedNode) -> String? {
    var entries: [(name: String, isRight: Bool)] = []
    for element in history {
      guard let entry = entry(element) else { return nil }
      entries.append(entry)
    }
    guard let last = entries.last else { return KnownParameters.define.parameter("start") }
    let answers = entries.filter { isAnswer($0.name) }
    guard let answer = answers.first else {
      return histories.first { $0.entry == last.name }?.parameter
    }
    guard isAnswer(last.name) else {
      complainOfTable(
        at: node.location, "`\(last.name)` cannot follow \(answer.name)",
        remedy: "the service asks for it before the first custom challenge")
      return nil
    }
    guard answers.count <= 5 else {
      complainOfTable(
        at: node.location, "the history holds \(answers.count) answers, and five are followed",
        remedy: "shorten the table; `rounds` bounds the answers")
      return nil
    }
    return KnownParameters.defineAfter.parameter(Self.name(of: answers.map(\.isRight)))
  }

  /// The word for a history of answers: `right1` for one answer, `wrongRight` for two.
  private static func name(of answers: [Bool]) -> String {
    if answers.count == 1 { return answers[0] ? "right1" : "wrong1" }
    let words = answers.map { $0 ? "right" : "wrong" }
    return words[0] + words.dropFirst().map(\.capitalized).joined()
  }

  /// The entries that a history may end with, each with its parameter.
  private var histories: [(entry: String, parameter: String)] {
    parameters.flatMap { one in
      (one.words[.waymarkHistory]?.ignored ?? []).map { ($0, one.name) }
    }
  }

  /// Whether an entry is an answer to a custom challenge, which may be wrong.
  private func isAnswer(_ entry: String) -> Bool {
    histories.contains {
      $0.entry == entry && KnownParameters.defineAfter.member(of: $0.parameter) != nil
    }
  }

  /// Reads one entry of a history: `SRP_A`, or `{ CUSTOM_CHALLENGE: false }`.
  private mutating func entry(_ node: LocatedNode) -> (name: String, isRight: Bool)? {
    let pair = node.entries?.first
    let name = pair?.key ?? node.text ?? ""
    let known = histories.map(\.entry)
    guard known.contains(name), (node.entries?.count ?? 1) == 1 else {
      complain(
        "pool.unknown-value", at: node.location, "a history has no `\(name.prefix(40))`",
        remedy: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "write \(known.list)")
      return nil
    }
    switch pair?.value.text ?? "true" {
    case "true": return (name, true)
    case "false" where isAnswer(name): return (name, false)
    default:
      complainOfTable(
        at: node.location, "the result of \(name) cannot be this",
        remedy: isAnswer(name)
          ? "write `true` or `false`" : "write `true`; a failure ends the sign-in")
      return nil
    }
  }

  private mutating func complainOfTable(
    at location: SourceLocation, _ message: String, remedy: String
  ) {
    complain("pool.custom-table", at: location, message, remedy: remedy)
  }
}
