import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct CheckTests {
  /// A check with everything that there is to say; ``CheckSummaryTests`` read the short one.
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments + ["--verbose"], in: SmallTable.environment())
  }

  @Test func `a pool whose properties hold is 0 and says what was explored`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let output = run("check", folder["p.yaml"])
    #expect(output.status == .allHold)
    #expect(output.text.contains("2 states, 2 transitions, depth 1; all there are"))
    #expect(output.text.contains("Properties  3 hold\n"))
    #expect(output.text.hasSuffix("again: waymark check \(folder["p.yaml"])\n"))
    #expect(output.stderr == "")
    #expect(output.files.isEmpty)
  }

  @Test func `a finding shows the shortest trace with what changes alone`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let output = run("check", folder["p.yaml"], "--property", "account.never-locked")
    #expect(output.status == .safetyViolated)
    #expect(
      output.text.contains(
        """
          Broken: Nobody is locked out.
          Who:    users after signUp, lock (administrator)
          Where:  \(folder["p.yaml"]):2:28 recovery
          Remedy: Let users recover by themselves.
          The shortest way there, 2 steps:
            1. user           signUp()
                              status: none ⇒ confirmed
            2. administrator  lock()
                              status: confirmed ⇒ locked
          Source: invented, P1, confidence D
          Again:  waymark check \(folder["p.yaml"]) --property account.never-locked

        """))
  }

  @Test func `a family is explored once for each behaviour and a verdict says for whom`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nopen: [mfa, recovery]\n"])
    let output = run("check", folder["p.yaml"])
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains("8 legal configurations, explored together\n"))
    #expect(output.text.contains("  It fails exactly if recovery = adminOnly\n"))
  }

  @Test func `a setting that hangs on a default of the template says so`() throws {
    let template = """
      Parameters: { Stage: { Type: String, Default: "OFF" } }
      Resources:
        Users: { Type: "AWS::Cognito::UserPool", Properties: { MfaConfiguration: !Ref Stage } }
      """
    let folder = try Folder(["p.yaml": template])
    let output = run("check", folder["p.yaml"], "--format", "github")
    let note =
      "title=template.parameter-default::MfaConfiguration hangs on the template parameter Stage"
    #expect(output.text.contains(note), "\(output.text)")
    let decided = run(
      "check", folder["p.yaml"], "--format", "github", "--parameter", "Stage=OFF")
    #expect(!decided.text.contains("parameter-default"), "\(decided.text)")
  }

  @Test func `warnings count only where they are taken strictly`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let lenient = run("check", folder["p.yaml"], "--property", "account.recoverable")
    let strict = run("check", folder["p.yaml"], "--property", "account.recoverable", "--strict")
    #expect(lenient.status == .allHold)
    #expect(strict.status == .livenessViolated)
  }

  @Test func `a premise that never comes true is 75, under an assumption of the command line`()
    throws
  {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let output = run(
      "check", folder["p.yaml"], "--assume", "lucky=false", "--property", "account.confirmed-keeps")
    #expect(output.status == .cannotEvaluate)
    #expect(output.text.contains("○ vacuous"))
    #expect(output.text.contains("  lucky  false  command line\n"))
  }

  @Test func `an illegal configuration is 151 with every rule, its words and the place`() throws {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration:\n  mfa: required\n  recovery: adminOnly\n"
    ])
    let output = run("check", folder["p.yaml"])
    #expect(output.status == .illegal)
    #expect(output.text == "")
    #expect(
      output.stderr == """
        \(folder["p.yaml"]):3:8: error: the service refuses this: “Not both.”; here mfa = required \
        (line 3), recovery = adminOnly (line 4) (confidence D) [L1]
            mfa: required
                 ^
          → Choose one of them.

        """)
  }

  @Test func `what documents set next to parameters is refused together with the broken rules`()
    throws
  {
    let folder = try Folder([
      "t.yaml": """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties:
            MfaConfiguration: "ON"
            EnabledMfas: [SOFTWARE_TOKEN_MFA]
            AccountRecoverySetting:
              RecoveryMechanisms: [{ Name: admin_only, Priority: 1 }]
            Schema:
              - { Name: plan, AttributeDataType: String, Required: true }
      """
    ])
    let output = run(
      "check", folder["t.yaml"], "--set", "mfa=required", "--set", "recovery=adminOnly")
    #expect(output.status == .illegal)
    #expect(output.text == "")
    let lines = output.stderr.split(separator: "\n").map(String.init)
    let refusals = lines.filter { $0.contains(": error: ") }
    #expect(refusals.count == 2)
    #expect(refusals.contains { $0.contains("“Not both.”") && $0.hasSuffix("[L1]") })
    #expect(
      refusals.contains {
        $0.hasPrefix("\(folder["t.yaml"]):10:")
          && $0.contains("“Required custom attributes are not supported currently.”")
          && $0.hasSuffix("[legality.L3]")
      })
    #expect(lines.contains("  → Choose one of them."))
    #expect(lines.contains("  → make the attribute optional, and ask for it in the app"))
  }

  @Test func `overrides of the command line are checked like the file`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let output = run("check", folder["p.yaml"], "--set", "mfaMethods=sms,totp")
    #expect(output.status == .illegal)
    #expect(output.stderr.contains("mfa = off (default), mfaMethods = {sms, totp} (command line)"))
    let legal = run(
      "check", folder["p.yaml"], "--set", "mfaMethods={sms, totp}", "--set", "mfa=optional")
    #expect(legal.status == .allHold)
    #expect(
      legal.text.hasSuffix(
        "again: waymark check \(folder["p.yaml"]) "
          + "--set 'mfaMethods={sms, totp}' --set mfa=optional\n"
      ))
  }

  @Test func `a limit is 152 and never a proof`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let output = run("check", folder["p.yaml"], "--max-states", "1")
    #expect(output.status == .limitReached)
    #expect(output.text.contains("stopped at a limit"))
    #expect(output.text.contains("? undetermined  account.never-locked"))
  }

  @Test func `JSON has the design's keys and the same bytes every time`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nopen: [recovery]\n"])
    let output = run("check", folder["p.yaml"], "--format", "json")
    #expect(output.text.contains(#""condition": "recovery = adminOnly""#))
    #expect(output.text.contains(#""verdict": "fails""#))
    #expect(run("check", folder["p.yaml"], "--format", "json", "--threads", "2") == output)
  }

  @Test func `an assumption that alone flips a verdict is named unasked`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let flip =
      "  ! with lucky = false alone, another verdict on account.recoverable,\n"
      + "    account.confirmed-keeps\n"
    #expect(run("check", folder["p.yaml"]).text.contains(flip))
    #expect(run("check", folder["p.yaml"], "--try-assumptions").text.contains(flip))
    let without = run("check", folder["p.yaml"], "--no-try-assumptions").text
    #expect(
      without.contains("  ! no assumption was changed: `--no-try-assumptions` was given\n"))
    #expect(!without.contains("alone, another verdict"))
    #expect(
      run("check", folder["p.yaml"], "--format", "json").text
        .contains(#""name": "lucky""#))
  }

  @Test func `what bounds the exploration is said of pools that come near it`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let bound = "\nbounds:\n  - { parameter: mfa, counts: kinds of proof, where: lucky }\n"
    var environment = SmallTable.environment()
    environment.loadModel = { _ in
      try ModelLoader.load([
        try LocatedDocument(parsing: SmallTable.text + bound, file: "small.yaml")
      ])
    }
    func text(_ arguments: String...) -> String {
      WaymarkTool.output(
        for: ["check", folder["p.yaml"], "--verbose"] + arguments, in: environment
      ).text
    }
    #expect(text().contains("  bounded: at most off kinds of proof (mfa)\n"))
    #expect(text("--format", "json").contains(#""counts": "kinds of proof""#))
    #expect(!text("--assume", "lucky=false").contains("bounded:"))
    #expect(text("--assume", "lucky=open").contains("bounded:"))
  }

  @Test func `an assumption that is open makes each verdict a condition over it`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let output = run("check", folder["p.yaml"], "--assume", "lucky=open")
    #expect(output.text.contains("It fails exactly if lucky = false"))
    #expect(!output.text.contains("alone, another verdict"))
  }

  @Test func `an assumption is tried around all configurations of an open pool`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nopen: [recovery]\n"])
    #expect(run("check", folder["p.yaml"]).text.contains("  ! with lucky = false alone"))
  }

  @Test func `several pools are reported one after the other and the worst decides`() throws {
    let folder = try Folder([
      "a.yaml": "pool: a\nconfiguration: { recovery: email }\n",
      "b.yaml": "pool: b\nconfiguration: { recovery: adminOnly, mfa: required }\n",
    ])
    let output = run("check", folder["a.yaml"], folder["b.yaml"])
    #expect(output.status == .illegal)
    #expect(output.text.hasPrefix("a  "))
    #expect(output.stderr.contains("[L1]"))
  }
}

extension CommandOutput: Equatable {
  public static func == (a: CommandOutput, b: CommandOutput) -> Bool {
    (a.stdout, a.stderr, a.files, a.status) == (b.stdout, b.stderr, b.files, b.status)
  }
}
