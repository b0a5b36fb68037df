import TransitionTables

/// Reads the expressions that modules use for most settings: choices, comparisons, `for`, some
/// functions and element access, over literals and names. All others stay computed.
///
/// Each expression is read once, from left to right; ``TerraformValues`` evaluates it.
/// Source: the HCL native syntax specification, expressions.
extension HCLReader {
  /// The expression at this place up to its end, or nil.
  mutating func expression() -> Fact? {
    guard let fact = choice() else { return nil }
    scanner.skipBlanks(newlines: false)
    return isAtEnd ? fact : nil
  }

  /// The greatest depth of nested expressions.
  private static let mostWithin = 40

  private mutating func choice() -> Fact? {
    within += 1
    defer { within -= 1 }
    guard within <= Self.mostWithin, let condition = condition() else { return nil }
    guard takeSign("?") else { return condition }
    guard let one = choice(), takeSign(":"), let other = choice() else { return nil }
    return Self.chosen(condition, one, other)
  }

  /// Reads a disjunction of conjunctions of comparisons.
  private mutating func condition(joint: String = "||") -> Fact? {
    within += 1
    defer { within -= 1 }
    let isOuter = joint == "||"
    guard within <= Self.mostWithin, let first = isOuter ? condition(joint: "&&") : comparison()
    else { return nil }
    guard takeSign(joint) else { return first }
    guard let rest = condition(joint: joint) else { return nil }
    let flag = Fact(.text("\(isOuter)", quoted: false), at: first.location)
    return isOuter ? Self.chosen(first, flag, rest) : Self.chosen(first, rest, flag)
  }

  /// A choice between two values; a condition that is itself a comparison supplies the test.
  private static func chosen(_ condition: Fact, _ one: Fact, _ other: Fact) -> Fact {
    if let known = condition.deferred, case .choice = known.kind, known.parts[2].text == "true",
      known.parts[3].text == "false"
    {
      return computed(known.kind, Array(known.parts.prefix(2)) + [one, other], at: one.location)
    }
    let nothing = Fact(.absent, at: condition.location)
    return computed(.choice(.isTrue), [condition, nothing, one, other], at: one.location)
  }

  private static func computed(
    _ kind: Fact.Deferred.Kind, _ parts: [Fact], at place: SourceLocation
  ) -> Fact {
    var fact = Fact(.opaque("it is computed at deployment"), at: place)
    fact.deferred = Fact.Deferred(kind: kind, parts: parts)
    return fact
  }

  private static let comparisons: [(sign: String, test: Fact.Deferred.Test)] = [
    ("==", .isEqual), ("!=", .isDifferent), (">=", .isAtLeast), ("<=", .isAtMost),
    (">", .isMore), ("<", .isLess),
  ]

  private mutating func comparison() -> Fact? {
    skip()
    let place = scanner.place
    if scanner.take("!") { return operand().map { Self.flag(.isFalse, [$0], at: place) } }
    guard let left = operand() else { return nil }
    for (sign, test) in Self.comparisons where takeSign(sign) {
      return operand().map { Self.flag(test, [left, $0], at: place) }
    }
    return left
  }

  private static func flag(
    _ test: Fact.Deferred.Test, _ sides: [Fact], at place: SourceLocation
  ) -> Fact {
    let ends = ["true", "false"].map { Fact(.text($0, quoted: false), at: place) }
    let nothing = sides.count == 1 ? [Fact(.absent, at: place)] : []
    return computed(.choice(test), sides + nothing + ends, at: place)
  }

  /// Reads a term with element access: `list[0]`, `map.key`, `list[*].name`.
  private mutating func operand() -> Fact? {
    guard var fact = term() else { return nil }
    while true {
      let place = scanner.place
      if scanner.take("[*].") {
        fact = Self.computed(.ofEach(scanner.word()), [fact], at: place)
      } else if scanner.take("[") {
        guard let key = inBrackets("]", { $0.choice() }) else { return nil }
        fact = Self.computed(.element, [fact, key], at: place)
      } else if scanner.take(".") {
        let name = scanner.word()
        guard !name.isEmpty else { return nil }
        let key = Fact(.text(name, quoted: true), at: place)
        fact = Self.computed(.element, [fact, key], at: place)
      } else {
        return fact
      }
    }
  }

  private mutating func term() -> Fact? {
    skip()
    let place = scanner.place
    if scanner.isAtString { return template(at: place) }
    if scanner.take("(") { return inBrackets(")") { $0.choice() } }
    if scanner.take("[") {
      return inBrackets("]") { $0.comprehension(isObject: false, at: place) ?? $0.list(at: place) }
    }
    if scanner.take("{") {
      return inBrackets("}") { $0.comprehension(isObject: true, at: place) ?? $0.object(at: place) }
    }
    let digits = scanner.digits()
    if !digits.isEmpty { return Fact(.text(digits, quoted: false), at: place) }
    let start = scanner.index
    let word = scanner.word()
    switch word {
    case "": return nil
    case "true", "false": return Fact(.text(word, quoted: false), at: place)
    case "null": return Fact(.absent, at: place)
    case _ where scanner.take("("):
      let parts = inBrackets(")") { $0.list(at: place) }
      guard let parts, case .list(let parts) = parts.content else { return nil }
      return Self.computed(.call(word), parts, at: place)
    default: return name(word, from: start, at: place)
    }
  }

