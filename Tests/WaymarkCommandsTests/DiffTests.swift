import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark diff` over a table of a few states.
@Suite struct DiffTests {
  private func run(_ arguments: String...) -> CommandOutput { run(arguments) }

  private func run(_ arguments: [String]) -> CommandOutput {
    WaymarkTool.output(for: ["diff"] + arguments, in: DoorTable.environment())
  }

  private func pools() throws -> Folder {
    try Folder([
      "open.yaml": "pool: door\nconfiguration: { mfa: off }\n",
      "key.yaml": "pool: door\nconfiguration: { mfa: required }\n",
    ])
  }

  @Test func `a wrong value is complained of at the option that gives it`() throws {
    let folder = try pools()
    for option in ["--after", "--set"] {
      let output = run(folder["open.yaml"], folder["key.yaml"], option, "mfa=shut")
      #expect(output.status == .usage)
      #expect(output.stderr.hasPrefix("\(option) mfa=shut: error: `mfa` cannot be `shut`"))
    }
  }

  @Test func `users who cannot get in any more are reported by what matters, with an example`()
    throws
  {
    let folder = try pools()
    let output = run(folder["open.yaml"], folder["key.yaml"])
    #expect(output.status == .safetyViolated)
    #expect(output.stderr == "")
    #expect(
      output.text == """
        door
          before  \(folder["open.yaml"]) (Waymark pool file)
          after   \(folder["key.yaml"]) (Waymark pool file)
        2 kinds of users can no longer sign in; only an administrator can help 1 of them.
        First: Ask for no key.

        Settings  1 changed
          mfa  off ⇒ required  from \(folder["key.yaml"]):2:23

        Users  3 records could sign in before; 2 of them cannot afterwards
          Everybody who has no key or has lost the key

        ✗ Affected users, 1 of 2  1 record; only an administrator can help
          Everybody who has lost the key
          The record comes about, under the old pool:
            1. user  signUp()
                     account: false ⇒ true
            2. user  loseKey()
                     key: none ⇒ lost
          Sign-in under the old pool:
            1. app  signIn()
                    → done
          The same under the new pool, every proof right:
            1. app  signIn()
                    → needsKey
            and that is the end of the attempt: needsKey

        ✗ Affected users, 2 of 2  1 record; they can help themselves
          Everybody who has no key
          The record comes about, under the old pool:
            1. user  signUp()
                     account: false ⇒ true
          Sign-in under the old pool:
            1. app  signIn()
                    → done
          The same under the new pool, every proof right:
            1. app  signIn()
                    → needsKey
            and that is the end of the attempt: needsKey

        Verdicts  1 other one
          holds ⇒ fails     door.opens
                            Who has an account gets in.

        Paths  1 gained, 0 lost; sequences of next steps after signIn:
          + needsKey

        again: waymark diff \(folder["open.yaml"]) \(folder["key.yaml"])

        """)
  }

  @Test func `the other way round nobody is affected and some are helped`() throws {
    let folder = try pools()
    let output = run(folder["key.yaml"], folder["open.yaml"])
    #expect(output.status == .allHold)
    #expect(output.text.contains("no user is affected: all 1 record that could sign in before"))
    #expect(output.text.contains("✓ Who can sign in and could not  2 records\n"))
    #expect(
      output.text.contains(
        "  Everybody whose account = true, and who has no key or has lost the key\n"))
    #expect(output.text.contains("  − needsKey\n"))
  }

  @Test func `users who cannot do any more what they had to do first are a class`() throws {
    let folder = try pools()
    let output = run(folder["key.yaml"], "--after", "clerk=false")
    #expect(output.status == .safetyViolated)
    #expect(
      output.text.contains(
        """
        Users  no user is affected: all 1 record that could sign in before can do so afterwards

        ✗ Who could get in without an administrator and cannot now
          2 records; they had something else to do first, such as to confirm or to reset
          Everybody who has no key
          The record comes about, under the old pool:
            nothing has happened
          Sign-in under the old pool:
            1. user  signUp()
                     account: false ⇒ true
            2. user  findKey()
                     key: none ⇒ held
            3. app   signIn()
                     → done
          The same under the new pool, every proof right:
            1. user  signUp()
                     account: false ⇒ true

        """))
    let json = run(folder["key.yaml"], "--after", "clerk=false", "--format", "json")
    #expect(json.text.contains(#""strandedRecords": 2"#))
  }

  @Test func `calls that bring users in no more, or only now, are named`() throws {
    let folder = try pools()
    let gained = run(folder["open.yaml"], "--after", "bell=true")
    #expect(gained.text.contains("\n\nCalls that now bring users in\n  + knock()\n\n"))
    let lost = run(folder["open.yaml"], "--set", "bell=true", "--after", "bell=false")
    #expect(lost.text.contains("\n\nCalls that bring nobody in now\n  − knock()\n\n"))
    #expect(lost.text.contains("\nApps in use are affected: knock() brings nobody in from now on."))
    #expect(gained.status == .allHold)
    #expect(lost.status == .safetyViolated)
  }

  @Test func `a state of the environment is no fact of a user`() throws {
    let folder = try pools()
    let output = run(folder["open.yaml"], folder["key.yaml"], "--set", "weather=true")
    #expect(output.text.contains("Users  3 records could sign in before; 2 of them cannot"))
    #expect(output.text.contains("  Everybody who has no key or has lost the key\n"))
    #expect(!output.text.contains("frozen"))
  }

  @Test func `paths that only accounts of before meet stand by themselves`() throws {
    let folder = try pools()
    let output = run(folder["key.yaml"], "--after", "clerk=false", "--after", "signsUp=false")
    #expect(output.text.contains("  − done (accounts of before still meet it)\n"))
    #expect(output.text.contains("  − needsKey (accounts of before still meet it)\n"))
  }

  @Test func `a setting whose line is too long is broken behind its name`() throws {
    let model = try DoorTable.environment().model()
    let folder = try pools()
    let pool = try #require(
      try PoolLoader(model: model, request: PoolRequest(paths: [folder["open.yaml"]])).load().first)
    var difference = PoolDifference(oldPool: pool, newPool: pool)
    difference.settings = [
      .init(name: "mfa", old: "off", new: "on", oldOrigin: "", newOrigin: "default"),
      .init(
        name: "flows", old: "{userSRP, userPassword}", new: "{userSRP}", oldOrigin: "",
        newOrigin: "service default"),
    ]
    let text = DifferenceText(difference: difference, model: model, width: 40).text
    #expect(
      text.contains(
        """
          mfa    off ⇒ on, default
          flows  {userSRP, userPassword} ⇒
                 {userSRP}, service default

        """), "\(text)")
  }

  @Test func `where the pool is made anew its users are lost, and nothing else is said`() throws {
    let folder = try pools()
    let output = run(folder["open.yaml"], "--after", "doors=2", "--after", "mfa=required")
    #expect(output.status == .illegal)
    #expect(
      output.text.contains(
        "Users  whoever has an account loses it where a framework makes the pool anew\n"))
    #expect(
      output.text.contains(
        "The service refuses the change; where a tool makes the pool anew, every user loses the"))
    #expect(!output.text.contains("Affected users"))
  }

  @Test func `one pool and a change of it say the same as two pools`() throws {
    let folder = try pools()
    let output = run(folder["open.yaml"], "--after", "mfa=required", "--format", "json")
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains(#""affectedRecords": 2"#))
    #expect(output.text.contains(#""needsAdministrator": true"#))
    #expect(output.text.contains(#""key = lost""#))
    #expect(output.text.contains(#""who has lost the key""#))
    #expect(output.text.contains(#""end": "and that is the end of the attempt: needsKey""#))
    #expect(run(folder["open.yaml"], "--after", "mfa=required", "--format", "json") == output)
  }

  @Test func `warnings that appear and vanish are listed, and those of both pools are not`() throws
  {
    let folder = try pools()
    let bell = ["--set", "bell=true"]
    let gained = run([folder["open.yaml"], folder["key.yaml"]] + bell)
    #expect(gained.text.contains("\nWarnings  1 new, 0 gone\n  + L3"))
    #expect(gained.text.contains("    → Take the bell off.\n"))
    let lost = run([folder["key.yaml"], folder["open.yaml"]] + bell)
    #expect(lost.text.contains("\nWarnings  0 new, 1 gone\n  − L3"))
    let both = run([folder["key.yaml"], folder["key.yaml"]] + bell)
    #expect(!both.text.contains("Warnings"))
    let json = run([folder["open.yaml"], folder["key.yaml"], "--format", "json"] + bell)
    #expect(json.text.contains(#""code": "L3""#))
  }

  @Test(arguments: [
    ("github", "false", "::error file=key.yaml,title=diff::2 kinds of users can no longer sign in"),
    ("github", "true", "::notice file=key.yaml,title=diff::No user is affected."),
    ("github", "true", "title=L3::"), ("sarif", "true", "\"ruleId\": \"L3\""),
    ("sarif", "false", "\"ruleId\": \"diff\""), ("junit", "false", "<testcase name=\"diff\""),
    ("markdown", "false", "## door: before and after\n\n```\ndoor\n"),
  ])
  func `every format has the headline and the warnings`(
    format: String, bell: String, text: String
  ) throws {
    let folder = try pools()
    let output = run(
      folder["open.yaml"], folder["key.yaml"], "--set", "bell=\(bell)", "--format", format)
    #expect(output.status == (bell == "true" ? .allHold : .safetyViolated))
    #expect(output.text.replacing(folder.path + "/", with: "").contains(text), "\(output.text)")
  }

  @Test func `a pool is no change of itself`() throws {
    let folder = try pools()
    let output = run(folder["key.yaml"], folder["key.yaml"])
    #expect(output.status == .allHold)
    #expect(output.text.contains("Settings  the same in both"))
    #expect(output.text.contains("(Waymark pool file)\nNo user is affected.\n\n"))
    #expect(!output.text.contains("Warnings"))
    #expect(output.text.contains("Paths  0 gained, 0 lost; the same sequences of next steps"))
  }

  @Test func `a change that the service refuses is 151 and still compared`() throws {
    let folder = try pools()
    let output = run(
      folder["open.yaml"], "--set", "doors=1", "--after", "doors=2", "--after", "mfa=required")
    #expect(output.status == .illegal)
    #expect(output.text.contains("Changing a live pool  the service refuses it\n  ✗ L2  "))
    #expect(output.text.contains("“No new doors.”: Doors are built in. Here doors: 1 ⇒ 2."))
  }

  @Test func `an illegal pool, an open pool and a single pool are refused`() throws {
    let folder = try pools()
    let illegal = run(folder["open.yaml"], "--after", "doors=3")
    #expect(illegal.status == .illegal)
    #expect(illegal.text == "")
    #expect(illegal.stderr.contains("[L1]") && illegal.stderr.contains("[L2]"))
    let open = try Folder(["p.yaml": "pool: door\nopen: [mfa]\n"])
    let tooOpen = run(open["p.yaml"], folder["open.yaml"])
    #expect(tooOpen.status == .cannotEvaluate)
    #expect(tooOpen.stderr.contains("`mfa`") && tooOpen.stderr.contains("[pool.open-in-diff]"))
    #expect(run(open["p.yaml"], folder["open.yaml"], "--set", "mfa=off").status == .allHold)
    #expect(run(folder["open.yaml"]).stderr.contains("[usage.two-pools]"))
  }

  @Test(arguments: [
    ["open.yaml", "key.yaml"], ["key.yaml", "open.yaml"], ["key.yaml", "--after", "clerk=false"],
    ["open.yaml", "--after", "mfa=required", "--after", "clerk=false"],
    ["open.yaml", "key.yaml", "--set", "weather=true"],
    ["open.yaml", "key.yaml", "--set", "doors=2"], ["open.yaml", "--after", "doors=2"],
    ["two.yaml", "--after", "doors=1"], ["two.yaml", "key.yaml"], ["shut.yaml", "open.yaml"],
  ])
  func `lists of states and sets of states say the same`(arguments: [String]) throws {
    let folder = try Folder([
      "open.yaml": "pool: door\nconfiguration: { mfa: off }\n",
      "key.yaml": "pool: door\nconfiguration: { mfa: required }\n",
      "two.yaml": "pool: door\nconfiguration: { doors: 2 }\n",
      "shut.yaml": "pool: door\nconfiguration: { signsUp: false }\n",
    ])
    let named = arguments.map { $0.hasSuffix(".yaml") ? folder[$0] : $0 }
    let reports = ["explicit", "symbolic"].map { backend in
      WaymarkTool.output(
        for: ["diff"] + named + ["--backend", backend, "--format", "json"],
        in: DoorTable.environment())
    }
    #expect(reports[0].text == reports[1].text)
    #expect(reports[0].text.contains("\"users\""))
    #expect(reports[0].status == reports[1].status)
  }

  @Test(arguments: ["explicit", "symbolic"])
  func `what the new pool makes no use of makes no difference between users`(backend: String)
    throws
  {
    let folder = try Folder(["two.yaml": "pool: door\nconfiguration: { doors: 2 }\n"])
    let output = run(
      folder["two.yaml"], "--after", "doors=1", "--backend", backend, "--format", "json")
    // Three keys and three bolts; the one that is out shuts the door.
    #expect(output.text.contains("\"records\": 6"))
    #expect(output.text.contains("\"helpedRecords\": 3"))
    #expect(output.text.contains("\"affectedRecords\": 0"))
  }

  private func withDefaults(_ model: Model) -> CompiledModel {
    model.compiled(
      parameters: Dictionary(
        uniqueKeysWithValues: model.parameters.map { ($0, model.slots[$0].initial) }))
  }

  @Test func `what sets have no room for is listed all the same`() throws {
    let model = try DoorTable.environment().model()
    var explorer = TableExplorer()
    (explorer.explicitStates, explorer.symbolicLimits.bytes) = (1, 1)
    let compiled = withDefaults(model)
    let old = try explorer.explore(compiled)
    let users = try UserComparison(old, under: compiled, exploringBy: explorer)
    #expect(users.records == 3)
    for explored in [old, try #require(users.live)] {
      guard case .explicit(let table) = explored else {
        Issue.record("sets answered")
        continue
      }
      #expect(table.exploration.completeness == .complete)
    }
  }

  @Test func `users of a search that was stopped are not compared`() throws {
    let model = try DoorTable.environment().model()
    let compiled = withDefaults(model)
    var explorer = TableExplorer()
    explorer.backend = .symbolic
    let old = try explorer.explore(compiled)
    explorer.shouldStop = { true }
    #expect(throws: UserComparison.Failure.self) {
      _ = try UserComparison(old, under: compiled, exploringBy: explorer)
    }
  }

  @Test func `the command that makes the report again names the engine`() throws {
    let folder = try pools()
    let output = run(folder["open.yaml"], folder["key.yaml"], "--backend", "symbolic")
    #expect(output.text.hasSuffix("\(folder["key.yaml"]) --backend symbolic\n"))
  }

  @Test func `a limit is 152`() throws {
    let folder = try pools()
    let output = run(folder["open.yaml"], folder["key.yaml"], "--max-states", "2")
    #expect(output.status == .limitReached)
  }
}

