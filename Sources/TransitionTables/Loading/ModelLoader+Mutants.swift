extension ModelLoader {
  /// The guard with one change each: without one of its parts, and with one of its comparisons
  /// turned into its opposite or changed. All are read from the text as it was written, before
  /// definitions and comprehensions are written out.
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
    for change in Self.changes(of: tree, by: checker) {
      // Of a definition's argument the opposite may have another type.
      guard let expression = try? checker.check(change.tree, expecting: .bool) else { continue }
      found.append(
        GuardMutant(
          row: 0, operation: change.operation, place: change.place, detail: change.detail,
          when: expression))
    }
    return found
  }

  /// The guard with one part more, which the rung before it has, or which the rung behind it lacks:
  /// a line that was copied from the neighbour, or a case that was left to it by mistake.
  ///
  /// A part that does not stand on its own here, because it speaks of what the neighbour alone
  /// binds, is left out.
  func mutants(
    adding guards: (before: LocatedNode?, behind: LocatedNode?), to node: LocatedNode,
    by checker: TypeChecker
  ) throws(Diagnostic) -> [GuardMutant] {
    let own = try checker.check(try node.expression(), expecting: .bool)
    let place = Self.start(of: try node.expression())
    let before = try guards.before.map { node throws(Diagnostic) in
      Self.conjuncts(of: try node.expression())
    }
    let behind = try guards.behind.map { node throws(Diagnostic) in
      Self.conjuncts(of: try node.expression())
    }
    var found: [GuardMutant] = []
    func add(_ part: SyntaxTree, isNegated: Bool) {
      guard let added = try? checker.check(part, expecting: .bool) else { return }
      let start = Self.start(of: part)
      let name = isNegated ? "the opposite of \(start.line)" : "\(start.line)"
      found.append(
        GuardMutant(
          row: 0, operation: .conjunctAdded, place: place,
          detail: " (\(name):\(start.column))",
          when: .and([isNegated ? .not(added) : added, own])))
    }
    // The whole guard of the rung before would leave nothing to this one.
    if let before, before.count > 1 {
      for part in before { add(part, isNegated: false) }
    }
    for part in behind ?? [] { add(part, isNegated: true) }
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

  /// A guard with one comparison changed.
  private struct Change {
    var tree: SyntaxTree
    var operation: Mutant.Operation
    var place: SourceLocation
    var detail = ""
  }

  /// The tree with one comparison changed, in each way, for each comparison.
  private static func changes(of tree: SyntaxTree, by checker: TypeChecker) -> [Change] {
    func rebuilt(
      _ inner: SyntaxTree, by checker: TypeChecker, _ make: (SyntaxTree) -> SyntaxTree.Phrase
    ) -> [Change] {
      changes(of: inner, by: checker).map { change in
        var change = change
        change.tree = SyntaxTree(make(change.tree), at: tree.location)
        return change
      }
    }
    switch tree.phrase {
    case .number, .word, .applied, .listing, .size: return []
    case .not(let inner): return rebuilt(inner, by: checker) { .not($0) }
    case .binary(let operation, let a, let b) where comparisons.contains(operation):
      let place = start(of: tree)
      let flipped = Change(
        tree: SyntaxTree(.not(tree), at: tree.location), operation: .comparisonFlipped,
        place: place)
      let others = others(than: operation, a, b, by: checker).map { phrase, detail in
        Change(
          tree: SyntaxTree(phrase, at: tree.location), operation: .comparisonChanged,
          place: place, detail: " to `\(detail)`")
      }
      return [flipped] + others
    case .binary(let operation, let a, let b):
      return rebuilt(a, by: checker) { .binary(operation, $0, b) }
        + rebuilt(b, by: checker) { .binary(operation, a, $0) }
    case .conditional(let a, let b, let c):
      return rebuilt(a, by: checker) { .conditional($0, b, c) }
        + rebuilt(b, by: checker) { .conditional(a, $0, c) }
        + rebuilt(c, by: checker) { .conditional(a, b, $0) }
    case .comprehension(let kind, let variable, let domain, let condition):
      var inner = checker
      if let id = checker.types.named(domain) {
        // Any member: it is there for the type of what is compared.
        inner.scope[variable] = TypedExpression(.constant(0), .member(id))
      }
      return rebuilt(condition, by: inner) {
        .comprehension(kind, variable: variable, domain: domain, condition: $0)
      }
    }
  }

  /// What somebody could have written instead of a comparison: the neighbouring member of an enum,
  /// everything but the other neighbour, a limit that is one off. Of two members the opposite is
  /// all there is.
  private static func others(
    than operation: SyntaxTree.Operator, _ a: SyntaxTree, _ b: SyntaxTree, by checker: TypeChecker
  ) -> [(phrase: SyntaxTree.Phrase, detail: String)] {
    let shifted: [SyntaxTree.Operator: SyntaxTree.Operator] = [
      .less: .lessOrEqual, .lessOrEqual: .less, .greater: .greaterOrEqual,
      .greaterOrEqual: .greater,
    ]
    if let other = shifted[operation] { return [(.binary(other, a, b), other.rawValue)] }
    guard operation == .equal || operation == .notEqual, case .word(let word) = b.phrase,
      case .member(let id)? = (try? checker.resolve(a, expected: nil))?.type
    else { return [] }
    let members = checker.types.enums[id].members
    let qualifier = word.split(separator: ".").dropLast().map { "\($0)." }.joined()
    let own = String(word.dropFirst(qualifier.count))
    guard members.count > 2, let at = members.firstIndex(of: own) else { return [] }
    let next = qualifier + members[(at + 1) % members.count]
    let previous = qualifier + members[(at + members.count - 1) % members.count]
    let opposite: SyntaxTree.Operator = operation == .equal ? .notEqual : .equal
    return [(operation, next), (opposite, previous)].map { operation, member in
      (
        .binary(operation, a, SyntaxTree(.word(member), at: b.location)),
        "\(operation.rawValue) \(member)"
      )
    }
  }
}
