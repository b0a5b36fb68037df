/// A test of the state store with many random keys: that it finds every stored key and no other,
/// and holds each key once.
///
/// Keys are drawn with a seed, some of them more than once, and stored as a search stores states.
/// The reference is a sorted array of the same keys. Both must have the same distinct keys; the
/// store must find each drawn key, and must find another key only if a binary search in the
/// reference does.
public struct KeyVerification: Hashable, Sendable {
  /// The number of keys drawn.
  public let drawn: Int
  /// The number of distinct keys drawn, counted in the reference.
  public let distinct: Int
  /// The number of keys in the store.
  public let stored: Int
  /// The number of keys looked up afterwards, of which half were drawn before.
  public let asked: Int
  /// The number of keys that are missing, stored twice, not found, or found although never drawn.
  public let errors: Int

  /// Whether the store agrees with the reference.
  public var isExact: Bool { errors == 0 && stored == distinct }

  /// Stores `count` keys of `bits` bits and compares the store with the reference.
  ///
  /// Takes about 40 bytes per key, and a second for a few million keys.
  ///
  /// - Parameters:
  ///   - count: the number of keys to draw, at least 1.
  ///   - bits: the width of a key, 8 to 64; up to about 44 bits the table's tags alone decide.
  ///   - findsIndices: whether the table keeps indices in any case, as it does for kept edges.
  ///   - seed: the seed of the random keys.
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
        // One in eight keys is a repetition, for every width.
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

  /// Random keys of limited width.
  private struct Keys {
    var numbers: SplitMix64
    let mask: UInt64

    mutating func next() -> UInt64 { numbers.next() & mask }
  }
}

extension [UInt64] {
  /// Whether a sorted array contains an element.
  fileprivate func holds(_ key: UInt64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == key
  }
}
