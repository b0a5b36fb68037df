/// The common part of Base32 and Base64: groups of bits as letters of an alphabet.
///
/// Decoding is strict: each byte string has one text, so unused bits at the end must be zero.
struct RadixText {
  /// The number of bits in one letter: 5 or 6.
  let bits: Int
  private let letters: [UInt8]
  /// The value of each byte as a letter; 255 for a byte that is not a letter.
  private let values: [UInt8]

  /// - Parameter alphabet: the letters in the order of their values; `2^bits` ASCII characters.
  init(bits: Int, alphabet: String) {
    self.bits = bits
    letters = Array(alphabet.utf8)
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    self.values = values
  }

  /// The letters for the bytes, without padding; the last letter is filled up with zero bits.
  func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + bits - 1) / bits)
    var pending = 0
    var count = 0
    for byte in bytes {
      pending = pending << 8 | Int(byte)
      count += 8
      while count >= bits {
        count -= bits
        text.append(letters[pending >> count])
        pending &= 1 << count - 1
      }
    }
    if count > 0 { text.append(letters[pending << (bits - count)]) }
    return text
  }

  /// The bytes of unpadded letters; nil if a character is not a letter, no byte string has this
  /// number of letters, or an unused bit at the end is set.
  func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * bits / 8)
    var pending = 0
    var count = 0
    for letter in text {
      let value = values[Int(letter)]
      guard value != 255 else { return nil }
      pending = pending << bits | Int(value)
      count += bits
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(pending >> count))
        pending &= 1 << count - 1
      }
    }
    return count < bits && pending == 0 ? bytes : nil
  }
}
