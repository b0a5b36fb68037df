import StateSpace
import Testing

@testable import TransitionTables

/// A family explored at once says of each member what the member's own exploration says.
@Suite struct SymbolicFamilyTests {
  /// A counter whose range, step and repair depend on open parameters.
  private static let table = """
    enums: { Helper: [clock, app] }
    parameters:
      top: { range: 0..4, default: 4 }
      helpers: { set: Helper }
      wide: { bool }
    legality:
      - { id: L, forbid: "wide and top == 1" }
    variables: { n: { range: 0..4 } }
    components: { c: { locations: { values: [rest, passing], urgent: [passing] } } }
    actions:
      up: { by: app, component: c, enabled: n < top }
      reset: { by: clock, component: c, enabled: clock in helpers }
      fix: { by: administrator, component: c }
    transitions:
      - { id: up, component: c, on: up, to: passing }
      - ladder: pass
        component: c
        from: passing
        rows:
          - { id: jump, when: wide and n < 3, to: rest, set: { n: n + 2 } }
          - { id: pass, to: rest, set: { n: "if n < 4 then n + 1 else 4" } }
      - { id: reset, component: c, on: reset, when: n == 4, set: { n: 3 } }
      - { id: fix, component: c, on: fix, when: "n == 2 and app in helpers", set: { n: 0 } }
    observers:
      fixed: { bool, updates: [{ onRow: fix, to: "true" }] }
    steps:
      clock: { by: [clock] }
      fixes: { actions: [fix] }
    properties:
    """

  private static let claims = [
    "temporal: AG(n == 4 implies AF(n != 4)), fair: { weak: [clock] }",
    "temporal: \"AG(n == 1 implies AF(n == 0))\", fair: { strong: [fixes] }, premise: n == 1",
    "temporal: EF(EG(n > 0)), fair: { strong: [fixes], weak: [clock] }",
    "configuration: top > 1", "configuration: \"wide implies top == 3\", premise: wide",
    "always: n <= 2", "always: \"n == 3 implies n > 2\", premise: n == 3",
    "alwaysWithin: c.at == rest or n < 2",
    "alwaysWithin: n <= 4, premise: c.at == passing and n == 3",
    "sometimes: n == 4", "sometimes: n == 4 and fixed", "always: not fixed",
    "from: n == 1, reachable: n == 0", "from: n == 4, reachable: n == 3, without: clock",
    "from: n == 1, reachable: n == 4, within: [up], premise: n == 1", "noDeadEnd: true",
  ]

  @Test(arguments: claims)
  func `verdicts are those of each member alone`(claim: String) throws {
    let model = try model(Self.table + "\n  - { id: p, \(claim) }")
    let property = model.properties[0]
    let open = try ["top", "helpers", "wide"].map(model.slot)
    let family = SymbolicFamily(
      model: model, closed: [:], open: open,
      observers: model.observers(readBy: property.expressions))
    let found = family.judge(property)
    let members = ConfigurationFamily(model: model, closed: [:], open: open).members
    #expect(members.count == 36)
    #expect(family.faulty == .no)
    var lengths: [(Int, Bool)] = []
    for member in members {
      var checker = PropertyChecker(model: model)
      checker.backend = .explicit
      let verdict = try checker.check([property], parameters: member)[0]
      let own = family.space.diagrams.and(
        open.map { family.space.equality($0, member[$0] ?? 0) })
      func holds(_ condition: Diagram) -> Bool {
        family.space.diagrams.and(condition, own) != .no
      }
      #expect(holds(found.fails) == (verdict.status == .fails), "\(member)")
      #expect(holds(found.vacuous) == (verdict.status == .vacuous), "\(member)")
      if let trace = verdict.trace { lengths.append((trace.steps.count, holds(found.soonest))) }
    }
    // Members that fail soonest have a counterexample as short as any; a step that passes the bad
    // state counts as the place where it begins.
    let shortest = lengths.map(\.0).min()
    #expect(lengths.allSatisfy { !$0.1 || $0.0 == shortest })
    #expect(lengths.isEmpty || lengths.contains { $0.1 })
  }

  @Test func `only the configurations that are asked for are explored`() throws {
    let model = try model(Self.table + "\n  - { id: p, always: n <= 2 }")
    let open = try ["top", "wide"].map(model.slot)
    let all = SymbolicFamily(model: model, closed: [:], open: open)
    let some = SymbolicFamily(model: model, closed: [:], open: open) { space in
      space.equality(open[0], 4)
    }
    let diagrams = some.space.diagrams
    #expect(some.explored == diagrams.and(some.legal, some.space.equality(open[0], 4)))
    #expect(all.explored == all.legal)
    #expect(some.judge(model.properties[0]).fails == some.explored)
    // With top = 4: n = 0…4, and 0, 2, 4 where steps are wide.
    #expect(some.stateCount == 8)
  }

  @Test func `a configuration in which no row goes on is named`() throws {
    let text = Self.table.replacing("id: pass, to: rest", with: "id: pass, when: n != 1, to: rest")
    let model = try model(text + "\n  - { id: p, always: n <= 2 }")
    let open = try ["top", "wide"].map(model.slot)
    let family = SymbolicFamily(model: model, closed: [:], open: open)
    let diagrams = family.space.diagrams
    // The counter passes 1 where it goes by ones and beyond it.
    let above = diagrams.or((2...4).map { family.space.equality(open[0], $0) })
    #expect(family.faulty == diagrams.and(above, family.space.equality(open[1], 0)))
  }
}
