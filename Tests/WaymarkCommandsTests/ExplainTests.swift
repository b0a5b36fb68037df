import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct ExplainTests {
  /// The codes that stand as literals in the sources.
  private static func codesInSources() throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let literal =
      #/
      "((?:amplify|binding|document|layer|legality|template|terraform|pool|table|inspect|usage
      |scenario|diff|project|serverless|shell|system|diagram|bench|cases|export|baseline|trace
      |testbed|serve|conform|users|probe|sweep|coverage|design|judge|means)\.[a-z][a-z0-9-]*)"
      /#
    var codes: Set<String> = []
    // These two are put together of a word that differs.
    codes.formUnion(["document.other-client", "document.other-pool"])
    // This one stands inside a whole line, where nothing can be put together any more.
    codes.insert("system.out-of-memory")
    codes.formUnion(DocumentRule.all.map(\.code))
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
    where path.hasSuffix(".swift") && !path.contains("/Explanations/") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for match in text.matches(of: literal) { codes.insert(String(match.1)) }
    }
    // Names of files.
    codes.subtract(["probe.py", "pool.yaml", "serverless.ts"])
    return codes
  }

  @Test func `every code that is written has a page and no page is left over`() throws {
    let written = try Self.codesInSources()
    let explained = Set(Explanations.pages.map(\.code))
    #expect(written.count > 50)
    #expect(written.subtracting(explained).sorted() == [])
    #expect(explained.subtracting(written).sorted() == [])
    #expect(explained.count == Explanations.pages.count)
  }

  @Test func `a page says what it means and what to do`() {
    for page in Explanations.pages {
      #expect(page.meaning.hasSuffix("."), "\(page.code)")
      #expect(!page.remedy.isEmpty, "\(page.code)")
    }
    let output = WaymarkTool.output(
      for: ["explain", "template.unquoted-off"], in: SmallTable.environment())
    #expect(
      output.text == """
        template.unquoted-off
          MfaConfiguration is an unquoted OFF, which YAML 1.1 reads as the boolean
          false.
          Remedy: Write it in quotes.
          Example:
            MfaConfiguration: "OFF"
          Source: YAML 1.1, bool

        """)
  }

  @Test(arguments: [
    ("§2.7", "cognito-server §2.7", "cognito-server §2.7, confidence B"),
    ("§9 property 3", "cognito-server §9", "cognito-server §9 property 3, confidence B"),
    ("X11, §2.2", "amplify-client §2.2", "amplify-client §2.2, X11, confidence B"),
    ("M12, P2", "cognito-server §9", "cognito-server §9, M12, P2, confidence B"),
    ("§2.7", "", "§2.7, confidence B"),
  ])
  func `a section that the document's name has is shown once`(
    fact: String, document: String, reported: String
  ) {
    let source = Source(fact: fact, document: document, confidence: "B")
    #expect(ReportAssembly.text(of: source) == reported)
  }

  @Test(arguments: [
    ("L1", "L1: a rule of legality (error)\n"), ("lucky", "lucky: an assumption\n"),
    ("account.never-locked", "account.never-locked: a property (error)\n"),
    ("small.lock", "small.lock\n"), ("mfa", "mfa: a parameter\n"),
  ])
  func `what the table declares is explained with its source`(id: String, first: String) {
    let output = WaymarkTool.output(for: ["explain", id], in: SmallTable.environment())
    #expect(output.status == .allHold)
    #expect(output.text.hasPrefix(first))
    #expect(output.text.contains("small.yaml:"))
  }

  @Test func `a rule of documents is explained by its number and by its code`() {
    let byCode = WaymarkTool.output(
      for: ["explain", "legality.L3"], in: SmallTable.environment())
    #expect(
      byCode.text == """
        legality.L3
          A custom attribute cannot be required. The service refuses it: “Required
          custom attributes are not supported currently”.
          Remedy: Make the attribute optional, and ask for it in the app.
          Source: cognito-server §1.3, L3; later-facts N497, confidence A

        """)
    let byNumber = WaymarkTool.output(for: ["explain", "L3"], in: SmallTable.environment())
    let ruleClass = "\nL3 is a state rule: about a pool or a client as it stands\n"
    #expect(byNumber.text == byCode.text + ruleClass)
  }

  @Test func `an unknown name gets the nearest`() {
    let output = WaymarkTool.output(
      for: ["explain", "tabel.shape"], in: SmallTable.environment())
    #expect(output.status == .usage)
    #expect(output.stderr.contains("did you mean `table.shape`?"))
  }

  @Test func `a fact is explained by the rows that rest on it`() {
    let output = WaymarkTool.output(for: ["explain", "X2"], in: ToolEnvironment())
    #expect(output.status == .allHold)
    #expect(output.text.contains("pool.setup.totpDone"))
  }

  @Test func `every statement is explained, whether or not a row rests on it`() throws {
    let model = try BundledTable.signIn()
    let explainer = ModelExplainer(model: model)
    let ids = model.statements.map(\.id)
    #expect(ids.count > 900)
    #expect(ids.filter { explainer.pages(ofFact: $0).isEmpty } == [])
    let output = WaymarkTool.output(for: ["explain", "N206"], in: ToolEnvironment())
    #expect(output.status == .allHold)
    #expect(output.text.hasPrefix("N206: a statement (informative)\n  states    An EMAIL_OTP"))
  }

  @Test func `every open point and every contradiction is explained by what rests on it`() throws {
    let explainer = ModelExplainer(model: try BundledTable.signIn())
    let points = (1...13).map { "O\($0)" } + (1...14).map { "X\($0)" }
    #expect(points.filter { explainer.pages(ofFact: $0).isEmpty } == [])
    func titles(_ point: String) -> [String] {
      explainer.pages(ofFact: point).map { String($0.prefix { $0 != "\n" }) }
    }
    // A rule of legality, one about changes, a row before the rule that settles it, a property.
    #expect(titles("O4") == ["L21: a rule of legality (warning)"])
    #expect(titles("X13").last?.hasPrefix("L33: a rule about changes") == true)
    #expect(titles("O13").first?.hasSuffix("a rule about changes (note)") == true)
    #expect(titles("O3") == ["X9: a rule of legality (error)"])
    #expect(titles("X11").contains { $0.hasSuffix(": a property (error)") })
  }

  @Test func `an assumption says where it comes from, and nothing is said twice`() {
    let assumption = WaymarkTool.output(for: ["explain", "lucky"], in: SmallTable.environment())
    #expect(assumption.text.contains("\n  source    O1, confidence D\n"))
    let rule = WaymarkTool.output(for: ["explain", "L1"], in: SmallTable.environment())
    #expect(rule.text.split(separator: "L1: a rule of legality").count == 1)
  }

  @Test func `a next step is explained by its name and by its name on the wire`() throws {
    let model = try BundledTable.signIn()
    let explainer = ModelExplainer(model: model)
    let page = try #require(explainer.page(for: "CONFIRM_SIGN_IN_WITH_TOTP_CODE"))
    #expect(page.hasPrefix("confirmSignInWithTOTPCode: what the app receives (nextStep)\n"))
    #expect(page.contains("\n  also      CONFIRM_SIGN_IN_WITH_TOTP_CODE\n"))
    #expect(page.contains("\n  sent by   client.challenge.SOFTWARE_TOKEN_MFA"))
    #expect(explainer.page(for: "confirmSignInWithTOTPCode") == page)
    let aliases = model.statements.flatMap(\.aliases)
    #expect(aliases.count == 14)
    for alias in aliases {
      #expect(explainer.page(for: alias.name)?.hasPrefix("\(alias.message): ") == true)
    }
  }

  @Test func `a page is JSON where it is asked for`() {
    let output = WaymarkTool.output(
      for: ["explain", "L11", "--format", "json"], in: ToolEnvironment())
    #expect(output.text.hasPrefix("{\n  \"id\": \"L11\",\n  \"page\": \"L11"))
  }

  @Test func `a parameter says which documents state it, and what counts where none does`() throws {
    let explainer = ModelExplainer(model: try BundledTable.signIn())
    let methods = try #require(explainer.page(for: "mfaMethods"))
    #expect(
      methods.contains(
        """

          set it    --set mfaMethods=…
          template  EnabledMfas; in the service's answers: get-user-pool-mfa-config
          Terraform aws_cognito_user_pool.software_token_mfa_configuration,
                    email_mfa_configuration, sms_configuration
          left out  no MFA method is configured

        """))
    let clock = try #require(explainer.page(for: "clientClock"))
    #expect(
      clock.contains(
        """

          stated    by no document of the service: by a pool file or `--set` alone

        """))
    let assumption = try #require(explainer.page(for: "disabledUserMayAnswer"))
    #expect(!assumption.contains("\n  stated"))
  }

  @Test func `the list of all is as wide as a terminal, and elsewhere an entry is a line`() {
    var environment = ToolEnvironment()
    let lines = WaymarkTool.output(for: ["explain"], in: environment).text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("handledNextSteps ") && $0.hasSuffix(" done}") })
    (environment.outputIsTerminal, environment.width) = (true, 80)
    let wrapped = WaymarkTool.output(for: ["explain"], in: environment).text.split(separator: "\n")
    #expect(wrapped.filter { $0.count > 80 } == [])
    #expect(wrapped.count > lines.count)
  }
}
