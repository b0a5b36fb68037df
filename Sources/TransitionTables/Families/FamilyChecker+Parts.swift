import StateSpace

extension FamilyChecker {
  /// A failure in a part of the family, with a configuration in which the counterexample is
  /// shortest.
  public struct PartFailure: Sendable {
    /// The position of the part.
    public var part: Int
    /// The configuration, closed parameters included.
    public var example: [Int: Int]
    /// The number of states of the example, without observers.
    public var exampleStates: Int
    /// The failing states of the example; nil where no single state shows the failure.
    public var states: FailingStates?
  }

  /// Returns for each property the first part of the family in which it fails; nil for one that
  /// fails in none. A single symbolic search covers all parts.
  ///
  /// - Parameters:
  ///   - properties: claims about states.
  ///   - parts: the values of some open parameters in each part.
  ///   - throughout: whether every legal configuration of a part must fail.
  /// - Returns: the failures by property; nil where a limit was reached.
  public func firstFailures(
    of properties: [Property], in parts: [[Int: Int]], throughout: Bool
  ) throws(Failure) -> [PartFailure?]? {
    let observers = properties.reduce(into: Set<Int>()) { $0.formUnion(self.observers(of: $1)) }
    let family = SymbolicFamily(
      model: model, closed: closed, open: open, observers: observers, bytes: maximumBytes,
      among: { space in space.diagrams.or(parts.map { space.members(with: $0) }) },
      shouldStop: shouldStop, progress: symbolicProgress)
    let (space, diagrams) = (family.space, family.space.diagrams)
    let faulty = family.faulty
    guard family.completeness == .complete else { return nil }
    guard faulty == .no else { throw .fault(member(of: faulty, space)) }
    let own = parts.map { diagrams.and(family.explored, space.members(with: $0)) }
    var failures: [PartFailure?] = []
    for property in properties {
      var place: Int?
      let found = family.judge(property) { fails in
        place = own.firstIndex { part in
          let failing = diagrams.and(part, fails)
          return throughout ? failing == part && part != .no : failing != .no
        }
        return place.map { diagrams.and(own[$0], fails) } ?? .no
      }
      guard let place, found.soonest != .no else {
        failures.append(nil)
        continue
      }
      let example = member(of: found.soonest, space)
      failures.append(
        PartFailure(
          part: place, example: example,
          exampleStates: family.stateCount(in: example).map(Int.init(clamping:)) ?? .max,
          states: family.failingStates(of: found, in: example)))
    }
    return family.completeness == .complete ? failures : nil
  }
}

extension SymbolicSpace {
  /// The configurations that have some values.
  fileprivate func members(with values: [Int: Int]) -> Diagram {
    diagrams.and(values.sorted { $0.key < $1.key }.map { equality($0.key, $0.value) })
  }
}
