/// What the service makes of a change of a configuration that is deployed: refuses it, replaces
/// what has the users, keeps the old value, or does it in two calls.
///
/// A rule applies where all that it asks for is so: a parameter of ``changed`` differs, the old
/// configuration fulfils ``before`` and the new one ``after``, a parameter of ``omitted`` differs
/// and the new documents leave it to the service, and something differs in each group of
/// ``calls``.
public struct ChangeRule: Sendable, Hashable {
  /// How much the rule weighs.
  public enum Severity: String, Sendable, CaseIterable {
    /// The service refuses the change.
    case error
    /// It comes out otherwise than the documents say.
    case warning
    /// It is accepted; there is something to know about it.
    case note
  }

  /// Its mark, as reports cite it.
  public var id: String
  public var severity: Severity
  /// The slots of which one must differ; none where empty.
  public var changed: [Int]
  /// What the old configuration must fulfil, or nil.
  public var before: Expression?
  /// What the new configuration must fulfil, or nil.
  public var after: Expression?
  /// The slots of which one must differ and be left to the service's default; none where empty.
  public var omitted: [Int]
  /// Slots that different calls of the service set, one group a call; none where empty.
  public var calls: [[Int]]
  /// Whether what has the users is made anew, and they are lost, where the change is made all the
  /// same.
  public var replaces: Bool
  /// What happens, in one sentence.
  public var documentation: String
  /// The service's own refusal text, or empty.
  public var refusal: String
  /// Where it comes from, or nil.
  public var source: Source?
  /// What to do instead.
  public var remedy: String
  /// Where it is declared.
  public var location: SourceLocation

  /// Whether the rule applies to a change.
  ///
  /// - Parameters:
  ///   - old: a valuation of all slots; only parameters are read.
  ///   - new: the same of the new configuration.
  ///   - left: the parameters that the new documents leave to the service's default.
  public func applies(from old: [Int], to new: [Int], leaving left: Set<Int>) -> Bool {
    let differs = { (slot: Int) in old[slot] != new[slot] }
    if !changed.isEmpty, !changed.contains(where: differs) { return false }
    if let before, !ConcreteEvaluator(old).holds(before) { return false }
    if let after, !ConcreteEvaluator(new).holds(after) { return false }
    if !omitted.isEmpty, !omitted.contains(where: { differs($0) && left.contains($0) }) {
      return false
    }
    return calls.allSatisfy { $0.contains(where: differs) }
  }

  /// The parameters that a report points at, ascending: all that the rule speaks of.
  public var parameters: [Int] {
    let read = (before.map(\.slots) ?? []) + (after.map(\.slots) ?? [])
    return Set(changed + omitted + calls.flatMap { $0 } + read).sorted()
  }
}

extension ModelLoader {
  mutating func readChanges() {
    for node in lists["changes"] ?? [] {
      attempt { loader throws(Diagnostic) in try loader.readChangeRule(node) }
    }
  }

  private mutating func readChangeRule(_ node: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(node, subject: "a rule about changes")
    let id = try reader.required("id").requireText()
    let word = try severity(&reader, among: ChangeRule.Severity.allCases.map(\.rawValue))
    let calls = try reader.optional("calls").map { n throws(Diagnostic) in try slots(ofCalls: n) }
    let rule = ChangeRule(
      id: id, severity: ChangeRule.Severity(rawValue: word) ?? .error,
      changed: try slots(of: try reader.words("changed") ?? []),
      before: try predicate(reader.optional("before")),
      after: try predicate(reader.optional("after")),
      omitted: try slots(of: try reader.words("omitted") ?? []), calls: calls ?? [],
      replaces: try reader.truth("replaces"),
      documentation: try reader.text("doc"), refusal: try reader.text("refusal"),
      source: try reader.optional("because").map { n throws(Diagnostic) in try Source(reading: n) },
      remedy: try reader.text("remedy"), location: node.location)
    if rule.parameters.isEmpty {
      throw Diagnostic(
        "table.missing-key", at: node.location, "a rule about changes says nothing about one",
        remedy: "add `changed:`, `before:`, `after:`, `omitted:` or `calls:`")
    }
    model.changes.append(rule)
    diagnostics += reader.unknownKeys()
  }

  /// A condition on one configuration; nil where the key is absent.
  private func predicate(_ node: LocatedNode?) throws(Diagnostic) -> Expression? {
    guard let node else { return nil }
    let expression = try checker.check(try node.expression(), expecting: .bool)
    if let slot = expression.slots.first(where: { !model.slots[$0].isParameter }) {
      throw Diagnostic(
        "table.type", at: node.location,
        "a rule about changes reads `\(model.slots[slot].name)`, which is no parameter",
        remedy: "rules about changes are about two configurations alone")
    }
    return expression
  }

  private func slots(ofCalls node: LocatedNode) throws(Diagnostic) -> [[Int]] {
    guard let elements = node.elements else {
      throw Diagnostic(
        "table.shape", at: node.location, "`calls` must be a list of lists of parameters",
        remedy: "write `calls: [[firstFactors], [mfa, mfaMethods]]`")
    }
    var groups: [[Int]] = []
    for element in elements { groups.append(try slots(of: element.elements ?? [element])) }
    return groups
  }

  private func slots(of words: [LocatedNode]) throws(Diagnostic) -> [Int] {
    var found: [Int] = []
    for word in words {
      let name = try word.requireText()
      guard let slot = model.parameter(named: name) else {
        throw .unknownName(
          name, at: word.location, "`\(name)` is no parameter",
          among: model.parameters.map { model.slots[$0].name }, else: "name declared parameters")
      }
      found.append(slot)
    }
    return found
  }
}
