/// What writing out definitions and comprehensions may cost: a few hundred bytes can stand for any
/// amount of work, because definitions use each other and comprehensions stand within each other.
///
/// One for all expressions of a table; far above what the bundled one takes.
final class WritingBudget {
  /// Expressions within expressions, those of definitions included: what follows is recursive.
  private static let deepest = 1_500
  private var parts = 4_000_000
  private var depth = 0

  /// Goes into a part of an expression.
  /// - Throws: a ``Diagnostic`` with code `table.expression` where it is one too many.
  func enter(at location: SourceLocation) throws(Diagnostic) {
    guard spend(), depth < Self.deepest else {
      throw Diagnostic(
        "table.expression", at: location,
        "with its definitions written out this is too "
          + (depth < Self.deepest ? "long" : "deeply nested"),
        remedy: "let fewer definitions use each other, and fewer `any`, `all` and `count` stand"
          + " within each other")
    }
    depth += 1
  }

  func leave() { depth -= 1 }

  /// Whether one more part can be looked at.
  func spend() -> Bool {
    parts -= 1
    return parts >= 0
  }
}
