/// An expression as it was written: names are not yet looked up, types not yet known.
public struct SyntaxTree: Sendable {
  /// What kind of phrase it is.
  public indirect enum Phrase: Sendable {
    case number(Int)
    case word(String)
    /// `x[i]` or `d(i, j)`: brackets for variables, parentheses for definitions.
    case applied(String, [SyntaxTree], brackets: Bool)
    case not(SyntaxTree)
    case binary(Operator, SyntaxTree, SyntaxTree)
    case conditional(SyntaxTree, SyntaxTree, SyntaxTree)
    case listing([SyntaxTree])
    /// `{f in E where c}`, `count(…)`, `all(…)`, `any(…)`.
    case comprehension(Comprehension, variable: String, domain: String, condition: SyntaxTree)
    /// `count(s)`.
    case size(SyntaxTree)
  }

  /// The comprehensions of the language.
  public enum Comprehension: String, Sendable { case set, count, all, any }

  /// The operators between two operands, in the author's spelling.
  public enum Operator: String, Sendable {
    case implies, or, and
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case member = "in"
    case subset, meets, union, minus, intersect
    case plus = "+"
    case difference = "-"
  }

  /// What kind of phrase it is, with its parts.
  public var phrase: Phrase
  /// Where it begins, or where its operator stands.
  public var location: SourceLocation

  /// A phrase at a place.
  public init(_ phrase: Phrase, at location: SourceLocation) {
    self.phrase = phrase
    self.location = location
  }
}
