import Testing

@testable import TransitionTables

/// What the loader refuses, with the exact place, words and remedy.
@Suite struct LoaderComplaintTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    var text: String
    var complaints: [String]
    var testDescription: String { complaints.first ?? "" }

    init(_ text: String, _ complaints: String...) {
      self.text = text
      self.complaints = complaints
    }
  }

  @Test(arguments: [
    Slip(
      "actons: {}",
      "1:1 table.unknown-key a model file has no key `actons` | did you mean `actions`?"),
    Slip(
      "enums: [a]",
      "1:8 table.shape `enums` must be a mapping of names | "
        + "write `name: …` lines below it"),
    Slip("never: { a: b }", "1:8 table.shape `never` must be a list | start each entry with `- `"),
    Slip(
      "[a]",
      "1:1 table.shape a model file must be a mapping of keys to values | "
        + "write `key: value` lines, or `{ key: value }`"),
    Slip(
      "channel: lossy",
      "1:10 table.unsupported what a channel does is written as rows | "
        + "write a ladder with `before: true` that receives the messages"),
    Slip(
      "model: [a]",
      "1:8 table.shape one word or one line of text is needed here | "
        + "write a plain value"),
  ])
  func `a file must be sections`(slip: Slip) throws {
    #expect(try complaints(slip.text) == slip.complaints)
  }

  @Test(arguments: [
    Slip(
      "enums: { E: [a, a] }",
      "1:10 table.duplicate a member of `E` stands twice | "
        + "keep one of them"),
    Slip(
      "enums: { E: [out, in] }",
      "1:10 table.shape `in` is a word of the language and can be no member | "
        + "choose another word"),
    Slip(
      "variables: { where: { bool } }",
      "1:14 table.shape `where` is a word of the language and can be no name | "
        + "choose another word"),
    Slip(
      "enums: { E: 2..3 of right }",
      "1:13 table.shape `2..3 of right` names no sequences of words | "
        + "write `1..3 of right, wrong`"),
    Slip("enums: { E: [] }", "1:10 table.shape an enum has 1 to 63 members, not 0 | split it"),
    Slip(
      "enums: { E: 0 }",
      "1:13 table.shape an enum is a list of members, a mapping of members to wire names, or a "
        + "number | write `E: [a, b]`, `E: { a: A, b: B }` or `E: 3`"),
    Slip("enums: { E: 64 }", "1:10 table.shape an enum has 1 to 63 members, not 64 | split it"),
    Slip(
      "enums: { E: { a: [b] } }",
      "1:18 table.shape one word or one line of text is needed here | "
        + "write a plain value"),
    Slip(
      "variables: { x: { enum: Facter } }",
      "1:25 table.unknown-name `Facter` is no enum | declare it under `enums:`"),
    Slip(
      "enums: { Factor: [a] }\nvariables: { x: { enum: Facter } }",
      "2:25 table.unknown-name `Facter` is no enum | did you mean `Factor`?"),
    Slip(
      "variables: { x: { values: [] } }",
      "1:17 table.shape an enum has 1 to 63 members, not 0 | split it"),
    Slip(
      "variables: { x: { range: 1.5 } }",
      "1:26 table.shape `1.5` is no range | write two integers from 0 to 4095, as in `0..5`"),
    Slip(
      "variables: { x: { range: 5..1 } }",
      "1:26 table.shape `5..1` is no range | write two integers from 0 to 4095, as in `0..5`"),
    Slip(
      "variables: { x: { doc: y } }",
      "1:17 table.missing-key a variable has no type | "
        + "add `bool`, `values: […]`, `enum: E`, `set: E` or `range: 0..5`"),
    Slip(
      "variables: { x: { bool, initialy: true } }",
      "1:25 table.unknown-key a variable has no key `initialy` | did you mean `initially`?"),
    Slip(
      "variables: { x: { values: [a, b], says: { a: is a } } }",
      "1:41 table.missing-key `says` lacks `b` | add `b: …`"),
    Slip(
      "variables: { x: { values: [a, b], says: { a: is a, b: is b, bb: is it } } }",
      "1:61 table.unknown-key `says` has no key `bb` | did you mean `b`?"),
    Slip(
      "variables: { x: { bool, says: { true: [is x, is not x, why], false: is not } } }",
      "1:39 table.shape a value needs one phrase, or two: the second for whoever does not have it"
        + " | write `[has a passkey, has no passkey]`"),
    Slip(
      "enums: { E: [a] }\nvariables: { x: { set: E, says: { a: has a } } }",
      "2:38 table.shape a member of a set needs two phrases: for whoever has it, and for whoever"
        + " has it not | write `[has a passkey, has no passkey]`"),
    Slip(
      "enums: {E: [a, b]}\nvariables: { x: { for: E, bool, says: { a: { true: t, false: u } } } }",
      "2:39 table.missing-key `says` lacks `b` | add `b: …`"),
    Slip(
      "variables: { x: { range: 0..3, initially: 4 } }",
      "1:43 table.type 4 is not in 0..3 | choose a value inside the range"),
    Slip(
      "parameters: { x: { bool, setting: no } }",
      "1:35 table.type `setting` is `false` or absent | "
        + "leave it out where the parameter is a setting"),
    Slip(
      "variables: { y: { bool }, x: { bool, initially: y } }",
      "1:49 table.type a constant is needed here | "
        + "write a value, not a name of something that varies"),
    Slip(
      "variables: { x: { values: [on, off], initially: onn } }",
      "1:49 table.unknown-name `onn` is neither a name nor one of `on` or `off` | "
        + "did you mean `on`?"),
    Slip(
      "enums: { E: [a, b] }\nparameters: { p: { set: E, default: [a, c] } }",
      "2:41 table.unknown-name `c` is not one of `a` or `b` | did you mean `a`?"),
    Slip(
      "enums: { E: 17 }\nparameters: { p: { set: E } }",
      "2:25 table.shape a set is of an enum of at most 16 members | split the enum"),
  ])
  func `types are judged where they stand`(slip: Slip) throws {
    #expect(try complaints(slip.text) == slip.complaints)
  }

  @Test(arguments: [
    Slip(
      "variables: { x: { bool } }\nparameters: { x: { bool } }",
      "1:14 table.duplicate `x` is declared twice | "
        + "it is also declared at model.yaml:2:15; choose another name"),
    Slip(
      "variables: { x: { bool } }\ndefinitions: { x: true }",
      "2:16 table.duplicate `x` is declared twice | choose another name"),
    Slip(
      "definitions: { d: true, d(f in E): true }\nenums: { E: [a] }",
      "1:25 table.duplicate `d` is declared twice | "
        + "it is also declared at model.yaml:1:16; choose another name"),
    Slip(
      "definitions: { o: true }\nobservers: { o: { bool } }",
      "2:14 table.duplicate `o` is declared twice | choose another name"),
    Slip(
      "never:\n  - { id: n, states: \"true\" }\n  - { id: n, states: \"true\" }",
      "3:5 table.duplicate `n` is declared twice | "
        + "it is also declared at model.yaml:2:5; choose another name"),
    Slip(
      "transitions:\n  - { id: r }\n  - { id: r }",
      "3:5 table.duplicate the row `r` is declared twice | "
        + "it is also declared at model.yaml:2:5; choose another name"),
    Slip(
      "transitions:\n  - { ladder: l, rows: [{ id: a }] }\n  - { ladder: l, rows: [{ id: b }] }",
      "3:5 table.duplicate `l` is declared twice | "
        + "it is also declared at model.yaml:2:5; choose another name"),
  ])
  func `a name is declared once`(slip: Slip) throws {
    #expect(try complaints(slip.text) == slip.complaints)
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
    Slip(
      "definitions: { d(f of E): true }",
      "1:16 table.shape `f of E` is no parameter of a "
        + "definition | write `d(f in SomeEnum)`"),
    Slip(
      "definitions: { \"d(f in E\": true }",
      "1:16 table.shape `d(f in E` names no definition | "
        + "write `name:` or `name(f in SomeEnum):`"),
    Slip(
      "definitions: { \"\": true }",
      "1:16 table.shape `` names no definition | "
        + "write `name:` or `name(f in SomeEnum):`"),
    Slip(
      "definitions: { d(f in E): true }",
      "1:16 table.unknown-name `E` is no enum | "
        + "declare it under `enums:`"),
    Slip(
      "definitions: { d: a and }",
      "1:24 table.expression something is missing at the end | "
        + "see “Types and expressions” in the table language"),
  ])
  func `definitions need a form`(slip: Slip) throws {
    #expect(try complaints(slip.text) == slip.complaints)
  }

  @Test(arguments: [
    Slip(
      "components: { c: { doc: x } }",
      "1:18 table.missing-key a component lacks `locations` | add `locations: …`"),
    Slip(
      "components: { c: { locations: { initially: a } } }",
      "1:31 table.missing-key `locations` lacks `values` | list the locations"),
    Slip(
      "components: { c: { locations: { values: [] } } }",
      "1:31 table.shape an enum has 1 to 63 members, not 0 | split it"),
    Slip(
      "components: { c: { locations: { values: [ab, cd], urgent: [ac] } } }",
      "1:60 table.unknown-name `ac` is not one of `ab` or `cd` | did you mean `ab`?"),
    Slip(
      "components: { c: { instances: 2, locations: { values: [a] } } }",
      "1:31 table.unsupported a second instance of a component is written as variables and a row "
        + "| declare variables `like:` those of the component, and a row that exchanges them"),
    Slip(
      "messages: { m: { to: poul } }\ncomponents: { pool: { locations: { values: [a] } } }",
      "1:22 table.unknown-name `poul` is no component | "
        + "send it to `app` or to one of `pool`"),
    Slip(
      "messages: { m: { kind: x } }",
      "1:16 table.missing-key a message lacks `to` | add `to: …`"),
    Slip(
      "messages: { m: { to: app, fields: { f: { bool, dock: x } } } }",
      "1:48 table.unknown-key a field has no key `dock` | did you mean `doc`?"),
    Slip(
      "actions: { a: { call: b } }",
      "1:15 table.missing-key an action lacks `by` | add `by: …`"),
    Slip(
      "actions: { a: { by: app, component: c } }",
      "1:37 table.unknown-name `c` is no component | declare it"),
    Slip(
      "actions: { a: { by: app, inputs: { i: { classes: [x, y], needs: { z: key } } } } }",
      "1:67 table.unknown-name `needs` names `z`, which is no class | did you mean `x`?"),
    Slip(
      "actions: { a: { by: app, enabled: 1 } }",
      "1:35 table.type this is 1..1, but bool is needed here | "
        + "compare or convert it so that the types agree"),
    Slip(
      "effects: { e: { dok: x } }",
      "1:17 table.unknown-key an effect has no key `dok` | did you mean `doc`?"),
  ])
  func `components, messages and actions need their parts`(slip: Slip) throws {
    #expect(try complaints(slip.text) == slip.complaints)
  }

  @Test(arguments: [
    Slip(
      "observers: { o: { bool, updates: [{ to: true }] } }",
      "1:35 table.missing-key an update needs a trigger | "
        + "add `onAction`, `onRow`, `onAccepts` or `onSend`"),
    Slip(
      "observers: { o: { bool, updates: [{ onRow: r, to: true }] } }",
      "1:44 table.unknown-name no row or ladder is named `r` | name a row's id"),
    Slip(
      "observers: { o: { bool, updates: [{ onAction: r, to: true }] } }",
      "1:47 table.unknown-name `r` is no action | declare it under `actions:`"),
    Slip(
      "observers: { o: { bool, updates: [{ onSend: r, to: true }] } }",
      "1:45 table.unknown-name `r` is no message | declare it under `messages:`"),
    Slip(
      "observers: { o: { bool, updates: [{ onAccepts: totp, to: true }] } }",
      "1:48 table.unknown-name no row accepts `totp` | name evidence that a row `accepts:`"),
    Slip(
      "never: [{ id: n }]",
      "1:9 table.missing-key a never constraint lacks `states` | add `states: …`"),
    Slip(
      "variables: { x: { bool } }\nlegality: [{ id: L, forbid: x }]",
      "2:29 table.type a legality rule reads `x`, which is no parameter | "
        + "rules of legality are about the configuration alone"),
    Slip(
      "parameters: { p: { bool } }\nlegality: [{ id: L, forbid: p, severity: eror }]",
      "2:42 table.unknown-name `eror` is no severity | did you mean `error`?"),
    Slip(
      "parameters: { mfa: { bool } }\nlegality: [{ id: L, forbid: mfa, parameters: [mfb] }]",
      "2:47 table.unknown-name `mfb` is no parameter | did you mean `mfa`?"),
    Slip(
      "parameters: { p: { bool } }\nchanges: [{ id: C, changed: [p], replaces: yes }]",
      "2:44 table.type `replaces` cannot be `yes` | write `replaces: true`, or leave it out"),
    Slip(
      "properties: [{ id: p }]",
      "1:14 table.shape a property makes exactly one claim | write one of `configuration`, "
        + "`always`, `alwaysWithin`, `sometimes`, `from` with `reachable`, `noDeadEnd`, "
        + "`temporal`, `response`, `precedence`, `existence`"),
    Slip(
      "properties: [{ id: p, always: \"true\", noDeadEnd: true }]",
      "1:14 table.shape a property makes exactly one claim | write one of `configuration`, "
        + "`always`, `alwaysWithin`, `sometimes`, `from` with `reachable`, `noDeadEnd`, "
        + "`temporal`, `response`, `precedence`, `existence`"),
    Slip(
      "properties: [{ id: p, noDeadEnd: no }]",
      "1:34 table.shape `noDeadEnd` is claimed or left out | write `noDeadEnd: true`"),
    Slip(
      "properties: [{ id: p, from: \"true\" }]",
      "1:14 table.missing-key a property lacks `reachable` | add `reachable: …`"),
    Slip(
      "properties: [{ id: p, from: \"true\", reachable: \"true\", without: [clock] }]",
      "1:66 table.unknown-name `clock` is no actor and no action | "
        + "name an actor, as in `by:`, or a declared action"),
    Slip(
      "properties: [{ id: p, from: \"true\", reachable: \"true\", within: [go] }]",
      "1:65 table.unknown-name `go` is no action | name a declared action"),
    Slip(
      "variables: { x: { bool } }\nproperties: [{ id: p, configuration: x }]",
      "2:38 table.type `configuration` reads `x`, which varies | "
        + "use `always:` for claims about states"),
    Slip(
      "properties: [{ id: p, for: f, always: \"true\" }]",
      "1:28 table.shape `for` binds names to enums | write `for: { f: SomeEnum }`"),
    Slip(
      "attempt: { ready: \"true\" }",
      "1:10 table.missing-key `attempt` lacks `underway` | add `underway: …`"),
    Slip(
      "attempt: { begins: [go], ready: \"true\", underway: \"true\" }",
      "1:21 table.unknown-name `go` is no action | name a declared action"),
    Slip(
      "evidence: { e: { class: [x] } }",
      "1:26 table.unknown-name nothing is named `x` | name a variable, a field or an input"),
  ])
  func `claims say what is claimed`(slip: Slip) throws {
    #expect(try complaints(slip.text) == slip.complaints)
  }
}
