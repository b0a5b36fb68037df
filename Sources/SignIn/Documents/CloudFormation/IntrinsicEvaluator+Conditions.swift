import TransitionTables

/// The result of deciding a condition.
enum Verdict: Hashable, Sendable {
  /// The condition holds or not, given the defaults of these template parameters.
  case decided(Bool, assuming: [String])
  /// Only a deployment decides the condition; the text is the reason.
  case undecided(String)
}

/// Evaluates conditions in Kleene's three-valued logic, where one known operand can decide.
extension IntrinsicEvaluator {
  /// The verdict on a condition of the template's `Conditions`. Each condition is decided once.
  mutating func decide(named name: String, at location: SourceLocation) -> Verdict {
    if let verdict = conditions[name] { return verdict }
    guard let node = template.conditions[name] else {
      let guess = isGuessing ? template.conditions.keys.sorted().nearest(to: name) : nil
      complain(
        "template.unknown-condition", at: location,
        "the template has no condition `\(name.prefix(40))`",
        remedy: guess.map { "did you mean `\($0)`?" }
          ?? "declare it under Conditions")
      return .undecided("the condition \(name) is declared nowhere")
    }
    guard deciding.insert(name).inserted else {
      complain(
        "template.circular-condition", at: node.location,
        "the condition `\(name)` refers to itself", remedy: "break the circle")
      return .undecided("the condition \(name) refers to itself")
    }
    let verdict = decide(node)
    deciding.remove(name)
    if case .decided(_, let assumed) = verdict, !affords(steps: assumed.count, at: location) {
      return .undecided(EvaluationBudget.reason)
    }
    conditions[name] = verdict
    return verdict
  }

  private mutating func decide(_ node: LocatedNode) -> Verdict {
    guard enters(at: node.location) else { return .undecided(EvaluationBudget.reason) }
    defer { leave() }
    guard let call = IntrinsicCall(node) else { return malformedCondition(node) }
    switch call.name {
    case "Condition":
      guard let name = call.argument.text else { return malformedCondition(node) }
      return decide(named: name, at: call.location)
    case "Equals":
      guard let parts = call.argument.elements, parts.count == 2 else {
        return malformedCondition(node)
      }
      let (one, other) = (evaluate(parts[0]), evaluate(parts[1]))
      let length = min(one.text?.utf8.count ?? 0, other.text?.utf8.count ?? 0)
      guard affords(bytes: length, at: call.location) else {
        return .undecided(EvaluationBudget.reason)
      }
      return compare(one, other)
    case "Not":
      guard let parts = call.argument.elements, parts.count == 1 else {
        return malformedCondition(node)
      }
      switch decide(parts[0]) {
      case .decided(let holds, let assumed): return .decided(!holds, assuming: assumed)
      case .undecided(let reason): return .undecided(reason)
      }
    case "And": return combine(call, decisive: false)
    case "Or": return combine(call, decisive: true)
    default: return malformedCondition(node)
    }
  }

  private func compare(_ one: Fact, _ other: Fact) -> Verdict {
    switch (one.content, other.content) {
    case (.text(let a, _), .text(let b, _)):
      return .decided(a == b, assuming: Set(one.assumed + other.assumed).sorted())
    case (.opaque, .text("", _)) where one.isNeverEmpty,
      (.text("", _), .opaque) where other.isNeverEmpty:
      return .decided(false, assuming: Set(one.assumed + other.assumed).sorted())
    case (.opaque(let reason), _), (.uncertain(let reason), _), (_, .opaque(let reason)),
      (_, .uncertain(let reason)):
      return .undecided(reason)
    default: return .undecided("the condition compares something else than texts")
    }
  }

  /// Evaluates `And`, which one false operand decides, and `Or`, which one true operand decides.
  private mutating func combine(_ call: IntrinsicCall, decisive: Bool) -> Verdict {
    guard let parts = call.argument.elements, !parts.isEmpty else {
      return malformedCondition(call.argument)
    }
    var assumed: Set<String> = []
    var reason: String?
    for part in parts {
      switch decide(part) {
      case .decided(decisive, let defaults): return .decided(decisive, assuming: defaults)
      case .decided(_, let defaults):
        guard affords(steps: defaults.count, at: call.location) else {
          return .undecided(EvaluationBudget.reason)
        }
        assumed.formUnion(defaults)
      case .undecided(let why): reason = reason ?? why
      }
    }
    return reason.map { .undecided($0) }
      ?? .decided(!decisive, assuming: assumed.sorted())
  }

  private mutating func malformedCondition(_ node: LocatedNode) -> Verdict {
    complain(
      "template.malformed-condition", at: node.location, "this is no condition",
      remedy: "write Fn::Equals, Fn::And, Fn::Or, Fn::Not or Condition")
    return .undecided("a condition could not be read")
  }
}
