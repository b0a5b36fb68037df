/// Growth of tables without indices.
///
/// Lines follow the order of hashes, and a tag with the line that it lies in gives its hash back.
/// So a larger table is written from front to back while the smaller one is read from front to
/// back; the states themselves are not looked at.
extension LineTable {
  /// The entries of this table, which has no indices, in one of more lines; `nil` where an entry
  /// would lie too far from home there.
  func enlarged(to lines: Int) -> LineTable? {
    var larger = LineTable(lines: lines, hasIndices: false, hash: hash)
    // How full each new line is: to look for that in the line just written to would wait for it.
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

  /// The largest hash whose home is a line or lies before it. Lines beyond the last go on as if
  /// there were larger hashes.
  private func lastHash(of line: Int) -> UInt64 {
    let end = UInt64(line + 1).multipliedFullWidth(by: 1 << hash.bits)
    let (quotient, rest) = UInt64(lines).dividingFullWidth(end)
    return rest == 0 ? quotient - 1 : quotient
  }

  /// The hash of a tag: the largest one up to `last` that ends as the tag says, since homes are
  /// near enough for no other to be possible.
  private func hash(of tag: UInt32, before last: UInt64) -> UInt64 {
    let low = UInt64(tag >> 1)
    return hash.bits <= 31 ? low : last &- (last &- low) & 0x7FFF_FFFF
  }
}
