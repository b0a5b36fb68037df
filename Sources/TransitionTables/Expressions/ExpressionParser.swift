/// Parses an expression: `implies` binds least, then `or`, `and`, `not`, comparisons, sums.
///
/// The parser is a recursive descent over the tokens of one string. Its nesting depth is bounded,
/// so that no input exhausts the stack.
struct ExpressionParser {
  private var tokens: [Lexer.Token]
  private var next = 0
  private var depth = 0
  private let place: TextPlace

  private static let deepest = 100
  /// The most tokens of one expression; later passes walk chains of operators recursively.
  private static let longest = 2000
  /// The largest number literal, far beyond any range, so that sums of bounds cannot overflow.
  private static let largest = 1_000_000
  /// The keywords of the language, which cannot be names.
  static let reserved: Set<String> = [
    "and", "or", "not", "implies", "in", "subset", "meets", "union", "minus", "intersect",
    "where", "if", "then", "else",
  ]
  private static let comparisons: [String: SyntaxTree.Operator] = [
    "==": .equal, "!=": .notEqual, "<": .less, "<=": .lessOrEqual, ">": .greater,
    ">=": .greaterOrEqual, "in": .member, "subset": .subset, "meets": .meets,
  ]
  /// The table language's equivalents of operators from other languages, for remedies.
  private static let instead = [
    "=": "`==`", "&": "`and`", "|": "`or`", "!": "`not`", "\"": "it without quotes",
    "'": "it without quotes",
  ]
  private static let sums: [String: SyntaxTree.Operator] = [
    "+": .plus, "-": .difference, "union": .union, "minus": .minus, "intersect": .intersect,
  ]

  /// Parses an expression on one line.
  /// - Throws: a ``Diagnostic`` with code `table.expression`.
  static func parse(_ text: String, at start: SourceLocation) throws(Diagnostic) -> SyntaxTree {
    try parse(text, in: TextPlace(start: start))
  }

  /// Parses the text of a scalar.
  /// - Throws: a ``Diagnostic`` with code `table.expression`.
  static func parse(_ text: String, in place: TextPlace) throws(Diagnostic) -> SyntaxTree {
    let tokens: [Lexer.Token]
    do {
      tokens = try Lexer.tokens(of: text)
    } catch {
      throw Diagnostic(
        "table.expression", at: place.location(at: error.offset),
        "`\(error.character)` belongs to no expression",
        remedy: instead["\(error.character)"].map { "write \($0)" }
          ?? "use words, numbers and the operators of the table language")
    }
    var parser = ExpressionParser(tokens: tokens, place: place)
    guard tokens.count <= longest else {
      throw parser.complaint("the expression is longer than \(longest) words and signs")
    }
    let tree = try parser.implication()
    guard parser.peek.kind == .end else {
      throw parser.complaint("`\(parser.peek.text)` is not expected here")
    }
    return tree
  }

  private init(tokens: [Lexer.Token], place: TextPlace) {
    self.tokens = tokens
    self.place = place
  }

  private var peek: Lexer.Token { tokens[next] }
  private var here: SourceLocation { place.location(at: peek.offset) }

  private func complaint(_ message: String) -> Diagnostic {
    Diagnostic(
      "table.expression", at: here, message,
      remedy: "see “Types and expressions” in the table language")
  }

  private mutating func accept(_ text: String) -> Bool {
    guard peek.text == text, peek.kind != .end else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ text: String) throws(Diagnostic) {
    if !accept(text) {
      throw complaint(
        peek.kind == .end ? "`\(text)` is missing at the end" : "`\(text)` is expected here")
    }
  }

