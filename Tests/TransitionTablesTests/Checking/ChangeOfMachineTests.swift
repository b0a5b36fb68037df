import Testing

@testable import TransitionTables

@Suite struct ChangeOfMachineTests {
  private static let lift = """
    assumptions:
      fast: { default: false, doc: The lift skips the first floor. }
      deep: { default: false, doc: "There is a cellar, below a floor that nobody gets to." }
      eager: { default: false, doc: Pressing twice does something. }
      stray: { default: false, doc: A button works where nobody is. }
    variables:
      floor: { range: 0..9, initially: 0 }
    components:
      lift:
        locations: { values: [resting, moving, sinking], initially: resting, urgent: [moving, sinking] }
    actions:
      press: { by: user, component: lift, enabled: floor < 3 }
      pressTwice: { by: user, component: lift, enabled: floor == 2 }
    transitions:
      - { id: lift.press, component: lift, on: press, to: moving }
      - id: lift.pressTwice
        component: lift
        on: pressTwice
        when: eager
        set: { floor: 0 }
      - id: lift.strayButton
        component: lift
        on: pressTwice
        when: stray and floor == 7
        set: { floor: 0 }
      - ladder: lift.move
        component: lift
        from: moving
        rows:
          - { id: lift.move.fast, when: fast and floor == 0, to: resting, set: { floor: 2 } }
          - { id: lift.move.up, to: resting, set: { floor: floor + 1 } }
      - ladder: lift.sink
        component: lift
        from: sinking
        rows:
          - { id: lift.sink.deep, when: deep, to: resting, set: { floor: 9 } }
          - { id: lift.sink.down, to: resting, set: { floor: 0 } }
    """

  private func machine() throws -> (model: Model, change: ChangeOfMachine) {
    let model = try model(Self.lift)
    var checker = PropertyChecker(model: model)
    return (model, ChangeOfMachine(from: try checker.explore(parameters: [:])))
  }

  private func slot(_ name: String, of model: Model) throws -> Int {
    try #require(model.parameter(named: name))
  }

  @Test func `an assumption is read where a ladder that names it fires`() throws {
    let (model, change) = try machine()
    #expect(change.neverReads(try slot("fast", of: model)) == false)
    #expect(change.neverReads(try slot("deep", of: model)))
    // A row that stands alone could begin to fire, so it is not passed over so lightly.
    #expect(change.neverReads(try slot("eager", of: model)) == false)
    #expect(change.neverReads(try slot("stray", of: model)) == false)
  }

  @Test func `a change shows where a rule that fired is another one, or a new one can fire`() throws
  {
    let (model, change) = try machine()
    func shows(_ name: String) throws -> Bool {
      change.mayShow(in: model.compiled(parameters: [try slot(name, of: model): 1]))
    }
    #expect(try shows("fast"))
    #expect(try shows("eager"))
    #expect(try shows("deep") == false)
    #expect(try shows("stray") == false)
  }

  @Test func `what is passed over has the same states and steps`() throws {
    let (model, change) = try machine()
    var passed: [String] = []
    let base = try counts(model, [:])
    for name in ["fast", "deep", "eager", "stray"] {
      let changed = [try slot(name, of: model): 1]
      guard !change.mayShow(in: model.compiled(parameters: changed)) else { continue }
      passed.append(name)
      #expect(try counts(model, changed) == base, "\(name)")
    }
    #expect(passed == ["deep", "stray"])
    #expect(try counts(model, [try slot("fast", of: model): 1]) != base)
  }

  private func counts(_ model: Model, _ parameters: [Int: Int]) throws -> [Int] {
    var checker = PropertyChecker(model: model)
    let found = try checker.explore(parameters: parameters).exploration
    return [found.stateCount, found.transitionCount, found.depth]
  }
}
