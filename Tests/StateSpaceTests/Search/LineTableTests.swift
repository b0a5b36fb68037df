import Testing

@testable import StateSpace

@Suite("A table of lines keeps what it was given while it grows")
struct LineTableTests {
  private let hash = StateHash(words: 1, used: [(1 << 40) - 1])

  @Test("a table without indices gives its hashes back when it grows")
  func growth() throws {
    var table = LineTable(lines: 20_000, hasIndices: false, hash: hash)
    let hashes = (0..<200_000 as Range<UInt64>).map { hash($0 &* 0x1_2345, count: 1) }
    for (index, hash) in hashes.enumerated() {
      let place = table.place(of: hash)
      try #require(place != LineTable.nowhere)
      table.fill(place, index: index, hash: hash)
    }
    for lines in [20_001, 30_000, 47_777] {
      let isFound = Self.holds(table.enlarged(to: lines), hashes)
      #expect(isFound)
    }
  }

  private static func holds(_ table: consuming LineTable?, _ hashes: [UInt64]) -> Bool {
    guard let table = consume table else { return false }
    let entries = (0..<(table.lines + LineTable.farthest) * LineTable.width).count {
      table.base[$0] != 0
    }
    return entries == hashes.count
      && hashes.allSatisfy { hash in
        var line = table.home(of: hash)
        let home = line
        while line != LineTable.nowhere {
          if table.slots(of: line, with: LineTable.tag(hash)) != 0 { return true }
          line = table.next(line, home: home)
        }
        return false
      }
  }

  @Test("an entry that would lie too far from home has no place, and the store makes one")
  func crowding() {
    var table = LineTable(lines: 20_000, hasIndices: false, hash: hash)
    // Hashes of one home, more than its line and the next fifteen can take.
    for low in 0..<257 as Range<UInt64> {
      let place = table.place(of: low)
      #expect((place == LineTable.nowhere) == (low == 256))
      if place != LineTable.nowhere { table.fill(place, index: 0, hash: low) }
    }
  }

  @Test("tags decide where lines are many enough for the width of the states")
  func reach() {
    #expect(!LineTable.canDoWithoutIndices(lines: 9_000, hash: hash))
    #expect(LineTable.canDoWithoutIndices(lines: 9_300, hash: hash))
    let wide = StateHash(words: 1, used: [.max])
    #expect(!LineTable.canDoWithoutIndices(lines: 1 << 30, hash: wide))
    let pair = StateHash(words: 2, used: [1, 1])
    #expect(!LineTable.canDoWithoutIndices(lines: 1 << 30, hash: pair))
    #expect(LineTable(lines: 128, hasIndices: true, hash: pair).reach == 0)
  }
}
