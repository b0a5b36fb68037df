import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Warnings about functions that have addresses count as verified, though nobody proved them.
@Suite struct UnprovedAddressTests {
  private static func pool(_ more: String = "", trigger: String = "pre_sign_up") -> String {
    ProjectFolder.pool.replacing(
      "}\n", with: "  lambda_config {\n    \(trigger) = \"arn\"\n  }\n\(more)}\n")
        + """
        resource "aws_cognito_user_pool_client" "app" {
          name = "app"
          user_pool_id = aws_cognito_user_pool.main.id
        }

        """
  }

  private static func function(_ lines: String...) -> String {
    "exports.handler = async (event, context, callback) => {\n"
      + lines.map { "  \($0)\n" }.joined() + "  return event;\n};\n"
  }

  private static let confirms = "event.response.autoConfirmUser = true;"
  private static let verifies = "event.response.autoVerifyEmail = true;"

  private func read(
    _ pool: String, _ program: String, file: String = "fn/sign-up.js"
  ) throws -> PoolDocument {
    let folder = try ProjectFolder(
      ["infra/main.tf": pool, file: program], model: try BundledTable.signIn())
    return try #require(folder.pools.first?.document)
  }

  private func warnings(_ document: PoolDocument) -> [Diagnostic] {
    document.notes.filter { $0.code == "document.unproved-address" }
  }

  @Test func `a check of the address in Go proves nothing`() throws {
    let program = """
      func handler(event events.PreSignup) (events.PreSignup, error) {
      \tif !strings.HasSuffix(event.Request.UserAttributes["email"], "@example.com") {
      \t\treturn event, errors.New("no")
      \t}
      \tevent.Response.AutoConfirmUser = true
      \tevent.Response.AutoVerifyEmail = true
      \treturn event, nil
      }
      """
    let said = warnings(try read(Self.pool(), program, file: "fn/main.go")).first?.message
    #expect(said?.contains("main.go:2) stops nobody") == true)
  }

