import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark plan` over a table of a few states, and over the bundled threads.
@Suite struct PlanTests {
  private func run(_ arguments: [String], table: String = GateTable.text) -> CommandOutput {
    WaymarkTool.output(for: ["plan"] + arguments, in: GateTable.environment(table))
  }

  private func pools() throws -> Folder {
    try Folder([
      "open.yaml": "pool: gate\nconfiguration: { lock: off }\n",
      "dark.yaml": "pool: gate\nconfiguration: { lock: off, bell: true, lamp: true }\n",
      "key.yaml": "pool: gate\nconfiguration: { lock: required, lamp: true }\n",
      "bell.yaml": "pool: gate\nconfiguration: { lock: required, bell: true, lamp: true }\n",
      "doors.yaml": "pool: gate\nconfiguration: { doors: 2 }\n",
    ])
  }

  @Test func `how many pools are named is said in words for one`() throws {
    let folder = try pools()
    #expect(
      run([folder["open.yaml"]]).stderr.hasPrefix(
        "command line: error: `plan` leads from one pool to another, and one is named ["))
    let three = ["open.yaml", "dark.yaml", "key.yaml"].map { folder[$0] }
    #expect(run(three).stderr.contains("to another, and 3 are named [usage.two-pools]"))
  }

  @Test func `each call is accepted, and an affected user is named with the step`() throws {
    let folder = try pools()
    let output = run([folder["open.yaml"], folder["key.yaml"]])
    #expect(output.status == .safetyViolated)
    #expect(
      output.text == """
        Changing gate
        2 calls; users are affected at step 2.

        1. SetLight
          · lamp: false ⇒ true
          Users: nobody is affected; all 3 records that could sign in still can.

            aws cognito-idp describe-user-pool-client --user-pool-id "$POOL" \\
              --client-id "$CLIENT" --query UserPoolClient |
              jq '{ Lamp, Colour }
              | .Lamp = []
              | with_entries(select(.value != null))' > step-1.json
            aws cognito-idp set-light --user-pool-id "$POOL" \\
              --cli-input-json file://step-1.json

          If it fails: nothing has changed.

        2. SetGate
          · lock: off ⇒ required
          Affected: who has lost the key (1 of 3 records); only an administrator can
          help.
          Affected: who has no key (1 of 3 records); they can help themselves.

            aws cognito-idp describe-user-pool-client --user-pool-id "$POOL" \\
              --client-id "$CLIENT" --query UserPoolClient |
              jq '{ Lock }
              | .Lock = []
              | with_entries(select(.value != null))' > step-2.json
            aws cognito-idp set-gate --user-pool-id "$POOL" \\
              --cli-input-json file://step-2.json

          If it fails: deployed is lamp = true, a legal pool. Go on by making the call
          again; there is no way back that the service accepts.

        Why this order
          · SetGate first, with all that it carries, is refused by L1 (“Nobody finds the
            keyhole.”)
          · in one step users are affected as well: the new pool excludes them

        """)
  }

  private func calls(_ output: CommandOutput) -> [String] {
    output.text.split(separator: "\n").filter { $0.dropFirst().hasPrefix(". ") }
      .map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  @Test func `of orders that are accepted the one counts in which nobody is affected`() throws {
    let folder = try pools()
    // SetGate stands first in the table; made first it would leave outside who has no key.
    let lit = [folder["open.yaml"], folder["bell.yaml"], "--set", "lamp=true"]
    let output = run(lit)
    #expect(output.status == .allHold)
    #expect(calls(output) == ["SetBell", "SetGate"])
    #expect(output.text.contains("users were compared along 2 of 2 accepted orders"))
    let deaf = GateTable.text.replacing("key == held or bell", with: "key == held")
    #expect(run(lit, table: deaf).status == .safetyViolated)
  }

  @Test func `who can no longer finish what came first makes the status of a plan`() throws {
    let folder = try pools()
    // With the bell on nobody finds a key any more, and the bell lets nobody in.
    let table = GateTable.text
      .replacing("account and key == none }", with: "account and key == none and not bell }")
      .replacing(" or bell", with: "")
    let output = run([folder["key.yaml"], folder["bell.yaml"]], table: table)
    #expect(output.status == .safetyViolated)
    let text = output.text.replacing("\n", with: " ")
    #expect(
      text.contains(
        "1 call; nobody who could sign in before is affected, but users who had something "
          + "else to do first are."), "\(output.text)\(output.stderr)")
    #expect(text.contains("No longer able to finish what they had to do first: "))
    let still = run([folder["key.yaml"], folder["bell.yaml"]])
    #expect(still.status == .allHold, "\(still.text)")
  }

  @Test func `without the rule the first order of the table is taken`() throws {
    let folder = try pools()
    let free = GateTable.text.replacing("lock == required and not lamp", with: "doors == 3")
    #expect(free != GateTable.text)
    let output = run([folder["open.yaml"], folder["key.yaml"]], table: free)
    #expect(calls(output) == ["SetGate", "SetLight"])
  }

  @Test func `what cannot change has no plan, with the rule and what to do`() throws {
    let folder = try pools()
    let output = run([folder["open.yaml"], folder["doors.yaml"]])
    #expect(output.status == .illegal)
    #expect(output.text.contains("No order of calls changes this pool into the other."))
    #expect(output.text.contains("  · “No new doors.”: Doors are built in. "))
    let dark = run([folder["dark.yaml"], folder["open.yaml"]])
    #expect(dark.status == .illegal)
    #expect(dark.text.contains("  · The lamp cannot be taken away. "))
  }

  @Test func `no change is a plan without calls`() throws {
    let folder = try pools()
    let output = run([folder["open.yaml"], folder["open.yaml"]])
    #expect(output.status == .allHold)
    #expect(output.text == "Nothing changes in gate: no call is needed.\n")
    let markdown = run([folder["open.yaml"], folder["open.yaml"], "--format", "markdown"])
    #expect(markdown.text == "# Changing gate\n\nNothing changes in gate: no call is needed.\n")
    #expect(run([folder["open.yaml"]]).stderr.contains("[usage.two-pools]"))
  }

  @Test func `a call of the table that is none is located`() throws {
    let folder = try pools()
    let wrong = GateTable.text.replacing("omitted: reset } # lock", with: "omitted: gone }")
    let output = run([folder["open.yaml"], folder["key.yaml"]], table: wrong)
    #expect(output.stderr.contains("`omitted` cannot be `gone`"))
  }

  // MARK: The bundled table

  private static func plan(_ folder: String) throws -> ChangePlan {
    let model = try BundledTable.signIn()
    let pools = try ["before", "after"].map { name -> LoadedPool in
      let path = BundledTable.directory.appending(path: "pools/\(folder)/\(name).yaml").path
      return try #require(
        try PoolLoader(model: model, request: PoolRequest(paths: [path])).load().first)
    }
    let comparer = PoolComparer(
      model: model, request: ExplorationRequest(), environment: ToolEnvironment())
    return try ChangePlanner(comparer: comparer).plan(from: pools[0], to: pools[1])
  }

  @Test(
    .optimised,
    arguments: [
      ("plans/cfn-1176", ["SetUserPoolMfaConfig: mfa, mfaMethods"]),
      ("plans/cdk-21284", ["SetUserPoolMfaConfig: mfa, mfaMethods"]),
      ("plans/cfn-2221", ["SetUserPoolMfaConfig: mfa, mfaMethods"]),
      (
        "plans/terraform-41049",
        ["UpdateUserPool: emailSender, recovery", "SetUserPoolMfaConfig: mfaMethods"]
      ),
      ("changes/L32", ["SetUserPoolMfaConfig: mfa", "UpdateUserPool: firstFactors"]),
      ("changes/K178", ["UpdateUserPoolClient: flows, tokenRotation", "UpdateUserPool: tier"]),
      ("changes/L43", ["CreateUserPoolClient: clientSecret"]),
      ("changes/L25", []), ("changes/L2", []),
    ])
  func `the calls of a bundled pair, each to a legal pool`(folder: String, calls: [String]) throws {
    let plan = try Self.plan(folder)
    let model = plan.model
    #expect(
      plan.steps.map { step in
        step.call.id + ": "
          + step.slots.map { model.slots[$0].name }.sorted().joined(separator: ", ")
      } == calls)
    #expect(plan.isFound == !calls.isEmpty)
    for step in plan.steps {
      let broken = model.legality.filter {
        $0.isError && ConcreteEvaluator(step.after).holds($0.forbid)
      }
      #expect(broken.map(\.id) == [])
    }
  }

  @Test(.optimised) func `a tool in its own order meets what the threads report`() throws {
    func outcomes(_ folder: String) throws -> [String: String] {
      let outcomes = try Self.plan(folder).outcomes
      return Dictionary(uniqueKeysWithValues: outcomes.map { ($0.tool.id, $0.text) })
    }
    let terraform = try outcomes("plans/terraform-41049")
    #expect(
      terraform["Terraform"] == "is refused at SetUserPoolMfaConfig by L18 (“Cannot set "
        + "EmailMfaConfiguration when user pool EmailConfiguration contains an "
        + "EmailSendingAccount of COGNITO_DEFAULT”), L20 (“E-mail MFA excludes e-mail as the only "
        + "mechanism of account recovery.”); deploy the steps of the plan one by one")
    #expect(terraform["CloudFormation"] == "makes the change in one deployment")
    let cloudFormation = try outcomes("plans/cfn-1176")
    #expect(
      cloudFormation["CloudFormation"] == "refused (seen in cfn#1176, cdk#21284): "
        + "“Cannot turn MFA functionality ON, once the user pool has been created.”")
    #expect(try outcomes("plans/cdk-21284")["CDK"] == cloudFormation["CloudFormation"])
    let text = PlanText(plan: try Self.plan("plans/cfn-1176")).markdown
    #expect(
      text.contains(
        "Call SetUserPoolMfaConfig first; the deployment then finds nothing to change.\n"),
      "\(text)")
    #expect(!text.contains("\n\n\n"))
    #expect(cloudFormation["Terraform"] == "makes the change in one deployment")
    let schema = try outcomes("changes/L2")
    #expect(
      schema["CDK"] == "refused (seen in cdk#8585, amplify-cli#9525): "
        + "“Invalid AttributeDataType input, consider using the provided AttributeDataType enum.”")
    #expect(
      schema["Terraform"]
        == "refused (seen in terraform-provider-aws, user_pool.go; terraform#21654): "
        + "“cannot modify or remove schema items”")
    #expect(schema["console"] == "is refused: requiredAttributes cannot change")
    #expect(
      try Self.plan("changes/L2").blocks.first?.message.contains(
        "CloudFormation, CDK, Amplify, Terraform, console refuse it. Here") == true)
  }

  @Test(.optimised) func `a pool that no tool creates at once is named with the tools`() throws {
    let email = try Self.plan("plans/cfn-2221")
    #expect(email.creations.map(\.tools) == [["CloudFormation", "CDK", "Amplify"]])
    #expect(email.creations.map(\.rule.id) == ["email-mfa-alone"])
    #expect(try Self.plan("plans/cdk-21284").creations.isEmpty)
  }

  @Test(.optimised) func `names and case are replaced by Terraform and refused by others`() throws {
    let folder = try Folder([
      "a.yaml": pool("UsernameConfiguration: { CaseSensitive: false }"),
      "b.yaml": pool("UsernameConfiguration: { CaseSensitive: true }"),
      "c.yaml": pool("UsernameAttributes: [email]"),
    ])
    func text(_ old: String, _ new: String) -> String {
      WaymarkTool.output(for: ["plan", folder[old], folder[new]], in: ToolEnvironment()).text
    }
    let refused = "CloudFormation, CDK, Amplify: refused (seen in amplify-cli#4227,"
    let byCase = text("a.yaml", "b.yaml")
    #expect(byCase.contains("Terraform: replaces the pool (case sensitivity): all users are lost"))
    #expect(byCase.contains(refused))
    let byName = text("a.yaml", "c.yaml")
    #expect(byName.contains("Terraform: replaces the pool (usernameAttributes"))
    #expect(byName.contains(refused))
  }

  /// A template with a pool and no app client.
  private func pool(_ members: String, client: String = "") -> String {
    """
    Resources:
      Pool:
        Type: AWS::Cognito::UserPool
        Properties: { \(members) }
    \(client)
    """
  }

  @Test(.optimised) func `an app client that only one pool has is no change`() throws {
    let client = """
        Client:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: !Ref Pool
            ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH]
            EnableTokenRevocation: false
      """
    let folder = try Folder([
      "bare.yaml": pool("AutoVerifiedAttributes: [email]"),
      "whole.yaml": pool("AutoVerifiedAttributes: []", client: client),
    ])
    for pair in [["bare.yaml", "whole.yaml"], ["whole.yaml", "bare.yaml"]] {
      let output = WaymarkTool.output(
        for: ["plan"] + pair.map { folder[$0] }, in: ToolEnvironment())
      #expect(calls(output) == ["UpdateUserPool"], "\(output.text)\(output.stderr)")
      #expect(output.text.contains("have no app client"))
      #expect(output.text.contains("tokenRevocation = false"))
    }
  }

  /// The filters of one field of a call between two configurations, given by what they set.
  private static func filters(
    _ call: String, _ field: String, from old: [String: String], to new: [String: String]
  ) throws -> [String] {
    let model = try BundledTable.signIn()
    let valuations = try [old, new].map { settings -> [Int] in
      var valuation = model.slots.map(\.initial)
      for (name, text) in settings {
        let slot = try #require(model.parameter(named: name))
        valuation[slot] = try model.value(
          LocatedDocument(parsing: text, file: name).root, for: slot)
      }
      return valuation
    }
    let found = try #require(model.updates.first { $0.id == call })
    let edits = try #require(found.fields.first { $0.name == field }?.edits)
    return edits.flatMap {
      $0.filters(from: valuations[0], to: valuations[1], value: "{}", in: model)
    }
  }

  @Test func `triggers that go and come are named as the API does`() throws {
    let filters = try Self.filters(
      "UpdateUserPool", "LambdaConfig", from: ["triggers": "[preSignUp, customMessage]"],
      to: ["triggers": "[customMessage, customSMSSender]"])
    #expect(
      filters == [
        "del(.LambdaConfig.PreSignUp)",
        ".LambdaConfig.CustomSMSSender = \"<ARN of the function>\"",
      ])
  }

  @Test(arguments: [
    ("[]", "[totp]", "optional", [".SoftwareTokenMfaConfiguration = {\"Enabled\":true}"]),
    ("[totp]", "[totp, sms]", "optional", []),
    ("[totp]", "[sms]", "optional", ["del(.SoftwareTokenMfaConfiguration)"]),
    ("[]", "[]", "optional", []),
    ("[]", "[]", "off", ["del(.SoftwareTokenMfaConfiguration)"]),
  ])
  func `a method of MFA is named where it is new, and taken away where it goes`(
    old: String, new: String, mfa: String, filters: [String]
  ) throws {
    #expect(
      try Self.filters(
        "SetUserPoolMfaConfig", "SoftwareTokenMfaConfiguration",
        from: ["mfa": "optional", "mfaMethods": old], to: ["mfa": mfa, "mfaMethods": new])
        == filters)
  }

  @Test(.optimised) func `a record that the pool does not show is merged with nothing`() throws {
    let pool = """
      pool: a
      configuration:
        { usernameAttributes: [email], requiredAttributes: [email], autoVerified: [email],
          selfSignUp: false, flows: [userSRP, refresh], administratorActs: [creates] }

      """
    let folder = try Folder(["a.yaml": pool])
    let output = WaymarkTool.output(
      for: ["plan", folder["a.yaml"], "--after", "devices=always"], in: ToolEnvironment())
    let filter = "| .DeviceConfiguration = (.DeviceConfiguration // {}) *"
    #expect(output.text.contains(filter), "\(output.stderr)")
    #expect(output.text.split(separator: "\n").filter { $0.count > 80 } == [])
    let sender = ["--after", "emailSender=ses", "--after", "recovery=emailThenPhone"]
    let long = WaymarkTool.output(for: ["plan", folder["a.yaml"]] + sender, in: ToolEnvironment())
    #expect(long.text.contains("SourceArn"))
    #expect(long.text.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test(.optimised) func `a call sends every field that it would reset`() throws {
    let plan = try Self.plan("plans/terraform-41049")
    for (position, step) in plan.steps.enumerated() {
      let lines = CallScript(plan: plan, step: step, number: position + 1).lines
      let filter = try #require(lines.first { $0.contains("jq") })
      let sent = Set(filter.split { !$0.isLetter }.map(String.init))
      let reset = step.call.fields.filter { $0.omitted == .reset }.map(\.name)
      #expect(reset.count > 4 && reset.filter { !sent.contains($0) } == [])
    }
    #expect(
      CallScript(plan: plan, step: plan.steps[1], number: 2).lines == [
        "aws cognito-idp get-user-pool-mfa-config --user-pool-id \"$POOL\" \\\n"
          + "  --output json |",
        "  jq '{ MfaConfiguration, SmsMfaConfiguration,\n"
          + "        SoftwareTokenMfaConfiguration, EmailMfaConfiguration,\n"
          + "        WebAuthnConfiguration }",
        "  | .EmailMfaConfiguration = {}",
        "  | with_entries(select(.value != null))' > step-2.json",
        "aws cognito-idp set-user-pool-mfa-config --user-pool-id \"$POOL\" \\\n"
          + "  --cli-input-json file://step-2.json",
      ])
  }
}

/// A gate that may ask for a key, with a lamp and a bell: three records, three calls.
private enum GateTable {
  static func environment(_ text: String) -> ToolEnvironment {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: text, file: "gate.yaml")])
    }
    return environment
  }

  static let text = """
    parameters:
      lock: { values: [off, required], default: off, doc: Whether the key is asked for. }
      bell: { bool: true, default: false, doc: Whether who rings is let in. }
      lamp: { bool: true, default: false, doc: Whether there is light. }
      doors: { range: 1..3, default: 1, doc: How many doors. }
    legality:
      - id: L1
        forbid: lock == required and not lamp
        refusal: Nobody finds the keyhole.
        because: { fact: L1, source: invented, confidence: D }
        remedy: Light the lamp.
    changes:
      - id: L2
        changed: [doors]
        replaces: true
        refusal: No new doors.
        doc: Doors are built in.
        because: { fact: L2, source: invented, confidence: D }
        remedy: Build another house.
      - id: L3
        before: lamp
        after: not lamp
        doc: The lamp cannot be taken away.
        because: { fact: L3, source: invented, confidence: D }
        remedy: Leave it.
    updates:
      - id: SetGate
        reads: >-
          aws cognito-idp describe-user-pool-client --user-pool-id "$POOL"
          --client-id "$CLIENT" --query UserPoolClient
        run: aws cognito-idp set-gate --user-pool-id "$POOL"
        fields:
          Lock: { sets: lock, omitted: reset } # lock
      - id: SetLight
        reads: >-
          aws cognito-idp describe-user-pool-client --user-pool-id "$POOL"
          --client-id "$CLIENT" --query UserPoolClient
        run: aws cognito-idp set-light --user-pool-id "$POOL"
        fields:
          Lamp: { sets: lamp, omitted: kept }
          Colour: { omitted: reset }
      - id: SetBell
        reads: >-
          aws cognito-idp describe-user-pool-client --user-pool-id "$POOL"
          --client-id "$CLIENT" --query UserPoolClient
        run: aws cognito-idp set-bell --user-pool-id "$POOL"
        fields:
          Bell: { sets: bell, omitted: reset }
    variables:
      account: { bool: true, initially: "false" }
      key:
        values: [none, held, lost]
        initially: none
        says: { none: has no key, held: has the key, lost: has lost the key }
    components:
      client:
        locations: { values: [outside, waiting, inside], initially: outside }
    messages:
      done: { to: app, kind: nextStep }
      needsKey: { to: app, kind: error }
    actions:
      signUp: { by: user, enabled: not account }
      findKey: { by: user, enabled: account and key == none }
      loseKey: { by: user, enabled: "account and key != lost" }
      giveKey: { by: administrator, enabled: key == lost }
      signIn: { by: app, component: client, enabled: account and client.at == outside }
      leave: { by: app, component: client, enabled: client.at == inside }
    attempt:
      begins: [signIn]
      continues: [leave]
      ready: client.at == outside
      underway: client.at == waiting
    transitions:
      - { id: gate.signUp, on: signUp, set: { account: true } }
      - { id: gate.findKey, on: findKey, set: { key: held } }
      - { id: gate.loseKey, on: loseKey, set: { key: lost } }
      - { id: gate.giveKey, on: giveKey, set: { key: held } }
      - { id: gate.open, component: client, on: signIn, when: lock == off or key == held or bell, to: inside, send: done }
      - { id: gate.shut, component: client, on: signIn, when: not (lock == off or key == held or bell), send: needsKey }
      - { id: gate.leave, component: client, on: leave, to: outside }
    """
}
