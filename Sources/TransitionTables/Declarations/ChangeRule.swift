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
  /// Whether people are worse off for the change though every account signs in as before: apps in
  /// use are refused, or who is signed in is signed out.
  public var harms: Bool
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
