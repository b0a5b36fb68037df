import Testing

@testable import StateSpace

@Suite("Looking for a better order of variables")
struct SiftingTests {
  /// Some functions under the order that sifting finds.
  private struct Sifted {
    let diagrams: DecisionDiagrams
    let functions: [Diagram]
    let places: [Int]

    init(_ given: [Diagram], in old: DecisionDiagrams) {
      var sifting = Sifting(given, in: old)
      sifting.run()
      diagrams = DecisionDiagrams(variableCount: old.variableCount)
      functions = sifting.functions(in: diagrams)
      places = sifting.places
    }
  }

  @Test("functions keep their values, and take no more nodes than before")
  func values() {
    var random = SplitMix64(seed: 21)
    var smaller = 0
    for round in 0..<400 {
      let diagrams = DecisionDiagrams(variableCount: 2 + random.below(7))
      let formulas = (0...random.below(4)).map { _ in
        RandomFormula(depth: 5, in: diagrams, &random)
      }
      let sifted = Sifted(formulas.map(\.diagram), in: diagrams)
      #expect(Set(sifted.places) == Set(0..<diagrams.variableCount))
      for (formula, function) in zip(formulas, sifted.functions) {
        let renamed = TruthTable(variableCount: diagrams.variableCount) { row in
          sifted.diagrams.evaluate(function) { place in
            TruthTable.bit(row, sifted.places.firstIndex(of: place) ?? 0)
          }
        }
        #expect(renamed == formula.table, "round \(round)")
      }
      // Everything that was made in the new diagrams is part of some function.
      diagrams.collect(keeping: formulas.map(\.diagram))
      #expect(sifted.diagrams.nodeCount <= diagrams.nodeCount, "round \(round)")
      if sifted.diagrams.nodeCount < diagrams.nodeCount { smaller += 1 }
    }
    #expect(smaller == 272)
  }

  @Test("pairs that stand apart come together: 16 nodes in place of 510")
  func pairs() {
    let diagrams = DecisionDiagrams(variableCount: 16)
    let apart = diagrams.or(
      (0..<8).map { diagrams.and(diagrams.variable($0), diagrams.variable($0 + 8)) })
    #expect(diagrams.size(of: apart) == 510)
    let sifted = Sifted([apart], in: diagrams)
    #expect(sifted.diagrams.size(of: sifted.functions[0]) == 16)
    for pair in 0..<8 {
      #expect(abs(sifted.places[pair] - sifted.places[pair + 8]) == 1)
    }
  }

  @Test("a variable that no function asks for stays behind the one that it was behind")
  func followers() {
    let diagrams = DecisionDiagrams(variableCount: 10)
    // 0, 4 and 9 stand for nothing.
    let pairs = [(1, 5), (2, 6), (3, 7)].map {
      diagrams.and(diagrams.variable($0.0), diagrams.variable($0.1))
    }
    let sifted = Sifted([diagrams.or(pairs + [diagrams.variable(8)])], in: diagrams)
    #expect(sifted.places[0] == 0)
    #expect(sifted.places[4] == sifted.places[3] + 1)
    #expect(sifted.places[9] == sifted.places[8] + 1)
  }

  @Test("constants and no functions at all have the order that they had")
  func constants() {
    let diagrams = DecisionDiagrams(variableCount: 3)
    let sifted = Sifted([.yes, .no], in: diagrams)
    #expect(sifted.functions == [.yes, .no])
    #expect(sifted.places == [0, 1, 2])
    #expect(Sifted([], in: diagrams).places == [0, 1, 2])
  }
}
