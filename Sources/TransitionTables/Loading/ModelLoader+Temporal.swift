import StateSpace

extension ModelLoader {
  /// Reads `steps:`, the named classes of steps.
  mutating func readStepClasses() {
    for entry in sections["steps"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(entry.value, subject: "a class of steps")
        var kind = StepClass(
          name: entry.key, actors: [], actions: [], isRight: false, answers: [],
          documentation: try reader.text("doc"), location: entry.keyLocation)
        kind.actors = try loader.names(
          &reader, "by", among: loader.model.actions.map(\.actor), "no action is by")
        kind.actions = try loader.names(
          &reader, "actions", among: loader.model.actions.map(\.name), "there is no action")
        let received = loader.model.messages.filter { $0.receiver == nil }.map(\.name)
        kind.answers = try loader.names(
          &reader, "answers", among: received, "the app never receives"
        )
        .compactMap { loader.model.message(named: $0) }
        if let right = reader.optional("rightly") {
          guard right.text == "true" else {
            throw Diagnostic(
              "table.shape", at: right.location, "`rightly` is said or left out",
              remedy: "write `rightly: true`")
          }
          kind.isRight = true
        }
        loader.diagnostics += reader.unknownKeys()
        loader.model.stepClasses.append(kind)
      }
    }
  }

  /// Reads the words of a key, each of which must be a known one.
  private func names(
    _ reader: inout MappingReader, _ key: String, among known: [String], _ complaint: String
  ) throws(Diagnostic) -> [String] {
    var found: [String] = []
    for word in try reader.words(key) ?? [] {
      let name = word.text ?? ""
      guard known.contains(name) else {
        throw .unknownName(
          name, at: word.location, "\(complaint) `\(name)`", among: known,
          else: "name a declared one")
      }
      found.append(name)
    }
    return found
  }

  /// Reads the claim about runs of a property, if it has one: `temporal:` with a formula, or a
  /// pattern.
  mutating func temporalClaim(
    _ reader: inout MappingReader, checker: TypeChecker
  ) throws(Diagnostic) -> (Property.Claim, String)? {
    var formulas: [(formula: TemporalFormula, text: String, isEverywhere: Bool)] = []
    var formulaReader = TemporalReader(loader: self, checker: checker)
    if let node = reader.optional("temporal") {
      formulas.append((try formulaReader.read(node), "temporal \(node.text ?? "")", false))
    }
    if let node = reader.optional("existence") {
      formulas.append(
        (.allFinally(try formulaReader.read(node)), "existence \(node.text ?? "")", false))
    }
    if let node = reader.optional("response") {
      let (question, answer, text) = try pair(node, "to", "with", &formulaReader)
      formulas.append(
        (.or(.not(question), .allFinally(answer)), "response \(text)", true))
    }
    if let node = reader.optional("precedence") {
      // No run reaches the second without having reached the first before.
      let (later, earlier, text) = try pair(node, "of", "by", &formulaReader)
      formulas.append(
        (
          .not(.existsUntil(.not(earlier), .and(later, .not(earlier)))), "precedence \(text)",
          false
        ))
    }
    let along = try classes(reader.words("along"))
    let fair = try fairness(reader.optional("fair"))
    guard let first = formulas.first else {
      guard along.isEmpty, fair.strong.isEmpty, fair.weak.isEmpty else {
        throw Diagnostic(
          "table.shape", at: reader.location, "`along` and `fair` are about runs",
          remedy: "write them next to `temporal`, `existence`, `response` or `precedence`")
      }
      return nil
    }
    guard formulas.count == 1 else {
      throw Diagnostic(
        "table.shape", at: reader.location, "a property makes exactly one claim",
        remedy: "write two properties")
    }
    let claim = TemporalClaim(
      formula: first.formula, atoms: formulaReader.atoms, isEverywhere: first.isEverywhere,
      along: along, strong: fair.strong, weak: fair.weak)
    return (.temporal(claim), first.text)
  }

  /// Reads the two parts of a pattern.
  private func pair(
    _ node: LocatedNode, _ first: String, _ second: String, _ formulas: inout TemporalReader
  ) throws(Diagnostic) -> (TemporalFormula, TemporalFormula, String) {
    var reader = try MappingReader(node, subject: "a pattern")
    let one = try reader.required(first)
    let other = try reader.required(second)
    if let unknown = reader.unknownKeys().first { throw unknown }
    return (
      try formulas.read(one), try formulas.read(other),
      "\(first) \(one.text ?? "") \(second) \(other.text ?? "")"
    )
  }

  private func fairness(
    _ node: LocatedNode?
  ) throws(Diagnostic) -> (strong: [Int], weak: [Int]) {
    guard let node else { return ([], []) }
    var reader = try MappingReader(node, subject: "`fair`")
    let found = (
      strong: try classes(reader.words("strong")), weak: try classes(reader.words("weak"))
    )
    if let unknown = reader.unknownKeys().first { throw unknown }
    return found
  }

  private func classes(_ words: [LocatedNode]?) throws(Diagnostic) -> [Int] {
    let known = model.stepClasses.map(\.name)
    var found: [Int] = []
    for word in words ?? [] {
      guard let position = known.firstIndex(of: word.text ?? "") else {
        throw .unknownName(
          word.text ?? "", at: word.location, "`\(word.text ?? "")` is no class of steps",
          among: known, else: "declare it under `steps:`")
      }
      found.append(position)
    }
    return found
  }
}

