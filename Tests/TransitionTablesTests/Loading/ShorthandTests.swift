import Testing

@testable import TransitionTables

/// What the language offers against repetition: each short form makes the rows of the long one.
@Suite struct ShorthandTests {
  /// A client that waits for one of three codes, and a pool that judges them.
  private static let declarations = """
    enums:
      Way: [sms, totp, email]
      Code: [right, wrong]
      History: 1..3 of right, wrong
    variables:
      failures: { range: 0..3 }
      proved: { bool: true }
      grant: { values: [none, valid] }
      marks: { for: History, range: 0..1 }
    components:
      client:
        locations:
          values: [out, sms, totp, email, inside, broken]
          groups: { waiting: [sms, totp, email], open: { in: waiting, not: totp } }
      pool: { locations: { values: [idle] } }
    messages:
      SMSCode: { to: pool, fields: { code: { enum: Code }, kept: { bool: true } } }
      TOTPCode: { to: pool, fields: { code: { enum: Code } } }
      MailCode: { to: pool, fields: { code: { enum: Code } } }
      Good: { to: client }
      Bad: { to: client }
      done: { to: app }
      failed: { to: app }
    effects: { end: { doc: … }, count: { doc: … } }
    actions:
      go: { by: app, component: client, inputs: { code: { enum: Code } } }

    """

  private func model(_ text: String) throws -> Model {
    try ModelLoader.load([
      try LocatedDocument(parsing: Self.declarations + text, file: "t.yaml")
    ])
  }

  /// The rows without their places.
  private func rows(_ text: String) throws -> [Row] {
    try model(text).rows.map { row in
      var row = row
      row.location = SourceLocation(file: "")
      for position in row.updates.indices { row.updates[position].location = row.location }
      row.updates.sort { $0.slot < $1.slot }
      return row
    }
  }

  private func complaint(_ text: String) -> String {
    do {
      _ = try model(text)
      return "none"
    } catch let list as DiagnosticList {
      let first = list.diagnostics[0]
      let line = first.location.line - Self.declarations.split(separator: "\n").count
      return "\(line):\(first.location.column) \(first.code): \(first.message)|\(first.remedy)"
    } catch {
      return "\(error)"
    }
  }

