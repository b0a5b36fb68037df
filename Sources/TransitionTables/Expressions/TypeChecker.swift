/// Resolves the names of an expression and assigns it a type; definitions and comprehensions are
/// written out.
///
/// Types are inferred in both directions: `mfa == required` resolves the member `required` by the
/// type of the other side. A bare word is looked up first as a bound name, then as an input or
/// field in scope, a variable or parameter, a definition, and last as a member of the expected
/// enum.
struct TypeChecker {
  /// A named expression with parameters.
  struct Definition {
    var parameters: [(name: String, domain: Int)]
    var body: SyntaxTree
  }

  let types: TypeTable
  let symbols: [String: Symbol]
  let definitions: [String: Definition]
  /// Named groups of locations, which may follow `in`.
  let groups: [String: MemberGroup]
  /// Names that the place of the expression adds: inputs, fields, members bound by `for:`.
  var scope: [String: TypedExpression] = [:]
  /// Fields of the message that a row receives, by name; any other meaning of the name has
  /// precedence.
  var fields: [String: TypedExpression] = [:]
  /// Names that the expression itself binds, in a comprehension or as parameters of a definition.
  /// They hide all others. A definition does not see the bound names of the place where it is used.
  private var bound: [String: TypedExpression] = [:]
  /// The definitions that are being expanded, to detect cycles.
  private var open: [String] = []
  private let budget: WritingBudget

  init(
    types: TypeTable, symbols: [String: Symbol], definitions: [String: Definition],
    groups: [String: MemberGroup] = [:], budget: WritingBudget = WritingBudget()
  ) {
    self.groups = groups
    self.budget = budget
    self.types = types
    self.symbols = symbols
    self.definitions = definitions
  }

  /// Returns the expression, which must have exactly the expected type.
  /// - Throws: a ``Diagnostic`` with code `table.type` or `table.unknown-name`.
  func check(_ tree: SyntaxTree, expecting type: ValueType) throws(Diagnostic) -> Expression {
    let typed = try resolve(tree, expected: type)
    guard agrees(typed.type, with: type) else {
      throw Diagnostic(
        "table.type", at: tree.location,
        "this is \(types.text(of: typed.type)), but \(types.text(of: type)) is needed here",
        remedy: "compare or convert it so that the types agree")
    }
    return typed.expression
  }

  private func agrees(_ a: ValueType, with b: ValueType) -> Bool {
    if case .integer = a, case .integer = b { return true }
    return a == b
  }

  func resolve(_ tree: SyntaxTree, expected: ValueType?) throws(Diagnostic) -> TypedExpression {
    try budget.enter(at: tree.location)
    defer { budget.leave() }
    switch tree.phrase {
    case .number(let number):
      return TypedExpression(.constant(number), .integer(number...number))
    case .word(let word):
      return try resolve(word: word, at: tree.location, expected: expected)
    case .applied(let name, let arguments, let brackets):
      return try brackets
        ? index(name, arguments, at: tree.location)
        : apply(name, arguments, at: tree.location, expected: expected)
    case .not(let inner):
      return TypedExpression(.not(try check(inner, expecting: .bool)), .bool)
    case .binary(let operation, let left, let right):
      return try resolve(operation, left, right, at: tree.location, expected: expected)
    case .conditional(let condition, let yes, let no):
      let test = try check(condition, expecting: .bool)
      let (first, second) = try resolvePair(yes, no, expected: expected)
      return TypedExpression(
        .conditional(test, first.expression, second.expression), join(first.type, second.type))
    case .listing(let elements):
      return try list(elements, at: tree.location, expected: expected)
    case .comprehension(let kind, let variable, let domain, let condition):
      let conditions = try expand(variable, domain, condition, at: tree.location)
      return finish(kind, conditions.expressions, domain: conditions.domain)
    case .size(let set):
      return try size(of: set)
    }
  }

