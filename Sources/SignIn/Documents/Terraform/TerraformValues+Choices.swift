import TransitionTables

/// Finds the possible values of expressions that depend on undecided choices.
extension TerraformValues {
  /// The greatest number of combinations of alternatives.
  private static let mostAlternatives = 16

  /// Returns a block with its values; those that a choice leaves open have their alternatives.
  mutating func settled(_ block: Fact) -> Fact {
    var written = resolve(block)
    guard var entries = written.entries else { return written }
    for index in entries.indices where !entries[index].value.isDecided {
      let own = block.entries?.first { $0.key == entries[index].key }?.value
      entries[index].value.alternatives = own.flatMap { alternatives(of: $0, depth: 0) } ?? []
    }
    written.content = .record(entries)
    return written
  }

  /// The possible values of a fact; nil where any is possible, or where there are too many.
  private mutating func alternatives(of fact: Fact, depth: Int) -> [Fact]? {
    budget -= 1
    guard budget > 0, depth <= Self.deepest else { return nil }
    if let words = fact.variable {
      return value(of: words, at: fact.location, depth: depth)
        .flatMap { alternatives(of: $0, depth: depth + 1) }
    }
    if let deferred = fact.deferred {
      if let value = value(of: deferred, depth: depth) {
        return alternatives(of: value, depth: depth + 1)
      }
      return alternatives(of: deferred, depth: depth + 1)
    }
    switch fact.content {
    case .absent, .text: return [fact]
    case .opaque, .uncertain: return fact.alternatives.isEmpty ? nil : fact.alternatives
    case .list(let elements):
      let all = elements.map { parts(of: $0, depth: depth + 1) }
      return Self.product(of: all)?.map { parts in
        var list = fact
        list.content = .list(Array(parts.joined()))
        return list
      }
    case .record(let entries):
      let all = entries.map { alternatives(of: $0.value, depth: depth + 1) }
      return Self.product(of: all)?.map { values in
        var record = fact
        record.content = .record(
          zip(entries, values).map { entry, value in
            Fact.Entry(key: entry.key, keyLocation: entry.keyLocation, value: value)
          })
        return record
      }
    }
  }

  private mutating func alternatives(of deferred: Fact.Deferred, depth: Int) -> [Fact]? {
    switch deferred.kind {
    case .choice:
      let ends = deferred.parts.dropFirst(2).map { alternatives(of: $0, depth: depth) }
      return ends.contains { $0 == nil } ? nil : ends.flatMap { $0 ?? [] }
    case .call, .joined:
      let all = deferred.parts.map { alternatives(of: $0, depth: depth) }
      return Self.product(of: all).flatMap { combinations in
        let values = combinations.map { parts in
          value(of: Fact.Deferred(kind: deferred.kind, parts: parts), depth: depth)
        }
        return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
      }
    case .block, .element, .each, .ofEach: return nil
    }
  }

  /// The possible contributions of an element to its list; a dynamic block contributes the blocks
  /// that it generates.
  private mutating func parts(of element: Fact, depth: Int) -> [[Fact]]? {
    guard var deferred = element.deferred, case .block = deferred.kind else {
      return alternatives(of: element, depth: depth)?.map { [$0] }
    }
    return alternatives(of: deferred.parts[0], depth: depth)?.map { elements in
      deferred.parts[0] = elements
      var block = element
      block.deferred = deferred
      return written(out: block, depth: depth)
    }
  }

  /// All combinations of one alternative for each entry; nil where an entry may be anything, or
  /// where there are too many.
  private static func product<Part>(of all: [[Part]?]) -> [[Part]]? {
    all.reduce([[]] as [[Part]]?) { combinations, parts in
      guard let combinations, let parts, combinations.count * parts.count <= mostAlternatives
      else { return nil }
      return combinations.flatMap { combination in parts.map { combination + [$0] } }
    }
  }
}

extension Fact {
  /// Whether the fact and everything in it are decided.
  fileprivate var isDecided: Bool {
    switch content {
    case .absent, .text: true
    case .opaque, .uncertain: false
    case .list(let elements): elements.allSatisfy(\.isDecided)
    case .record(let entries): entries.allSatisfy { $0.value.isDecided }
    }
  }
}
