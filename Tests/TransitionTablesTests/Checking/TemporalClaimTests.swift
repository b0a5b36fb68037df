import Testing

@testable import TransitionTables

/// Claims about runs on a door with a lock, where every verdict can be seen at a glance.
@Suite struct TemporalClaimTests {
  /// Somebody knocks; the guard asks for a code, which can be wrong for ever, and opens for the
  /// right one; the clock closes the door. Asking for another code goes round without an answer.
  private static let table = """
    enums: { Code: [right, wrong] }
    variables:
      at: { values: [outside, asked, inside, lost] }
    components: { door: { locations: { values: [rest] } } }
    actions:
      knock: { by: user, component: door }
      answer:
        by: user
        component: door
        inputs: { code: { evidence: code, classes: [right, wrong] } }
      another: { by: user, component: door }
      lose: { by: thief, component: door }
      close: { by: clock, component: door }
    transitions:
      - { id: knock, component: door, on: knock, when: at == outside, set: { at: asked } }
      - { id: right, component: door, on: answer, when: at == asked and code == right, accepts: code, set: { at: inside } }
      - { id: wrong, component: door, on: answer, when: at == asked and code == wrong, refuses: { code: mismatch }, set: { at: asked } }
      - { id: another, component: door, on: another, when: at == asked, set: { at: asked } }
      - { id: lose, component: door, on: lose, when: at == asked, set: { at: lost } }
      - { id: close, component: door, on: close, when: at == inside, set: { at: outside } }
    observers:
      knocked: { bool, updates: [{ onRow: knock, to: "true" }] }
      wrongly: { bool, updates: [{ onRow: wrong, to: "true" }] }
    steps:
      users: { by: user, doc: the user goes on }
      right: { by: user, rightly: true, doc: the user answers rightly }
      answers: { actions: answer, rightly: true, doc: the user keeps trying }
      knocks: { actions: [knock] }
    properties:
    """

  private func verdict(
    _ claim: String
  ) throws -> (status: PropertyVerdict.Status, steps: [String]?, loop: Int?) {
    let model = try model(Self.table + "\n  - { id: p, \(claim) }")
    var checker = PropertyChecker(model: model)
    let found = try checker.check(model.properties, parameters: [:])[0]
    // Sets of states say the same, with a run of the same steps.
    var other = PropertyChecker(model: model)
    other.backend = .symbolic
    let sets = try other.check(model.properties, parameters: [:])[0]
    #expect(sets.status == found.status)
    #expect(sets.trace.map { model.texts($0) } == found.trace.map { model.texts($0) })
    #expect(sets.trace?.loopStart == found.trace?.loopStart)
    return (found.status, found.trace.map { model.texts($0) }, found.trace?.loopStart)
  }

  @Test(arguments: [
    ("temporal: EF(at == inside)", PropertyVerdict.Status.holds, nil, nil),
    ("temporal: AG(EF(at == inside))", .fails, ["knock()", "lose()"], nil),
    ("temporal: AG(at == lost implies AG(at == lost))", .holds, nil, nil),
    ("temporal: AG(at != lost implies EF(at == inside))", .holds, nil, nil),
    ("temporal: AX(at == asked)", .holds, nil, nil),
    ("temporal: AX(AX(at == asked))", .fails, ["knock()", "answer(code: right)"], nil),
    ("temporal: \"AU(at == outside, at == asked)\"", .fails, [], 0),
    ("temporal: \"AU(at == outside, at == asked)\", fair: { weak: knocks }", .holds, nil, nil),
    ("existence: at == inside", .fails, [], 0),
    ("precedence: { of: at == inside, by: knocked }", .holds, nil, nil),
    (
      "precedence: { of: at == inside, by: wrongly }", .fails,
      ["knock()", "answer(code: right)"], nil
    ),
    // The thief is no part of the runs, and yet nobody has to answer.
    (
      "response: { to: at == asked, with: at == inside }, along: right", .fails, ["knock()"], 1
    ),
    // Asking for another code for ever: weak fairness towards the user is content with it.
    (
      "response: { to: at == asked, with: at == inside }, along: right, fair: { weak: users }",
      .fails, ["knock()", "another()"], 1
    ),
    (
      "response: { to: at == asked, with: at == inside }, along: right, fair: { strong: answers }",
      .holds, nil, nil
    ),
    (
      "response: { to: at == asked, with: at == inside }, fair: { strong: answers }", .fails,
      ["knock()", "lose()"], 2
    ),
    (
      "response: { to: at == lost, with: at == lost }, along: right, premise: at == lost", .holds,
      nil, nil
    ),
    (
      "temporal: AG(at == asked or at != asked), premise: at == asked and at == lost", .vacuous,
      nil, nil
    ),
  ])
  func `claims about runs are judged, with the run that speaks against them`(
    claim: String, status: PropertyVerdict.Status, steps: [String]?, loop: Int?
  ) throws {
    let found = try verdict(claim)
    #expect(found.status == status)
    #expect(found.steps == steps)
    #expect(found.loop == loop)
  }

  @Test func `a bound and a claim about for ever do not go together`() throws {
    let model = try model(Self.table + "\n  - { id: p, temporal: EF(at == inside) }")
    var checker = PropertyChecker(model: model)
    checker.maximumStates = 2
    let found = try checker.check(model.properties, parameters: [:])[0]
    #expect(found.status == .undetermined)
    #expect(found.trace == nil)
  }

  @Test(arguments: [
    ("temporal: AG(at)", "this is "),
    ("temporal: AG(at == nowhere)", "`nowhere`"),
    ("temporal: \"count(f in Code where AG(at == lost)) == 1\"", "a claim about runs stands"),
    ("temporal: \"AU(at == lost)\"", "a claim about runs stands"),
    ("temporal: AG(code == right)", "`code`"),
    ("temporal: AG(at == lost), along: nobody", "`nobody` is no class of steps"),
    ("temporal: AG(at == lost), fair: { medium: right }", "`fair` has no key `medium`"),
    ("always: at == lost, along: right", "`along` and `fair` are about runs"),
    ("temporal: AG(at == lost), always: at == lost", "a property makes exactly one claim"),
    ("response: { to: at == lost }", "a pattern lacks `with`"),
  ])
  func `what is wrong with a claim about runs is said where it stands`(
    claim: String, complaint: String
  ) throws {
    let text = Self.table + "\n  - { id: p, \(claim) }"
    let found = try diagnostics(text)
    #expect(found.count == 1)
    #expect(found.first?.message.contains(complaint) == true, "\(found.map(\.message))")
    #expect(found.first?.location.line == text.split(separator: "\n").count)
  }
}
