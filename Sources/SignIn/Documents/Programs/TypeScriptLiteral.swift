import TransitionTables

/// Reads an object literal of TypeScript as facts; computed values become opaque.
///
/// Literals are strings, numbers, `true`, `false`, `null`, `undefined`, lists and objects, with or
/// without `as const` behind them. A name, a call, a function, or a template with `${…}` becomes an
/// opaque fact whose reason shows its beginning; a spread becomes an entry with the key `...`.
struct TypeScriptLiteral {
  static let spread = "..."
  /// The key of an entry whose name is computed, `[name]: …`.
  static let computedKey = "[…]"
  /// The beginning of a computed fact's reason.
  static let computed = "it is computed: "

  var scanner: SourceScanner

  /// Reads the value of an assignment, up to a semicolon or the end of a line.
  mutating func assignedValue() -> Fact {
    scanner.skipBlanks()
    var literal = self
    let (place, start) = (scanner.place, scanner.index)
    if let content = literal.literal(depth: 0) {
      literal.scanner.skipBlanks(newlines: false)
      if literal.isAtEnd || literal.scanner.peek == "\n" || literal.isAtAssertion {
        literal.scanner.skipExpression(endsWithLine: true)
        self = literal
        return Fact(content, at: place)
      }
    }
    scanner.skipExpression(endsWithLine: true)
    return Fact(.opaque(Self.computed + "`\(scanner.excerpt(from: start))`"), at: place)
  }

  /// Reads the value at the scanner's position; the scanner then stands behind it.
  mutating func value(depth: Int = 0) -> Fact {
    scanner.skipBlanks()
    let (place, start) = (scanner.place, scanner.index)
    scanner.begin(depth: depth)
    var content = literal(depth: depth)
    scanner.skipBlanks()
    if content != nil, !isAtEnd {
      if !isAtAssertion { content = nil }
      scanner.skipExpression()
    }
    if let content { return Fact(content, at: place) }
    scanner.skipExpression()
    var fact = Fact(.opaque(Self.computed + "`\(scanner.excerpt(from: start))`"), at: place)
    fact.variable = Self.names(in: scanner.text(from: start))
    return fact
  }

