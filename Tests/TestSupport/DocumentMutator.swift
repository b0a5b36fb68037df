/// Changes documents in ways that readers get wrong, by their words and lines: a pure function of
/// its seed.
package struct DocumentMutator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 2 &+ 1 }

  /// Put in the place of words.
  private static let spice = [
    "null", "true", "[]", "{}", "{", "}", "[", "]", "\"", "'", "`", ":", ",", "${", "!Ref ", "<<",
    "&a ",
    "*a", "/*", "//", "#", "\n", "    ", "\t", "\r", "-", "- ", "? ", "(", ")", "=", "=>", "...",
    "0",
    "-1", "1e999", "99999999999999999999", "é", "\u{301}", "\u{202E}", "\u{0}", "\u{1B}[31m",
    "dynamic", "<<-X", "!Sub ", "!FindInMap [M, a, b]", "Fn::Join", "|", ">", "---", "%", "@", "\\",
    "\\u",
    "\u{FEFF}", "👩‍👧", "]]>", "for", "if", "$[", "and", "in", "subset",
  ]
  /// The largest document that is made.
  private static let largest = 1 << 18

  package mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(bound, 1)
  }

  /// One of some documents with one to four changes.
  package mutating func mutant(of documents: [[UInt8]]) -> [UInt8] {
    var bytes = documents[below(documents.count)]
    for _ in 0...below(4) {
      switch below(8) {
      case 0: changeBytes(&bytes)
      case 1, 2: changeLines(&bytes, others: documents)
      default: changeWords(&bytes, others: documents)
      }
    }
    if bytes.count > Self.largest { bytes.removeLast(bytes.count - Self.largest) }
    return bytes
  }

  private mutating func changeBytes(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    switch below(3) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
    case 1: bytes.insert(UInt8(below(256)), at: place)
    default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(40)))
    }
  }

  /// Lines are taken out, repeated, shifted, or come from another document.
  private mutating func changeLines(_ bytes: inout [UInt8], others: [[UInt8]]) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    let place = below(lines.count)
    let end = min(lines.count, place + 1 + below(6))
    switch below(5) {
    case 0: lines.removeSubrange(place..<end)
    case 1:
      // Many of them, each a little different: what grows faster than the document shows here.
      let part = Array(lines[place..<end])
      let size = part.reduce(1) { $0 + $1.count }
      let count = min(1 << below(13), Self.largest / size)
      let copies = (0..<count).flatMap { copy -> [[UInt8]] in
        part.map { line in line.map { $0 == 48 ? UInt8(48 + copy % 10) : $0 } }
      }
      lines.insert(contentsOf: copies, at: place)
    case 2:
      for index in place..<end { lines[index].insert(contentsOf: [32, 32], at: 0) }
    case 3:
      for index in place..<end where lines[index].starts(with: [32, 32]) {
        lines[index].removeFirst(2)
      }
    default:
      let other = others[below(others.count)].split(separator: 10).map(Array.init)
      guard !other.isEmpty else { break }
      let start = below(other.count)
      lines.insert(
        contentsOf: other[start..<min(other.count, start + 1 + below(8))], at: place)
    }
    bytes = Array(lines.joined(separator: [10]))
  }

  private mutating func changeWords(_ bytes: inout [UInt8], others: [[UInt8]]) {
    var words = Self.words(of: bytes)
    guard !words.isEmpty else { return }
    let (place, other) = (below(words.count), below(words.count))
    switch below(8) {
    case 0: words.remove(at: place)
    case 1: words.insert(words[other], at: place)
    case 2: words.swapAt(place, other)
    case 3: words[place] = words[other]
    case 4: words.removeSubrange(place..<min(words.count, place + 1 + below(12)))
    case 5:
      // Nesting, or a long word.
      let word = words[place]
      let count = min(1 << below(15), Self.largest / max(1, word.count))
      words[place] = Array(repeatElement(word, count: count).joined())
    case 6:
      let foreign = Self.words(of: others[below(others.count)])
      if !foreign.isEmpty { words[place] = foreign[below(foreign.count)] }
    default: words[place] = Array(Self.spice[below(Self.spice.count)].utf8)
    }
    bytes = Array(words.joined())
  }

  /// A document's words, and what stands between them byte by byte.
  private static func words(of bytes: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var isWord = false
    for byte in bytes {
      let isLetter =
        (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte)
        || byte == 95 || byte >= 128
      if isLetter, isWord {
        words[words.count - 1].append(byte)
      } else {
        words.append([byte])
      }
      isWord = isLetter
    }
    return words
  }
}
