/// The linked accounts in the bits of a ``MeansGraph``.
package struct MeansLinks {
  /// Each means that others open, with the sets that open it.
  package var opened: [(means: UInt32, ways: [UInt32])]

  package init(opened: [(means: UInt32, ways: [UInt32])] = []) { self.opened = opened }

  /// Returns all means that a holder of a set obtains in the end.
  package func closure(_ set: UInt32) -> UInt32 {
    extended(set, among: opened)
  }

  /// Returns the means that an owner keeps after losses; of means that others open, those that
  /// still are opened.
  package func kept(of all: UInt32, losing set: UInt32) -> UInt32 {
    let linked = opened.reduce(UInt32(0)) { $0 | $1.means }
    return extended(all & ~set & ~linked, among: opened.filter { $0.means & set == 0 })
  }

  private func extended(
    _ set: UInt32, among opened: [(means: UInt32, ways: [UInt32])]
  ) -> UInt32 {
    var held = set
    while true {
      let more = opened.filter { held & $0.means == 0 }
        .filter { link in link.ways.contains { $0 & ~held == 0 } }
      guard !more.isEmpty else { return held }
      held = more.reduce(held) { $0 | $1.means }
    }
  }

  /// Returns the links that extend a set, each with a set that opens it.
  package func uses(of set: UInt32) -> [(means: UInt32, way: UInt32)] {
    let held = closure(set)
    return opened.filter { $0.means & ~set & held != 0 }.compactMap { link in
      link.ways.first { $0 & ~held == 0 }.map { (link.means, $0) }
    }
  }
}
