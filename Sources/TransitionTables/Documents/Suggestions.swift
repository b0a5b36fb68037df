/// The largest number of names that a message lists.
private let mostNamed = 100

extension Sequence where Element == String {
  /// Returns the closest spelling within a third of the word's length, or nil; the first of equals.
  public func nearest(to word: String) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
    let most = Swift.max(1, wanted.count / 3)
    var best: (distance: Int, text: String)?
    // The difference of the lengths is a lower bound for the edits; it excludes most candidates.
    for candidate in self where abs(candidate.unicodeScalars.count - wanted.count) <= most {
      let distance = editDistance(wanted, Array(candidate.lowercased().unicodeScalars))
      if distance <= most, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.text
  }

  /// The names in order; names that differ only in a bracketed index are merged: `contact[…]`.
  public var withoutIndices: [String] {
    var seen: Set<String> = []
    return map { name in
      guard let bracket = name.firstIndex(of: "[") else { return name }
      return name[..<bracket] + "[…]"
    }.filter { seen.insert($0).inserted }
  }

  /// The names as “a, b or c”, for messages.
  public var list: String { map { "`\($0)`" }.joined(by: "or") }

  /// The names as “a, b and c”, for messages.
  public var listOfAll: String { map { "`\($0)`" }.joined(by: "and") }

  /// The names as “a, b, c”, for messages about names from an external source.
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

/// Returns the number of edits (insert, delete, replace, swap neighbours) between two words.
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
