/// The computation of a ``ValueAnalysis``: sets of values for each combination of control bits,
/// extended along the rules.
struct Widening: ~Copyable {
  /// A condition on one part: the set of the values that meet it, one bit per value.
  struct Condition {
    var part: Int
    var allowed: UInt64
  }

  struct Guard {
    var mask: UInt64
    var value: UInt64
    var conditions: [Condition]
  }

  struct Update {
    var mask: UInt64
    var value: UInt64
    var parts: [(part: Int, written: UInt64, value: UInt64)]
  }

  /// The values found in the states with one combination of control bits.
  struct Place {
    var control: UInt64
    var values: [UInt64]
  }

  static let mostBits = 6

  let parts: [ValueAnalysis.Part]
  let control: UInt64
  let guards: [[Guard]]
  let updates: [Update]
  let clearing: Update
  let urgent: [Guard]
  let wordCount: Int
  private(set) var cubesMatched: [[Bool]]
  private var places: [Place] = []
  private var numbers: [UInt64: Int] = [:]
  private var waiting: [Int] = []
  private var isWaiting: [Bool] = []
  /// For each part, the values met in any state, also before clearing; `metControl` has the values
  /// of the control bits.
  private var met: [UInt64]
  private var metControl: (zero: UInt64, one: UInt64) = (0, 0)

  init(_ system: TransitionSystem, parts: [ValueAnalysis.Part], controlBits: Int) {
    wordCount = system.wordCount
    control = (1 << UInt64(controlBits)) - 1
    let pieces = Self.pieces(parts, used: system.touchedBits, control: control)
    self.parts = pieces
    let cutter = Cutter(parts: pieces, control: control)
    guards = system.rules.map { $0.cubes.map(cutter.guarding) }
    updates = system.rules.map { cutter.update(clear: $0.clear, set: $0.set) }
    urgent = system.urgent.map(cutter.guarding)
    var cleared = system.transient
    for word in system.restingWordCount..<system.wordCount { cleared[word] = .max }
    clearing = cutter.update(
      clear: cleared, set: [UInt64](repeating: 0, count: system.wordCount))
    cubesMatched = system.rules.map { $0.cubes.map { _ in false } }
    met = [UInt64](repeating: 0, count: pieces.count)
    for state in system.initialStates {
      let words = state + [UInt64](repeating: 0, count: system.wordCount - state.count)
      let values = pieces.map { 1 << $0.bits(of: words) as UInt64 }
      note(words[0] & control, values)
      widen(words[0] & control, values)
    }
  }

  /// The given parts without control bits, cut into pieces of at most six bits, and every other bit
  /// in use as a piece of its own.
  private static func pieces(
    _ parts: [ValueAnalysis.Part], used: [UInt64], control: UInt64
  ) -> [ValueAnalysis.Part] {
    var pieces: [ValueAnalysis.Part] = []
    for word in used.indices {
      var free = word == 0 ? used[word] & ~control : used[word]
      for part in parts.filter({ $0.word == word }).sorted(by: { $0.shift < $1.shift }) {
        var shift = part.shift
        while shift < part.shift + part.width {
          let width = min(mostBits, part.shift + part.width - shift)
          let piece = ValueAnalysis.Part(word: word, shift: shift, width: width)
          let isOwn = word > 0 || piece.mask & control == 0
          if isOwn && piece.mask & free != 0 {
            pieces.append(piece)
            free &= ~piece.mask
          }
          shift += width
        }
      }
      for bit in 0..<64 where free >> UInt64(bit) & 1 == 1 {
        pieces.append(ValueAnalysis.Part(word: word, shift: bit, width: 1))
      }
    }
    return pieces
  }

  /// Extends the sets until nothing is new; returns false if there are more combinations of control
  /// bits than allowed.
  mutating func run(mostPlaces: Int) -> Bool {
    while let number = waiting.popLast() {
      if places.count > mostPlaces { return false }
      isWaiting[number] = false
      let place = places[number]
      for rule in guards.indices {
        for (cube, found) in guards[rule].enumerated() {
          guard var values = Self.meeting(found, place.control, place.values) else { continue }
          cubesMatched[rule][cube] = true
          var control = place.control
          Self.apply(updates[rule], &control, &values)
          arrive(control, values)
        }
      }
    }
    return true
  }

  /// The values of a place with which a guard can hold; nil if it cannot hold.
  private static func meeting(
    _ found: Guard, _ control: UInt64, _ values: [UInt64]
  ) -> [UInt64]? {
    guard control & found.mask == found.value else { return nil }
    for condition in found.conditions where values[condition.part] & condition.allowed == 0 {
      return nil
    }
    var values = values
    for condition in found.conditions { values[condition.part] &= condition.allowed }
    return values
  }