  @Test func `an address that is verified for everybody is a warning, and what is answered`() throws
  {
    let own = try read(
      Self.pool("  alias_attributes = [\"email\"]\n"), Self.function(Self.confirms, Self.verifies))
    let warning = try #require(warnings(own).first)
    #expect(warning.severity == .warning)
    #expect(warning.location.line == 3)
    #expect(
      warning.message == "this confirms whoever signs up and has their email count as verified,"
        + " which nobody has proved: whoever signs up with somebody else's is its owner for all"
        + " that trust email_verified, and takes it from the account that signs in by it")
    #expect(own["preSignUpTrigger"]?.value == .choice("confirmsAndVerifies"))
    #expect(own["confirmedByServer"]?.value == .bool(true))
  }

  @Test(
    arguments: [
      (function(confirms, verifies), true),
      (function("event.response = { autoConfirmUser: true, autoVerifyEmail: true };"), true),
      (
        function(
          confirms, "if (event.request.userAttributes.hasOwnProperty('email')) {", "  \(verifies)",
          "}"), true
      ),
      (
        "def handler(event, context):\n  event['response']['autoConfirmUser'] = True\n"
          + "  if 'email' in event['request']['userAttributes']:\n"
          + "    event['response']['autoVerifyEmail'] = True\n  return event\n", true
      ),
      (
        function(
          "if (event.triggerSource === 'PreSignUp_SignUp') {", "  \(confirms)", "  \(verifies)", "}"
        ), true
      ),
      (function(confirms), false), (function(verifies), false),
      (function(confirms, "// \(verifies)"), false),
      (function(confirms, "event.response.autoVerifyEmail = false;"), false),
      (function(confirms, "event.response.autoVerifyEmail = isOurs;"), false),
      (function(confirms, "if (isOurs) {", "  \(verifies)", "}"), false),
      (function("if (!isOurs) return event;", confirms, verifies), false),
      (function("if (!isOurs) {", "  throw new Error()", "}", confirms, verifies), false),
      (
        function(
          "if (event.triggerSource === 'PreSignUp_ExternalProvider') {", "  \(confirms)",
          "  \(verifies)", "}"), false
      ),
    ] as [(String, Bool)])
  func `a condition of the function leaves it open`(program: String, isFound: Bool) throws {
    let own = try read(Self.pool(), program)
    #expect(warnings(own).count == (isFound ? 1 : 0), "\(program)")
    let isAnswered = own["preSignUpTrigger"]?.value == .choice("confirmsAndVerifies")
    #expect(isAnswered == isFound, "\(program)")
  }

  /// A function that answers in a helper, and calls it like this.
  private static func helper(_ call: String) -> String {
    "const confirm = (event) => {\n  \(confirms)\n  \(verifies)\n};\n" + function(call)
  }

  @Test(
    arguments: [
      // A value that is computed.
      (function("event.response.autoConfirmUser = process.env.OPEN === 'true';", verifies), false),
      (function("event.response.autoConfirmUser = event.response.autoVerifyEmail = true;"), true),
      (function(confirms, verifies, "event.response.autoConfirmUser = isInvited;"), false),
      (
        "def lambda_handler(event, context):\n"
          + "    event['response']['autoConfirmUser'] = True if invited else False\n"
          + "    event['response']['autoVerifyEmail'] = True\n    return event\n", false
      ),
      (
        function(
          "event.response = isInvited", "  && { autoConfirmUser: true, autoVerifyEmail: true };"),
        false
      ),
      // Conditions with words that only contain one for dispatching.
      (function("if (inviteTransaction) {", "  \(confirms)", "  \(verifies)", "}"), false),
      (function("if (validPath) {", "  \(confirms)", "  \(verifies)", "}"), false),
      (function("if (event.action === 'up') {", "  \(confirms)", "  \(verifies)", "}"), true),
      (
        function(
          "switch (event.triggerSource) {", "  case 'PreSignUp_SignUp':", "    break;",
          "  default:", "    \(confirms)", "    \(verifies)", "}"), false
      ),
      // Calls that may throw, before and behind.
      (function("await redeem(event.request.clientMetadata.code);", confirms, verifies), false),
      (
        function(
          "const { code } = event.request.validationData;", "await redeem(code);", confirms,
          verifies), false
      ),
      (function("await assertInvited(event);", confirms, verifies), false),
      (function("console.log(event.request.clientMetadata);", confirms, verifies), true),
      (function("if (!isInvited) {", "  context.fail('no');", "}", confirms, verifies), false),
      (function(confirms, verifies, "if (!isInvited) throw new Error();"), false),
      (
        function(
          confirms, verifies, "try {", "  count();", "} catch (error) {", "  throw error;", "}"),
        true
      ),
      // Answers outside of the handler.
      (helper("confirm(event);"), true), (helper("isExternal && confirm(event);"), false),
      (helper("work();"), false),
      (
        function(
          "check(event, (error) => {", "  \(confirms)", "  \(verifies)",
          "  callback(error, event);",
          "});"), false
      ),
      (
        "const ANSWERS = {\n  PreSignUp_ExternalProvider: () => ({\n    autoConfirmUser: true,\n"
          + "    autoVerifyEmail: true,\n  }),\n};\n"
          + function("Object.assign(event.response, ANSWERS[event.triggerSource]());"), false
      ),
      (
        "export const handler: PreSignUpTriggerHandler = async (\n  event,\n) => {\n  \(confirms)\n"
          + "  \(verifies)\n  return event;\n};\n", true
      ),
    ] as [(String, Bool)])
  func `an answer that may be to some is left open`(program: String, isFound: Bool) throws {
    let own = try read(Self.pool(), program)
    #expect(warnings(own).count == (isFound ? 1 : 0), "\(program)")
  }

  private static let domain = "const domain = event.request.userAttributes.email.split('@')[1];"
  private static let typed = "if (!ours.includes(event.request.userAttributes.email)) {"
  private static let refuses = "  throw new Error('not for you');"

  @Test(
    arguments: [
      (function(domain, "if (domain !== 'example.com') {", refuses, "}", confirms, verifies), 3),
      (function("if (domain !== ours) throw new Error();", confirms, verifies), 2),
      (function(typed, "  log();", refuses, "}", confirms, verifies), 2),
      (
        function(
          "if (event.triggerSource !== 'PreSignUp_ExternalProvider') {", refuses, "}", domain,
          "if (domain !== 'example.com') {", refuses, "}", confirms, verifies), nil
      ),
      (function("if (!(await isOurs(email))) {", refuses, "}", confirms, verifies), nil),
      (function("if (!isInvited(email, code)) {", refuses, "}", confirms, verifies), nil),
      (function(typed, "  return event;", "}", confirms, verifies), nil),
      (function("if (!/@example.com$/.test(email)) throw new Error();", confirms, verifies), 2),
      (function("if (email !== process.env.OWNER) throw new Error();", confirms, verifies), 2),
      (function(typed, "  callback(error);", "  return;", "}", confirms, verifies), 2),
      (
        function(
          "if (email.endsWith('@example.com')) {", "  \(confirms)", "  \(verifies)",
          "  return event;", "}", "throw new Error();"), 2
      ),
      // What may be a proof: another record, a call, what the app sends along.
      (function("if (invite?.email !== email) {", refuses, "}", confirms, verifies), nil),
      (function("if (email !== invitedEmail) {", refuses, "}", confirms, verifies), nil),
      (function("if (claims['email'] != email) {", refuses, "}", confirms, verifies), nil),
      (function("if (!isOurs(email)) {", refuses, "}", confirms, verifies), nil),
      (function("if (domain !== 'a.com' && !isInvited) {", refuses, "}", confirms, verifies), nil),
      (
        function(
          "const proved = verify(event.request.clientMetadata.link);",
          "if (!proved.includes(email)) {", refuses, "}", confirms, verifies), nil
      ),
    ] as [(String, Int?)])
  func `a check of the address that is typed proves nothing`(program: String, line: Int?) throws {
    let own = try read(Self.pool(), program)
    let said = warnings(own).first?.message
    #expect((said != nil) == (line != nil), "\(program)")
    if let line {
      #expect(said?.contains("sign-up.js:\(line)) stops nobody") == true, "\(said ?? "")")
    }
    #expect((own["preSignUpTrigger"]?.value == .choice("confirmsAndVerifies")) == (line != nil))
  }

  @Test(
    arguments: [
      (function(confirms), "confirms"), (function(verifies), "verifies"),
      (function("event.response = { autoConfirmUser: false, autoVerifyEmail: true };"), "verifies"),
      (function("event.response = { autoConfirmUser: true, autoVerifyEmail: false };"), "confirms"),
      (function(verifies, "event.response.autoConfirmUser = isOurs;"), nil),
      (function(confirms, "event.response.autoVerifyEmail = isOurs;"), nil),
      (function("if (isOurs) {", "  \(verifies)", "}"), nil),
      (function("if (isOurs) {", "  \(confirms)", "}"), nil), (function("work();"), nil),
      (function("event.response.autoConfirmUser = process.env.OPEN === 'true';"), nil),
    ] as [(String, String?)])
  func `what a function answers to everybody is known`(program: String, answer: String?) throws {
    let own = try read(Self.pool(), program)
    #expect(own["preSignUpTrigger"]?.value == answer.map { .choice($0) }, "\(program)")
  }

  private static let triggers =
    "  lambda_config {\n    pre_sign_up = \"arn\"\n    post_authentication = \"arn\"\n  }\n"
  private static let marks = """
    exports.handler = async (event) => {
      if (event.request.userAttributes.email_verified !== 'true') {
        await cognito.adminUpdateUserAttributes({
          UserPoolId: event.userPoolId, Username: event.userName,
          UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
        })
      }
      return event
    }
    """

  @Test(
    arguments: [
      (triggers, function(confirms), marks, 1),
      (triggers, function("event.response.autoConfirmUser = isOurs;"), marks, 0),
      (triggers, function("work();"), marks, 0),
      ("  lambda_config {\n    pre_sign_up = \"arn\"\n  }\n", function(confirms), marks, 0),
      (
        triggers, function(confirms), marks.replacing("!== 'true'", with: "!== 'true' && isOurs"), 0
      ),
      (
        triggers, function(confirms),
        marks.replacing("if (", with: "if (!isOurs) {\n  } else if ("), 0
      ),
    ] as [(String, String, String, Int)])
  func `a function marks the address of whoever was confirmed without a code`(
    lambdas: String, before: String, after: String, count: Int
  ) throws {
    let pool = Self.pool().replacing(
      "  lambda_config {\n    pre_sign_up = \"arn\"\n  }\n", with: lambdas)
    let folder = try ProjectFolder(
      ["main.tf": pool, "fn/sign-up.js": before, "fn/post-authentication.js": after],
      model: try BundledTable.signIn())
    let found = warnings(try #require(folder.pools.first?.document))
    #expect(found.count == count, "\(before) \(after)")
    for warning in found {
      #expect(warning.location.file.hasSuffix("post-authentication.js"))
      #expect(warning.location.line == 5)
      #expect(warning.message.contains("sign-up.js:2 confirms whoever signs up"))
    }
  }

  @Test(arguments: [
    (pool(trigger: "post_confirmation"), 0, false),
    (pool("  admin_create_user_config {\n    allow_admin_create_user_only = true\n  }\n"), 0, true),
    // Users may give a phone number, which the function does not have count as verified.
    (pool("  auto_verified_attributes = [\"phone_number\"]\n"), 1, false),
  ])
  func `it is the pool's where people sign up to it by the function`(
    pool: String, warnings: Int, isAnswered: Bool
  ) throws {
    let own = try read(pool, Self.function(Self.confirms, Self.verifies))
    #expect(self.warnings(own).count == warnings)
    #expect((own["preSignUpTrigger"]?.value == .choice("confirmsAndVerifies")) == isAnswered)
  }

  @Test(arguments: [
    ("[\"ALLOW_CUSTOM_AUTH\", \"ALLOW_REFRESH_TOKEN_AUTH\"]", 0), ("[\"ALLOW_USER_AUTH\"]", 1),
  ])
  func `a custom challenge may prove the address at each sign-in`(flows: String, count: Int) throws
  {
    let pool = Self.pool().replacing(
      "main.id\n", with: "main.id\n  explicit_auth_flows = \(flows)\n")
    let own = try read(pool, Self.function(Self.confirms, Self.verifies))
    #expect(warnings(own).count == count)
  }

  @Test(arguments: [
    ("", "keeps its owner from signing up"),
    ("    define_auth_challenge = \"arn\"\n", "keeps a password to the account that its owner"),
  ])
  func `whose address is taken may still come by a code`(trigger: String, words: String) throws {
    let pool = Self.pool("  username_attributes = [\"email\"]\n").replacing(
      "    pre_sign_up = \"arn\"\n", with: "    pre_sign_up = \"arn\"\n\(trigger)")
    let own = try read(pool, Self.function(Self.confirms, Self.verifies))
    #expect(warnings(own).first?.message.contains(words) == true, "\(warnings(own))")
  }

  @Test func `where the project signs nobody up others still do by the API`() throws {
    let own = try read(
      Self.pool(),
      "// adminCreateUser\n" + Self.function(Self.confirms, Self.verifies)
        + "exports.make = () => cognito.adminCreateUser({ UserPoolId: pool })\n")
    #expect(own["selfSignUp"]?.value == nil)
    #expect(warnings(own).count == 1)
  }

  @Test func `a refusal of the service hides no warning`() throws {
    let folder = try Folder([
      "main.tf": Self.pool("  mfa_configuration = \"ON\"\n"),
      "fn/sign-up.js": Self.function(Self.confirms, Self.verifies),
    ])
    let output = WaymarkTool.output(
      for: ["check", folder.path, "--no-try-assumptions"], in: ToolEnvironment())
    #expect(output.status == .illegal)
    #expect(output.stderr.contains("[document.unproved-address]"), "\(output.stderr)")
  }

  /// A template of two pools, each with a PreSignUp function of its own.
  private static let twoPools = """
    Transform: AWS::Serverless-2016-10-31
    Resources:
      Buyers:
        Type: AWS::Cognito::UserPool
        Properties:
          UsernameAttributes: [email]
          LambdaConfig: { PreSignUp: !GetAtt BuyerSignUp.Arn }
      BuyersClient:
        Type: AWS::Cognito::UserPoolClient
        Properties: { UserPoolId: !Ref Buyers, GenerateSecret: false }
      Agents:
        Type: AWS::Cognito::UserPool
        Properties: { UsernameAttributes: [email] }
      AgentsClient:
        Type: AWS::Cognito::UserPoolClient
        Properties: { UserPoolId: !Ref Agents, GenerateSecret: false }
      BuyerSignUp:
        Type: AWS::Serverless::Function
        Properties: { CodeUri: ./fn/buyers, Handler: app.handler }
      AgentSignUp:
        Type: AWS::Serverless::Function
        Properties:
          CodeUri: ./fn/agents
          Handler: app.handler
          Events:
            SignUp: { Type: Cognito, Properties: { UserPool: !Ref Agents, Trigger: PreSignUp } }

    """

  @Test(arguments: [
    (["buyers", "agents"], ["Buyers fn/buyers", "Agents fn/agents"]),
    (["agents"], ["Agents fn/agents"]),
    // In a folder that no function names, the program may be either's.
    (["common"], ["Buyers fn/common", "Agents fn/common"]),
  ])
  func `the function of the pool's own trigger is the place`(
    folders: [String], places: [String]
  ) throws {
    var files = ["template.yaml": Self.twoPools]
    for name in ["buyers", "agents"] { files["fn/\(name)/app.js"] = Self.function("work();") }
    for name in folders {
      files["fn/\(name)/app.js"] = Self.function(Self.confirms, Self.verifies)
    }
    let folder = try ProjectFolder(files, model: try BundledTable.signIn())
    let found = folder.pools.compactMap(\.document).flatMap { pool in
      warnings(pool).map { warning in
        let file = warning.location.file.dropFirst(folder.folder.path.count + 1)
        return "\(pool.name) \(file.dropLast("/app.js".count))"
      }
    }
    #expect(found.sorted() == places.sorted())
  }
}
