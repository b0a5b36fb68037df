import Testing

@testable import StateSpace

@Suite("The store holds the keys that a sorted reference holds, and no others")
struct KeyVerificationTests {
  @Test("a million keys")
  func million() {
    let found = KeyVerification.run(count: 1_000_000, bits: 40)
    #expect(found.isExact)
    #expect(found.drawn == 1_000_000)
    #expect(found.distinct > 860_000)
    #expect(found.distinct < 890_000)
    #expect(found.asked == 1_000_000)
  }

  /// 20 bits: many keys twice, tags are whole hashes. 40 bits with indices: tags decide by their
  /// place. 64 bits: states are compared.
  @Test(
    "keys of any width, with indices and without",
    arguments: [(20, false), (20, true), (33, false), (40, true), (64, false), (64, true)])
  func widths(bits: Int, findsIndices: Bool) {
    let found = KeyVerification.run(count: 50_000, bits: bits, findsIndices: findsIndices)
    #expect(found.isExact)
    #expect(found.stored == found.distinct)
    #expect(found.distinct > 41_000)
  }

  @Test("keys of eight bits are all there after a few thousand draws")
  func few() {
    let found = KeyVerification.run(count: 5_000, bits: 8)
    #expect(found.isExact)
    #expect(found.stored == 256)
  }

  @Test("a store that misses a key, or holds one too many, is no longer exact")
  func inexact() {
    #expect(
      !KeyVerification(drawn: 9, distinct: 8, stored: 7, asked: 4, errors: 0).isExact)
    #expect(
      !KeyVerification(drawn: 9, distinct: 8, stored: 8, asked: 4, errors: 1).isExact)
  }
}
