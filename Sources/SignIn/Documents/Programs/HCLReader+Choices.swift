import TransitionTables

/// Choices between two values, `var.a == "x" ? [] : [1]`, as modules write most of them: of texts,
/// numbers, names and lists of such, by comparisons that all have to hold or of which one has to.
/// Others stay computed.
extension HCLReader {
  /// The choice that stands here up to the end of an expression, or nil.
  mutating func choice() -> Fact.Deferred? {
    guard let choice = choice(within: 0) else { return nil }
    scanner.skipBlanks(newlines: false)
    return isAtEnd ? choice : nil
  }

  /// How deep choices may stand within each other.
  private static let mostWithin = 8

  private mutating func choice(within depth: Int) -> Fact.Deferred? {
    scanner.skipBlanks(newlines: false)
    let isGrouped = scanner.take("(")
    guard let first = condition() else { return nil }
    var conditions = [first]
    var joint: String?
    while let sign = ["&&", "||"].first(where: { takeSign($0) }) {
      guard joint == nil || joint == sign, conditions.count < Self.mostConditions,
        let next = condition()
      else { return nil }
      joint = sign
      conditions.append(next)
    }
    if isGrouped {
      scanner.skipBlanks(newlines: false)
      guard scanner.take(")") else { return nil }
    }
    guard takeSign("?") else {
      // Conditions alone are a flag, as `!var.open` is; a name alone is no choice.
      guard depth == 0, conditions.count > 1 || first.test != .isTrue else { return nil }
      let flags = ["true", "false"].map { Fact(.text($0, quoted: false), at: first.left.location) }
      return Self.nested(conditions, areAlternatives: joint == "||", flags[0], flags[1])
    }
    guard let one = branch(depth), takeSign(":"), let other = branch(depth) else { return nil }
    return Self.nested(conditions, areAlternatives: joint == "||", one, other)
  }

  /// One of the two values of a choice: a term, or a choice of its own, in parentheses or not.
  private mutating func branch(_ depth: Int) -> Fact? {
    scanner.skipBlanks(newlines: false)
    let (place, start) = (scanner.place, scanner)
    let isGrouped = scanner.take("(")
    if depth < Self.mostWithin, let inner = choice(within: depth + 1), !isGrouped || takeSign(")") {
      return Self.computed(inner, at: place)
    }
    scanner = start
    return term()
  }

  private static func computed(_ choice: Fact.Deferred, at place: SourceLocation) -> Fact {
    var fact = Fact(.opaque("it is computed at deployment"), at: place)
    fact.deferred = choice
    return fact
  }

  /// What is picked out of a value, up to the end of an expression: `lookup(map, key, default)` or
  /// `list[*].name`; nil where something else stands here.
  mutating func picked() -> Fact.Deferred? {
    scanner.skipBlanks(newlines: false)
    let isLookup = scanner.take("lookup(")
    guard let source = term() else { return nil }
    var picked: Fact.Deferred?
    if isLookup {
      guard takeSign(","), let key = term(), takeSign(","), let other = term(), takeSign(")") else {
        return nil
      }
      picked = Fact.Deferred(kind: .lookup, parts: [source, key, other])
    } else if scanner.take("[*].") {
      picked = Fact.Deferred(kind: .ofEach(scanner.word()), parts: [source])
    }
    scanner.skipBlanks(newlines: false)
    return isAtEnd ? picked : nil
  }

  /// The most comparisons of a choice that is read: each makes it one level deeper.
  private static let mostConditions = 16

  /// One comparison of a choice.
  private typealias Condition = (test: Fact.Deferred.Test, left: Fact, right: Fact)

  /// `a && b ? x : y` is `a ? (b ? x : y) : y`, and `a || b ? x : y` is `a ? x : (b ? x : y)`.
  private static func nested(
    _ conditions: [Condition], areAlternatives: Bool, _ one: Fact, _ other: Fact
  ) -> Fact.Deferred? {
    var choice: Fact.Deferred?
    for condition in conditions.reversed() {
      var (first, second) = (one, other)
      if let rest = choice {
        let inner = computed(rest, at: one.location)
        if areAlternatives { second = inner } else { first = inner }
      }
      choice = Fact.Deferred(
        kind: .choice(condition.test), parts: [condition.left, condition.right, first, second])
    }
    return choice
  }

  private mutating func condition() -> Condition? {
    scanner.skipBlanks(newlines: false)
    if scanner.take("contains(") {
      guard let list = term(), takeSign(","), let element = term(), takeSign(")") else {
        return nil
      }
      return (.contains, list, element)
    }
    if scanner.take("length(") {
      guard let value = term(), takeSign(")") else { return nil }
      for (sign, test) in [(">", Fact.Deferred.Test.isFilled), ("!=", .isFilled), ("==", .isEmpty)]
      where takeSign(sign) {
        return takeSign("0") ? (test, value, value) : nil
      }
      return nil
    }
    let isNegated = scanner.take("\u{21}")
    guard let left = term() else { return nil }
    if isNegated { return (.isFalse, left, left) }
    for (sign, test) in [("==", Fact.Deferred.Test.isEqual), ("!=", .isDifferent)]
    where takeSign(sign) {
      return term().map { (test, left, $0) }
    }
    return (.isTrue, left, left)
  }

  private mutating func takeSign(_ sign: String) -> Bool {
    scanner.skipBlanks(newlines: false)
    return scanner.take(sign)
  }

  /// A text, a number, `true`, `false`, `null`, a name or, where it is in none, a list of these.
  private mutating func term(isInList: Bool = false) -> Fact? {
    scanner.skipBlanks(newlines: isInList)
    let place = scanner.place
    if scanner.isAtString {
      return scanner.string().map { Fact(.text($0, quoted: true), at: place) }
    }
    if !isInList, scanner.take("[") { return list(at: place) }
    var digits = String.UnicodeScalarView()
    while let digit = scanner.peek, ("0"..."9").contains(digit) {
      digits.append(digit)
      scanner.advance()
    }
    if !digits.isEmpty { return Fact(.text(String(digits), quoted: false), at: place) }
    var name = scanner.word()
    while !name.isEmpty {
      if scanner.take(".") {
        name += "." + scanner.word()
      } else if scanner.take("[0]") {
        name += "[0]"
      } else {
        break
      }
    }
    guard !name.isEmpty, !scanner.looksAt("("), !scanner.looksAt("[") || scanner.looksAt("[*].")
    else { return nil }
    switch name {
    case "true", "false": return Fact(.text(name, quoted: false), at: place)
    case "null": return Fact(.absent, at: place)
    default: return computed(name, shown: name, at: place)
    }
  }

  /// The rest of a list behind its opening bracket.
  private mutating func list(at place: SourceLocation) -> Fact? {
    var elements: [Fact] = []
    while true {
      scanner.skipBlanks()
      if scanner.take("]") { return Fact(.list(elements), at: place) }
      guard let element = term(isInList: true) else { return nil }
      elements.append(element)
      scanner.skipBlanks()
      guard scanner.take(",") || scanner.looksAt("]") else { return nil }
    }
  }
}