/// Reads formulas of computation tree logic: the expression language, extended by the operators
/// `AG`, `AF`, `AX`, `EG`, `EF`, `EX`, `AU(p, q)` and `EU(p, q)`.
///
/// A phrase without such an operator is a state predicate, type-checked like any other.
struct TemporalReader {
  let loader: ModelLoader
  let checker: TypeChecker
  /// The state predicates that were read so far.
  var atoms: [Expression] = []

  private static let unary: [String: @Sendable (TemporalFormula) -> TemporalFormula] = [
    "AG": { .allGlobally($0) }, "AF": { .allFinally($0) }, "AX": { .allNext($0) },
    "EG": { .existsGlobally($0) }, "EF": { .existsFinally($0) }, "EX": { .existsNext($0) },
  ]
  private typealias Joining = @Sendable (TemporalFormula, TemporalFormula) -> TemporalFormula
  private static let binary: [String: Joining] = [
    "AU": { .allUntil($0, $1) }, "EU": { .existsUntil($0, $1) },
  ]

  init(loader: ModelLoader, checker: TypeChecker) {
    self.loader = loader
    self.checker = checker
  }

  /// Reads the formula of a scalar; diagnostics have the columns of the file.
  mutating func read(_ node: LocatedNode) throws(Diagnostic) -> TemporalFormula {
    try formula(try node.expression())
  }

  private mutating func formula(_ tree: SyntaxTree) throws(Diagnostic) -> TemporalFormula {
    guard Self.isTemporal(tree) else { return try atom(tree) }
    switch tree.phrase {
    case .not(let inner): return .not(try formula(inner))
    case .binary(let operation, let left, let right):
      let (a, b) = (try formula(left), try formula(right))
      switch operation {
      case .and: return .and(a, b)
      case .or: return .or(a, b)
      case .implies: return .or(.not(a), b)
      default: break
      }
    case .applied(let name, let arguments, brackets: false):
      if let make = Self.unary[name], arguments.count == 1 {
        return make(try formula(arguments[0]))
      }
      if let make = Self.binary[name], arguments.count == 2 {
        return make(try formula(arguments[0]), try formula(arguments[1]))
      }
    default: break
    }
    throw Diagnostic(
      "table.type", at: tree.location, "a claim about runs stands where a value is needed",
      remedy: "join formulas by `and`, `or`, `not`, `implies`; `AG(p)`, `AU(p, q)`")
  }

  private mutating func atom(_ tree: SyntaxTree) throws(Diagnostic) -> TemporalFormula {
    let expression = try checker.check(tree, expecting: .bool)
    try loader.verify(expression, at: tree.location, in: .property)
    if let known = atoms.firstIndex(of: expression) { return .atom(known) }
    atoms.append(expression)
    return .atom(atoms.count - 1)
  }

  private static func isTemporal(_ tree: SyntaxTree) -> Bool {
    switch tree.phrase {
    case .number, .word: return false
    case .applied(let name, let arguments, let brackets):
      if !brackets, unary[name] != nil || binary[name] != nil { return true }
      return arguments.contains(where: isTemporal)
    case .not(let inner), .size(let inner), .comprehension(_, _, _, let inner):
      return isTemporal(inner)
    case .binary(_, let a, let b): return isTemporal(a) || isTemporal(b)
    case .conditional(let a, let b, let c): return [a, b, c].contains(where: isTemporal)
    case .listing(let all): return all.contains(where: isTemporal)
    }
  }
}
