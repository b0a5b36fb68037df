/// An expression as it was written, before names are resolved and types are known.
public struct SyntaxTree: Sendable {
  /// The kind of a phrase, with its parts.
  public indirect enum Phrase: Sendable {
    case number(Int)
    case word(String)
    /// An application, `x[i]` or `d(i, j)`: brackets for variables, parentheses for definitions.
    case applied(String, [SyntaxTree], brackets: Bool)
    case not(SyntaxTree)
    case binary(Operator, SyntaxTree, SyntaxTree)
    case conditional(SyntaxTree, SyntaxTree, SyntaxTree)
    case listing([SyntaxTree])
    /// A comprehension, `{f in E where c}`, `count(…)`, `all(…)`, `any(…)`.
    case comprehension(Comprehension, variable: String, domain: String, condition: SyntaxTree)
    /// The size of a set, `count(s)`.
    case size(SyntaxTree)
  }

  /// The comprehensions of the language.
  public enum Comprehension: String, Sendable { case set, count, all, any }

  /// The binary operators, in the author's spelling.
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

  /// The kind of the phrase, with its parts.
  public var phrase: Phrase
  /// The place where the phrase begins, or of its operator.
  public var location: SourceLocation

  /// A phrase at a location.
  public init(_ phrase: Phrase, at location: SourceLocation) {
    self.phrase = phrase
    self.location = location
  }
}
