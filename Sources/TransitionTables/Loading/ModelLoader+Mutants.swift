extension ModelLoader {
  /// Returns the mutants of a guard: each drops one conjunct, or negates or changes one comparison.
  /// They are derived from the text as written, before definitions and comprehensions are expanded.
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
      // The negation of a definition's argument may have another type.
      guard let expression = try? checker.check(change.tree, expecting: .bool) else { continue }
      found.append(
        GuardMutant(
          row: 0, operation: change.operation, place: change.place, detail: change.detail,
          when: expression))
    }
    return found
  }

  /// Returns the mutants of a guard with one more conjunct: one that the previous rung has, or the
  /// negation of one that the next rung has. They model a line copied from a neighbour, or a case
  /// left to it by mistake.
  ///
  /// A conjunct that cannot be checked here, because it reads names that only the neighbour binds,
  /// is omitted.
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
    // The whole guard of the previous rung would leave no state to this one.
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

  /// The place where a phrase begins; an operator's own location is after its first operand.
  private static func start(of tree: SyntaxTree) -> SourceLocation {
    guard case .binary(_, let left, _) = tree.phrase else { return tree.location }
    return start(of: left)
  }

  private static let comparisons: Set<SyntaxTree.Operator> = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .member, .subset, .meets,
  ]

  /// A guard with one changed comparison.
  private struct Change {
    var tree: SyntaxTree
    var operation: Mutant.Operation
    var place: SourceLocation
    var detail = ""
  }

  /// Returns the tree with each comparison changed in each possible way.
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
        // The value is arbitrary: only the type of the variable matters.
        inner.scope[variable] = TypedExpression(.constant(0), .member(id))
      }
      return rebuilt(condition, by: inner) {
        .comprehension(kind, variable: variable, domain: domain, condition: $0)
      }
    }
  }

  /// The comparisons that an author could have written instead: with the adjacent member of an
  /// enum, with everything except the other neighbour, or with a limit that is off by one. For an
  /// enum of two members only the negation remains.
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
