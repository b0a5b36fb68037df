import Testing

@testable import TransitionTables

/// What the loader refuses, with the exact place, words and remedy.
@Suite struct LoaderComplaintTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var complaints: [String]
    var testDescription: String { complaints.first ?? "" }

    init(_ text: String, _ complaints: String...) {
      self.text = text
      self.complaints = complaints
    }
  }

  @Test(arguments: [
    Mistake(
      "actons: {}",
      "1:1 table.unknown-key a model file has no key `actons` | did you mean `actions`?"),
    Mistake(
      "enums: [a]",
      "1:8 table.shape `enums` must be a mapping of names | "
        + "write `name: …` lines below it"),
    Mistake(
      "never: { a: b }", "1:8 table.shape `never` must be a list | start each entry with `- `"),
    Mistake(
      "[a]",
      "1:1 table.shape a model file must be a mapping of keys to values | "
        + "write `key: value` lines, or `{ key: value }`"),
    Mistake(
      "channel: lossy",
      "1:10 table.unsupported what a channel does is written as rows | "
        + "write a ladder with `before: true` that receives the messages"),
    Mistake(
      "model: [a]",
      "1:8 table.shape one word or one line of text is needed here | "
        + "write a plain value"),
  ])
  func `a file must be sections`(mistake: Mistake) throws {
    #expect(try complaints(mistake.text) == mistake.complaints)
  }

  @Test(arguments: [
    Mistake(
      "enums: { E: [a, a] }",
      "1:10 table.duplicate a member of `E` stands twice | "
        + "keep one of them"),
    Mistake(
      "enums: { E: [out, in] }",
      "1:10 table.shape `in` is a word of the language and can be no member | "
        + "choose another word"),
    Mistake(
      "variables: { where: { bool } }",
      "1:14 table.shape `where` is a word of the language and can be no name | "
        + "choose another word"),
    Mistake(
      "enums: { E: 2..3 of right }",
      "1:13 table.shape `2..3 of right` names no sequences of words | "
        + "write `1..3 of right, wrong`"),
    Mistake("enums: { E: [] }", "1:10 table.shape an enum has 1 to 63 members, not 0 | split it"),
    Mistake(
      "enums: { E: 0 }",
      "1:13 table.shape an enum is a list of members, a mapping of members to wire names, or a "
        + "number | write `E: [a, b]`, `E: { a: A, b: B }` or `E: 3`"),
    Mistake("enums: { E: 64 }", "1:10 table.shape an enum has 1 to 63 members, not 64 | split it"),
    Mistake(
      "enums: { E: { a: [b] } }",
      "1:18 table.shape one word or one line of text is needed here | "
        + "write a plain value"),
    Mistake(
      "variables: { x: { enum: Facter } }",
      "1:25 table.unknown-name `Facter` is no enum | declare it under `enums:`"),
    Mistake(
      "enums: { Factor: [a] }\nvariables: { x: { enum: Facter } }",
      "2:25 table.unknown-name `Facter` is no enum | did you mean `Factor`?"),
    Mistake(
      "variables: { x: { values: [] } }",
      "1:17 table.shape an enum has 1 to 63 members, not 0 | split it"),
    Mistake(
      "variables: { x: { range: 1.5 } }",
      "1:26 table.shape `1.5` is no range | write two integers from 0 to 4095, as in `0..5`"),
    Mistake(
      "variables: { x: { range: 5..1 } }",
      "1:26 table.shape `5..1` is no range | write two integers from 0 to 4095, as in `0..5`"),
    Mistake(
      "variables: { x: { doc: y } }",
      "1:17 table.missing-key a variable has no type | "
        + "add `bool`, `values: […]`, `enum: E`, `set: E` or `range: 0..5`"),
    Mistake(
      "variables: { x: { bool, initialy: true } }",
      "1:25 table.unknown-key a variable has no key `initialy` | did you mean `initially`?"),
    Mistake(
      "parameters: { x: { values: [a, b], default: a, wibble: 1 } }",
      "1:48 table.unknown-key a parameter has no key `wibble` | "
        + "use one of `bool`, `default`, `doc`, `document`, `for`, `setting` or `values`"),
    Mistake(
      "variables: { x: { values: [a, b], says: { a: is a } } }",
      "1:41 table.missing-key `says` lacks `b` | add `b: …`"),
    Mistake(
      "variables: { x: { values: [a, b], says: { a: is a, b: is b, bb: is it } } }",
      "1:61 table.unknown-key `says` has no key `bb` | did you mean `b`?"),
    Mistake(
      "variables: { x: { bool, says: { true: [is x, is not x, why], false: is not } } }",
      "1:39 table.shape a value needs one phrase, or two: the second for whoever does not have it"
        + " | write `[has a passkey, has no passkey]`"),
    Mistake(
      "enums: { E: [a] }\nvariables: { x: { set: E, says: { a: has a } } }",
      "2:38 table.shape a member of a set needs two phrases: for whoever has it, and for whoever"
        + " has it not | write `[has a passkey, has no passkey]`"),
    Mistake(
      "enums: {E: [a, b]}\nvariables: { x: { for: E, bool, says: { a: { true: t, false: u } } } }",
      "2:39 table.missing-key `says` lacks `b` | add `b: …`"),
    Mistake(
      "variables: { x: { range: 0..3, initially: 4 } }",
      "1:43 table.type 4 is not in 0..3 | choose a value inside the range"),
    Mistake(
      "parameters: { x: { bool, setting: no } }",
      "1:35 table.type `setting` is `false` or absent | "
        + "leave it out where the parameter is a setting"),
    Mistake(
      "variables: { y: { bool }, x: { bool, initially: y } }",
      "1:49 table.type a constant is needed here | "
        + "write a value, not a name of something that varies"),
    Mistake(
      "variables: { x: { values: [on, off], initially: onn } }",
      "1:49 table.unknown-name `onn` is neither a name nor one of `on` or `off` | "
        + "did you mean `on`?"),
    Mistake(
      "enums: { E: [a, b] }\nparameters: { p: { set: E, default: [a, c] } }",
      "2:41 table.unknown-name `c` is not one of `a` or `b` | did you mean `a`?"),
    Mistake(
      "enums: { E: 17 }\nparameters: { p: { set: E } }",
      "2:25 table.shape a set is of an enum of at most 16 members | split the enum"),
  ])
  func `types are judged where they stand`(mistake: Mistake) throws {
    #expect(try complaints(mistake.text) == mistake.complaints)
  }

  @Test(arguments: [
    Mistake(
      "variables: { x: { bool } }\nparameters: { x: { bool } }",
      "1:14 table.duplicate `x` is declared twice | "
        + "it is also declared at model.yaml:2:15; choose another name"),
    Mistake(
      "variables: { x: { bool } }\ndefinitions: { x: true }",
      "2:16 table.duplicate `x` is declared twice | choose another name"),
    Mistake(
      "definitions: { d: true, d(f in E): true }\nenums: { E: [a] }",
      "1:25 table.duplicate `d` is declared twice | "
        + "it is also declared at model.yaml:1:16; choose another name"),
    Mistake(
      "definitions: { o: true }\nobservers: { o: { bool } }",
      "2:14 table.duplicate `o` is declared twice | choose another name"),
    Mistake(
      "never:\n  - { id: n, states: \"true\" }\n  - { id: n, states: \"true\" }",
      "3:5 table.duplicate `n` is declared twice | "
        + "it is also declared at model.yaml:2:5; choose another name"),
    Mistake(
      "transitions:\n  - { id: r }\n  - { id: r }",
      "3:5 table.duplicate the row `r` is declared twice | "
        + "it is also declared at model.yaml:2:5; choose another name"),
    Mistake(
      "transitions:\n  - { ladder: l, rows: [{ id: a }] }\n  - { ladder: l, rows: [{ id: b }] }",
      "3:5 table.duplicate `l` is declared twice | "
        + "it is also declared at model.yaml:2:5; choose another name"),
  ])
  func `a name is declared once`(mistake: Mistake) throws {
    #expect(try complaints(mistake.text) == mistake.complaints)
  }

  @Test func `a name is declared once over all files`() throws {
    let first = try LocatedDocument(parsing: "enums: { E: [a, b] }", file: "a.yaml")
    let second = try LocatedDocument(parsing: "enums:\n  E: [c]", file: "b.yaml")
    do {
      _ = try ModelLoader.load([first, second])
      Issue.record("loaded")
    } catch {
      #expect(
        error.diagnostics.map(\.rendered) == [
          """
          b.yaml:2:3: error: `E` is declared twice [table.duplicate]
              E: [c]
              ^
            → it is also declared at a.yaml:1:10; choose another name

          """
        ])
    }
  }

  @Test(arguments: [
    Mistake(
      "definitions: { d(f of E): true }",
      "1:16 table.shape `f of E` is no parameter of a "
        + "definition | write `d(f in SomeEnum)`"),
    Mistake(
      "definitions: { \"d(f in E\": true }",
      "1:16 table.shape `d(f in E` names no definition | "
        + "write `name:` or `name(f in SomeEnum):`"),
    Mistake(
      "definitions: { \"\": true }",
      "1:16 table.shape `` names no definition | "
        + "write `name:` or `name(f in SomeEnum):`"),
    Mistake(
      "definitions: { d(f in E): true }",
      "1:16 table.unknown-name `E` is no enum | "
        + "declare it under `enums:`"),
    Mistake(
      "definitions: { d: a and }",
      "1:24 table.expression something is missing at the end | "
        + "see “Types and expressions” in the table language"),
  ])
  func `definitions need a form`(mistake: Mistake) throws {
    #expect(try complaints(mistake.text) == mistake.complaints)
  }

  @Test(arguments: [
    Mistake(
      "components: { c: { doc: x } }",
      "1:18 table.missing-key a component lacks `locations` | add `locations: …`"),
    Mistake(
      "components: { c: { locations: { initially: a } } }",
      "1:31 table.missing-key `locations` lacks `values` | list the locations"),
    Mistake(
      "components: { c: { locations: { values: [] } } }",
      "1:31 table.shape an enum has 1 to 63 members, not 0 | split it"),
    Mistake(
      "components: { c: { locations: { values: [ab, cd], urgent: [ac] } } }",
      "1:60 table.unknown-name `ac` is not one of `ab` or `cd` | did you mean `ab`?"),
    Mistake(
      "components: { c: { instances: 2, locations: { values: [a] } } }",
      "1:31 table.unsupported a second instance of a component is written as variables and a row "
        + "| declare variables `like:` those of the component, and a row that exchanges them"),
    Mistake(
      "messages: { m: { to: poul } }\ncomponents: { pool: { locations: { values: [a] } } }",
      "1:22 table.unknown-name `poul` is no component | "
        + "send it to `app` or to one of `pool`"),
    Mistake(
      "messages: { m: { kind: x } }",
      "1:16 table.missing-key a message lacks `to` | add `to: …`"),
    Mistake(
      "messages: { m: { to: app, fields: { f: { bool, dock: x } } } }",
      "1:48 table.unknown-key a field has no key `dock` | did you mean `doc`?"),
    Mistake(
      "actions: { a: { call: b } }",
      "1:15 table.missing-key an action lacks `by` | add `by: …`"),
    Mistake(
      "actions: { a: { by: app, component: c } }",
      "1:37 table.unknown-name `c` is no component | declare it"),
    Mistake(
      "actions: { a: { by: app, inputs: { i: { classes: [x, y], needs: { z: key } } } } }",
      "1:67 table.unknown-name `needs` names `z`, which is no class | did you mean `x`?"),
    Mistake(
      "actions: { a: { by: app, enabled: 1 } }",
      "1:35 table.type this is 1..1, but bool is needed here | "
        + "compare or convert it so that the types agree"),
    Mistake(
      "effects: { e: { dok: x } }",
      "1:17 table.unknown-key an effect has no key `dok` | did you mean `doc`?"),
  ])
  func `components, messages and actions need their parts`(mistake: Mistake) throws {
    #expect(try complaints(mistake.text) == mistake.complaints)
  }

  @Test(arguments: [
    Mistake(
      "observers: { o: { bool, updates: [{ to: true }] } }",
      "1:35 table.missing-key an update needs a trigger | "
        + "add `onAction`, `onRow`, `onAccepts` or `onSend`"),
    Mistake(
      "observers: { o: { bool, updates: [{ onRow: r, to: true }] } }",
      "1:44 table.unknown-name no row or ladder is named `r` | name a row's id"),
    Mistake(
      "observers: { o: { bool, updates: [{ onAction: r, to: true }] } }",
      "1:47 table.unknown-name `r` is no action | declare it under `actions:`"),
    Mistake(
      "observers: { o: { bool, updates: [{ onSend: r, to: true }] } }",
      "1:45 table.unknown-name `r` is no message | declare it under `messages:`"),
    Mistake(
      "observers: { o: { bool, updates: [{ onAccepts: totp, to: true }] } }",
      "1:48 table.unknown-name no row accepts `totp` | name evidence that a row `accepts:`"),
    Mistake(
      "never: [{ id: n }]",
      "1:9 table.missing-key a never constraint lacks `states` | add `states: …`"),
    Mistake(
      "variables: { x: { bool } }\nlegality: [{ id: L, forbid: x }]",
      "2:29 table.type a legality rule reads `x`, which is no parameter | "
        + "rules of legality are about the configuration alone"),
    Mistake(
      "parameters: { p: { bool } }\nlegality: [{ id: L, forbid: p, severity: eror }]",
      "2:42 table.unknown-name `eror` is no severity | did you mean `error`?"),
    Mistake(
      "parameters: { mfa: { bool } }\nlegality: [{ id: L, forbid: mfa, parameters: [mfb] }]",
      "2:47 table.unknown-name `mfb` is no parameter | did you mean `mfa`?"),
    Mistake(
      "parameters: { p: { bool } }\nchanges: [{ id: C, changed: [p], replaces: yes }]",
      "2:44 table.type `replaces` cannot be `yes` | write `replaces: true`, or leave it out"),
    Mistake(
      "parameters: { mfa: { bool } }\n"
        + "properties: [{ id: p, configuration: mfa, noteUnlessStated: mfb }]",
      "2:61 table.unknown-name `mfb` is no parameter | did you mean `mfa`?"),
    Mistake(
      "properties: [{ id: p }]",
      "1:14 table.shape a property makes exactly one claim | write one of `configuration`, "
        + "`always`, `alwaysWithin`, `sometimes`, `from` with `reachable`, `noDeadEnd`, "
        + "`temporal`, `response`, `precedence`, `existence`"),
    Mistake(
      "properties: [{ id: p, always: \"true\", noDeadEnd: true }]",
      "1:14 table.shape a property makes exactly one claim | write one of `configuration`, "
        + "`always`, `alwaysWithin`, `sometimes`, `from` with `reachable`, `noDeadEnd`, "
        + "`temporal`, `response`, `precedence`, `existence`"),
    Mistake(
      "properties: [{ id: p, noDeadEnd: no }]",
      "1:34 table.shape `noDeadEnd` is claimed or left out | write `noDeadEnd: true`"),
    Mistake(
      "properties: [{ id: p, from: \"true\" }]",
      "1:14 table.missing-key a property lacks `reachable` | add `reachable: …`"),
    Mistake(
      "properties: [{ id: p, from: \"true\", reachable: \"true\", without: [clock] }]",
      "1:66 table.unknown-name `clock` is no actor and no action | "
        + "name an actor, as in `by:`, or a declared action"),
    Mistake(
      "properties: [{ id: p, from: \"true\", reachable: \"true\", within: [go] }]",
      "1:65 table.unknown-name `go` is no action | name a declared action"),
    Mistake(
      "variables: { x: { bool } }\nproperties: [{ id: p, configuration: x }]",
      "2:38 table.type `configuration` reads `x`, which varies | "
        + "use `always:` for claims about states"),
    Mistake(
      "properties: [{ id: p, for: f, always: \"true\" }]",
      "1:28 table.shape `for` binds names to enums | write `for: { f: SomeEnum }`"),
    Mistake(
      "attempt: { ready: \"true\" }",
      "1:10 table.missing-key `attempt` lacks `underway` | add `underway: …`"),
    Mistake(
      "attempt: { begins: [go], ready: \"true\", underway: \"true\" }",
      "1:21 table.unknown-name `go` is no action | name a declared action"),
    Mistake(
      "evidence: { e: { class: [x] } }",
      "1:26 table.unknown-name nothing is named `x` | name a variable, a field or an input"),
  ])
  func `claims say what is claimed`(mistake: Mistake) throws {
    #expect(try complaints(mistake.text) == mistake.complaints)
  }

  @Test(arguments: [
    Mistake(
      "words: { documents: { d: { mfa: { NONE: of } } } }",
      "2:41 table.unknown-name `mfa` has no value `of` | did you mean `off`?"),
    Mistake(
      "words: { documents: { d: { mfaa: { NONE: off } } } }",
      "2:28 table.unknown-name `mfaa` is no parameter with named values | did you mean `mfa`?"),
    Mistake("words: { documents: { d: { mfa: { NONE: off, N: ~ } } } }"),
  ])
  func `words of documents are for values that parameters have`(mistake: Mistake) throws {
    let declared = "parameters: { mfa: { values: [off, on], default: off } }\n"
    #expect(try complaints(declared + mistake.text) == mistake.complaints)
  }

  @Test func `a parameter is one property of documents`() throws {
    let text = "parameters: { mfa: { bool, default: false, document: { absent: none } } }"
    #expect(
      try complaints(text) == [
        "1:54 table.shape `document` names one property by what has it | write "
          + "`document: { OWNER: PROPERTY }`, perhaps with `answer:` and `absent:`"
      ])
  }
}
