/// The rules whose firing is recorded, once for each combination of circumstances.
///
/// A step may fire many rules in sequence, and the state in which a rule fires may not appear in
/// any state at rest. A client that needs the circumstances in which some rules fire (a test bed
/// does, for the rules that judge evidence) says here what distinguishes circumstances.
public struct RuleWatch: Hashable, Sendable {
  /// For each rule, the number of the group under which it is watched; -1 for none. Rules may share
  /// a group.
  public var groups: [Int32]
  /// For each group, the mask of the bits that distinguish circumstances, in the state before the
  /// rule fires.
  public var masks: [[UInt64]]
  /// For each group, whether circumstances also differ by the kind of the step's first rule.
  public var tellsKinds: [Bool]
  /// For each rule, the kind of a step that begins with it, from 0.
  public var kinds: [Int32]

  /// By default no rule is watched.
  public init(
    groups: [Int32] = [], masks: [[UInt64]] = [], tellsKinds: [Bool] = [], kinds: [Int32] = []
  ) {
    self.groups = groups
    self.masks = masks
    self.tellsKinds = tellsKinds
    self.kinds = kinds
  }

  /// The group of a rule, or `nil`.
  func group(of rule: Int) -> Int? {
    rule < groups.count && groups[rule] >= 0 ? Int(groups[rule]) : nil
  }
}

/// The first time that a watched rule fired in some circumstances.
public struct RuleVisit: Hashable, Sendable {
  /// The group of the rule, see ``RuleWatch/groups``.
  public var group: Int
  /// The circumstances: the words of the state before the rule fires, masked with the group's mask.
  public var values: [UInt64]
  /// The index of the state at rest where the step begins.
  public var source: Int
  /// The first rule of the step.
  public var firstRule: Int
}

/// Records visits while a search runs.
struct VisitRecorder<State: PackedState> {
  private struct Key: Hashable {
    var group: Int32
    var kind: Int32
    var values: State
  }

  private let watch: RuleWatch
  private let masks: [State]
  private let wordCount: Int
  private var seen: Set<Key> = []
  private(set) var visits: [RuleVisit] = []

  init(_ watch: RuleWatch, wordCount: Int) {
    self.watch = watch
    self.wordCount = wordCount
    masks = watch.masks.map { State($0) }
  }

  /// Records that a watched rule fires in a state, in the step from `source` that begins with
  /// `first`.
  @inline(never)
  mutating func note(_ rule: Int, in state: State, from source: Int, first: Int) {
    guard let group = watch.group(of: rule) else { return }
    let values = state & masks[group]
    let kind = watch.tellsKinds[group] ? watch.kinds[first] : 0
    guard seen.insert(Key(group: Int32(group), kind: kind, values: values)).inserted else { return }
    visits.append(
      RuleVisit(
        group: group, values: values.words(wordCount), source: source, firstRule: first))
  }
}