  static let shorthands: [(String, short: String, long: String)] = [
    (
      "a group is its locations",
      "transitions: [{ id: a, on: go, from: waiting, when: client.at in open, to: out }]",
      """
      transitions:
        - id: a
          component: client
          on: go
          from: [sms, totp, email]
          when: client.at == sms or client.at == email
          to: out
      """
    ),
    (
      "all locations but some",
      "transitions: [{ id: a, on: go, from: { not: [waiting, broken] }, to: out }]",
      "transitions: [{ id: a, component: client, on: go, from: [out, inside], to: out }]"
    ),
    (
      "a mixture of groups and locations",
      "transitions: [{ id: a, on: go, from: [out, { in: waiting, not: sms }], to: out }]",
      "transitions: [{ id: a, component: client, on: go, from: [out, totp, email], to: out }]"
    ),
    (
      "a group of messages, with an exception in a rung",
      """
      groups: { codes: [SMSCode, TOTPCode, MailCode] }
      transitions:
        - ladder: l
          receive: { in: codes, not: TOTPCode }
          rows:
            - { id: a, receive: { not: MailCode }, when: code == right, send: Good }
            - { id: b, send: Bad }
      """,
      """
      transitions:
        - ladder: l
          component: pool
          receive: [SMSCode, MailCode]
          rows:
            - { id: a, receive: [SMSCode], when: code == right, send: Good }
            - { id: b, send: Bad }
      """
    ),
    (
      "a group as a key of a translation",
      """
      groups: { codes: [SMSCode, TOTPCode] }
      translations: { answers: { codes: Good, MailCode: Bad } }
      transitions: [{ id: a, receive: answers, send: answers }]
      """,
      """
      translations: { answers: { SMSCode: Good, TOTPCode: Good, MailCode: Bad } }
      transitions: [{ id: a, component: pool, receive: answers, send: answers }]
      """
    ),
    (
      "fragments with words, whose updates and effects are joined",
      """
      fragments:
        reset: { set: { failures: 0 } }
        ended: { with: reset, to: inside, effects: end, because: { fact: A } }
        graded: { when: code == <class>, set: { proved: "<proof>" }, doc: A <class> code. }
      transitions:
        - id: a
          on: go
          with: [ended, { graded: { class: right, proof: "true" } }]
          set: { grant: valid }
          effects: count
          because: { fact: B }
        - { id: b, on: go, with: { graded: { class: wrong, proof: "false" } } }
      """,
      """
      transitions:
        - id: a
          component: client
          on: go
          when: code == right
          to: inside
          set: { failures: 0, proved: "true", grant: valid }
          effects: [end, count]
          doc: A right code.
          because: { fact: B }
        - id: b
          component: client
          on: go
          when: code == wrong
          set: { proved: "false" }
          doc: A wrong code.
      """
    ),
    (
      "the fields of one message that a fragment and the row send",
      """
      fragments: { asked: { send: { SMSCode: { code: wrong } } } }
      transitions:
        - { id: a, on: go, with: asked, send: { SMSCode: { kept: "true" } } }
        - { id: b, on: go, with: asked, send: TOTPCode }
      """,
      """
      transitions:
        - { id: a, component: client, on: go, send: { SMSCode: { code: wrong, kept: "true" } } }
        - { id: b, component: client, on: go, send: TOTPCode }
      """
    ),
    (
      "a ladder for each key of a table, and a rung for each word",
      """
      words:
        way:
          sms: { message: SMSCode, answer: Good }
          email: { message: MailCode, answer: Bad }
      transitions:
        - ladder: l.<way>
          each: way
          receive: <way.message>
          rows:
            - { each: { class: [right, wrong] }, id: <way>.<class>, when: <way.message>.code == <class>, send: <way.answer> }
      """,
      """
      transitions:
        - ladder: l.sms
          component: pool
          receive: SMSCode
          rows:
            - { id: sms.right, when: SMSCode.code == right, send: Good }
            - { id: sms.wrong, when: SMSCode.code == wrong, send: Good }
        - ladder: l.email
          component: pool
          receive: MailCode
          rows:
            - { id: email.right, when: MailCode.code == right, send: Bad }
            - { id: email.wrong, when: MailCode.code == wrong, send: Bad }
      """
    ),
    (
      "several rows for each key",
      """
      transitions:
        - each: { code: [right, wrong] }
          rows:
            - { id: a.<code>, on: go, from: sms, when: code == <code>, to: out }
            - { id: b.<code>, on: go, from: totp, when: code == <code>, to: out }
      """,
      """
      transitions:
        - { id: a.right, component: client, on: go, from: sms, when: code == right, to: out }
        - { id: b.right, component: client, on: go, from: totp, when: code == right, to: out }
        - { id: a.wrong, component: client, on: go, from: sms, when: code == wrong, to: out }
        - { id: b.wrong, component: client, on: go, from: totp, when: code == wrong, to: out }
      """
    ),
    (
      "a definition with a value for each member",
      """
      definitions: { waits(w in Way): { sms: "1", totp: "2", else: "3" } }
      transitions: [{ id: a, on: go, set: { failures: waits(sms) } }]
      """,
      """
      definitions: { waits(w in Way): "if w == sms then 1 else if w == totp then 2 else 3" }
      transitions: [{ id: a, component: client, on: go, set: { failures: waits(sms) } }]
      """
    ),
  ]

  @Test(arguments: shorthands.indices)
  func `the short form makes the rows of the long one`(_ position: Int) throws {
    let (about, short, long) = Self.shorthands[position]
    let expected = try rows(long)
    #expect(!expected.isEmpty)
    // The texts of guards differ on purpose.
    let untold = { (row: Row) in
      var row = row
      row.whenText = ""
      return row
    }
    #expect(try rows(short).map(untold) == expected.map(untold), "\(about)")
  }

