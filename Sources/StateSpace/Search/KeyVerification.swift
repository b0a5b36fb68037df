/// A trial of the store by keys without number: is every key found that was stored, no other, and
/// each one once?
///
/// Keys are drawn with a seed, some of them more than once, and stored as a search stores states.
/// The reference is an array of the same keys, sorted. The two must have equally many distinct
/// keys, and the same ones; a key that was drawn must be known, and another one must not be, as a
/// binary search in the reference finds.
public struct KeyVerification: Hashable, Sendable {
  /// The keys drawn.
  public let drawn: Int
  /// The distinct ones among them, as the reference counts.
  public let distinct: Int
  /// The keys that the store holds.
  public let stored: Int
  /// The keys asked for afterwards, half of them drawn before.
  public let asked: Int
  /// Keys that are missing, stored twice, not found, or found although they were never drawn.
  public let errors: Int

  /// Whether the store did what the reference says.
  public var isExact: Bool { errors == 0 && stored == distinct }

  /// Stores `count` keys of `bits` bits and compares with the reference.
  ///
  /// Takes about 40 bytes a key, and a second for a few million.
  ///
  /// - Parameters:
  ///   - count: how many keys are drawn, at least 1.
  ///   - bits: the bits of a key, 8 to 64; up to about 44 the tags of the table decide alone.
  ///   - findsIndices: whether the table keeps indices in any case, as for kept edges.
  ///   - seed: what the keys are a function of.
  public static func run(
    count: Int, bits: Int, findsIndices: Bool = false, seed: UInt64 = 1
  ) -> KeyVerification {
    let mask = bits >= 64 ? UInt64.max : (1 << UInt64(max(bits, 8))) - 1
    var keys = Keys(numbers: SplitMix64(seed: seed), mask: mask)
    var store = StateStore(bits: [mask], isWide: false, findsIndices: findsIndices)
    var reference = [UInt64]()
    reference.reserveCapacity(count)
    while reference.count < count {
      let batch = (0..<min(256, count - reference.count)).map { _ in
        // One in eight was drawn before, however wide the keys are.
        keys.next() % 8 == 0 && !reference.isEmpty
          ? reference[Int(keys.next() % UInt64(reference.count))] : keys.next()
      }
      reference += batch
      Self.insert(batch, into: &store)
    }
    reference.sort()
    return compare(store, reference, &keys)
  }

  private static func insert(_ batch: [UInt64], into store: inout StateStore) {
    store.reserve(batch.count)
    for key in batch { store.prefetch(store.hash(key)) }
    for key in batch {
      let hash = store.hash(key)
      var place = store.find(key, hash: hash)
      while place == StateStore.nowhere {
        store.relieve()
        place = store.find(key, hash: hash)
      }
      if place >= 0 { continue }
      let parent = StateStore.Parent(source: StateStore.noSource, rule: -1)
      _ = store.insert(key, hash: hash, at: -1 - place, from: parent)
    }
  }

  private static func compare(
    _ store: borrowing StateStore, _ reference: [UInt64], _ keys: inout Keys
  ) -> KeyVerification {
    var distinct = 0
    for position in reference.indices
    where position == 0 || reference[position] != reference[position - 1] { distinct += 1 }
    var stored = (0..<store.count).map { store.word($0, 0) }
    stored.sort()
    var errors = abs(distinct - stored.count)
    var place = 0
    for position in reference.indices
    where position == 0 || reference[position] != reference[position - 1] {
      if place < stored.count && stored[place] != reference[position] { errors += 1 }
      place += 1
    }
    let asked = min(reference.count, 1_000_000)
    for round in 0..<asked {
      let drawn = round.isMultiple(of: 2)
      let key =
        drawn ? reference[Int(keys.next() % UInt64(reference.count))] : keys.next()
      let isKnown = store.find(key, hash: store.hash(key)) >= 0
      if isKnown != (drawn || reference.holds(key)) { errors += 1 }
    }
    return KeyVerification(
      drawn: reference.count, distinct: distinct, stored: store.count, asked: asked,
      errors: errors)
  }

  /// Numbers of few bits.
  private struct Keys {
    var numbers: SplitMix64
    let mask: UInt64

    mutating func next() -> UInt64 { numbers.next() & mask }
  }
}

extension [UInt64] {
  /// Whether a sorted array has an element.
  fileprivate func holds(_ key: UInt64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == key
  }
}
