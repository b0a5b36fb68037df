import SignInCryptography

/// A seeded structural mutator: changes sound inputs in the ways that parsers get wrong.
struct Mutator {
  private var random: SeededRandomBytes

  init(seed: UInt64) { random = SeededRandomBytes(seed: seed, purpose: "mutator") }

  mutating func below(_ bound: Int) throws -> Int {
    Int(try random.number(below: UInt64(max(1, bound))))
  }

  /// One to four changes to one of the sound inputs.
  mutating func mutant(of corpus: [[UInt8]]) throws -> [UInt8] {
    var bytes = corpus[try below(corpus.count)]
    for _ in 0...(try below(4)) { try change(&bytes, corpus) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ corpus: [[UInt8]]) throws {
    let place = try below(bytes.count + 1)
    let length = try below(bytes.count - place + 1)
    switch try below(9) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(try below(8)) }
    case 1: if place < bytes.count { bytes[place] = UInt8(try below(256)) }
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + min(length, 9)))
    case 3: bytes.insert(contentsOf: try random.bytes(1 + below(4)), at: place)
    case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 5: bytes.removeLast(length)
    case 6:
      // Splice: the head of this one and the tail of another.
      let other = corpus[try below(corpus.count)]
      bytes = Array(bytes[..<place]) + Array(other.dropFirst(try below(other.count + 1)))
    case 7:
      let words = ["\"", "{", "[", "]", ",", ":", "=", "\\u", "\0", "-", "é", "0", "9", "A", "f"]
      bytes.insert(contentsOf: Array(words[try below(words.count)].utf8), at: place)
    default:
      // Heads of CBOR with lengths far beyond the input.
      let heads: [[UInt8]] = [
        [0x5b, 0x7f, 255, 255, 255, 255, 255, 255, 255], [0x9b, 0, 0, 0, 1, 0, 0, 0, 0],
        [0xbf], [0xc0], [0x5f], [0x81], [0xa1], [0xf9, 0, 0], [0x1b], [0x3b],
      ]
      bytes.insert(contentsOf: heads[try below(heads.count)], at: place)
    }
    if bytes.count > 1 << 15 { bytes.removeLast(bytes.count - 1 << 15) }
  }
}
