@testable import TransitionTables

/// Random tables with small spaces and all that the language has: booleans, enums, sets, small
/// integers, indexed variables, parameters, definitions, ladders, rows `for:` members, rows that
/// overlap, components with urgent locations and messages, observers, properties.
///
/// The same seed gives the same table on every machine. Which features a table has is random, too:
/// a fault that shows with two of them together is not drowned in the others.
struct RandomModel {
  private var numbers: RandomExpression.Numbers
  /// The variables that this table declares, of all that the generator knows.
  private var variables: Set<String> = []
  private var hasComponents = false
  private var hasObserver = false

  init(seed: UInt64) { numbers = RandomExpression.Numbers(state: seed &* 0x9E37_79B9 &+ 1) }

  private mutating func pick<T>(_ all: [T]) -> T { all[Int(numbers.next() % UInt64(all.count))] }
  private mutating func chance(_ of: UInt64) -> Bool { numbers.next() % of == 0 }

  /// The table as an author would write it.
  mutating func text() -> String {
    chooseFeatures()
    var text = "model: random\n" + declarations()
    text += "transitions:\n"
    for action in ["go", "tick"] { text += rows(of: action) }
    if hasComponents { text += machinery() }
    if !hasComponents && chance(4) {
      text += "  - { id: free, when: \"\(bool(1))\", set: \(updates([])) }\n"
    }
    return text + properties()
  }

  // MARK: Declarations

  private mutating func chooseFeatures() {
    // At most 300 valuations of the variables.
    let sizes = [("k", 2), ("x", 3), ("s", 8), ("n", 3), ("p", 8), ("m", 4), ("v", 2)]
    var room = 300
    for _ in 0..<6 {
      let (name, size) = pick(sizes)
      if !variables.contains(name), room / size >= 1 {
        variables.insert(name)
        room /= size
      }
    }
    hasComponents = chance(2)
    hasObserver = chance(3)
  }

  private static let declared: [(name: String, text: String)] = [
    ("k", "{ bool, initially: %b }"), ("x", "{ enum: E, initially: %e }"), ("s", "{ set: E }"),
    ("n", "{ range: 1..3, initially: 2 }"), ("p", "{ for: E, values: [no, yes] }"),
    ("m", "{ for: D, range: 0..1, initially: %d }"), ("v", "{ values: [low, high] }"),
  ]

