import Foundation
import SignIn
import Testing
import TransitionTables

/// Small documents that once crashed the readers or kept them for ever, and large ones that took
/// more than their share: each is read or refused, in time that grows as the document does.
@Suite struct HostileDocumentTests {
  private static let parameter = "Parameters: {P: {Type: String, Default: x}}\n"

  /// A template whose pool is named by an expression.
  private static func named(_ expression: String, _ sections: String) -> String {
    template(pool: "SmsVerificationMessage: \(expression)", sections: sections)
  }

  /// Conditions of which each asks for the next.
  private static func chain(_ length: Int) -> String {
    let links = (0..<length).map { "  C\($0): !Not [!Condition C\($0 + 1)]\n" }.joined()
    return parameter + "Conditions:\n\(links)  C\(length): !Equals [!Ref P, x]"
  }

  /// Entries of a mapping of which each is twice the one before.
  private static func doubling(_ length: Int) -> String {
    let entries = (1...length).map {
      let before = "!FindInMap [M, a, k\($0 - 1)]"
      return "    k\($0): !Join ['', [\(before), \(before)]]\n"
    }
    return "Mappings:\n  M:\n   a:\n    k0: x\n" + entries.joined()
  }

  // MARK: Templates that never end

  @Test(arguments: [
    (named("!FindInMap [M, a, b]", "Mappings: {M: {a: {b: !FindInMap [M, a, b]}}}"), "levels"),
    (named("!If [C0, a, b]", chain(6_000)), "levels"),
    (named("!FindInMap [M, a, k29]", doubling(29)), "steps"),
    (
      named(
        "!Sub '" + String(repeating: "${P}", count: 60_000) + "'",
        "Parameters: {P: {Type: String, Default: \(String(repeating: "x", count: 30_000))}}"),
      "bytes"
    ),
  ])
  func refusesWhatTakesTooMuchToEvaluate(_ document: String, _ excess: String) throws {
    let found = faults(document).filter { $0.severity == .error }
    #expect(found.map(\.code) == ["template.too-complex"])
    let fault = try #require(found.first)
    #expect(fault.message.contains(excess))
    #expect(fault.location.line > 1)
  }

  @Test func evaluatesWhatIsOnlyLong() throws {
    let document = template(
      pool: "MfaConfiguration: !If [C0, 'OFF', 'ON']", sections: Self.chain(60))
    #expect(try read(document)["mfa"]?.value == .choice("off"))
    let joined = template(
      pool: "UserPoolName: !FindInMap [M, a, k10]", sections: Self.doubling(10)
    ).replacing("      UserPoolName: shop\n", with: "")
    #expect(try read(joined).name == String(repeating: "x", count: 1_024))
  }

  // MARK: Programs have the limits of data

  @Test(arguments: [
    ("resource \"aws_cognito_user_pool\" \"p\" {\n", "b{}\n", 200_001, "}\n"),
    (
      "import {defineAuth} from 'x';\nexport const a = defineAuth({ a: [\n", "1,\n", 200_001,
      "]});\n"
    ),
    ("aws cognito-idp create-user-pool --pool-name p\n", "a\n", 200_001, ""),
  ])
  func refusesProgramsWithTooManyValues(
    _ start: String, _ middle: String, _ count: Int, _ end: String
  ) {
    let text = start + String(repeating: middle, count: count) + end
    let found = faults(text)
    #expect(found.map(\.code) == ["document.too-many-values"])
    #expect(found.map(\.remedy) == ["give a smaller document"])
  }

  @Test(arguments: [
    ("resource \"aws_cognito_user_pool\" \"p\" {\n a = ", "[", "]", "\n}\n"),
    ("resource \"aws_cognito_user_pool\" \"p\" {\n", "b {\n", "}\n", "}\n"),
    ("import {defineAuth} from 'x';\nexport const a = defineAuth(", "[", "]", ");\n"),
    ("resource \"aws_cognito_user_pool\" \"p\" {\n a = ", "toset(", ")", "\n}\n"),
    ("aws cognito-idp create-user-pool --pool-name ", "$(a ", ")", "\n"),
  ])
  func refusesProgramsThatNestTooDeep(
    _ start: String, _ open: String, _ close: String, _ end: String
  ) {
    let text =
      start + String(repeating: open, count: 5_000) + String(repeating: close, count: 5_000) + end
    #expect(codes(text) == ["document.too-deep"])
  }

