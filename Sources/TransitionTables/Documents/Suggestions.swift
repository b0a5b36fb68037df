/// The most names that a message lists.
private let mostNamed = 100

extension Sequence where Element == String {
  /// The closest spelling within a third of the word's length, or nil; ties go to the first.
  public func nearest(to word: String) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
    let most = Swift.max(1, wanted.count / 3)
    var best: (distance: Int, text: String)?
    // As many edits as the lengths differ are needed in any case: most candidates end there.
    for candidate in self where abs(candidate.unicodeScalars.count - wanted.count) <= most {
      let distance = editDistance(wanted, Array(candidate.lowercased().unicodeScalars))
      if distance <= most, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.text
  }

  /// The names in their order, those that differ in a bracketed index named once: `contact[…]`.
  public var withoutIndices: [String] {
    var seen: Set<String> = []
    return map { name in
      guard let bracket = name.firstIndex(of: "[") else { return name }
      return name[..<bracket] + "[…]"
    }.filter { seen.insert($0).inserted }
  }

  /// “a, b or c”, for messages.
  public var list: String { map { "`\($0)`" }.joined(by: "or") }

  /// “a, b and c”, for messages.
  public var listOfAll: String { map { "`\($0)`" }.joined(by: "and") }

  /// “a, b, c”, for messages about names that somebody else gave.
  public var enumerated: String {
    let all = Array(self)
    return all.count > mostNamed ? shortened(all) : all.joined(separator: ", ")
  }

  private func shortened(_ all: [String]) -> String {
    all.prefix(mostNamed).joined(separator: ", ") + " and \(all.count - mostNamed) more"
  }

  private func joined(by word: String) -> String {
    let all = Array(self)
    if all.count > mostNamed { return shortened(all) }
    guard let last = all.last, all.count > 1 else { return all.first ?? "nothing" }
    return all.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

/// The edits (insert, delete, replace, swap neighbours) that turn one word into the other.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = Swift.min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
