extension Sequence where Element == String {
  /// The closest spelling within a third of the word's length, or nil; ties go to the first.
  public func nearest(to word: String) -> String? {
    var best: (distance: Int, text: String)?
    for candidate in self {
      let distance = editDistance(word.lowercased(), candidate.lowercased())
      if distance <= Swift.max(1, word.count / 3), distance < best?.distance ?? .max {
        best = (distance, candidate)
      }
    }
    return best?.text
  }

  /// The names in their order, those that differ in a bracketed index told once: `contact[…]`.
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

  private func joined(by word: String) -> String {
    let all = Array(self)
    guard let last = all.last, all.count > 1 else { return all.first ?? "nothing" }
    return all.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

/// The edits (insert, delete, replace, swap neighbours) that turn one word into the other.
func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.unicodeScalars.prefix(64)), Array(b.unicodeScalars.prefix(64)))
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