  @Test func readsTheLastCallOfALongScript() throws {
    let text =
      "aws cognito-idp create-user-pool --pool-name p --mfa-configuration OFF\n"
      + String(repeating: ":\n", count: 30_000)
      + "aws cognito-idp set-user-pool-mfa-config --user-pool-id $P --mfa-configuration ON"
      + " --software-token-mfa-configuration Enabled=true\n"
    #expect(try read(text).lines.contains("mfa = required"))
  }

  @Test(arguments: [
    (
      "const c = '''{\"auth\": {\"plugins\": {\"awsCognitoAuthPlugin\": {\"Auth\": {\"Default\": "
        + "{\"mfaConfiguration\": \"OFF\"}}}}}}''';\n", "mfa = off"
    ),
    ("export const auth = defineAuth({ loginWith: { email: true } });\n", "mfa = off"),
    ("resource \"aws_cognito_user_pool\" \"p\" {\n  mfa_configuration = \"OFF\"\n}\n", "mfa = off"),
    ("aws cognito-idp create-user-pool --pool-name p --mfa-configuration OFF\n", "mfa = off"),
    ("{\"UserPool\": {\"Id\": \"x\", \"MfaConfiguration\": \"OFF\"}}\n", "mfa = off"),
  ])
  func aByteOrderMarkIsNoPartOfADocument(text: String, line: String) throws {
    let plain = try read(text)
    let marked = try read("\u{FEFF}" + text)
    #expect(plain.lines.contains(line))
    #expect(marked.lines == plain.lines)
    #expect(marked.notes == plain.notes)
  }

  @Test func refusesAZeroByteAmongVariables() throws {
    var reader = PoolReader(parameters: cognitoParameters)
    reader.variableFiles = [("a.tfvars", Array("mode = \"OFF\" # \0\n".utf8))]
    do throws(DiagnosticList) {
      _ = try reader.read([("main.tf", Array("resource \"aws_cognito_user_pool\" \"p\" {}".utf8))])
      Issue.record("read")
    } catch {
      #expect(error.diagnostics.map(\.code) == ["document.not-text"])
      #expect(error.diagnostics.map(\.location.file) == ["a.tfvars"])
    }
  }

  @Test(arguments: [
    "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"",
    "import {defineAuth} from 'x';\nexport const a = defineAuth({ name: \"",
  ])
  func refusesProgramsThatAreNoText(_ start: String) throws {
    let bytes = Array(start.utf8) + [0xC3, 0x28] + Array("\"\n}".utf8)
    do throws(DiagnosticList) {
      _ = try PoolReader(parameters: cognitoParameters).read([("main", bytes)])
      Issue.record("read")
    } catch {
      #expect(error.diagnostics.map(\.code) == ["document.not-text"])
      #expect(error.diagnostics.map(\.location.line) == [2])
    }
  }

