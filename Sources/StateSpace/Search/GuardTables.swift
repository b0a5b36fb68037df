/// Finds which cubes of a list a state matches, all at once.
///
/// A cube is a condition on single bits, so a state matches it exactly if each group of four bits
/// meets the cube's condition on that group. For each group that any cube of a list tests there is
/// a table: for each of the group's 16 values, the set of cubes that the value does not rule out,
/// one bit a cube. The intersection over the groups is the result. It takes a few loads and no
/// branch, while testing one cube after the other costs a branch each that the processor cannot
/// predict.
///
/// Source: the bit vectors of Lakshman and Stiliadis, "High-speed policy-based packet forwarding
/// using efficient multi-dimensional range matching", SIGCOMM 1998.
struct GuardTables<State: PackedState>: ~Copyable {
  /// One list of cubes.
  struct List: BitwiseCopyable {
    /// The position of its first group in `groups`, and the number of its groups.
    var firstGroup: Int32
    var groupCount: Int32
    /// The position of its first table in `sets`.
    var firstSet: Int
    /// The number of words of a set: the number of cubes divided by 64, rounded up.
    var setWords: Int
  }

  private static var groupBits: Int { 4 }
  fileprivate static var groupValues: Int { 16 }

  /// Bit positions of groups in a state, lowest bit first.
  private var groups = PlainBuffer<UInt16>()
  private var sets = PlainBuffer<UInt64>()

  init() {}

  /// The largest number of words in a set of any list.
  private(set) var mostSetWords = 1

  /// Adds the tables for `cubes`, ignoring the bits in `decided`, which the caller knows to meet
  /// the conditions of all cubes.
  mutating func add(_ cubes: [(mask: State, value: State)], decided: State = .zero) -> List {
    let setWords = max((cubes.count + 63) / 64, 1)
    mostSetWords = max(mostSetWords, setWords)
    var list = List(
      firstGroup: Int32(groups.count), groupCount: 0, firstSet: sets.count, setWords: setWords)
    for word in 0..<State.wordCount {
      let undecided = ~decided[word: word]
      let looked = cubes.reduce(0) { $0 | $1.mask[word: word] } & undecided
      for shift in stride(from: 0, to: 64, by: Self.groupBits) where looked >> shift & 15 != 0 {
        groups.append(UInt16(word * 64 + shift))
        list.groupCount += 1
        let first = addOpenSets(cubes.count, setWords)
        for (number, cube) in cubes.enumerated() {
          let mask = (cube.mask[word: word] & undecided) >> shift & 15
          guard mask != 0 else { continue }
          let value = cube.value[word: word] >> shift
          for key in 0..<UInt64(Self.groupValues) where (key ^ value) & mask != 0 {
            sets.base[first + Int(key) * setWords + number / 64] &= ~(1 << UInt64(number % 64))
          }
        }
      }
    }
    if list.groupCount == 0 { addOpenGroup(&list, cubes.count) }
    return list
  }

  /// Adds the sets of a group that rules no cube out, and returns the position of the first.
  ///
  /// Most cubes test few groups, so each is then removed only from the sets of those groups.
  private mutating func addOpenSets(_ cubeCount: Int, _ setWords: Int) -> Int {
    let first = sets.count
    for _ in 0..<Self.groupValues {
      for word in 0..<setWords {
        let rest = cubeCount - word * 64
        sets.append(rest >= 64 ? .max : (1 << UInt64(max(rest, 0))) - 1)
      }
    }
    return first
  }

  /// Adds a group to a list whose cubes test no bit, so that the list's result is all its cubes.
  private mutating func addOpenGroup(_ list: inout List, _ cubeCount: Int) {
    groups.append(0)
    list.groupCount = 1
    _ = addOpenSets(cubeCount, list.setWords)
  }

  /// A view of the tables, valid until more are added, for loops that should keep it in registers.
  @inline(__always)
  var lookup: GuardLookup<State> { GuardLookup(groups: groups.base, sets: sets.base) }
}

/// A view of ``GuardTables`` that do not change meanwhile.
struct GuardLookup<State: PackedState> {
  fileprivate let groups: UnsafeMutablePointer<UInt16>
  fileprivate let sets: UnsafeMutablePointer<UInt64>

  /// Writes the set of the cubes that `state` matches to `result`, which has room for
  /// `list.setWords` words.
  @inline(__always)
  func match(
    _ state: State, _ list: GuardTables<State>.List, into result: UnsafeMutablePointer<UInt64>
  ) {
    if list.setWords == 1 {
      result[0] = match(state, list)
      return
    }
    let setWords = list.setWords
    for word in 0..<setWords { result[word] = .max }
    forEachSet(of: list, state) { set in
      for word in 0..<setWords { result[word] &= set[word] }
    }
  }

  /// The set of the cubes that `state` matches, for a list whose sets are single words.
  @inline(__always)
  func match(_ state: State, _ list: GuardTables<State>.List) -> UInt64 {
    var matching = UInt64.max
    forEachSet(of: list, state) { matching &= $0[0] }
    return matching
  }

  /// Calls `body` with the set that each group has for the group's value in `state`.
  @inline(__always)
  private func forEachSet(
    of list: GuardTables<State>.List, _ state: State, _ body: (UnsafeMutablePointer<UInt64>) -> Void
  ) {
    let groups = self.groups + Int(list.firstGroup)
    var sets = self.sets + list.firstSet
    withUnsafeBytes(of: state) { bytes in
      let words = bytes.assumingMemoryBound(to: UInt64.self)
      for group in 0..<Int(list.groupCount) {
        let place = groups[group]
        let word = State.wordCount == 1 ? state.first : words[Int(place >> 6)]
        body(sets + Self.key(word, place) &* list.setWords)
        sets += GuardTables<State>.groupValues &* list.setWords
      }
    }
  }

  @inline(__always)
  private static func key(_ word: UInt64, _ group: UInt16) -> Int {
    Int(truncatingIfNeeded: word &>> UInt64(group & 63) & 15)
  }
}