  /// The names in an expression such as `this.pool.ref`; nil for any other expression.
  private static func names(in expression: String) -> [String]? {
    let parts = expression.trimmingBlanks.split(separator: ".", omittingEmptySubsequences: false)
    let isPath = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || "_$!?".contains($0) }
    }
    return isPath ? parts.map { String($0.filter { $0 != "!" && $0 != "?" }) } : nil
  }

  /// Whether a type assertion follows a literal; it does not change the value.
  private var isAtAssertion: Bool { scanner.looksAt("as ") || scanner.looksAt("satisfies ") }

  private var isAtEnd: Bool {
    guard let next = scanner.peek else { return true }
    return ",)]};".unicodeScalars.contains(next)
  }

  private mutating func literal(depth: Int) -> Fact.Content? {
    if scanner.isAtString { return scanner.string().map { .text($0, quoted: true) } }
    if scanner.take("{") { return .record(entries(depth: depth)) }
    if scanner.take("[") { return .list(elements(depth: depth)) }
    if let first = scanner.peek, ("0"..."9").contains(first) { return number() }
    switch scanner.word() {
    case "true": return .text("true", quoted: false)
    case "false": return .text("false", quoted: false)
    case "undefined", "null": return .absent
    default: return nil
    }
  }

  private mutating func number() -> Fact.Content {
    var digits = String.UnicodeScalarView()
    while let scalar = scanner.peek, ("0"..."9").contains(scalar) || scalar == "_" {
      if scalar != "_" { digits.append(scalar) }
      scanner.advance()
    }
    return .text(String(digits), quoted: false)
  }

  private mutating func elements(depth: Int) -> [Fact] {
    var elements: [Fact] = []
    while true {
      scanner.skipBlanks()
      if scanner.peek == nil || scanner.take("]") { return elements }
      elements.append(value(depth: depth + 1))
      scanner.skipBlanks()
      if !scanner.take(","), scanner.peek != "]" { skipStray() }
    }
  }

  private mutating func entries(depth: Int) -> [Fact.Entry] {
    var entries: [Fact.Entry] = []
    var places: [String: SourceLocation] = [:]
    while true {
      scanner.skipBlanks()
      if scanner.peek == nil || scanner.take("}") { return entries }
      if scanner.take("...") {
        entries += spread(depth: depth)
      } else {
        let next = entry(depth: depth)
        let isNamed = next.key != Self.spread && next.key != Self.computedKey
        let first = isNamed ? places.updateValue(next.keyLocation, forKey: next.key) : nil
        if let first { scanner.refuse(next.key, at: next.keyLocation, first: first) }
        entries.append(next)
      }
      scanner.skipBlanks()
      if !scanner.take(","), scanner.peek != "}" { skipStray() }
    }
  }

  /// Advances past unexpected text by at least one scalar, so that every loop ends.
  private mutating func skipStray() {
    let start = scanner.index
    scanner.skipExpression()
    if scanner.index == start { scanner.advance() }
  }

  /// The entries that a spread may add: for a choice between objects,
  /// `...(condition ? { … } : { … })` or `...(condition && { … })`, their keys with values that
  /// depend on the condition.
  private mutating func spread(depth: Int) -> [Fact.Entry] {
    let place = scanner.place
    var choice = self
    if choice.scanner.take("("), let records = choice.choice(depth: depth + 1) {
      self = choice
      let reason = "a condition of the program decides"
      let all = Array(records.joined())
      let values = Dictionary(grouping: all, by: \.key)
      var known: Set<String> = []
      return all.filter { known.insert($0.key).inserted }.map { entry in
        var value = Fact(.uncertain(reason), at: entry.value.location)
        value.alternatives = values[entry.key, default: []].map(\.value)
        return Fact.Entry(key: entry.key, keyLocation: entry.keyLocation, value: value)
      }
    }
    return [Fact.Entry(key: Self.spread, keyLocation: place, value: value(depth: depth + 1))]
  }

  /// The objects behind `?`, `:` or `&&` up to the closing bracket; nil where there is anything
  /// other than objects and conditions.
  private mutating func choice(depth: Int) -> [[Fact.Entry]]? {
    var records: [[Fact.Entry]] = []
    var isCondition = true
    scanner.begin(depth: depth)
    while let next = scanner.peek {
      if scanner.take(")") { return isCondition || records.isEmpty ? nil : records }
      if scanner.take("?.") || scanner.take("||") { continue }
      // The `?` of a choice is followed by an object or another choice.
      if next == ":", isCondition { return nil }
      if scanner.take("&&") || scanner.take("?") || scanner.take(":") {
        scanner.skipBlanks()
        isCondition = !scanner.take("{")
        if !isCondition { records.append(entries(depth: depth)) }
      } else if "{}[],;".unicodeScalars.contains(next) {
        return nil
      } else if scanner.isAtString {
        _ = scanner.string()
      } else if scanner.take("(") {
        scanner.skipBracketed(until: ")")
      } else {
        scanner.advance()
      }
      scanner.skipBlanks()
    }
    return nil
  }

  private mutating func entry(depth: Int) -> Fact.Entry {
    let (place, start) = (scanner.place, scanner.index)
    if scanner.take("[") {
      var key = self
      let name = key.value(depth: depth + 1)
      key.scanner.skipBlanks()
      if key.scanner.take("]"), key.scanner.take(":") {
        self = key
        return Fact.Entry(
          key: Self.computedKey, keyLocation: place, value: value(depth: depth + 1),
          constant: name.variable)
      }
    }
    let key = scanner.isAtString ? scanner.string() : scanner.word()
    scanner.skipBlanks()
    if let key, !key.isEmpty, scanner.take(":") {
      return Fact.Entry(key: key, keyLocation: place, value: value(depth: depth + 1))
    }
    // `{ name }`, `name() { … }`, `[name]: …`: there is a value, but it is computed.
    let isName = scanner.peek == "," || scanner.peek == "}"
    scanner.skipExpression()
    let reason = Self.computed + "`\(scanner.excerpt(from: start))`"
    var value = Fact(.opaque(reason), at: place)
    if isName, let key { value.variable = [key] }
    return Fact.Entry(
      key: key.flatMap { $0.isEmpty ? nil : $0 } ?? Self.spread, keyLocation: place, value: value)
  }
}