  @Test func refusesModulesThatCallThemselves() throws {
    let calls = (0..<8).map { "module \"m\($0)\" {\n  source = \"./\"\n}\n" }.joined()
    let text = "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"p\"\n}\n" + calls
    let found = faults(text)
    #expect(found.map(\.code) == ["document.too-many-values"])
    #expect(
      found.map(\.message) == ["modules that call each other come to more than 20000 blocks"])
  }

  @Test(arguments: [
    (
      "resource \"aws_cognito_user_pool\" \"p\" {\n  a = 1\n  name = \"p\"\n  a = 2\n}\n", "2:3",
      "4:3"
    ),
    (
      "import {defineAuth} from 'x';\nexport const a = defineAuth({ loginWith: {email: true},\n"
        + "  loginWith: {} });\n", "2:31", "3:3"
    ),
  ])
  func namesBothPlacesOfAKeyThatStandsTwice(_ text: String, _ first: String, _ second: String) {
    let found = faults(text)
    #expect(found.map(\.code) == ["document.duplicate-key"])
    #expect(found.allSatisfy { $0.message.hasSuffix("it stands first at \(first)") })
    #expect(found.map { "\($0.location.line):\($0.location.column)" } == [second])
  }

  // MARK: Linear readers

  /// Processor time of this thread for reading a document.
  private static func effort(_ text: String) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    do throws(DiagnosticList) { _ = try read(text) } catch { _ = error }
    return now() - start
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined(separator: "\n")
  }

  private static let growing: [(String, @Sendable (Int) -> String)] = [
    (
      "blocks of HCL",
      { "resource \"aws_cognito_user_pool\" \"p\" {\n" + lines($0) { _ in "b{}" } + "\n}\n" }
    ),
    (
      "unknown arguments of HCL",
      { "resource \"aws_cognito_user_pool\" \"p\" {\n" + lines($0) { "a\($0)=1" } + "\n}\n" }
    ),
    (
      "keys of TypeScript",
      {
        "import {defineAuth} from 'x';\nexport const a = defineAuth({ loginWith: {email: true},\n"
          + lines($0) { "k\($0):1," } + "});\n"
      }
    ),
    ("unknown keys of YAML", { template(pool: lines($0) { "K\($0): 1" }) }),
    (
      "lines of YAML that no editor ends",
      { count in
        let ends = String(repeating: "\n", count: count)
        return template(pool: "A: [" + lines(count) { _ in "\"x\u{2028}x\"," } + "]") + ends
      }
    ),
    ("anchors of YAML", { template(pool: lines($0) { "K\($0): &a\($0) 1" }) }),
    (
      "attributes of a schema",
      {
        template(pool: "Schema:\n" + lines($0) { "  - {Name: custom\($0), Required: true}" })
      }
    ),
    (
      "attributes of describe-user-pool",
      { count in
        let attributes = (0..<count).map { "{\"Name\": \"c\($0)\", \"Required\": true}" }
        return "{\"UserPool\": {\"Name\": \"x\", \"SchemaAttributes\": ["
          + attributes.joined(separator: ",") + "]}}"
      }
    ),
    (
      "keys of JSON that stand twice",
      { count in
        let keys = (0..<count).map { "\"k\($0)\": 1, \"k\($0)\": 2" }.joined(separator: ", ")
        return
          "{\"Resources\": {\"P\": {\"Type\": \"AWS::Cognito::UserPool\", "
          + "\"Properties\": {\(keys)}}}}"
      }
    ),
    (
      "app clients of Terraform",
      { count in
        "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"p\"\n}\n"
          + lines(count) {
            "resource \"aws_cognito_user_pool_client\" \"c\($0)\" {\n"
              + "  user_pool_id = aws_cognito_user_pool.p.id\n}"
          }
      }
    ),
    (
      "local values of one object of Terraform",
      { count in
        "locals {\n  o = {\n" + lines(count) { "k\($0) = \"v\"" } + "\n  }\n}\n"
          + "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"p\"\n  tags = {\n"
          + lines(count) { "t\($0) = local.o.k\($0)" } + "\n  }\n}\n"
      }
    ),
    (
      "fields of a Kubernetes resource",
      { count in
        "apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1\nkind: UserPool\n"
          + "metadata: {name: p}\nspec:\n  name: p\n" + lines(count) { "  k\($0): 1" } + "\n"
      }
    ),
    (
      "documents of a Kubernetes stream",
      { count in
        let group = "apiVersion: cognitoidentityprovider.services.k8s.aws/v1alpha1\n"
        return lines(count) { "\(group)kind: Group\nmetadata: {name: g\($0)}\n---" }
          + "\n\(group)kind: UserPool\nmetadata: {name: p}\nspec: {name: p}\n"
      }
    ),
    (
      "clients that programs of SST add",
      { count in
        "export default $config({\n"
          + lines(count) { "const p\($0) = new sst.aws.CognitoUserPool('')" } + "\n"
          + lines(count) { _ in "p\(count - 1).addClient('')" } + "\n})\n"
      }
    ),
    (
      "bad references in one line",
      { count in
        let references = (0..<count).map { "{\"Ref\":\"Nope\($0)\"}" }.joined(separator: ",")
        return "{\"Resources\":{\"P\":{\"Type\":\"AWS::Cognito::UserPool\",\"Properties\":"
          + "{\"AliasAttributes\":[\(references)]}}}}"
      }
    ),
  ]

  @Test(arguments: growing.indices)
  func readsInTimeThatGrowsAsTheDocument(_ index: Int) {
    let (what, document) = Self.growing[index]
    let efforts = [400, 1_600, 6_400].map { Self.effort(document($0)) }
    // Sixteen times the document: 16 where it is linear, 256 where it is quadratic.
    #expect(efforts[2] < efforts[0] * 64, "\(what): \(efforts)")
    #expect(efforts[2] < efforts[1] * 10, "\(what): \(efforts)")
  }

  // MARK: Secrets

  private static let secret = "s3cr3tV4lue"

  @Test(arguments: [
    "{\"UserPoolClient\": {\"ClientSecret\": \"\(secret)\", \"ClientId\": 7, \"ClientId\": 8}}",
    "{\"a\": \"{\\\"client_secret\\\":\\\"\(secret)\\\"}\", \"a\": 1}",
    "pool: { ClientSecret: \(secret), password: [\(secret)], doc: [ }",
    "pool: { CLIENT_SECRET: !Sub \(secret), doc: ] }",
    "resource \"aws_cognito_user_pool\" \"p\" { client_secret = \"\(secret)\" ] }",
    "resource \"aws_cognito_user_pool\" \"p\" { client_secret = \"\(secret)\"\n name = x",
    "ClientSecret:\n  \"\(secret)\" x\n", "ClientSecret: |\n  \(secret)\n\t x: [",
    "pool: p\nidToken: \(secret)\(secret) : x",
    "pool: p\nconfiguration: {clientSecret: \(secret)}",
    "aws cognito-idp create-user-pool --client-secret \(secret) --mfa-configuration BAD",
    "{ pool: p, clientSecret: \"a\n  b\n  c\(secret)\", mfa: 1 }",
    "{\"client\\u0053ecret\": \"\(secret)\", \"a\": 1, \"a\": 2}",
    "\"client\\x53ecret\": \"\(secret)\"\nx: [",
    "{\"a\": 1,\n\"clientSecret\":\n\"\(secret)\", \"a\": 2}",
    "Parameters:\n  DbPassword: {Type: String, Default: \(secret)}\n"
      + template(pool: "MfaConfiguration: !Ref DbPassword"),
  ])
  func showsNoSecretBesideAComplaint(_ text: String) throws {
    let found = faults(text)
    #expect(!found.isEmpty)
    for fault in found { #expect(!fault.rendered.contains("3cr3t"), "\(fault.rendered)") }
  }

  @Test func showsWhatIsNoSecret() throws {
    let line = "{ generateSecret: true, password: wrong, token: short, colour: bleu }"
    let shown = Diagnostic(
      "x", at: SourceLocation(file: "f", line: 1, column: 60), "m", sourceLine: line
    ).rendered
    let excerpt = "…eSecret: true, password: wrong, token: short, colour: bleu }"
    let caret = String(repeating: " ", count: 51) + "^"
    #expect(shown == "f:1:60: error: m [x]\n  \(excerpt)\n  \(caret)\n")
  }

  @Test(arguments: [
    "DB_PASS: 'hunter2x'", "pwd = \"hunter2x\"", "{\"Credentials\": [\"hunter2x\"]}",
    "--signing-key hunter2x", "AccessKey=hunter2x", "connection_string: \"a=b;c=hunter2x\"",
    "Authorization: \"hunter2x\"", "doc: Bearer hunter2x.y", "doc: 'basic Hunter2xy=='",
    "note = \"https://ada:hunter2x@example.com\"", "x: \"AKIAhunter2x0000000\"",
    "x: 'GOCSPX-hunter2x0000'", "x: ghp_hunter2x0000000", "x: [sk_live_hunter2x00]",
    // Expressions, and values next to their names.
    "client_secret = a == \"\" ? \"hunter2x\" : \"\"", "clientSecret: 'a' + 'hunter2x'",
    "client_secret = base64encode(\"hunter2x\")", "client_secret = \"${\"hunter2x\"}\"",
    "clientSecret: env.X ?? 'hunter2x'", "const clientSecret: string = 'hunter2x'",
    "ClientSecret: &a \"hunter2x\"", "ClientSecret: !Base64 &a hunter2x",
    "ClientSecret: {\"Fn::Sub\": \"}hunter2x\"}", "ClientSecret: 'it''s hunter2x'",
    "clientSecret?: 'hunter2x'", "PrivateKeyPem: hunter2x", "x = sensitive(\"hunter2x\")",
    "new sst.Secret('Google', 'hunter2x')", "variable \"db_secret\" { default = \"hunter2x\" }",
    "{Name: DB_PASSWORD, Value: hunter2x}", "{\"Value\": \"hunter2x\", \"Key\": \"ClientSecret\"}",
  ])
  func showsNoSecretByItsKeyOrItsLooks(line: String) {
    let text = line + ", colour: bleu"
    let place = SourceLocation(file: "f", line: 1, column: text.count - 3)
    let shown = Diagnostic("x", at: place, "m", sourceLine: text).rendered
    #expect(!shown.contains("unter2x"), "\(shown)")
    #expect(shown.contains("colour: bleu"))
  }

  @Test(arguments: [
    ("variable \"db_secret\" {\n  type = string\n  default = \"hunter2x\"\n}", 3),
    ("- Name: DB_PASSWORD\n  Value: hunter2x", 2), ("- Value: hunter2x\n  Name: DB_PASSWORD", 1),
    ("client_secret = join(\"\", [\n  \"hunter2x\"\n])", 2),
    ("clientSecret:\n  env.X ??\n  'hunter2x'", 3), ("secrets:\n- a\n- hunter2x", 3),
  ])
  func showsNoSecretOfAKeyInAnotherLine(text: String, line: Int) {
    let place = SourceLocation(file: "f", line: line, column: 1)
    let lines = text.split(separator: "\n").map(String.init)
    let shown = Diagnostic("x", at: place, "m").pointing(into: lines).rendered
    #expect(shown.contains("••••"))
    #expect(!shown.contains("unter2x"), "\(shown)")
  }

  @Test(arguments: [
    // An app client's secret, a digest, a key of AWS and a shared key of TOTP.
    "1q5s8k2f7vj3m0d9c4h6t1l8p2n7b5r3x0z6g9w4y1u8e2o5a7i",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "wJ4lrX9UtnF3EMI/K7MD8ENG+bPx6RfiCY5EXAM2PLE1", "JBSWY3DPEHPK3PXP5JBSWY3DPE7HPK3PX",
  ])
  func showsNoLongRandomWordUnderAnyKey(secret: String) {
    for line in [
      "client_secrt: '\(secret)', colour: bleu", "{\"x\":[\"\(secret)\"], colour: bleu",
    ] {
      // With the caret before the secret half of it would be in sight.
      for column in [1, line.count - 3] {
        let place = SourceLocation(file: "f", line: 1, column: column)
        let padded = column == 1 ? String(repeating: "-", count: 25) + line : line
        let shown = Diagnostic("x", at: place, "m", sourceLine: padded).rendered
        #expect(!shown.contains(secret.prefix(4)), "\(shown)")
        #expect(column == 1 || shown.contains("colour: bleu"))
      }
    }
    #expect(secret.quoted(under: "mfa") == "•••")
    let refused = faults("pool: p\nconfiguration: { mfa: '\(secret)' }\n")
    #expect(refused.map(\.message) == ["`mfa` cannot be `•••`"])
  }

  @Test(arguments: [
    "amplifyAuthUserPoolAppClientLambdaTrigger2626C6F8", "us-east-1_Ab12Cd34E",
    "arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_Ab12Cd34E",
    "1h57kf5cpq17m0eml12EXAMPLE", "https://example.com/oauth2/idpresponse/stage1/callback2",
    "123456789012345678901234567890123456", "d3adb33f-1c2b-4a5f-8e9d-0123456789ab",
  ])
  func showsNamesAndIds(word: String) {
    let place = SourceLocation(file: "f", line: 1, column: 9)
    let line = "key: '\(word.suffix(52))'"
    #expect(Diagnostic("x", at: place, "m", sourceLine: line).rendered.contains(line))
    #expect(word.quoted(under: "mfa") == word.prefix(40))
  }

  @Test func showsWhatOnlyLooksLikeASecret() {
    let line = "doc: Basic authentication, bearer of news; at 10:30@noon, colour: bleu"
    let place = SourceLocation(file: "f", line: 1, column: 30)
    let shown = Diagnostic("x", at: place, "m", sourceLine: line).rendered
    #expect(shown.contains("Basic authentication, bearer of news"))
  }

  @Test func showsWhatStandsBelowTheEndOfASecret() throws {
    let text = "clientSecret: \"a\n  b\"\nothers:\n  'x':\n    mode: off\n"
    let document = try LocatedDocument(parsing: text, file: "f")
    for (line, shown) in [(2, "•••"), (5, "    mode: off")] {
      let place = SourceLocation(file: "f", line: line, column: 2)
      let excerpt = document.diagnostic("x", at: place, "m").rendered.split(separator: "\n")[1]
      #expect(excerpt.hasPrefix("  \(shown)"), "\(excerpt)")
    }
  }

  // MARK: Complaints

  @Test func countsComplaintsThatNobodyReads() throws {
    let document = try #require(Self.growing.first { $0.0 == "bad references in one line" }).1
    let found = faults(document(3_000))
    // The reference itself, and that the value stays open.
    #expect(found.count == 101)
    #expect(found.prefix(100).allSatisfy { $0.code == "template.unknown-reference" })
    let rest = try #require(found.last)
    #expect(rest.code == "document.more-complaints")
    #expect(rest.message == "5900 more complaints are not shown")
    #expect(rest.severity == .error)
    // A list of lists counts the same.
    #expect(DiagnosticList(found + found).diagnostics.last?.count == 11_800)
    #expect(found.map(\.rendered.utf8.count).max() ?? 0 < 600)
  }

  @Test func namesAHundredOfManyThings() throws {
    let pools = (0..<500).map { "  P\($0): {Type: AWS::Cognito::UserPool}\n" }.joined()
    let fault = try #require(faults("Resources:\n" + pools).first)
    #expect(fault.message.hasPrefix("the template has 500 pools: P0, P1, "))
    #expect(fault.message.hasSuffix(", P99 and 400 more"))
  }

  @Test func showsErrorsBeforeWhatWeighsLess() {
    let place = SourceLocation(file: "x", line: 1)
    let notes = (0..<300).map { Diagnostic("a.note", .note, at: place, "\($0)") }
    let last = Diagnostic("z.error", at: SourceLocation(file: "y", line: 9), "wrong")
    let list = DiagnosticList(notes + [last]).diagnostics
    #expect(list.count == 101)
    #expect(list[99] == last)
    #expect(list[100].severity == .note && list[100].count == 201)
  }

  @Test(arguments: [
    "{\"Resources\": {\n", "{\"Resources\": {", "pool: [a\n", "pool: \"a\n\n\n",
    "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"x\"\n",
    "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"é",
    "import {defineAuth} from 'x';\nexport const a = defineAuth({ a: 1\n",
  ])
  func pointsIntoTheDocument(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    for fault in faults(text) where fault.location.line > 0 {
      #expect(fault.location.line <= lines.count, "\(fault.location)")
      guard fault.location.line <= lines.count else { continue }
      let width = lines[fault.location.line - 1].unicodeScalars.count
      #expect(fault.location.column <= width + 1, "\(fault.location)")
    }
  }
}
