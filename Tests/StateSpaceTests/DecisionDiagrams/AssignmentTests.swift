import Testing

@testable import StateSpace

@Suite("Assignments to sets of states, and freeing")
struct AssignmentTests {
  /// Literals of some variables, as a function of rows.
  private struct Change {
    var literals: [Literal]

    init(_ count: Int, _ random: inout SplitMix64) {
      literals = (0..<count).filter { _ in random.below(3) == 0 }.map {
        Literal(variable: $0, value: random.bool())
      }
    }

    func write(over row: Int) -> Int {
      literals.reduce(row) { row, literal in
        literal.value ? row | 1 << literal.variable : row & ~(1 << literal.variable)
      }
    }
  }

  @Test("image and preimage are those of each assignment alone")
  func images() {
    var random = SplitMix64(seed: 11)
    for round in 0..<1_000 {
      let diagrams = DecisionDiagrams(variableCount: 1 + random.below(7))
      let states = RandomFormula(depth: 4, in: diagrams, &random)
      let condition = RandomFormula(depth: 3, in: diagrams, &random)
      let change = Change(diagrams.variableCount, &random)
      let product = diagrams.cube(change.literals.reversed())
      let rows = states.table.rows.indices
      let sources = rows.filter { states.table.rows[$0] && condition.table.rows[$0] }
      let targets = Set(sources.map(change.write))
      let image = diagrams.image(
        of: states.diagram, where: condition.diagram, writing: product)
      let before = diagrams.preimage(
        of: states.diagram, where: condition.diagram, writing: product)
      let expected = TruthTable(
        variableCount: diagrams.variableCount,
        rows: rows.map { row in
          condition.table.rows[row] && states.table.rows[change.write(over: row)]
        })
      #expect(
        TruthTable(image, in: diagrams).rows == rows.map(targets.contains)
          && TruthTable(before, in: diagrams) == expected, "round \(round)")
      var written = WrittenFunctions([.no, states.diagram], in: diagrams)
      for _ in 0..<2 {
        let function = written.function(1, writing: diagrams.literals(of: product))
        #expect(diagrams.and(function, condition.diagram) == before, "round \(round)")
      }
    }
  }

  @Test("of two products written one over the other, the later one's literals stand")
  func overwriting() {
    var random = SplitMix64(seed: 13)
    for round in 0..<1_000 {
      let diagrams = DecisionDiagrams(variableCount: 1 + random.below(9))
      let earlier = Change(diagrams.variableCount, &random).literals
      let later = Change(diagrams.variableCount, &random).literals
      let kept = earlier.filter { literal in
        !later.contains { $0.variable == literal.variable }
      }
      #expect(
        diagrams.overwriting(diagrams.cube(earlier), by: diagrams.cube(later))
          == diagrams.cube(kept + later), "round \(round)")
    }
  }

  @Test("a difference and an exact count are those of the truth table")
  func differenceAndCount() {
    var random = SplitMix64(seed: 12)
    for round in 0..<500 {
      let diagrams = DecisionDiagrams(variableCount: 1 + random.below(7))
      let a = RandomFormula(depth: 4, in: diagrams, &random)
      let b = RandomFormula(depth: 4, in: diagrams, &random)
      let rest = diagrams.minus(a.diagram, b.diagram)
      let table = a.table.zip(b.table) { $0 && !$1 }
      let listed = Array(0..<diagrams.variableCount)
      #expect(
        TruthTable(rest, in: diagrams) == table
          && diagrams.exactCount(rest, among: listed) == UInt128(table.count), "round \(round)")
    }
  }

  @Test("a count is exact up to 2^128 - 1 and none beyond")
  func largeCounts() {
    let diagrams = DecisionDiagrams(variableCount: 130)
    let narrow = Array(0..<128)
    let all = diagrams.cube(narrow.map { Literal(variable: $0, value: true) })
    #expect(diagrams.exactCount(diagrams.not(all), among: narrow) == .max)
    #expect(diagrams.exactCount(.yes, among: narrow) == nil)
    #expect(diagrams.exactCount(.no, among: Array(0..<130)) == 0)
    #expect(diagrams.exactCount(all, among: Array(0..<130)) == 4)
  }

  @Test("what is kept through a collection keeps its values, and freed nodes are used again")
  func collection() {
    var random = SplitMix64(seed: 13)
    let diagrams = DecisionDiagrams(variableCount: 8)
    let kept = (0..<20).map { _ in RandomFormula(depth: 5, in: diagrams, &random) }
    for _ in 0..<200 { _ = RandomFormula(depth: 5, in: diagrams, &random) }
    let before = diagrams.nodeCount
    diagrams.collect(keeping: kept.map(\.diagram))
    let after = diagrams.nodeCount
    #expect(after < before)
    #expect(kept.allSatisfy { TruthTable($0.diagram, in: diagrams) == $0.table })
    // The same function is still the same diagram.
    #expect(kept.allSatisfy { $0.table.diagram(in: diagrams) == $0.diagram })
    for _ in 0..<50 {
      let formula = RandomFormula(depth: 5, in: diagrams, &random)
      #expect(TruthTable(formula.diagram, in: diagrams) == formula.table)
    }
  }
}