  private mutating func implication() throws(Diagnostic) -> SyntaxTree {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw complaint("the expression is nested too deeply") }
    let location = here
    if accept("if") { return try conditional(at: location) }
    let left = try disjunction()
    guard accept("implies") else { return left }
    return SyntaxTree(.binary(.implies, left, try implication()), at: location)
  }

  private mutating func conditional(at location: SourceLocation) throws(Diagnostic) -> SyntaxTree {
    let condition = try implication()
    try expect("then")
    let yes = try implication()
    try expect("else")
    return SyntaxTree(.conditional(condition, yes, try implication()), at: location)
  }

  private mutating func disjunction() throws(Diagnostic) -> SyntaxTree {
    let location = here
    var tree = try conjunction()
    while accept("or") { tree = SyntaxTree(.binary(.or, tree, try conjunction()), at: location) }
    return tree
  }

  private mutating func conjunction() throws(Diagnostic) -> SyntaxTree {
    let location = here
    var tree = try negation()
    while accept("and") { tree = SyntaxTree(.binary(.and, tree, try negation()), at: location) }
    return tree
  }

  private mutating func negation() throws(Diagnostic) -> SyntaxTree {
    let location = here
    if accept("not") {
      depth += 1
      defer { depth -= 1 }
      if depth > Self.deepest { throw complaint("the expression is nested too deeply") }
      return SyntaxTree(.not(try negation()), at: location)
    }
    let left = try sum()
    guard let comparison = Self.comparisons[peek.text] else { return left }
    let place = here
    next += 1
    return SyntaxTree(.binary(comparison, left, try sum()), at: place)
  }

  private mutating func sum() throws(Diagnostic) -> SyntaxTree {
    var tree = try operand()
    while let operation = Self.sums[peek.text] {
      let place = here
      next += 1
      tree = SyntaxTree(.binary(operation, tree, try operand()), at: place)
    }
    return tree
  }

  private mutating func operand() throws(Diagnostic) -> SyntaxTree {
    let location = here
    let token = peek
    switch token.kind {
    case .number:
      guard let number = Int(token.text), number <= Self.largest else {
        throw complaint("`\(token.text)` is no number up to \(Self.largest)")
      }
      next += 1
      return SyntaxTree(.number(number), at: location)
    case .word where token.text == "if":
      next += 1
      return try conditional(at: location)
    case .word where !Self.reserved.contains(token.text):
      next += 1
      return try word(token.text, at: location)
    case .symbol where token.text == "(":
      next += 1
      let inner = try implication()
      try expect(")")
      return inner
    case .symbol where token.text == "{":
      next += 1
      return try braces(at: location)
    default:
      throw complaint(
        token.kind == .end ? "something is missing at the end" : "`\(token.text)` is not expected")
    }
  }

  private mutating func word(
    _ name: String, at location: SourceLocation
  ) throws(Diagnostic) -> SyntaxTree {
    if accept("[") {
      let index = try implication()
      try expect("]")
      return SyntaxTree(.applied(name, [index], brackets: true), at: location)
    }
    guard accept("(") else { return SyntaxTree(.word(name), at: location) }
    if let comprehension = SyntaxTree.Comprehension(rawValue: name), comprehension != .set {
      if isBinding { return try binding(comprehension, close: ")", at: location) }
      if comprehension == .count {
        let set = try implication()
        try expect(")")
        return SyntaxTree(.size(set), at: location)
      }
    }
    var arguments: [SyntaxTree] = []
    while !accept(")") {
      if !arguments.isEmpty { try expect(",") }
      arguments.append(try implication())
    }
    return SyntaxTree(.applied(name, arguments, brackets: false), at: location)
  }

  /// Whether the next tokens are `f in E where` or `f in E:`.
  private var isBinding: Bool {
    guard next + 3 < tokens.count else { return false }
    let ahead = tokens[next...next + 3].map(\.text)
    return tokens[next].kind == .word && ahead[1] == "in" && tokens[next + 2].kind == .word
      && ["where", ":", "}", ")"].contains(ahead[3])
  }

  private mutating func binding(
    _ comprehension: SyntaxTree.Comprehension, close: String, at location: SourceLocation
  ) throws(Diagnostic) -> SyntaxTree {
    let variable = peek.text
    next += 2
    let domain = peek.text
    next += 1
    var condition = SyntaxTree(.word("true"), at: location)
    if accept("where") || accept(":") { condition = try implication() }
    try expect(close)
    return SyntaxTree(
      .comprehension(comprehension, variable: variable, domain: domain, condition: condition),
      at: location)
  }

  private mutating func braces(at location: SourceLocation) throws(Diagnostic) -> SyntaxTree {
    if isBinding { return try binding(.set, close: "}", at: location) }
    var elements: [SyntaxTree] = []
    while !accept("}") {
      if !elements.isEmpty { try expect(",") }
      elements.append(try implication())
    }
    return SyntaxTree(.listing(elements), at: location)
  }
}
