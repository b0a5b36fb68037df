import StateSpace

/// A component of a packed state, for machines that are written by hand.
struct Field {
  var offset: Int
  var width: Int

  /// The field's bits at some value, in a row of `words` words. A field may not cross words.
  func bits(_ value: UInt64, _ words: Int) -> [UInt64] {
    var row = [UInt64](repeating: 0, count: words)
    row[offset / 64] = value << UInt64(offset % 64)
    return row
  }

  func mask(_ words: Int) -> [UInt64] { bits(1 << UInt64(width) - 1, words) }
}

func joined(_ rows: [[UInt64]], _ words: Int) -> [UInt64] {
  rows.reduce([UInt64](repeating: 0, count: words)) { zip($0, $1).map { $0 | $1 } }
}

func cube(_ conditions: [(Field, UInt64)], words: Int = 1) -> PackedCube {
  PackedCube(
    mask: joined(conditions.map { $0.0.mask(words) }, words),
    value: joined(conditions.map { $0.0.bits($0.1, words) }, words))
}

/// The rule that fires under all conditions and assigns all values.
func rule(
  when conditions: [(Field, UInt64)], set values: [(Field, UInt64)], words: Int = 1
) -> TransitionRule {
  TransitionRule(
    cubes: [cube(conditions, words: words)],
    clear: joined(values.map { $0.0.mask(words) }, words),
    set: joined(values.map { $0.0.bits($0.1, words) }, words), label: 0)
}
