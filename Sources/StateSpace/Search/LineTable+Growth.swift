/// Growth of tables without indices.
///
/// Lines are sorted by hash, and a tag together with its line determines the hash. So a larger
/// table is written from front to back while the smaller one is read from front to back; the states
/// themselves are not read.
extension LineTable {
  /// A table of more lines with the entries of this one, which has no indices; `nil` if an entry
  /// would lie too far from its home there.
  func enlarged(to lines: Int) -> LineTable? {
    var larger = LineTable(lines: lines, hasIndices: false, hash: hash)
    // The number of entries of each new line. Reading it from the line just written would stall.
    let filled = PlainBuffer<UInt8>(repeating: 0, count: lines + Self.farthest)
    for line in 0..<self.lines + Self.farthest {
      let last = lastHash(of: line)
      let start = base + line * Self.width
      for slot in 0..<Self.width where start[slot] != 0 {
        if !larger.append(hash(of: start[slot], before: last), filled.base) { return nil }
      }
    }
    return larger
  }

  private mutating func append(_ hash: UInt64, _ filled: UnsafeMutablePointer<UInt8>) -> Bool {
    let home = home(of: hash)
    var line = home
    while filled[line] == Self.width {
      line = next(line, home: home)
      if line == Self.nowhere { return false }
    }
    base[line * Self.width + Int(filled[line])] = Self.tag(hash)
    filled[line] += 1
    return true
  }

  /// The largest hash whose home is at or before a line. Lines beyond the last continue as if there
  /// were larger hashes.
  private func lastHash(of line: Int) -> UInt64 {
    let end = UInt64(line + 1).multipliedFullWidth(by: 1 << hash.bits)
    let (quotient, rest) = UInt64(lines).dividingFullWidth(end)
    return rest == 0 ? quotient - 1 : quotient
  }

  /// The hash of a tag: the largest hash up to `last` that ends in the tag's bits. Entries are
  /// close enough to their homes that no other hash is possible.
  private func hash(of tag: UInt32, before last: UInt64) -> UInt64 {
    let low = UInt64(tag >> 1)
    return hash.bits <= 31 ? low : last &- (last &- low) & 0x7FFF_FFFF
  }
}
