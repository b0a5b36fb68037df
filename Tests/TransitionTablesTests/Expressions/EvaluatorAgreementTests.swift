import StateSpace
import Testing

@testable import TransitionTables

/// The symbolic evaluator and the concrete one share no code; here they must not differ.
@Suite struct EvaluatorAgreementTests {
  private let model: Model
  private let space: SymbolicSpace
  private static let samples = 12

  init() throws {
    model = try TransitionTablesTests.model(RandomExpression.declarations)
    space = SymbolicSpace(model: model, slots: Array(model.slots.indices))
  }

  /// Some random valuation with its Boolean variables.
  private func sample(_ numbers: inout RandomExpression.Numbers) -> [Int] {
    model.slots.map { slot in
      let values = model.types.values(of: slot.type)
      return values[Int(numbers.next() % UInt64(values.count))]
    }
  }

  private func holds(_ diagram: Diagram, at valuation: [Int]) -> Bool {
    let point = space.diagrams.and(
      valuation.enumerated().map { space.equality($0.offset, $0.element) })
    return space.diagrams.and(diagram, point) != .no
  }

  @Test(arguments: 1...8)
  func `conditions hold where the concrete value is true`(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    var outcomes = Set<Bool>()
    for _ in 0..<250 {
      let expression = random.bool(4)
      let diagram = space.condition(expression)
      for _ in 0..<Self.samples {
        let valuation = sample(&random.numbers)
        let expected = ConcreteEvaluator(valuation).holds(expression)
        outcomes.insert(expected)
        guard holds(diagram, at: valuation) != expected else { continue }
        Issue.record("\(expression) differs at \(valuation)")
      }
    }
    #expect(outcomes == [true, false])
  }

  @Test(arguments: 11...18)
  func `a set has the members of its concrete value`(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    for _ in 0..<150 {
      let expression = random.set(3)
      let members = space.members(expression)
      let cases = space.setCases(expression)
      for _ in 0..<Self.samples {
        let valuation = sample(&random.numbers)
        let expected = ConcreteEvaluator(valuation).value(of: expression)
        let found = members.enumerated().reduce(0) {
          $0 | (holds($1.element, at: valuation) ? 1 << $1.offset : 0)
        }
        #expect(found == expected, "\(expression) at \(valuation)")
        #expect(cases.filter { holds($0.condition, at: valuation) }.map(\.value) == [expected])
      }
    }
  }

  @Test(arguments: 21...28)
  func `exactly one case holds, that of the concrete value`(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    for round in 0..<200 {
      let expression = round % 2 == 0 ? random.integer(3) : random.member(3)
      let cases = space.cases(expression)
      #expect(cases.map(\.value) == cases.map(\.value).sorted())
      for _ in 0..<Self.samples {
        let valuation = sample(&random.numbers)
        let expected = ConcreteEvaluator(valuation).value(of: expression)
        #expect(
          cases.filter { holds($0.condition, at: valuation) }.map(\.value) == [expected],
          "\(expression) at \(valuation)")
      }
    }
  }

  @Test func `with slots fixed the rest agrees on every valuation`() throws {
    var random = RandomExpression(seed: 99)
    for _ in 0..<60 {
      let expression = random.bool(3)
      let (x, s) = (Int(random.numbers.next() % 3), Int(random.numbers.next() % 8))
      let fixed = SymbolicSpace(
        model: model, slots: [0, 1, 3, 5, 6, 7], fixed: [2: x, 4: s])
      let diagram = fixed.condition(expression)
      for _ in 0..<Self.samples {
        var valuation = sample(&random.numbers)
        (valuation[2], valuation[4]) = (x, s)
        let point = fixed.diagrams.and(
          valuation.enumerated().map { fixed.equality($0.offset, $0.element) })
        #expect(
          (fixed.diagrams.and(diagram, point) != .no)
            == ConcreteEvaluator(valuation).holds(expression))
      }
    }
  }

  @Test func `an example is a valuation in which the condition holds`() throws {
    var random = RandomExpression(seed: 7)
    var found = 0
    for _ in 0..<200 {
      let expression = random.bool(3)
      guard let example = space.example(of: space.condition(expression)) else {
        let valid = space.diagrams.and(model.slots.indices.map(space.validity))
        #expect(space.diagrams.and(space.condition(expression), valid) == .no)
        continue
      }
      found += 1
      var valuation = sample(&random.numbers)
      for (slot, value) in example { valuation[slot] = value }
      #expect(ConcreteEvaluator(valuation).holds(expression), "\(expression) at \(valuation)")
    }
    #expect(found > 50)
  }
}
