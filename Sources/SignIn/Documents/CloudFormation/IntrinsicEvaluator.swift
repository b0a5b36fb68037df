import TransitionTables

/// Evaluates a template's values as far as the template alone decides them.
///
/// A template parameter has the value given from outside or by the template that deploys this one.
/// Without either it has its default, and the facts that depend on it say so. Whatever only a
/// deployment knows (ids, attributes, account and region, imports, parameters without a default)
/// becomes opaque: there is a value, but it cannot be read. An undecided `Fn::If` with
/// `AWS::NoValue` as one branch becomes uncertain. The cost is bounded by an ``EvaluationBudget``:
/// mappings and conditions refer to each other, so that a few hundred bytes can cause any amount of
/// work. Source: the CloudFormation user guide, intrinsic function reference.
struct IntrinsicEvaluator: Sendable {
  let template: Template
  /// The values of template parameters that are given from outside, by name.
  let given: [String: String]
  /// The values that the deploying template passes to the parameters.
  let passed: [String: PassedValue]
  private(set) var diagnostics: [Diagnostic] = []
  /// The verdicts on named conditions, filled as they are needed.
  var conditions: [String: Verdict] = [:]
  /// The named conditions that are being decided, to detect cycles.
  var deciding: Set<String> = []
  private var budget = EvaluationBudget()

  init(
    template: Template, given: [String: String] = [:], passed: [String: PassedValue] = [:]
  ) {
    self.template = template
    self.given = given
    self.passed = passed
  }

  /// The value of a node.
  mutating func evaluate(_ node: LocatedNode) -> Fact {
    guard enters(at: node.location) else {
      return Fact(.uncertain(EvaluationBudget.reason), at: node.location)
    }
    defer { budget.leave() }
    if let call = IntrinsicCall(node) { return evaluate(call) }
    switch node.content {
    case .scalar(let text, let quoted):
      if node.isNull { return Fact(.absent, at: node.location) }
      if let reason = Self.reasonItIsOpen(text) {
        return Fact(.opaque(reason), at: node.location)
      }
      return Fact(.text(text, quoted: quoted), at: node.location)
    case .sequence(let elements):
      return Fact(.list(list(elements)), at: node.location)
    case .mapping(let entries):
      let evaluated = entries.map {
        Fact.Entry(key: $0.key, keyLocation: $0.keyLocation, value: evaluate($0.value))
      }
      return Fact(.record(evaluated), at: node.location)
    }
  }

  /// The reason why a text gets its value only later, or nil where it is literal.
  private static func reasonItIsOpen(_ text: String) -> String? {
    // Nearly all texts end here; searching for each prefix takes far longer.
    guard text.utf8.contains(UInt8(ascii: "{")) else { return nil }
    if text.contains("{{resolve:") { return "a dynamic reference is resolved at deployment" }
    if text.hasPrefix("{{"), text.hasSuffix("}}") {
      return "`\(text.prefix(40))` is filled in by another tool"
    }
    return serverlessVariables.contains(where: text.contains)
      ? "a variable of the Serverless Framework is resolved when it packages" : nil
  }

  /// The prefixes of variables of the Serverless Framework, which occur in files that its own file
  /// includes, and of references to other files.
  private static let serverlessVariables =
    ["self", "opt", "sls", "env", "param", "ssm", "cf"].map { "${\($0):" } + ["${file("]

  /// The elements of a list without those that are `AWS::NoValue`.
  private mutating func list(_ nodes: [LocatedNode]) -> [Fact] {
    var facts: [Fact] = []
    for node in nodes {
      let fact = evaluate(node)
      // A removed element stays if a default removed it, so that the assumption stays visible.
      if case .absent = fact.content, fact.assumed.isEmpty { continue }
      facts.append(fact)
    }
    return facts
  }

  private mutating func evaluate(_ call: IntrinsicCall) -> Fact {
    switch call.name {
    case "Ref": reference(call)
    case "GetAtt": attribute(call)
    case "Sub": substitution(call)
    case "If": choice(call)
    case "FindInMap": lookUp(call)
    case "Join": join(call)
    case "Select": select(call)
    case "Split": split(call)
    case "Computed": Fact(.opaque(call.argument.text ?? ""), at: call.location)
    case "Uncertain": Fact(.uncertain(call.argument.text ?? ""), at: call.location)
    case "Transform", "ForEach":
      Fact(.uncertain("a macro (Fn::\(call.name)) decides it at deployment"), at: call.location)
    default: Fact(.opaque("Fn::\(call.name) is known only at deployment"), at: call.location)
    }
  }

  private mutating func reference(_ call: IntrinsicCall) -> Fact {
    guard let name = call.argument.text else { return malformed(call, "a name") }
    return value(of: name, at: call.location)
  }

  /// The value of a parameter, pseudo parameter or resource.
  mutating func value(of name: String, at location: SourceLocation) -> Fact {
    if name == "AWS::NoValue" { return Fact(.absent, at: location) }
    if name.hasPrefix("AWS::") {
      return Fact(.opaque("\(name) is known only at deployment"), at: location)
    }
    if let parameter = template.parameters[name] {
      return self.default(of: parameter, at: location)
    }
    if template.hasResource(name) {
      return Fact(
        .opaque("the id of \(name) is known only at deployment"), at: location, resource: name)
    }
    let guess = isGuessing ? template.referable.nearest(to: name) : nil
    complain(
      "template.unknown-reference", at: location,
      "the template has no parameter or resource `\(name.prefix(40))`",
      remedy: guess.map { "did you mean `\($0)`?" } ?? "declare it, or correct the name")
    return Fact(.opaque("\(name) is declared nowhere"), at: location)
  }

