import StateSpace
import Testing

@Suite("Irredundant sums of products")
struct CubeTests {
  @Test("the terms cover the lower function, stay within the upper, and none can be spared")
  func irredundantCovers() {
    var random = SplitMix64(seed: 7)
    for round in 0..<2_000 {
      let n = 1 + random.below(6)
      let diagrams = DecisionDiagrams(variableCount: n)
      let a = RandomFormula(depth: 4, in: diagrams, &random)
      let b = RandomFormula(depth: 4, in: diagrams, &random)
      let lower = a.table.zip(b.table) { $0 && $1 }
      let cubes = diagrams.cubes(from: diagrams.and(a.diagram, b.diagram), within: a.diagram)
      let cover = TruthTable(cubes, variableCount: n)
      let covers = lower.entails(cover) && cover.entails(a.table)
      let sound =
        covers && noTermToSpare(cubes, lower) && noLiteralToSpare(cubes, a.table)
        && TruthTable(diagrams.diagram(of: cubes), in: diagrams) == cover
      if !sound { Issue.record("round \(round): \(cubes)") }
    }
  }

  private func noTermToSpare(_ cubes: [[Literal]], _ lower: TruthTable) -> Bool {
    cubes.indices.allSatisfy { index in
      var fewer = cubes
      fewer.remove(at: index)
      return !lower.entails(TruthTable(fewer, variableCount: lower.variableCount))
    }
  }

  private func noLiteralToSpare(_ cubes: [[Literal]], _ upper: TruthTable) -> Bool {
    cubes.allSatisfy { cube in
      cube.indices.allSatisfy { index in
        var shorter = cube
        shorter.remove(at: index)
        return !TruthTable([shorter], variableCount: upper.variableCount).entails(upper)
      }
    }
  }

  @Test("a function without freedom is its own cover")
  func exactCover() {
    let diagrams = DecisionDiagrams(variableCount: 3)
    let majority = TruthTable(variableCount: 3) { $0.nonzeroBitCount >= 2 }.diagram(in: diagrams)
    #expect(
      diagrams.cubes(from: majority, within: majority) == [
        [Literal(variable: 0, value: true), Literal(variable: 1, value: true)],
        [Literal(variable: 0, value: true), Literal(variable: 2, value: true)],
        [Literal(variable: 1, value: true), Literal(variable: 2, value: true)],
      ])
  }

  @Test("impossible assignments shorten the cover")
  func freedomShortens() {
    let diagrams = DecisionDiagrams(variableCount: 2)
    let both = diagrams.and(diagrams.variable(0), diagrams.variable(1))
    let impossible = diagrams.and(diagrams.variable(0), diagrams.not(diagrams.variable(1)))
    #expect(
      diagrams.cubes(from: both, within: diagrams.or(both, impossible)) == [
        [Literal(variable: 0, value: true)]
      ])
    #expect(diagrams.cubes(from: .no, within: both) == [])
    #expect(diagrams.cubes(from: both, within: .yes) == [[]])
  }
}
