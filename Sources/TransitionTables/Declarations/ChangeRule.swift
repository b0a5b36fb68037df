/// How the service treats a change of a deployed configuration: it refuses the change, replaces the
/// pool that has the users, keeps the old value, or needs two calls.
///
/// A rule applies where all its conditions hold: a parameter of ``changed`` differs, the old
/// configuration fulfils ``before`` and the new one ``after``, a parameter of ``omitted`` differs
/// and the new documents leave it to the service's default, and in each group of ``calls`` a
/// parameter differs.
public struct ChangeRule: Sendable, Hashable {
  /// The severity of a rule.
  public enum Severity: String, Sendable, CaseIterable {
    /// The service refuses the change.
    case error
    /// The service accepts the change, but the result differs from what the documents say.
    case warning
    /// The service accepts the change; the rule adds something worth knowing.
    case note
  }

  /// The id of the rule, as reports cite it.
  public var id: String
  public var severity: Severity
  /// The slots of which at least one must differ; empty where none need differ.
  public var changed: [Int]
  /// The condition on the old configuration, or nil.
  public var before: Expression?
  /// The condition on the new configuration, or nil.
  public var after: Expression?
  /// The slots of which at least one must differ and be left to the service's default; empty where
  /// none need be.
  public var omitted: [Int]
  /// Slots that different calls of the service set, one group for each call; empty for most rules.
  public var calls: [[Int]]
  /// Whether the change, where it is made nevertheless, replaces the resource that holds the users,
  /// so that they are lost.
  public var replaces: Bool
  /// Whether the change affects users although every account signs in as before: apps in use are
  /// refused, or signed-in users are signed out.
  public var harms: Bool
  /// The effect of the change, in one sentence.
  public var documentation: String
  /// The service's own error message, or empty.
  public var refusal: String
  /// The source of the rule, or nil.
  public var source: Source?
  /// The advice: what to do instead of the change.
  public var remedy: String
  /// Where the rule is declared.
  public var location: SourceLocation

  /// Whether the rule applies to a change.
  ///
  /// - Parameters:
  ///   - old: a valuation of all slots; only parameters are read.
  ///   - new: a valuation of all slots for the new configuration.
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

  /// The parameters that the rule reads or names, ascending; reports point at them.
  public var parameters: [Int] {
    let read = (before.map(\.slots) ?? []) + (after.map(\.slots) ?? [])
    return Set(changed + omitted + calls.flatMap { $0 } + read).sorted()
  }
}
