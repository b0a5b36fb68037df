import Foundation
import PoolAnalysis
import SignIn
import StateSpace
import TestSupport
import Testing
import TransitionTables

@testable import WaymarkCommands

/// `waymark design`: pools for wishes.
@Suite struct DesignTests {
  /// Few settings, so that the family is small.
  private static let base = """
    pool: small
    configuration: { administratorActs: [], selfSignUp: true, flows: [userSRP, refresh] }
    open: [mfa, mfaMethods, autoVerified, recovery, smsConfigured]

    """

  private func design(_ arguments: String..., want: String? = nil) throws -> CommandOutput {
    let folder = try Folder(["base.yaml": Self.base, "want.yaml": want ?? ""])
    let file = want == nil ? [] : ["--want", folder["want.yaml"]]
    return WaymarkTool.output(
      for: ["design"] + arguments + file + ["--base", folder["base.yaml"], "--format", "json"],
      in: ToolEnvironment())
  }

  private func members(of output: CommandOutput) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(output.stdout)) as? [String: Any],
      "\(output.stderr)")
  }

  @Test func `without a wish the wishes are listed`() {
    let output = WaymarkTool.output(for: ["design"], in: ToolEnvironment())
    #expect(output.status == .allHold)
    #expect(output.text.contains("no-sms-cost"))
    #expect(!output.text.contains("users-sign-in"))
  }

  @Test func `an unknown wish is named with the nearest one`() throws {
    let output = try design("no-sms-costs")
    #expect(output.status == .usage)
    #expect(output.stderr.contains("did you mean `no-sms-cost`?"))
  }

  @Test func `documents that decide every setting leave nothing to choose`() throws {
    let base = BundledTable.directory.appending(path: "pools/sound/retail.yaml").path
    let output = WaymarkTool.output(
      for: ["design", "sign-in-by-email", "--base", base], in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(output.stderr.contains("nothing is left to choose [usage.nothing-open]"))
  }

  @Test func `where every pool is tried and rejected no limit is blamed`() throws {
    let base = BundledTable.directory.appending(path: "pools/sound/retail.yaml").path
    let output = WaymarkTool.output(
      for: ["design", "resists-stolen-password", "self-sign-up", "--base", base],
      in: ToolEnvironment())
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains("✗ none: all were tried, and 1 pool rejected:"), "\(output.text)")
  }

  @Test func `a page names the pools that were tried and rejected`() throws {
    let base = BundledTable.directory.appending(path: "pools/sound/retail.yaml").path
    let arguments = [
      "design", "resists-stolen-password", "self-sign-up", "--base", base, "--format",
    ]
    let page = WaymarkTool.output(for: arguments + ["markdown"], in: ToolEnvironment())
    #expect(page.status == .safetyViolated)
    #expect(
      page.text.contains("\nNone: all were tried, and 1 pool rejected:\n\n- "), "\(page.text)")
    let found = try members(
      of: WaymarkTool.output(for: arguments + ["json"], in: ToolEnvironment()))
    #expect(found["isExhausted"] as? Bool == true)
    #expect(found["isUndecided"] as? Bool == false)
    #expect(found["pools"] as? Int == 1)
  }

  @Test(arguments: ["no-administrator", "survives-forgotten-password"])
  func `an invitation that is lost breaks no wish`(wish: String) throws {
    let own = "administratorActs: [creates], requiredAttributes: [email], "
    let base = Self.base
      .replacing("administratorActs: [],", with: own + "verifyBeforeUpdate: [email],")
      .replacing("open: [mfa, mfaMethods, autoVerified,", with: "open: [autoVerified,")
    let folder = try Folder(["base.yaml": base])
    let output = WaymarkTool.output(
      for: ["design", wish, "--base", folder["base.yaml"]], in: ToolEnvironment())
    #expect(output.status == .allHold, "\(output.text)")
    #expect(output.text.contains("autoVerified={email}"), "\(output.text)")
  }

  @Test func `a wish that is named twice counts once, and that is said`() throws {
    let list = try WishList(["no-sms-cost", "second-factor", "no-sms-cost"], file: nil)
    #expect(list.ids == ["no-sms-cost", "second-factor"])
    #expect(list.repeated == ["no-sms-cost"])
    let output = try design("lite-plan", "passkeys", want: "want: [lite-plan, lite-plan]")
    #expect(
      output.stderr == "waymark: `lite-plan` is wished for more than once, and counts once\n")
    #expect(try design("lite-plan", "passkeys").stderr == "")
  }

  @Test func `wishes that settings exclude come out as a smallest subset with the rule`() throws {
    let own = """
      want:
        - optional-second-factor
        - { id: no-method, says: no method is switched on, where: "mfaMethods == {}" }
        - no-sms-cost
      """
    let output = try design(want: own)
    #expect(output.status == .safetyViolated)
    let conflict = try #require(try members(of: output)["conflict"] as? [String: Any])
    let wishes = conflict["wishes"] as? [[String: String]]
    #expect(wishes?.compactMap { $0["id"] } == ["optional-second-factor", "no-method"])
    let reasons = conflict["because"] as? [[String: String]]
    #expect(reasons?.compactMap { $0["id"] } == ["L8"])
    #expect(wishes?.compactMap { $0["where"] } == ["mfa == optional", "mfaMethods == {}"])
  }

  private func run(_ wishes: String..., base: String) throws -> CommandOutput {
    let folder = try Folder(["base.yaml": base])
    return WaymarkTool.output(
      for: ["design"] + wishes + ["--base", folder["base.yaml"], "--format", "json"],
      in: ToolEnvironment())
  }

  @Test func `a setting of the base that a wish excludes is named with its line`() throws {
    let base = """
      pool: small
      configuration:
        administratorActs: []
        smsConfigured: true
      open: [recovery, tier]

      """
    let output = try run("no-sms-cost", "lite-plan", base: base)
    #expect(output.status == .safetyViolated)
    let conflict = try #require(try members(of: output)["conflict"] as? [String: Any])
    let wishes = conflict["wishes"] as? [[String: String]]
    #expect(wishes?.compactMap { $0["id"] } == ["no-sms-cost"])
    let settings = try #require(conflict["settings"] as? [[String: Any]])
    #expect(settings.compactMap { $0["setting"] as? String } == ["smsConfigured"])
    #expect(settings.first?["value"] as? String == "true")
    let place = settings.first?["place"] as? [String: Any]
    #expect(place?["line"] as? Int == 4)
    #expect(place?["text"] as? String == "smsConfigured: true")
  }

  @Test func `wishes that exclude each other are named before settings of the base`() throws {
    let base = """
      pool: small
      configuration: { administratorActs: [], smsConfigured: true }
      open: [recovery, tier]

      """
    let output = try run("second-factor", "optional-second-factor", "no-sms-cost", base: base)
    let conflict = try #require(try members(of: output)["conflict"] as? [String: Any])
    #expect((conflict["settings"] as? [[String: Any]])?.count == 0)
    let wishes = conflict["wishes"] as? [[String: String]]
    #expect(wishes?.compactMap { $0["id"] } == ["second-factor", "optional-second-factor"])
    let reasons = conflict["because"] as? [[String: String]]
    #expect(reasons?.compactMap { $0["id"] } == ["mfa"])
    #expect(
      reasons?.compactMap { $0["text"] } == [
        "optional-second-factor leaves optional, second-factor leaves required"
      ])
  }

  @Test(.optimised) func `settings that help only together are named together`() throws {
    let base = """
      pool: small
      configuration:
        mfa: required
        mfaMethods: [sms]
        requiredAttributes: [email]
        recovery: email
        smsConfigured: true
      open: [tier]

      """
    let output = try run("no-sms-cost", base: base)
    let conflict = try #require(try members(of: output)["conflict"] as? [String: Any])
    #expect(changes(in: conflict) == ["mfaMethods smsConfigured": ["{totp} false"]])
    #expect(conflict["explored"] as? Int == 1)
  }

  @Test(.optimised) func `a base that contradicts a property is blamed with what can stand there`()
    throws
  {
    let base = """
      pool: bookshop
      configuration:
        mfa: required
        mfaMethods: [sms]
        usernameAttributes: [email]
        autoVerified: [email]
        requiredAttributes: [email]
        recovery: email
        smsConfigured: true
        flows: [userSRP, refresh]
      open: [tier]

      """
    let output = try run("sign-in-by-email", "second-factor", base: base)
    #expect(output.status == .safetyViolated)
    let conflict = try #require(try members(of: output)["conflict"] as? [String: Any])
    #expect((conflict["wishes"] as? [Any])?.count == 0)
    let reasons = conflict["because"] as? [[String: String]]
    #expect(reasons?.compactMap { $0["id"] } == ["sign-in.no-dead-end"])
    #expect(
      changes(in: conflict) == [
        "mfaMethods": ["{sms, totp}"], "requiredAttributes": ["{email, phone}", "{phone}"],
      ])
  }

  /// The values that help, by the settings that change.
  private func changes(in conflict: [String: Any]) -> [String: [String]] {
    let changes = (conflict["changes"] as? [[String: Any]] ?? []).map { change in
      let settings = change["settings"] as? [[String: Any]] ?? []
      let values = change["instead"] as? [[String]] ?? []
      return (
        settings.compactMap { $0["setting"] as? String }.joined(separator: " "),
        values.map { $0.joined(separator: " ") }
      )
    }
    return Dictionary(uniqueKeysWithValues: changes)
  }

  @Test(.optimised) func `a change names what it takes the place of, the document once`() throws {
    let base = BundledTable.directory.appending(path: "pools/sound/bank.yaml").path
    let text = WaymarkTool.output(
      for: ["design", "no-sms-cost", "--base", base], in: ToolEnvironment()
    ).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let changes = """
      Each of these changes leaves a pool with all of it (6 pools explored): · in place of \
      mfaMethods = {sms, totp, email} (\(base):6:15), autoVerified = {email, phone} (8:17), \
      smsConfigured = true (11:18) and verifyBeforeUpdate = {email, phone} (13:23) → \
      `mfaMethods={totp}` and `autoVerified={}` and `smsConfigured=false` and \
      `verifyBeforeUpdate={}` → or `mfaMethods={totp}` and `autoVerified={email}` and
      """
    #expect(text.contains(changes))
  }

  @Test(.optimised) func `what no wish speaks of is named where it has to change`() throws {
    let base = BundledTable.directory
      .appending(path: "pools/flawed/app.handles-every-step/ticket-office.yaml").path
    let output = WaymarkTool.output(
      for: ["design", "sign-in-by-email", "--base", base, "--format", "json"],
      in: ToolEnvironment())
    #expect(output.status == .safetyViolated)
    let conflict = try #require(try members(of: output)["conflict"] as? [String: Any])
    #expect(
      changes(in: conflict) == [
        "handledNextSteps": ["{confirmSignInWithNewPassword, resetPassword, done}"]
      ])
    #expect(conflict["explored"] as? Int == 4)
  }

  @Test(.optimised) func `a design that changes nothing says of which settings`() throws {
    let base = """
      pool: small
      configuration: { administratorActs: [], autoVerified: [email], selfSignUp: true, existenceErrors: prevent }
      open: [tier, recovery]

      """
    let folder = try Folder(["base.yaml": base])
    let output = WaymarkTool.output(
      for: ["design", "no-sms-cost", "--base", folder["base.yaml"]], in: ToolEnvironment())
    #expect(output.text.contains("     every setting that was left open is at its default\n"))
  }

  @Test func `an illegal base is refused as check refuses it`() throws {
    let base = """
      pool: small
      configuration: { mfa: required, mfaMethods: [email], recovery: adminOnly }
      open: [tier]

      """
    let output = try run("second-factor", base: base)
    #expect(output.status == .illegal)
    #expect(output.stderr.contains("base.yaml:2:"))
    #expect(output.stderr.contains("[L18]"))
  }

  @Test(.optimised) func `the cheapest design has the wishes and keeps the properties`() throws {
    let output = try design("second-factor", "no-sms-cost")
    #expect(output.status == .allHold)
    let designs = try #require(try members(of: output)["designs"] as? [[String: Any]])
    let settings = try #require(designs.first?["settings"] as? [String])
    #expect(settings.contains("mfa=required"))
    #expect(settings.contains("mfaMethods={totp}"))
    #expect(!settings.contains { $0.hasPrefix("smsConfigured") })
    let costs = designs.compactMap { $0["cost"] as? Int }
    #expect(costs == costs.sorted())
  }

  @Test func `what is for a written design is refused without one, before any search`() throws {
    #expect(try design("no-sms-cost", "--choice", "0", "--as", "waymark").status == .usage)
    #expect(try design("no-sms-cost", "--choice", "2").status == .usage)
    #expect(try design("no-sms-cost", "--output", "out").status == .usage)
  }

  @Test func `a file without wishes is refused where it is wrong`() throws {
    #expect(try design(want: "wishes: []").stderr.contains("design.wishes"))
    #expect(try design(want: "want: [{ says: x }]").stderr.contains("design.wishes"))
    #expect(try design(want: "want: []").status == .usage)
  }
}

