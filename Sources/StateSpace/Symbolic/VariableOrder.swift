/// Orders of the bits of a system for decision diagrams.
///
/// The order decides the size of every diagram, by orders of magnitude. A set of states is small
/// where what depends on each other stands close together, so each guard and update is an edge that
/// wants the fields that it mentions side by side. **FORCE** places every field at the mean of the
/// centres of its edges, sorts, and repeats; of all orders met, the one in which the edges are
/// shortest together wins. Bits of one field stay together, most significant first.
///
/// Source: Aloul, Markov, Sakallah, "FORCE: a fast and easy-to-implement variable-ordering
/// heuristic", 2003.
public struct VariableOrder: Sendable {
  /// The fields, each with its bits; those that nothing lists are fields of their own.
  private let fields: [[StateBit]]
  /// For each guard with its update, the fields that it mentions.
  private let edges: [[Int]]

  /// Reads which fields a system mentions together.
  ///
  /// - Parameters:
  ///   - system: the system.
  ///   - fields: bits that form one value, in the order to start with.
  public init(_ system: TransitionSystem, fields: [[StateBit]]) {
    let used = system.usedBits
    let listed = Set(fields.flatMap { $0 })
    let kept = fields.map { $0.filter(used.contains) }.filter { !$0.isEmpty }
    let alone = used.subtracting(listed).sorted().map { [$0] }
    self.fields = kept + alone
    var owner: [StateBit: Int] = [:]
    for (field, bits) in self.fields.enumerated() {
      for bit in bits { owner[bit] = field }
    }
    var edges: Set<[Int]> = []
    for rule in system.rules {
      let written = zip(rule.clear, rule.set).map { $0 | $1 }
      for cube in rule.cubes {
        let bits = StateBit.bits(of: zip(cube.mask, written).map { $0 | $1 })
        edges.insert(Set(bits.compactMap { owner[$0] }).sorted())
      }
    }
    self.edges = edges.filter { $0.count > 1 }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The fields as they were given.
  public var given: [StateBit] { bits(in: Array(fields.indices)) }

  /// The order that FORCE finds.
  ///
  /// - Parameter first: the number of fields that stay in front, as they were given.
  public func forced(keeping first: Int = 0, rounds: Int = 200) -> [StateBit] {
    var order = Array(fields.indices)
    var best = order
    var least = span(of: order)
    for _ in 0..<rounds {
      let next = improved(order, keeping: first)
      if next == order { break }
      order = next
      let length = span(of: order)
      if length < least { (best, least) = (order, length) }
    }
    return bits(in: best)
  }

  private func bits(in order: [Int]) -> [StateBit] { order.flatMap { fields[$0].reversed() } }

  private func improved(_ order: [Int], keeping first: Int) -> [Int] {
    let places = self.places(of: order)
    var sums = [Double](repeating: 0, count: order.count)
    var counts = sums
    for edge in edges {
      let centre = edge.reduce(0) { $0 + places[$1] } / Double(edge.count)
      for field in edge {
        sums[field] += centre
        counts[field] += 1
      }
    }
    let wanted = order.indices.map { counts[$0] > 0 ? sums[$0] / counts[$0] : places[$0] }
    let kept = Array(order.prefix(first))
    let rest = order.dropFirst(first).sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    return kept + rest
  }

  /// The middle of each field, in bits.
  private func places(of order: [Int]) -> [Double] {
    var places = [Double](repeating: 0, count: order.count)
    var at = 0.0
    for field in order {
      places[field] = at + Double(fields[field].count) / 2
      at += Double(fields[field].count)
    }
    return places
  }

  private func span(of order: [Int]) -> Double {
    let places = self.places(of: order)
    return edges.reduce(0) { total, edge in
      let own = edge.map { places[$0] }
      return total + (own.max() ?? 0) - (own.min() ?? 0)
    }
  }
}