  private mutating func declarations() -> String {
    var text = "enums: { E: [a, b, c], D: [d, e] }\n"
    text += "parameters: { o: { bool, default: \(pick(["true", "false"])) }, "
    text += "q: { set: E, default: \(pick(["{}", "{a}", "{a, c}"])) } }\n"
    text += "variables:\n  z: { bool }\n"
    for (name, declaration) in Self.declared where variables.contains(name) {
      let filled = declaration.replacing("%b", with: pick(["true", "false"]))
        .replacing("%e", with: pick(["a", "b"])).replacing("%d", with: pick(["0", "1"]))
      text += "  \(name): \(filled)\n"
    }
    text += "definitions:\n  both(f in E): \"\(bool(1)) and f != b\"\n"
    if hasComponents {
      text += """
        components:
          pool: { locations: { values: [idle, one, two, three], urgent: [two, three] } }
          client: { locations: { values: [rest, waiting] } }
        messages:
          Ask: { to: pool, fields: { f: { enum: E }, g: { bool } } }
          Reply: { to: client, fields: { h: { range: 0..2 } } }
          done: { to: app, fields: { z: { set: E } } }
          failed: { to: app }

        """
    }
    text += "actions:\n  go: { by: app\(hasComponents ? ", component: client" : ""), "
    text += "inputs: { i: { enum: E }, y: { bool } }\(chance(3) ? ", enabled: \"y or z\"" : "") }\n"
    text += "  tick: { by: clock\(hasComponents ? ", component: pool" : ""), "
    text += "enabled: \"\(chance(2) ? "true" : bool(1))\" }\n"
    if hasObserver {
      text += "observers:\n  w:\n    set: E\n    updates:\n"
      text += "      - { onAction: go, to: \"\(pick(["w union {i}", "{i}", "w minus {a}"]))\" }\n"
      text +=
        "      - { onAction: tick, to: \"\(pick(["{}", "w intersect q", "w union {c}"]))\" }\n"
    }
    return text
  }

  // MARK: Expressions

  private mutating func bool(_ depth: Int, _ members: [String] = [], _ truths: [String] = [])
    -> String
  {
    if depth > 0 && !chance(3) {
      let (one, two) = (bool(depth - 1, members, truths), bool(depth - 1, members, truths))
      return pick([
        "not (\(one))", "(\(one)) and (\(two))", "(\(one)) or (\(two))",
        "(\(one)) implies (\(two))", "if \(one) then \(two) else z",
      ])
    }
    var atoms = ["z", "not z", "o", "a in q"] + truths
    if variables.contains("k") { atoms += ["k", "not k"] }
    if variables.contains("x") { atoms += ["x == a", "x in q", "x != c"] }
    if variables.contains("s") { atoms += ["b in s", "s == {}", "s subset q", "s meets {a, b}"] }
    if variables.contains("n") { atoms += ["n < 3", "n == 1", "n + 1 > 3"] }
    if variables.contains("v") { atoms += ["v == low"] }
    if variables.contains("p") {
      atoms += [
        "count(f in E where p[f] == yes) == 2", "p[a] == yes", "any(f in E where p[f] == no)",
      ]
      atoms += members.map { "p[\($0)] == yes" }
    }
    if variables.contains("m") { atoms += ["m[d] == m[e]", "m[d] + m[e] == 1"] }
    if variables.contains("s") { atoms += members.map { "\($0) in s" } }
    atoms += members.map { "\($0) in q" }
    return pick(atoms)
  }

  private mutating func member(_ members: [String]) -> String {
    pick(members + ["b", "c"] + (variables.contains("x") ? ["x"] : []))
  }

  /// One to four assignments, each to another variable.
  private mutating func updates(_ members: [String], _ truths: [String] = []) -> String {
    let f = member(members)
    var known: [(name: String, text: String)] = [
      ("z", "z: \"\(pick(["not z", "not z", "true", "false", bool(1, members, truths)]))\"")
    ]
    let forms: [(String, [String])] = [
      (
        "k",
        ["k: \"not k\"", "k: \"if z then not k else k\"", "k: \"\(bool(1, members, truths))\""]
      ),
      ("x", ["x: \"\(f)\"", "x: \"if x == a then b else if x == b then c else a\""]),
      (
        "s",
        [
          "s: \"s union {\(f)}\"", "s: \"if \(f) in s then s minus {\(f)} else s union {\(f)}\"",
          "s: \"{g in E where g in s and g != \(f)}\"", "s: \"q minus s\"",
        ]
      ),
      ("n", ["n: \"if n < 3 then n + 1 else 1\"", "n: \"if n > 1 then n - 1 else 3\"", "n: 3"]),
      (
        "p",
        [
          "\"p[\(f)]\": yes", "\"p[\(f)]\": \"if p[\(f)] == no then yes else no\"",
          "\"p[g in E]\": \"if g == \(f) then no else p[g]\"",
        ]
      ),
      (
        "m",
        [
          "\"m[d]\": \"1 - m[e]\"", "\"m[e]\": \"m[d]\"",
          "\"m[h in D]\": \"if z then m[h] else 1 - m[h]\"",
        ]
      ),
      ("v", ["v: high", "v: \"if v == low then high else low\""]),
    ]
    for (name, texts) in forms where variables.contains(name) { known.append((name, pick(texts))) }
    let first = Int(numbers.next() % UInt64(known.count))
    let count = min(1 + Int(numbers.next() % 4), known.count)
    let chosen = (0..<count).map { known[(first + $0) % known.count].text }
    return "{ \(chosen.joined(separator: ", ")) }"
  }

  // MARK: Rows

  private mutating func rows(of action: String) -> String {
    let isGo = action == "go"
    let (members, truths) = isGo ? (["i"], ["y", "not y"]) : ([], [])
    let component = hasComponents ? "component: \(isGo ? "client" : "pool")" : ""
    let places = isGo ? ["rest", "waiting"] : ["idle", "one", "two", "three"]
    switch pick([0, 0, 1, 2]) {
    case 0:
      return ladder(
        action, [component, "on: \(action)"], members: members, truths: truths,
        places: hasComponents ? places : [])
    case 1:
      // Alone and free to overlap: then both fire.
      return (0..<2).map { number in
        "  - { id: \(action)\(number), on: \(action)\(component.isEmpty ? "" : ", " + component), "
          + "when: \"\(bool(1, members, truths))\", set: \(updates(members, truths)) }\n"
      }.joined()
    default:
      return "  - { id: \(action)-each, for: { f: E }, on: \(action)"
        + "\(component.isEmpty ? "" : ", " + component), "
        + "when: \"\(bool(1, ["f"] + members, truths))\", "
        + "set: \(updates(["f"] + members, truths)) }\n"
    }
  }

  private mutating func rung(
    _ id: String, members: [String], truths: [String], places: [String], isLast: Bool
  ) -> String {
    var text = "      - { id: \(id), set: \(updates(members, truths))"
    if !isLast { text += ", when: \"\(bool(1, members, truths))\"" }
    guard !places.isEmpty else { return text + " }\n" }
    if !chance(4) { text += ", to: \(pick(places))" }
    let set = variables.contains("s") ? "s" : "q"
    let send = pick([
      "", "failed", "{ done: { z: \(set) } }", "{ done: { z: \"{\(member(members))}\" } }",
      "{ Ask: { f: \"\(member(members))\", g: z } }", "{ Reply: { h: \"if z then 2 else 1\" } }",
    ])
    if !send.isEmpty { text += ", send: \(send)" }
    return text + " }\n"
  }

  private mutating func ladder(
    _ name: String, _ head: [String], members: [String] = [], truths: [String] = [],
    places: [String]
  ) -> String {
    var text = "  - ladder: \(name)\n"
    for line in head where !line.isEmpty { text += "    \(line)\n" }
    text += "    rows:\n"
    let count = pick([1, 2])
    for index in 0..<count {
      text += rung(
        "\(name)\(index)", members: members, truths: truths, places: places, isLast: false)
    }
    if !chance(6) {
      text += rung("\(name)-last", members: members, truths: truths, places: places, isLast: true)
    }
    return text
  }

  /// What the components do with messages and in urgent locations.
  private mutating func machinery() -> String {
    ladder(
      "ask", ["component: pool", "receive: Ask"], members: ["f"], truths: ["g"],
      places: ["idle", "one", "two", "three"])
      + ladder(
        "reply", ["component: client", "receive: Reply"], truths: ["h == 1", "h < 2"],
        places: ["rest", "waiting"])
      + ladder("two", ["component: pool", "from: two"], places: ["idle", "one", "three"])
      + ladder("three", ["component: pool", "from: three"], places: ["idle", "one", "one", "two"])
  }

  // MARK: Claims

  private mutating func properties() -> String {
    let seen = hasObserver ? ["a in w", "w == {}", "w subset q"] : []
    let places = hasComponents ? ["pool.at == one", "client.at == waiting"] : []
    let passing =
      hasComponents ? ["pool.at != two", "Reply.h < 2", "not Ask.g", "done.z == {}"] : []
    let truths = seen + places
    var claims = [
      "id: always, always: \"\(bool(1, [], truths))\"",
      "id: premised, always: \"\(bool(2, [], places))\", premise: \"\(bool(1)) and \(bool(1))\"",
      "id: within, alwaysWithin: \"\(bool(1, [], places + passing))\"",
      "id: sometimes, sometimes: \"\(bool(1, [], seen)) and \(bool(1, [], places))\"",
      "id: stays, from: \"\(bool(1))\", reachable: \"\(bool(1)) and \(bool(1, [], seen))\""
        + pick(["", ", without: [clock]", ", within: [go]"]),
      "id: ends, noDeadEnd: true",
    ]
    // Three of them: checking takes longer than all the rest.
    claims.shuffle(using: &numbers)
    return "properties:\n" + claims.prefix(3).map { "  - { \($0) }\n" }.joined()
  }
}
