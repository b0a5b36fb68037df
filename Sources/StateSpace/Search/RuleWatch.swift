/// Rules whose firing is to be noted, once for each combination of circumstances.
///
/// A step may fire many rules one after the other, and what a rule meets when it fires is seen in
/// no state at rest. Whoever wants to know in which circumstances some rules fire, as a test bed
/// does of those that judge evidence, names here what distinguishes circumstances.
public struct RuleWatch: Hashable, Sendable {
  /// By rule, the number under which it is watched; -1 for none. Rules may share a number.
  public var groups: [Int32]
  /// By number of a group, the bits of the state before the rule fires that separate circumstances
  /// apart.
  public var masks: [[UInt64]]
  /// By number of a group, whether the kind of the step's first rule is distinguished too.
  public var tellsKinds: [Bool]
  /// By rule, the kind of a step that begins with it, from 0.
  public var kinds: [Int32]

  /// Watches nothing by default.
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
  /// What distinguishes the circumstances: the words of the state before the rule fires, as far as
  /// the group's mask shows them.
  public var values: [UInt64]
  /// The index of the state at rest where the step begins.
  public var source: Int
  /// The rule with which it begins.
  public var firstRule: Int
}

/// Notes visits while a search runs.
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

  /// Notes that a watched rule fires in a state, in the step from `source` that begins with
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