  private static func apply(_ update: Update, _ control: inout UInt64, _ values: inout [UInt64]) {
    control = control & ~update.mask | update.value
    for change in update.parts {
      var old = values[change.part]
      var new: UInt64 = 0
      while old != 0 {
        let value = UInt64(old.trailingZeroBitCount)
        old &= old - 1
        new |= 1 << (value & ~change.written | change.value)
      }
      values[change.part] = new
    }
  }

  /// Adds the result of a rule: as an urgent state, as a state at rest, or as both if the analysis
  /// cannot decide.
  private mutating func arrive(_ control: UInt64, _ values: [UInt64]) {
    note(control, values)
    let possible = urgent.filter { Self.meeting($0, control, values) != nil }
    if !possible.isEmpty { widen(control, values) }
    if possible.contains(where: { $0.conditions.isEmpty }) { return }
    var (control, values) = (control, values)
    Self.apply(clearing, &control, &values)
    note(control, values)
    widen(control, values)
  }

  private mutating func note(_ control: UInt64, _ values: [UInt64]) {
    metControl.zero |= ~control & self.control
    metControl.one |= control
    for part in values.indices { met[part] |= values[part] }
  }

  private mutating func widen(_ control: UInt64, _ values: [UInt64]) {
    guard let number = numbers[control] else {
      numbers[control] = places.count
      waiting.append(places.count)
      isWaiting.append(true)
      places.append(Place(control: control, values: values))
      return
    }
    var isNew = false
    for part in values.indices where values[part] & ~places[number].values[part] != 0 {
      places[number].values[part] |= values[part]
      isNew = true
    }
    guard isNew, !isWaiting[number] else { return }
    isWaiting[number] = true
    waiting.append(number)
  }

  /// The bits that can be zero and the bits that can be one.
  var possibleBits: (zero: [UInt64], one: [UInt64]) {
    var zero = [UInt64](repeating: 0, count: wordCount)
    var one = zero
    (zero[0], one[0]) = metControl
    for (number, part) in parts.enumerated() {
      for value in 0..<(1 << UInt64(part.width)) as Range<UInt64>
      where met[number] >> value & 1 == 1 {
        one[part.word] |= value << UInt64(part.shift)
        zero[part.word] |= ~value << UInt64(part.shift) & part.mask
      }
    }
    return (zero, one)
  }
}

/// Splits words into control bits and parts.
private struct Cutter {
  let parts: [ValueAnalysis.Part]
  let control: UInt64

  func guarding(_ cube: PackedCube) -> Widening.Guard {
    var conditions: [Widening.Condition] = []
    for (number, part) in parts.enumerated() {
      let (mask, value) = (part.bits(of: cube.mask), part.bits(of: cube.value))
      guard mask != 0 else { continue }
      let meeting = (0..<(1 << UInt64(part.width)) as Range<UInt64>).filter { $0 & mask == value }
      conditions.append(
        Widening.Condition(part: number, allowed: meeting.reduce(0) { $0 | 1 << $1 }))
    }
    return Widening.Guard(
      mask: cube.mask[0] & control, value: cube.value[0] & control, conditions: conditions)
  }

  func update(clear: [UInt64], set: [UInt64]) -> Widening.Update {
    var changes: [(part: Int, written: UInt64, value: UInt64)] = []
    for (number, part) in parts.enumerated() {
      let written = part.bits(of: clear) | part.bits(of: set)
      if written != 0 { changes.append((number, written, part.bits(of: set))) }
    }
    return Widening.Update(
      mask: (clear[0] | set[0]) & control, value: set[0] & control, parts: changes)
  }
}

extension ValueAnalysis.Part {
  fileprivate var mask: UInt64 {
    (width == 64 ? .max : (1 << UInt64(width)) - 1) << UInt64(shift)
  }

  fileprivate func bits(of words: [UInt64]) -> UInt64 { (words[word] & mask) >> UInt64(shift) }
}

extension TransitionSystem {
  /// The bits that the system tests or writes, one word for each word of a state.
  fileprivate var touchedBits: [UInt64] {
    (0..<wordCount).map { word in
      let written = rules.reduce(0) { $0 | $1.clear[word] | $1.set[word] }
      let cubes = rules.flatMap(\.cubes) + urgent + invariants.flatMap(\.badCubes)
      let looked = cubes.reduce(written) { $0 | $1.mask[word] | $1.value[word] }
      return initialStates.reduce(looked) { $0 | (word < $1.count ? $1[word] : 0) }
    }
  }
}