  private mutating func `default`(
    of parameter: Template.Parameter, at location: SourceLocation
  ) -> Fact {
    if parameter.isStored {
      return Fact(
        .opaque("the template parameter \(parameter.name) is read from the parameter store"),
        at: location)
    }
    if parameter.unknownType != nil {
      return Fact(
        .opaque("the template parameter \(parameter.name) has no type of CloudFormation's"),
        at: location)
    }
    var text = given[parameter.name]
    var assumed: [String] = []
    if text == nil {
      switch passed[parameter.name] {
      case .text(let value, let isDefault):
        text = value
        if isDefault { assumed = [parameter.name] }
      case .reference(let reason):
        var fact = Fact(.opaque(reason), at: location)
        fact.isNeverEmpty = true
        return fact
      case .unknown, nil:
        text = parameter.defaultValue?.text
        assumed = [parameter.name]
      }
    }
    guard let text else {
      let reason = passed[parameter.name]?.unknownReason
      var fact = Fact(
        .opaque(reason ?? "the template parameter \(parameter.name) has no default"), at: location)
      fact.possible = Fact.possible(
        among: (parameter.allowedValues?.elements ?? []).map(Fact.init(literally:)))
      return fact
    }
    guard parameter.isList else {
      return Fact(.text(text, quoted: true), at: location, assuming: assumed)
    }
    guard affords(bytes: text.utf8.count, at: location) else {
      return Fact(.uncertain(EvaluationBudget.reason), at: location)
    }
    let words = text.split(separator: ",").map { $0.trimmingBlanks }
    return Fact(
      .list(words.map { Fact(.text($0, quoted: true), at: location) }), at: location,
      assuming: assumed)
  }

  private func attribute(_ call: IntrinsicCall) -> Fact {
    let parts = call.argument.elements?.compactMap(\.text)
    let resource = parts?.first ?? call.argument.text?.split(separator: ".").first.map(String.init)
    return Fact(
      .opaque("an attribute of \(resource ?? "a resource") is known only at deployment"),
      at: call.location, resource: resource)
  }

  private mutating func choice(_ call: IntrinsicCall) -> Fact {
    guard let parts = call.argument.elements, parts.count == 3, let name = parts[0].text else {
      return malformed(call, "a condition and two values")
    }
    switch decide(named: name, at: parts[0].location) {
    case .decided(let holds, let assumed):
      guard affords(steps: assumed.count, at: call.location) else { return spent(call) }
      return evaluate(holds ? parts[1] : parts[2]).assuming(assumed)
    case .undecided(let reason):
      let (one, other) = (evaluate(parts[1]), evaluate(parts[2]))
      if let text = one.text, text == other.text { return one }
      var fact = Fact(
        one.isCertain && other.isCertain ? .opaque(reason) : .uncertain(reason), at: call.location)
      fact.possible = Fact.possible(among: [one, other])
      return fact
    }
  }

  // MARK: The budget

  /// Enters one more level; returns false where that is too deep or the budget is spent.
  mutating func enters(at location: SourceLocation) -> Bool {
    let isAfforded = affords(steps: 1, at: location)
    guard isAfforded, budget.enter() else {
      complainOfExcess(at: location)
      return false
    }
    return true
  }

  mutating func leave() { budget.leave() }

  /// Spends steps and bytes; returns false where the budget is exceeded.
  mutating func affords(
    steps: Int = 0, bytes: Int = 0, at location: SourceLocation
  ) -> Bool {
    if budget.spend(steps: steps, bytes: bytes) { return true }
    complainOfExcess(at: location)
    return false
  }

  func spent(_ call: IntrinsicCall) -> Fact {
    Fact(.uncertain(EvaluationBudget.reason), at: call.location)
  }

  /// Reports the exceeded budget once: after that nothing more is evaluated.
  private mutating func complainOfExcess(at location: SourceLocation) {
    guard let excess = budget.takeExcess() else { return }
    complain(
      "template.too-complex", at: location, "evaluating the template \(excess)",
      remedy: "look for a mapping or a condition that leads back to itself, or give what is"
        + " deployed: the output of `aws cognito-idp describe-user-pool`")
  }

  // MARK: Complaints

  /// Whether to look for the nearest name; beyond the number of diagnostics that are shown it would
  /// be wasted.
  var isGuessing: Bool { diagnostics.count < DiagnosticList.mostShown }

  mutating func malformed(_ call: IntrinsicCall, _ needs: String) -> Fact {
    let name = call.name == "Ref" ? "Ref" : "Fn::\(call.name)"
    complain(
      "template.malformed-function", at: call.location, "\(name) needs \(needs)",
      remedy: "see CloudFormation's reference of intrinsic functions for \(name)")
    return Fact(.uncertain("\(name) could not be read"), at: call.location)
  }

  mutating func complain(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String
  ) {
    diagnostics.append(
      template.document.diagnostic(code, severity, at: location, message, remedy: remedy))
  }
}

extension Fact {
  /// Whether a value exists, known or not.
  var isCertain: Bool {
    switch content {
    case .absent, .uncertain: false
    case .text, .list, .record, .opaque: true
    }
  }
}

extension StringProtocol {
  /// The text without blanks at either end.
  var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