/// A table of a door that may need a key: three records, a call that begins an attempt, two ends.
private enum DoorTable {
  static func environment() -> ToolEnvironment {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: text, file: "door.yaml")])
    }
    return environment
  }

  static let text = """
    parameters:
      mfa: { values: [off, required], default: off, doc: Whether the key is asked for. }
      doors: { range: 1..3, default: 1, doc: How many doors. }
      clerk: { bool: true, default: true, doc: Whether somebody hands out keys. }
      bell: { bool: true, default: false, doc: Whether who rings is let in. }
      weather: { bool: true, default: false, doc: Whether it can freeze. }
      signsUp: { bool: true, default: true, doc: Whether anybody may sign up. }
    legality:
      - id: L1
        forbid: doors == 3
        refusal: Too many doors.
        because: { fact: L1, source: invented, confidence: D }
        remedy: Take fewer.
      - id: L3
        forbid: bell and mfa == required
        severity: warning
        refusal: Nobody hears it.
        because: { fact: L3, source: invented, confidence: D }
        remedy: Take the bell off.
    changes:
      - id: L2
        changed: [doors]
        replaces: true
        refusal: No new doors.
        doc: Doors are built in.
        because: { fact: L2, source: invented, confidence: D }
        remedy: Build another house.
    variables:
      account: { bool: true, initially: "false" }
      key:
        values: [none, held, lost]
        initially: none
        says: { none: [has no key, has or had a key], held: has the key, lost: has lost the key }
      frozen: { bool: true, initially: "false" }
      bolt: { range: 2..4, initially: 3, where: doors == 2, doc: How far the second door's is out. }
    components:
      client:
        locations: { values: [outside, waiting, inside], initially: outside }
    messages:
      done: { to: app, kind: nextStep }
      needsKey: { to: app, kind: error }
    actions:
      signUp: { by: user, enabled: signsUp and not account }
      freeze: { by: environment, enabled: weather and not frozen }
      findKey: { by: user, enabled: clerk and account and key == none }
      loseKey: { by: user, enabled: "account and key != lost" }
      pushBolt: { by: user, enabled: doors == 2 and account and bolt == 3 }
      pullBolt: { by: user, enabled: doors == 2 and account and bolt == 3 }
      giveKey: { by: administrator, enabled: key == lost }
      signIn: { by: app, component: client, enabled: account and client.at == outside }
      knock: { by: app, component: client, enabled: bell and account and client.at == outside }
      leave: { by: app, component: client, enabled: client.at == inside }
    attempt:
      begins: [signIn, knock]
      continues: [leave]
      ready: client.at == outside
      underway: client.at == waiting
    transitions:
      - { id: door.signUp, on: signUp, set: { account: true } }
      - { id: door.freeze, on: freeze, set: { frozen: true } }
      - { id: door.findKey, on: findKey, set: { key: held } }
      - { id: door.loseKey, on: loseKey, set: { key: lost } }
      - { id: door.pushBolt, on: pushBolt, set: { bolt: 4 } }
      - { id: door.pullBolt, on: pullBolt, set: { bolt: 2 } }
      - { id: door.giveKey, on: giveKey, set: { key: held } }
      - { id: door.open, component: client, on: signIn, when: (mfa == off or key == held) and bolt != 4, to: inside, send: done }
      - { id: door.shut, component: client, on: signIn, when: "mfa == required and key != held or bolt == 4", send: needsKey }
      - { id: door.knock, component: client, on: knock, to: inside, send: done }
      - { id: door.leave, component: client, on: leave, to: outside }
    properties:
      - id: door.opens
        severity: error
        from: account
        reachable: client.at == inside
        without: [administrator]
        prose: Who has an account gets in.
        remedy: Ask for no key.
        because: { fact: P1, source: invented, confidence: D }
    """
}
