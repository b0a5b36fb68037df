@testable import TransitionTables

/// Random tables with two components, messages, urgent locations, ladders, `for:` rungs and an
/// observer. All rows of one situation stand in one ladder, so that nothing is ambiguous; urgent
/// cycles and dead urgent locations do occur.
struct RandomTable {
  private var numbers: RandomExpression.Numbers

  init(seed: UInt64) { numbers = RandomExpression.Numbers(state: seed) }

  private static let declarations = """
    enums: { E: [a, b, c] }
    parameters: { q: { set: E }, o: { bool } }
    variables:
      x: { enum: E }
      p: { for: E, values: [no, yes] }
      n: { range: 1..3, initially: 2 }
      s: { set: E }
    components:
      pool:
        locations: { values: [idle, one, two, three], urgent: [two, three] }
        variables: { k: { bool } }
      client:
        locations: { values: [rest, waiting] }
    messages:
      Ask: { to: pool, fields: { f: { enum: E }, g: { bool } } }
      Reply: { to: client, fields: { h: { range: 0..2 } } }
      done: { to: app, fields: { z: { set: E } } }
      failed: { to: app }
    actions:
      go: { by: app, component: client, inputs: { f: { enum: E }, y: { bool } }, enabled: "not y or o" }
      tick: { by: clock, component: pool, enabled: n > 1 }
    observers:
      seen:
        set: E
        updates:
          - { onAction: go, to: "seen union {f}" }
          - { onSend: done, to: "seen minus {x}" }
          - { onRow: three, to: "if k then {} else seen" }
    transitions:

    """

  private mutating func pick<T>(_ all: [T]) -> T { all[Int(numbers.next() % UInt64(all.count))] }

  private mutating func guardText(_ scope: [String]) -> String {
    let atoms = [
      "x == a", "x in s", "p[x] == yes", "n < 3", "n == 1", "k", "q meets s", "o", "s == {}",
      "count(f in E where p[f] == yes) == 2", "all(f in E where f in s)", "Ask.f == b", "Ask.g",
      "Reply.h == 2", "client.at == waiting", "pool.at == one",
    ]
    let parts = [pick(atoms + scope), pick(atoms + scope)]
    return pick([
      parts[0], "not (\(parts[0]))", "\(parts[0]) and \(parts[1])",
      "\(parts[0]) implies \(parts[1])",
    ])
  }

  private mutating func updates(_ members: [String]) -> String {
    let member = pick(members + ["b", "x"])
    return pick([
      "{ x: \"\(member)\" }", "{ \"p[\(member)]\": yes, n: \"if n < 3 then n + 1 else 1\" }",
      "{ \"p[w in E]\": \"if w == \(member) then no else p[w]\", k: not k }",
      "{ s: \"s union {\(member)}\" }", "{ s: \"{w in E where w in s and w != \(member)}\" }",
      "{ n: \"if n > 1 then n - 1 else 3\", x: \"if k then c else x\" }", "{}",
    ])
  }

  private mutating func rung(
    _ id: String, members: [String], truths: [String], places: [String], last: Bool
  ) -> String {
    var text = "      - { id: \(id), set: \(updates(members))"
    if !last { text += ", when: \"\(guardText(truths))\"" }
    text += ", to: \(pick(places))"
    let send = pick([
      "", "done", "{ done: { z: s } }", "{ done: { z: \"{\(pick(members + ["c"]))}\" } }", "failed",
      "{ Ask: { f: x, g: o } }", "{ Reply: { h: \"n - 1\" } }",
    ])
    if !send.isEmpty { text += ", send: \(send)" }
    return text + " }\n"
  }

  /// A ladder of two or three rungs; the last one takes what is left, nearly always.
  private mutating func ladder(
    _ name: String, _ head: String, members: [String] = [], truths: [String] = [],
    places: [String]
  ) -> String {
    var text = "  - ladder: \(name)\n    \(head)\n    rows:\n"
    for index in 0..<2 {
      text += rung(
        "\(name)\(index)", members: members, truths: truths, places: places, last: false)
    }
    if pick([true, true, true, true, false]) {
      text += rung("\(name)-last", members: members, truths: truths, places: places, last: true)
    }
    return text
  }

  /// The next table.
  mutating func next() -> String {
    let calm = ["idle", "one"]
    let all = calm + ["two", "three"]
    let client = ["rest", "waiting"]
    return Self.declarations
      + ladder(
        "go", "component: client\n    on: go", members: ["f"],
        truths: ["y", "f in s"], places: client)
      + ladder("tick", "component: pool\n    on: tick\n    from: [idle, one]", places: all)
      + ladder(
        "ask", "component: pool\n    receive: Ask", members: ["f"],
        truths: ["g", "f == a"], places: all)
      + ladder("reply", "component: client\n    receive: Reply", truths: ["h == 1"], places: client)
      + ladder("two", "component: pool\n    from: two", places: calm + ["three"])
      + ladder("three", "component: pool\n    from: three", places: calm + ["two"])
  }
}
