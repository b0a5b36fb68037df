/// A limit on the work of writing out definitions and comprehensions. A few hundred bytes of text
/// can stand for any amount of work, because definitions use each other and comprehensions nest.
///
/// All expressions of a table share one budget, far above what the bundled table needs.
final class WritingBudget {
  /// The maximum nesting of expressions, including those of definitions; later passes are
  /// recursive.
  private static let deepest = 1_500
  private var parts = 4_000_000
  private var depth = 0

  /// Enters a part of an expression.
  /// - Throws: a ``Diagnostic`` with code `table.expression` where the budget is exhausted.
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

  /// Spends one part of the budget and reports whether it was available.
  func spend() -> Bool {
    parts -= 1
    return parts >= 0
  }
}
