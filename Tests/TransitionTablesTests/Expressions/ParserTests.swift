import Testing

@testable import TransitionTables

extension SyntaxTree {
  /// The tree with every operation in parentheses, so that a test can see what binds what.
  var shape: String {
    switch phrase {
    case .number(let number): "\(number)"
    case .word(let word): word
    case .applied(let name, let arguments, let brackets):
      name + (brackets ? "[" : "(") + arguments.map(\.shape).joined(separator: ", ")
        + (brackets ? "]" : ")")
    case .not(let inner): "(not \(inner.shape))"
    case .binary(let operation, let a, let b): "(\(a.shape) \(operation.rawValue) \(b.shape))"
    case .conditional(let test, let a, let b): "(if \(test.shape) \(a.shape) \(b.shape))"
    case .listing(let elements): "{" + elements.map(\.shape).joined(separator: ", ") + "}"
    case .comprehension(let kind, let variable, let domain, let condition):
      "\(kind)<\(variable) in \(domain): \(condition.shape)>"
    case .size(let set): "size<\(set.shape)>"
    }
  }
}

@Suite struct ParserTests {
  private static let start = SourceLocation(file: "f", line: 1, column: 1)

  private func shape(_ text: String) throws -> String {
    try ExpressionParser.parse(text, at: Self.start).shape
  }

  /// The complaint about a text as `column: message`.
  private func complaint(_ text: String) -> String {
    do {
      return try shape(text)
    } catch let error as Diagnostic {
      #expect(error.code == "table.expression")
      #expect(!error.remedy.isEmpty)
      return "\(error.location.column): \(error.message)"
    } catch {
      return "an error of another kind: \(error)"
    }
  }

  @Test(arguments: [
    ("a implies b implies c", "(a implies (b implies c))"),
    ("a or b and c", "(a or (b and c))"),
    ("a and b or c", "((a and b) or c)"),
    ("a or b implies c or d", "((a or b) implies (c or d))"),
    ("a and b and c", "((a and b) and c)"),
    ("not a and b", "((not a) and b)"),
    ("not a == b", "(not (a == b))"),
    ("not not a", "(not (not a))"),
    ("a + b - c <= d + 1", "(((a + b) - c) <= (d + 1))"),
    ("a in s union t", "(a in (s union t))"),
    ("s minus t union u", "((s minus t) union u)"),
    ("s intersect t subset u", "((s intersect t) subset u)"),
    ("(a or b) and c", "((a or b) and c)"),
    ("if a then b else c or d", "(if a b (c or d))"),
    ("if a then if b then c else d else e", "(if a (if b c d) e)"),
    ("x == if a then b else c", "(x == (if a b c))"),
  ])
  func `operators bind as the language says`(text: String, expected: String) throws {
    #expect(try shape(text) == expected)
  }

  @Test(arguments: [
    "==", "!=", "<", "<=", ">", ">=", "in", "subset", "meets", "union", "minus", "intersect",
    "+", "-", "and", "or", "implies",
  ])
  func `every operator stands between two operands`(sign: String) throws {
    #expect(try shape("a \(sign) b") == "(a \(sign) b)")
  }

  @Test(arguments: [
    ("x[f]", "x[f]"), ("x[d(f)]", "x[d(f)]"), ("d()", "d()"), ("d(a, b)", "d(a, b)"),
    ("M.field", "M.field"), ("{}", "{}"), ("{a, b}", "{a, b}"), ("12", "12"),
    ("{f in E where c}", "set<f in E: c>"), ("{f in E}", "set<f in E: true>"),
    ("count(f in E where c) >= 2", "(count<f in E: c> >= 2)"),
    ("count(f in E)", "count<f in E: true>"),
    ("all(f in E: c)", "all<f in E: c>"), ("any(f in E where c or d)", "any<f in E: (c or d)>"),
    ("count(s union t)", "size<(s union t)>"), ("{a} union {b}", "({a} union {b})"),
    ("any(f in E where all(g in E: c))", "any<f in E: all<g in E: c>>"),
  ])
  func `operands have these forms`(text: String, expected: String) throws {
    #expect(try shape(text) == expected)
  }

  @Test(arguments: [
    ("", "1: something is missing at the end"),
    ("a and", "6: something is missing at the end"),
    ("a and and b", "7: `and` is not expected"),
    ("a b", "3: `b` is not expected here"),
    ("a < b < c", "7: `<` is not expected here"),
    ("a ? b", "3: `?` belongs to no expression"),
    ("a = b", "3: `=` belongs to no expression"),
    ("(a", "3: `)` is missing at the end"),
    ("(a ]", "4: `)` is expected here"),
    ("x[a", "4: `]` is missing at the end"),
    ("{a b}", "4: `,` is expected here"),
    ("{a,", "4: something is missing at the end"),
    ("d(a b)", "5: `,` is expected here"),
    ("if a b", "6: `then` is expected here"),
    ("if a then b", "12: `else` is missing at the end"),
    ("count(f in E where)", "19: `)` is not expected"),
    ("a == 12ab", "6: `12ab` is no number up to 1000000"),
    ("a == 1000001", "6: `1000001` is no number up to 1000000"),
    ("a == 99999999999999999999", "6: `99999999999999999999` is no number up to 1000000"),
    ("a == 1.5", "6: `1.5` is no number up to 1000000"),
    ("-1", "1: `-` is not expected"),
    ("é́x and ?", "9: `?` belongs to no expression"),
  ])
  func `a mistake is shown at its column`(text: String, expected: String) {
    #expect(complaint(text) == expected)
  }

  @Test func `columns count from where the expression starts`() {
    let start = SourceLocation(file: "f", line: 7, column: 20)
    #expect(throws: Diagnostic.self) { try ExpressionParser.parse("a and", at: start) }
    do {
      _ = try ExpressionParser.parse("a and", at: start)
    } catch {
      #expect(error.location == SourceLocation(file: "f", line: 7, column: 25))
    }
  }

  @Test(arguments: [("(", ")"), ("not ", ""), ("x[", "]"), ("{", "}"), ("if a then b else ", "")])
  func `nesting is bounded`(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
    }
    _ = try shape(nested(45))
    for depth in [101, 300] {
      #expect(complaint(nested(depth)).hasSuffix("the expression is nested too deeply"))
    }
  }

  @Test func `an endless expression is refused, a long one is not`() throws {
    let long = Array(repeating: "a", count: 900).joined(separator: " or ")
    #expect(try shape(long).count > 900)
    let endless = Array(repeating: "a", count: 100_000).joined(separator: " or ")
    #expect(complaint(endless) == "1: the expression is longer than 2000 words and signs")
  }

  @Test func `tokens know their columns`() throws {
    let tokens = try Lexer.tokens(of: "a<=10 M.x")
    #expect(
      tokens == [
        Lexer.Token(kind: .word, text: "a", offset: 0),
        Lexer.Token(kind: .symbol, text: "<=", offset: 1),
        Lexer.Token(kind: .number, text: "10", offset: 3),
        Lexer.Token(kind: .word, text: "M.x", offset: 6),
        Lexer.Token(kind: .end, text: "", offset: 9),
      ])
  }
}
