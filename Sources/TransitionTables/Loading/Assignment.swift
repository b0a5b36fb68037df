/// The left-hand side of an update: `x`, `x[sms]`, `x[f]` or `x[f in E]`.
struct Assignment {
  /// One slot that an assignment may write.
  struct Target {
    var slot: Int
    /// The condition under which this slot is written; nil where it always is.
    var condition: Expression?
    /// The name that `x[f in E]` binds for this slot, with its value.
    var binding: (name: String, value: TypedExpression)?
  }

  var targets: [Target]

  static func parse(
    _ entry: LocatedNode.Entry, loader: ModelLoader, checker: TypeChecker
  ) throws(Diagnostic) -> Assignment {
    let parts = entry.key.split(separator: "[", maxSplits: 1).map(String.init)
    let name = (parts.first ?? "").trimmed
    guard let symbol = loader.model.symbols[name],
      symbol.slots.allSatisfy({ isVariable(loader.model.slots[$0]) })
    else {
      throw unknown(name, at: entry.keyLocation, loader: loader)
    }
    guard parts.count == 2 else {
      guard symbol.index == nil else {
        throw Diagnostic(
          "table.type", at: entry.keyLocation, "`\(name)` needs an index",
          remedy: "write `\(name)[member]`, or `\(name)[f in Enum]` for all")
      }
      return Assignment(targets: [Target(slot: symbol.slots[0])])
    }
    guard let domain = symbol.index else {
      throw Diagnostic(
        "table.type", at: entry.keyLocation, "`\(name)` has no index",
        remedy: "write `\(name)` alone")
    }
    guard parts[1].trimmed.hasSuffix("]") else {
      throw Diagnostic(
        "table.shape", at: entry.keyLocation, "the index of `\(name)` is not closed",
        remedy: "write `\(name)[…]`")
    }
    let place = entry.keyLocation.advanced(
      by: parts[0].unicodeScalars.count + 1 + (entry.isQuoted ? 1 : 0))
    let index = String(parts[1].trimmed.dropLast())
    let words = index.split(separator: " ").map(String.init)
    if words.count == 3, words[1] == "in" {
      guard loader.model.types.named(words[2]) == domain else {
        throw Diagnostic(
          "table.type", at: place,
          "`\(name)` is indexed by \(loader.model.types.enums[domain].name), not by `\(words[2])`",
          remedy: "write `\(name)[\(words[0]) in \(loader.model.types.enums[domain].name)]`")
      }
      return forAll(words[0], symbol: symbol, domain: domain)
    }
    let tree = try ExpressionParser.parse(index, at: place)
    let expression = try checker.check(tree, expecting: .member(domain))
    if case .constant(let member) = expression {
      return Assignment(targets: [Target(slot: symbol.slots[member])])
    }
    return Assignment(
      targets: symbol.slots.enumerated().map { member, slot in
        Target(slot: slot, condition: .equal(expression, .constant(member)))
      })
  }

  private static func forAll(_ bound: String, symbol: Symbol, domain: Int) -> Assignment {
    Assignment(
      targets: symbol.slots.enumerated().map { member, slot in
        let value = TypedExpression(.constant(member), .member(domain))
        return Target(slot: slot, binding: (bound, value))
      })
  }

  /// Whether a row may assign a computed value to a slot: it is a variable or a location.
  private static func isVariable(_ slot: Slot) -> Bool {
    switch slot.kind {
    case .variable, .location: true
    default: false
    }
  }

  private static func unknown(
    _ name: String, at location: SourceLocation, loader: ModelLoader
  ) -> Diagnostic {
    let names = loader.model.symbols.values
      .filter { $0.slots.allSatisfy { isVariable(loader.model.slots[$0]) } }
      .map(\.name).sorted()
    return Diagnostic(
      "table.unknown-name", at: location, "`\(name)` is no variable",
      remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "declare it")
  }
}
