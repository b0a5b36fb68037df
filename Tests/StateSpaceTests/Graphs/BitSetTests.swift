import StateSpace
import Testing

@Suite("Bit sets")
struct BitSetTests {
  @Test("they agree with sets of numbers", arguments: [0, 1, 63, 64, 65, 130])
  func againstSets(capacity: Int) {
    var random = SplitMix64(seed: UInt64(capacity))
    for _ in 0..<50 {
      let a = Set((0..<capacity).filter { _ in random.bool() })
      let b = Set((0..<capacity).filter { _ in random.bool() })
      let (x, y) = (BitSet(capacity: capacity, a), BitSet(capacity: capacity, b))
      #expect(x.members == a.sorted())
      #expect(x.count == a.count)
      #expect(x.first == a.min())
      #expect(x.intersection(y).members == a.intersection(b).sorted())
      #expect(x.union(y).members == a.union(b).sorted())
      #expect(x.subtracting(y).members == a.subtracting(b).sorted())
      #expect(x.complement.members == Set(0..<capacity).subtracting(a).sorted())
      #expect(x.complement.complement == x)
      #expect(x.intersection(y).isSubset(of: x))
    }
    #expect(BitSet.all(capacity: capacity).count == capacity)
    #expect(BitSet(capacity: capacity).isEmpty)
  }

  @Test("inserting says whether it was new, and what is out of range is no member")
  func membership() {
    var set = BitSet(capacity: 70)
    let (first, second) = (set.insert(69), set.insert(69))
    #expect(first)
    #expect(!second)
    #expect(set.contains(69))
    #expect(!set.contains(70))
    #expect(!set.contains(-1))
    set.remove(69)
    #expect(set.isEmpty)
  }
}