  /// Reads a name up to an access by an expression; for another resource, the whole reference.
  private mutating func name(_ first: String, from start: Int, at place: SourceLocation) -> Fact {
    var end = scanner
    var isKnown = isKnown(first)
    var count = 1
    while true {
      if scanner.take(".") {
        let word = scanner.word()
        if word.isEmpty { break }
        if count == 1, ["key", "value"].contains(word) { isKnown = true }
      } else if isKnown, scanner.take("[\"") {
        guard !scanner.word().isEmpty, scanner.take("\"]") else { break }
      } else if !isKnown, count > 1, scanner.take("[") {
        scanner.skipBracketed(until: "]")
      } else {
        break
      }
      count += 1
      end = scanner
    }
    scanner = end
    let text = scanner.text(from: start)
    return computed(text, shown: scanner.excerpt(from: start), at: place)
  }

  /// Reads up to a closing bracket, over several lines if needed.
  private mutating func inBrackets(
    _ closing: String, _ read: (inout Self) -> Fact?
  ) -> Fact? {
    let outer = isInBrackets
    isInBrackets = true
    defer { isInBrackets = outer }
    guard let fact = read(&self), takeSign(closing) else { return nil }
    return fact
  }

  /// Reads the values of a list or of a call up to the closing bracket.
  private mutating func list(at place: SourceLocation) -> Fact? {
    var elements: [Fact] = []
    while true {
      skip()
      if isAtClosing { return Fact(.list(elements), at: place) }
      guard let element = choice() else { return nil }
      elements.append(element)
      guard takeSign(",") || isAtClosing else { return nil }
    }
  }

  private mutating func object(at place: SourceLocation) -> Fact? {
    var entries: [Fact.Entry] = []
    while true {
      skip()
      if isAtClosing { return Fact(.record(entries), at: place) }
      let keyPlace = scanner.place
      let key = scanner.isAtString ? scanner.string() : scanner.digits() + scanner.word()
      guard let key, !key.isEmpty, takeSign("=") || takeSign(":"), let value = choice() else {
        return nil
      }
      entries.append(Fact.Entry(key: key, keyLocation: keyPlace, value: value))
      _ = takeSign(",")
    }
  }

  /// Reads `for key, value in values : result if condition`; returns nil and reads nothing where
  /// there is none.
  private mutating func comprehension(isObject: Bool, at place: SourceLocation) -> Fact? {
    let (start, outer) = (scanner, bound)
    defer { bound = outer }
    skip()
    guard scanner.word() == "for" else {
      scanner = start
      return nil
    }
    skip()
    var names = [scanner.word()]
    if takeSign(",") {
      skip()
      names.append(scanner.word())
    }
    skip()
    guard !names.contains(""), scanner.word() == "in", let values = choice(), takeSign(":") else {
      scanner = start
      return nil
    }
    bound.formUnion(names)
    let first = choice()
    let second = isObject && takeSign("=>") ? choice() : nil
    skip()
    let condition = scanner.take("if ") ? choice() : Fact(.text("true", quoted: false), at: place)
    guard let first, let condition, isObject == (second != nil), isAtClosing else {
      scanner = start
      return nil
    }
    return Self.computed(
      .each(key: names.count == 2 ? names[0] : nil, value: names[names.count - 1]),
      [values, condition, first] + [second].compactMap(\.self), at: place)
  }

  /// Reads a text, or the parts that it is composed of.
  private mutating func template(at place: SourceLocation) -> Fact? {
    let start = scanner
    if let text = scanner.string() { return Fact(.text(text, quoted: true), at: place) }
    scanner = start
    scanner.advance()
    var (parts, text): ([Fact], String.UnicodeScalarView) = ([], .init())
    while let scalar = scanner.peek, scalar != "\n", scalar != "\\", !scanner.looksAt("%{") {
      let isEnd = scalar == "\""
      guard isEnd || scanner.looksAt("${") else {
        text.append(scalar)
        scanner.advance()
        continue
      }
      if !text.isEmpty { parts.append(Fact(.text(String(text), quoted: true), at: place)) }
      text = .init()
      scanner.advance(isEnd ? 1 : 2)
      if isEnd { return Self.computed(.joined, parts, at: place) }
      guard let part = inBrackets("}", { $0.choice() }) else { return nil }
      parts.append(part)
    }
    return nil
  }

  private var isAtClosing: Bool { scanner.peek.map { ")]}".unicodeScalars.contains($0) } ?? false }

  private mutating func skip() { scanner.skipBlanks(newlines: isInBrackets) }

  private mutating func takeSign(_ sign: String) -> Bool {
    skip()
    return scanner.take(sign)
  }
}