/// Pools written in formats that deploy them, read again.
@Suite struct WrittenPoolTests {
  private static let model = Result { try BundledTable.signIn() }

  /// Legal pools over the settings that a design chooses. A client with the administrator's flow
  /// alone is left out: read again, it is a server's and no app's.
  private func samples(_ count: Int) throws -> [[Int: Int]] {
    let model = try Self.model.get()
    let request = PoolRequest(paths: [PoolDesigner.bundledPath])
    let pool = try #require(try PoolLoader(model: model, request: request).load().first)
    var random = SplitMix64(seed: 23)
    var found: [[Int: Int]] = []
    while found.count < count {
      var parameters = pool.closed
      for slot in pool.open {
        let values = model.types.values(of: model.slots[slot].type)
        parameters[slot] = values[Int(random.next() % UInt64(values.count))]
      }
      let valuation = model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial }
      let evaluator = ConcreteEvaluator(valuation)
      let isLegal = !model.legality.contains { $0.isError && evaluator.holds($0.forbid) }
      let isAsked = model.wishes.allSatisfy { !$0.isAlways || evaluator.holds($0.condition) }
      let flows = model.parameter(named: "flows").map { model.text(of: valuation[$0], in: $0) }
      let isServers = ["{adminUserPassword}", "{adminUserPassword, refresh}"].contains(flows)
      if isLegal, isAsked, !isServers { found.append(parameters) }
    }
    return found
  }

  @Test func `what a tool does not create in one step stands at the head of its document`() throws {
    let model = try Self.model.get()
    func written(_ format: String, mfa: String) throws -> WrittenPool {
      let texts = [
        "mfa": mfa, "mfaMethods": mfa == "off" ? "{}" : "{email}", "emailSender": "ses",
        "recovery": "adminOnly",
      ]
      var parameters: [Int: Int] = [:]
      for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
      for (name, text) in texts {
        let slot = try #require(model.parameter(named: name))
        let values = model.types.values(of: model.slots[slot].type)
        let value: Int = try #require(values.first { model.text(of: $0, in: slot) == text })
        parameters[slot] = value
      }
      return WrittenPool(parameters, as: format, model)
    }
    for (format, mark) in [("cloudformation", "# "), ("amplify", "// ")] {
      let pool = try written(format, mfa: "required")
      let head = try #require(pool.files.first?.text)
      #expect(head.hasPrefix("\(mark)Not deployed in one step (seen in cfn#2221, cdk#32615):\n"))
      #expect(pool.stepwise.count == 1)
      #expect(try written(format, mfa: "off").stepwise == [])
    }
    #expect(try written("cloudformation", mfa: "required").differences == [])
    #expect(try written("terraform", mfa: "required").stepwise == [])
    #expect(try written("waymark", mfa: "required").stepwise == [])
  }

  @Test(
    "What is written is read as it was meant",
    arguments: ["waymark", "cloudformation", "terraform"])
  func isReadAgain(format: String) throws {
    let model = try Self.model.get()
    for parameters in try samples(200) {
      let written = WrittenPool(parameters, as: format, model)
      #expect(written.differences == [], "\(written.files.map(\.text).joined())")
      if written.differences != [] { return }
    }
  }
}
