import Testing

@testable import StateSpace

@Suite("An index of the literals that functions need")
struct LiteralIndexTests {
  @Test("leaves no function out that can be true, and most of the others")
  func candidates() {
    let diagrams = DecisionDiagrams(variableCount: 12)
    var random = SplitMix64(seed: 4)
    let products = (0..<200).map { number in
      [0, 3, 5, 8 + number % 3].map { place in
        Literal(variable: (number + place) % 12, value: random.below(2) == 1)
      }
    }
    let functions = products.map { diagrams.cube($0) }
    let index = LiteralIndex(of: functions, in: diagrams)
    var (found, possible) = (0, 0)
    for _ in 0..<50 {
      let literals = (0..<12).filter { _ in random.below(3) > 0 }.map {
        (variable: $0, value: random.below(2) == 1)
      }
      let given = diagrams.cube(literals.map { Literal(variable: $0.variable, value: $0.value) })
      let answers = index.candidates(where: diagrams.literals(of: given))
      let right = functions.indices.filter { diagrams.and(functions[$0], given) != .no }
      #expect(answers == answers.sorted())
      #expect(Set(right).isSubset(of: answers))
      found += answers.count
      possible += right.count
    }
    #expect(possible > 500)
    #expect(found < 2 * possible)
  }

  @Test("of no functions has none")
  func empty() {
    let diagrams = DecisionDiagrams(variableCount: 2)
    #expect(LiteralIndex(of: [], in: diagrams).candidates(where: [nil, nil]).isEmpty)
  }
}
