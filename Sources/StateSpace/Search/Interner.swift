/// Consecutive numbers for distinct values, in the order of their first look-up.
struct Interner<Value: PackedState>: ~Copyable {
  private(set) var values = PlainBuffer<Value>()
  private var table = PlainBuffer<UInt32>(repeating: 0, count: 64)
  private var shift: UInt64 = 58

  init() {}

  /// The number of `value`; a new number at the first look-up.
  mutating func number(_ value: Value) -> UInt32 {
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: value.hash(count: Value.wordCount) >> shift)
    while table[slot] != 0 {
      let number = table[slot] - 1
      if (values[Int(number)] ^ value).isZero { return number }
      slot = (slot + 1) & mask
    }
    values.append(value)
    table[slot] = UInt32(values.count)
    if values.count * 2 > table.count { grow() }
    return UInt32(values.count - 1)
  }

  private mutating func grow() {
    let size = table.count * 2
    table = PlainBuffer(repeating: 0, count: size)
    shift -= 1
    for number in 0..<values.count {
      var slot = Int(truncatingIfNeeded: values[number].hash(count: Value.wordCount) >> shift)
      while table[slot] != 0 { slot = (slot + 1) & (size - 1) }
      table[slot] = UInt32(number + 1)
    }
  }
}
