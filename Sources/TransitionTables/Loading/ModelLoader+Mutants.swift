extension ModelLoader {
  /// The guard with one change each: without one of its parts, and with one of its comparisons
  /// turned into its opposite. Both are read from the text as it was written, before definitions
  /// and comprehensions are written out.
  func mutants(
    in node: LocatedNode, by checker: TypeChecker
  ) throws(Diagnostic) -> [GuardMutant] {
    let tree = try node.expression()
    let parts = Self.conjuncts(of: tree)
    var found: [GuardMutant] = []
    for position in parts.indices {
      var rest = parts
      let dropped = rest.remove(at: position)
      var expression = Expression.yes
      if let first = rest.first {
        let joined = rest.dropFirst().reduce(first) {
          SyntaxTree(.binary(.and, $0, $1), at: $1.location)
        }
        expression = try checker.check(joined, expecting: .bool)
      }
      found.append(
        GuardMutant(
          row: 0, operation: .conjunctDropped, place: Self.start(of: dropped), when: expression))
    }
    for (flipped, place) in Self.flips(of: tree) {
      // Of a definition's argument the opposite may have another type.
      guard let expression = try? checker.check(flipped, expecting: .bool) else { continue }
      found.append(
        GuardMutant(row: 0, operation: .comparisonFlipped, place: place, when: expression))
    }
    return found
  }

  private static func conjuncts(of tree: SyntaxTree) -> [SyntaxTree] {
    guard case .binary(.and, let left, let right) = tree.phrase else { return [tree] }
    return conjuncts(of: left) + conjuncts(of: right)
  }

  /// Where a phrase begins; an operator stands behind its first operand.
  private static func start(of tree: SyntaxTree) -> SourceLocation {
    guard case .binary(_, let left, _) = tree.phrase else { return tree.location }
    return start(of: left)
  }

  private static let comparisons: Set<SyntaxTree.Operator> = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .member, .subset, .meets,
  ]

  /// The tree once for each comparison, with that one turned into its opposite.
  private static func flips(of tree: SyntaxTree) -> [(SyntaxTree, SourceLocation)] {
    func rebuilt(
      _ inner: SyntaxTree, _ make: (SyntaxTree) -> SyntaxTree.Phrase
    ) -> [(SyntaxTree, SourceLocation)] {
      flips(of: inner).map { (SyntaxTree(make($0.0), at: tree.location), $0.1) }
    }
    switch tree.phrase {
    case .number, .word, .applied, .listing, .size: return []
    case .not(let inner): return rebuilt(inner) { .not($0) }
    case .binary(let operation, _, _) where comparisons.contains(operation):
      return [(SyntaxTree(.not(tree), at: tree.location), start(of: tree))]
    case .binary(let operation, let a, let b):
      return rebuilt(a) { .binary(operation, $0, b) } + rebuilt(b) { .binary(operation, a, $0) }
    case .conditional(let a, let b, let c):
      return rebuilt(a) { .conditional($0, b, c) } + rebuilt(b) { .conditional(a, $0, c) }
        + rebuilt(c) { .conditional(a, b, $0) }
    case .comprehension(let kind, let variable, let domain, let condition):
      return rebuilt(condition) {
        .comprehension(kind, variable: variable, domain: domain, condition: $0)
      }
    }
  }
}