  @Test func `sequences of words are members, and a number picks one`() throws {
    let model = try model(
      """
      transitions:
        - id: a
          on: go
          set: { failures: "if History[failures + 4] == rightWrong then 1 else 0" }
        - { id: b, on: go, set: { "marks[History[failures - 2]]": 1 } }
      """)
    let id = try #require(model.types.named("History"))
    #expect(
      model.types.enums[id].members == [
        "right1", "wrong1", "rightRight", "rightWrong", "wrongRight", "wrongWrong",
        "rightRightRight", "rightRightWrong", "rightWrongRight", "rightWrongWrong",
        "wrongRightRight", "wrongRightWrong", "wrongWrongRight", "wrongWrongWrong",
      ])
    // A number outside the enum is its first or its last member: no index leaves the variable.
    let failures = try #require(model.symbols["failures"]).slots[0]
    let marks = try #require(model.symbols["marks"]).slots
    for value in 0...3 {
      var valuation = model.slots.map(\.initial)
      valuation[failures] = value
      let evaluator = ConcreteEvaluator(valuation)
      #expect(model.rows[0].updates.map { evaluator.value(of: $0.value) } == [0])
      let set = model.rows[1].updates.filter { evaluator.value(of: $0.value) == 1 }.map(\.slot)
      #expect(set == [marks[max(0, value - 2)]])
    }
  }

  @Test func `an action is enabled where a row grants it, after all that refuses`() throws {
    let model = try model(
      """
      transitions:
        - ladder: l
          receive: SMSCode
          rows:
            - { id: refused, when: failures == 3, send: Bad }
            - { id: wrong, when: code == wrong, send: Bad }
            - { id: kept, when: kept, send: Bad }
            - { id: granted, when: grant == none, grants: go }
            - { id: none, send: Bad }
        - { id: a, on: go, set: { grant: valid } }
      """)
    let go = try #require(model.action(named: "go"))
    #expect(model.rows.first { $0.id == "granted" }?.grants == [go])
    func slot(_ name: String) throws -> Int {
      try #require(model.slots.firstIndex { $0.name == name })
    }
    // `kept` is no input of the action and has its first value.
    var valuation = model.slots.map(\.initial)
    valuation[try slot("SMSCode.kept")] = 1
    for failures in 0...3 {
      for (code, grant) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        valuation[try slot("failures")] = failures
        valuation[try slot("go.code")] = code
        valuation[try slot("grant")] = grant
        let isEnabled = ConcreteEvaluator(valuation).holds(model.actions[go].enabled)
        #expect(isEnabled == (failures < 3 && code == 0 && grant == 0))
      }
    }
  }

  static let mistakes: [(String, String)] = [
    (
      "transitions: [{ id: a, on: go, from: { not: waitng } }]",
      "1:45 table.unknown-name: `waitng` is neither one of `out`, `sms`, `totp`, `email`, "
        + "`inside` or `broken` nor a group of them|did you mean `waiting`?"
    ),
    (
      "transitions: [{ id: a, on: go, from: { in: waiting, not: out } }]",
      "1:58 table.shape: `out` is no exception here|leave it out; `in:` does not have it"
    ),
    (
      "transitions: [{ id: a, on: go, from: { in: open, not: waiting } }]",
      "1:55 table.shape: `totp` is no exception here|leave it out; `in:` does not have it"
    ),
    (
      "transitions: [{ id: a, on: go, from: { in: open, not: open } }]",
      "1:38 table.shape: nothing is left of this choice|leave out an exception"
    ),
    (
      "transitions: [{ id: a, on: go, from: { but: out } }]",
      "1:38 table.missing-key: a choice of names lacks `not`|add `not: …`"
    ),
    (
      "transitions: [{ id: a, on: go, when: client.at in wating }]",
      "1:51 table.unknown-name: nothing is named `wating`|did you mean `waiting`?"
    ),
    (
      "transitions: [{ id: a, receive: { not: SMSCode } }]",
      "1:33 table.missing-key: nothing says of what these are the exceptions|write `{ in: "
        + "group, not: … }`"
    ),
    (
      "groups: { codes: [SMSCode, TOTPCod] }",
      "1:28 table.unknown-name: `TOTPCod` is no message|did you mean `TOTPCode`?"
    ),
    (
      "groups: { waiting: [SMSCode] }",
      "1:11 table.duplicate: `waiting` is declared twice|choose another name"
    ),
    (
      "fragments: { ended: { set: { proved: \"true\" } } }\ntransitions: [{ id: a, on: go, "
        + "with: ended, set: { proved: \"true\" } }]",
      "2:52 table.duplicate: a fragment of this row sets `proved`, too|set it in one of them"
    ),
    (
      "fragments: { x: { to: out }, y: { to: inside } }\ntransitions: [{ id: a, on: go, "
        + "with: [x, y] }]",
      "2:42 table.duplicate: two fragments of this row say `to`|write `to:` in the row, or "
        + "take one fragment"
    ),
    (
      "fragments: { ended: { to: out } }\ntransitions: [{ id: a, on: go, with: endet }]",
      "2:38 table.unknown-name: `endet` is no fragment|did you mean `ended`?"
    ),
    (
      "fragments: { ended: { id: b } }\ntransitions: [{ id: a, on: go, with: ended }]",
      "1:23 table.shape: a fragment has no `id`|write it in each row"
    ),
    (
      "fragments: { x: { with: y }, y: { with: x } }\ntransitions: [{ id: a, on: go, with: x }]",
      "1:41 table.shape: the fragment `x` names itself|take it out of its own `with:`"
    ),
    (
      "fragments: { ended: { when: code == <class> } }\ntransitions: [{ id: a, on: go, "
        + "with: { ended: { clas: right } } }]",
      "1:37 table.unknown-name: nothing says what `<class>` stands for|did you mean `clas`?"
    ),
    (
      "words: { way: { sms: { at: sms } } }\ntransitions: [{ id: <way>, each: way, on: go, "
        + "from: <way.et> }]",
      "2:53 table.unknown-name: nothing says what `<way.et>` stands for|did you mean `way.at`?"
    ),
    (
      "words: { way: [sms] }\ntransitions: [{ id: a, each: ways, on: go }]",
      "2:30 table.unknown-name: `ways` is no table of words|did you mean `way`?"
    ),
    (
      "words: { way: { sms: totp } }\ntransitions: [{ id: <way>, each: way, on: go }]",
      "1:22 table.shape: `sms` has no words under it|write `sms: { column: word }`"
    ),
    (
      "words: { way: { sms: { test: wrongg } } }\ntransitions: [{ id: a, each: way, on: "
        + "go, when: code == <way.test> and proved }]",
      "2:57 table.unknown-name: `wrongg` is neither a name nor one of `right` or "
        + "`wrong`|did you mean `wrong`?"
    ),
    (
      "transitions: [{ id: a, on: go, grants: go }]",
      "1:15 table.shape: only a row that receives a message grants an action|write "
        + "`receive:`, or delete `grants:`"
    ),
    (
      "transitions: [{ id: a, receive: SMSCode, grants: goo }]",
      "1:50 table.unknown-name: `goo` is no action|did you mean `go`?"
    ),
    (
      "transitions: [{ each: { code: [right] }, on: go, rows: [{ id: a }] }]",
      "1:42 table.unknown-key: a part with `each:` and `rows:` has no key `on`|use one of `rows`"
    ),
    (
      "definitions: { waits(w in Way): { sms: 1, totp: 2 } }",
      "1:33 table.missing-key: the definition says nothing of `email`|add `email: …`, or `else: …`"
    ),
    (
      "definitions: { waits(w in Way): { smss: 1, else: 2 } }",
      "1:35 table.unknown-name: `smss` is not one of `sms`, `totp` or `email`|did you mean `sms`?"
    ),
    (
      "transitions: [{ id: a, on: go, when: \"History[proved] == right1\" }]",
      "1:47 table.type: this is bool, but the number of a member is needed here|count the "
        + "members of `History` from 0"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a mistake is pointed at where it is written`(_ position: Int) {
    #expect(complaint(Self.mistakes[position].0) == Self.mistakes[position].1)
  }
}