  /// The smallest type that contains the values of both types.
  private func join(_ a: ValueType, _ b: ValueType) -> ValueType {
    guard case .integer(let x) = a, case .integer(let y) = b else { return a }
    return .integer(min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound))
  }

  // MARK: Names

  private func resolve(
    word: String, at location: SourceLocation, expected: ValueType?
  ) throws(Diagnostic) -> TypedExpression {
    if word == "true" { return TypedExpression(.yes, .bool) }
    if word == "false" { return TypedExpression(.no, .bool) }
    if let known = bound[word] ?? scope[word] { return known }
    if let symbol = symbols[word], !isShadowed(word, symbol: symbol, expected: expected) {
      guard symbol.index == nil else {
        throw Diagnostic(
          "table.type", at: location, "`\(word)` needs an index",
          remedy: "write `\(word)[…]`")
      }
      return TypedExpression(.slot(symbol.slots[0]), symbol.type)
    }
    if let definition = definitions[word], definition.parameters.isEmpty {
      return try apply(word, [], at: location, expected: expected)
    }
    let member = member(word, of: expected)
    if let field = fields[word], expected.map({ agrees(field.type, with: $0) }) ?? (member == nil) {
      return field
    }
    if let member { return member }
    throw unknown(word, at: location, expected: expected)
  }

  /// Whether a member of the same name takes precedence, because only it has the expected type.
  private func isShadowed(_ word: String, symbol: Symbol, expected: ValueType?) -> Bool {
    guard let expected, symbol.index != nil || !agrees(symbol.type, with: expected) else {
      return false
    }
    return member(word, of: expected) != nil
  }

  private func member(_ word: String, of expected: ValueType?) -> TypedExpression? {
    if case .member(let id) = expected, let at = types.enums[id].members.firstIndex(of: word) {
      return TypedExpression(.constant(at), .member(id))
    }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, let id = types.named(parts[0]),
      let at = types.enums[id].members.firstIndex(of: parts[1])
    {
      return TypedExpression(.constant(at), .member(id))
    }
    return nil
  }

  /// The largest number of enum members that a diagnostic lists.
  private static let mostMembers = 12

  private func unknown(
    _ word: String, at location: SourceLocation, expected: ValueType?
  ) -> Diagnostic {
    var candidates =
      symbols.keys.sorted() + definitions.keys.sorted() + scope.keys.sorted()
      + fields.keys.sorted() + bound.keys.sorted() + groups.keys.sorted()
    var message = "nothing is named `\(word)`"
    if case .member(let id) = expected {
      let (name, members) = (types.enums[id].name, types.enums[id].members)
      candidates = members + candidates
      let known =
        members.count > Self.mostMembers
        ? "the \(members.count) values of `\(name)`" : members.list
      message = "`\(word)` is neither a name nor one of \(known)"
    }
    // For `client`, suggest `client.at`.
    let near = candidates.nearest(to: word) ?? candidates.first { $0.hasPrefix("\(word).") }
    return Diagnostic(
      "table.unknown-name", at: location, message,
      remedy: near.map { "did you mean `\($0)`?" }
        ?? "declare it, or correct the spelling")
  }

  /// Whether a tree is a bare word that can only be resolved with an expected type.
  func needsExpectation(_ tree: SyntaxTree) -> Bool {
    switch tree.phrase {
    case .word(let word):
      if word == "true" || word == "false" || bound[word] != nil || scope[word] != nil
        || symbols[word] != nil || (fields[word] != nil && definitions[word] == nil)
      {
        return false
      }
      if definitions[word] != nil { return definitionNeedsExpectation(word) }
      return member(word, of: nil) == nil
    case .applied(let name, _, brackets: false): return definitionNeedsExpectation(name)
    case .listing: return true
    case .conditional(_, let a, let b): return needsExpectation(a) && needsExpectation(b)
    default: return false
    }
  }

  /// The maximum depth to which definitions that consist of another definition are followed.
  private static let deepestDefinitions = 50

  /// Whether a definition is a bare member, or a choice between bare members, such as
  /// `if p == left then right else left`.
  private func definitionNeedsExpectation(_ name: String) -> Bool {
    guard budget.spend(), open.count < Self.deepestDefinitions,
      let definition = definitions[name], !open.contains(name)
    else { return false }
    var inner = self
    inner.open.append(name)
    inner.bound = [:]
    for parameter in definition.parameters {
      inner.bound[parameter.name] = TypedExpression(.constant(0), .member(parameter.domain))
    }
    return inner.needsExpectation(definition.body)
  }

  func resolvePair(
    _ left: SyntaxTree, _ right: SyntaxTree, expected: ValueType?
  ) throws(Diagnostic) -> (TypedExpression, TypedExpression) {
    let pair: (TypedExpression, TypedExpression)
    if needsExpectation(left) && !needsExpectation(right) {
      let b = try resolve(right, expected: expected)
      pair = (try resolve(left, expected: b.type), b)
    } else {
      let a = try resolve(left, expected: expected)
      pair = (a, try resolve(right, expected: a.type))
    }
    guard agrees(pair.0.type, with: pair.1.type) else {
      throw Diagnostic(
        "table.type", at: left.location,
        "the two sides differ in type: \(types.text(of: pair.0.type)) and "
          + types.text(of: pair.1.type),
        remedy: "compare values of one type")
    }
    return pair
  }

  // MARK: Application

  private func index(
    _ name: String, _ arguments: [SyntaxTree], at location: SourceLocation
  ) throws(Diagnostic) -> TypedExpression {
    guard let symbol = symbols[name] else {
      if let id = types.named(name) { return try numbered(arguments[0], of: id) }
      throw unknown(name, at: location, expected: nil)
    }
    guard let domain = symbol.index else {
      throw Diagnostic(
        "table.type", at: location, "`\(name)` has no index", remedy: "write `\(name)` alone")
    }
    let index = try check(arguments[0], expecting: .member(domain))
    if case .constant(let member) = index {
      return TypedExpression(.slot(symbol.slots[member]), symbol.type)
    }
    return TypedExpression(.choose(index, symbol.slots.map(Expression.slot)), symbol.type)
  }

  /// The enum member at a number, from 0; numbers out of range give the first or last member.
  private func numbered(_ number: SyntaxTree, of id: Int) throws(Diagnostic) -> TypedExpression {
    let typed = try resolve(number, expected: nil)
    guard case .integer(let range) = typed.type else {
      throw Diagnostic(
        "table.type", at: number.location,
        "this is \(types.text(of: typed.type)), but the number of a member is needed here",
        remedy: "count the members of `\(types.enums[id].name)` from 0")
    }
    var value = typed.expression
    let last = Expression.constant(types.enums[id].members.count - 1)
    if range.upperBound >= types.enums[id].members.count {
      value = .conditional(.less(last, value), last, value)
    }
    if range.lowerBound < 0 {
      value = .conditional(.less(value, .constant(0)), .constant(0), value)
    }
    return TypedExpression(value, .member(id))
  }

  private func apply(
    _ name: String, _ arguments: [SyntaxTree], at location: SourceLocation, expected: ValueType?
  ) throws(Diagnostic) -> TypedExpression {
    guard let definition = definitions[name] else {
      throw unknown(name, at: location, expected: nil)
    }
    guard definition.parameters.count == arguments.count else {
      throw Diagnostic(
        "table.type", at: location,
        "`\(name)` takes \(definition.parameters.count) arguments, not \(arguments.count)",
        remedy: "give it "
          + definition.parameters.map(\.name).joined(separator: ", "))
    }
    guard !open.contains(name) else {
      throw Diagnostic(
        "table.type", at: location, "the definition of `\(name)` uses itself",
        remedy: "write it without recursion")
    }
    var inner = self
    // Inputs and fields stay visible; names that surrounding comprehensions bind do not.
    inner.bound = [:]
    for (parameter, argument) in zip(definition.parameters, arguments) {
      let type = ValueType.member(parameter.domain)
      inner.bound[parameter.name] = TypedExpression(try check(argument, expecting: type), type)
    }
    inner.open.append(name)
    return try inner.resolve(definition.body, expected: expected)
  }

  // MARK: Sets and comprehensions

  private func expand(
    _ variable: String, _ domain: String, _ condition: SyntaxTree, at location: SourceLocation
  ) throws(Diagnostic) -> (expressions: [Expression], domain: Int) {
    guard let id = types.named(domain) else {
      throw Diagnostic(
        "table.unknown-name", at: location, "`\(domain)` is no enum",
        remedy: types.names.nearest(to: domain).map { "did you mean `\($0)`?" }
          ?? "name a declared enum after `in`")
    }
    var expressions: [Expression] = []
    for member in types.enums[id].members.indices {
      var inner = self
      inner.bound[variable] = TypedExpression(.constant(member), .member(id))
      expressions.append(try inner.check(condition, expecting: .bool))
    }
    return (expressions, id)
  }

  private func finish(
    _ kind: SyntaxTree.Comprehension, _ conditions: [Expression], domain: Int
  ) -> TypedExpression {
    switch kind {
    case .set: TypedExpression(.gathering(conditions), .set(domain))
    case .count: TypedExpression(.tally(conditions), .integer(0...conditions.count))
    case .all: TypedExpression(.and(conditions), .bool)
    case .any: TypedExpression(.or(conditions), .bool)
    }
  }

  private func size(of set: SyntaxTree) throws(Diagnostic) -> TypedExpression {
    let typed = try resolve(set, expected: nil)
    guard case .set(let id) = typed.type else {
      throw Diagnostic(
        "table.type", at: set.location, "`count` needs a set", remedy: "count the members of a set")
    }
    let members = types.enums[id].members.indices
    return TypedExpression(
      .tally(members.map { .contains(set: typed.expression, member: .constant($0)) }),
      .integer(0...members.count))
  }

  private func list(
    _ elements: [SyntaxTree], at location: SourceLocation, expected: ValueType?
  ) throws(Diagnostic) -> TypedExpression {
    var domain: Int?
    if case .set(let id) = expected { domain = id }
    if domain == nil {
      for element in elements where !needsExpectation(element) {
        if case .member(let id) = try resolve(element, expected: nil).type { domain = id }
      }
    }
    guard let domain else {
      throw Diagnostic(
        "table.type", at: location, "nothing says which enum this set is of",
        remedy: "write one member with its enum, as in `{MFAFactor.sms}`")
    }
    let members = try elements.map { element throws(Diagnostic) in
      try check(element, expecting: .member(domain))
    }
    let conditions = types.enums[domain].members.indices.map { member in
      Expression.or(members.map { .equal($0, .constant(member)) })
    }
    return TypedExpression(.gathering(conditions), .set(domain))
  }
}
