import PoolAnalysis
import SignInCryptography
import SignInTestBed
import TestSupport
import Testing

@testable import WaymarkCommands

/// `waymark serve --users`: a user of the file who cannot be made.
@Suite struct ServedUsersTests {
  @Test func `it is pointed at in the file, however long its name is`() throws {
    let record = "record: { status: confirmed, password: permanent }"
    let name = String(repeating: "a", count: 90_000)
    for (user, said) in [("ada", "`ada`"), (name, "`\(name.prefix(60))`")] {
      let folder = try Folder([
        "desk.yaml": "pool: desk\nconfiguration: { selfSignUp: false, flows: [userPassword] }\n",
        "users.yaml": """
        users:
          - { username: ada, \(record) }
          - { username: \(user), \(record) }
        """,
      ])
      let output = WaymarkTool.output(
        for: ["serve", folder["desk.yaml"], "--users", folder["users.yaml"]],
        in: ToolEnvironment())
      #expect(output.status == .unreadable)
      #expect(
        output.stderr.hasPrefix(
          "\(folder["users.yaml"]):3:5: error: \(said) cannot be made: "), "\(output.stderr)")
      #expect(output.stderr.contains("[serve.user]"))
      #expect(output.stderr.utf8.count < 1_000)
    }
  }
}

/// `waymark serve --users` for a pool whose document has a password policy.
@Suite struct ServedPolicyTests {
  private static let template = """
    Resources:
      Pool:
        Type: AWS::Cognito::UserPool
        Properties: { Policies: { PasswordPolicy: { MinimumLength: 12 } } }
      Client:
        Type: AWS::Cognito::UserPoolClient
        Properties: { UserPoolId: !Ref Pool, ExplicitAuthFlows: [ALLOW_USER_PASSWORD_AUTH] }
    """

  /// What `serve` says of one user of a file, with `FILE` for the file.
  private func refusal(of user: String) throws -> String {
    let folder = try Folder([
      "pool.yaml": Self.template,
      "users.yaml": """
      users:
        - username: ada
          \(user)
          record: { status: confirmed, password: permanent }
      """,
    ])
    let output = WaymarkTool.output(
      for: ["serve", folder["pool.yaml"], "--users", folder["users.yaml"]],
      in: ToolEnvironment())
    #expect(output.status == .unreadable)
    return output.stderr.replacing(folder["users.yaml"], with: "FILE")
  }

  @Test func `a password that breaks the document's policy is pointed at`() throws {
    let said = try refusal(of: "password: elevenchars")
    #expect(
      said.hasPrefix(
        "FILE:3:15: error: the pool would not take this password: Password not long enough"),
      "\(said)")
    #expect(said.contains("[users.password]"))
  }

  @Test func `groups that are no list are pointed at`() throws {
    let said = try refusal(of: "groups: editors")
    #expect(said.hasPrefix("FILE:3:13: error: `groups` is a list of names"), "\(said)")
  }

  @Test func `a user without a record is given one to write`() throws {
    let folder = try Folder([
      "pool.yaml": Self.template, "users.yaml": "users:\n  - username: ada\n",
    ])
    let output = WaymarkTool.output(
      for: ["serve", folder["pool.yaml"], "--users", folder["users.yaml"]],
      in: ToolEnvironment())
    #expect(output.stderr.contains("a user lacks `record`"))
    #expect(output.stderr.contains("→ write `record: { status: confirmed, password: permanent }`"))
  }

  @Test(arguments: [("false", true), ("true", false)])
  func `the pool is served with the document's capitals`(
    isSensitive: String, ignoresCase: Bool
  ) throws {
    let setting = "Properties: { UsernameConfiguration: { CaseSensitive: \(isSensitive) },"
    let folder = try Folder([
      "pool.yaml": Self.template.replacing("Properties: { Policies", with: "\(setting) Policies")
    ])
    let pool = try ServedPool(
      PoolRequest(paths: [folder["pool.yaml"]]), in: ToolEnvironment())
    #expect(pool.ignoresCase == ignoresCase)
    #expect(try pool.service(seed: 1, conventions: .cognito).ignoresCase == ignoresCase)
  }

  @Test func `the pool is served with the document's policy`() throws {
    let folder = try Folder(["pool.yaml": Self.template])
    let request = PoolRequest(paths: [folder["pool.yaml"]])
    var service = try ServedPool(request, in: ToolEnvironment())
      .service(seed: 1, conventions: .cognito)
    let described = service.answer("TestBedDescribe", .object([])).body
    let pool = service.answer(
      "DescribeUserPool", .members(["UserPoolId": described["UserPoolId"]])
    ).body["UserPool"]
    #expect(
      pool?["Policies"]?["PasswordPolicy"]?.serialized
        == #"{"MinimumLength":12,"RequireLowercase":false,"RequireUppercase":false,"#
        + #""RequireNumbers":false,"RequireSymbols":false,"TemporaryPasswordValidityDays":7}"#)
  }
}

/// `waymark serve` where it cannot begin.
@Suite struct ServeRefusalTests {
  @Test(arguments: [
    (["--bind", "192.0.2.1"], "192.0.2.1:0: error: this machine has no such address"),
    (["--bind", "no.such.invalid"], "no.such.invalid:0: error: there is no such address"),
    (["--state", "/tmp"], "/tmp: error: there is a folder of this name"),
  ])
  func `it says why in plain words`(options: [String], said: String) throws {
    let folder = try Folder([
      "desk.yaml": "pool: desk\nconfiguration: { selfSignUp: false, flows: [userPassword] }\n"
    ])
    let output = WaymarkTool.output(
      for: ["serve", folder["desk.yaml"], "--port", "0"] + options, in: ToolEnvironment())
    #expect(output.status == .systemFailure)
    #expect(output.stderr.hasPrefix(said), "\(output.stderr)")
  }

  @Test(arguments: [
    (["--issuer", "my pool"], "--issuer takes a URL, such as http://localhost:9229/pool"),
    (
      ["--set", "triggers={preSignUp}", "--trigger", "preSignUp=https://example.com/f"],
      "only addresses of plain HTTP are asked"
    ),
    (["--trigger", "preSignUp=http://:99999/f"], "this is no address"),
    (["--trigger", "preSignUp="], "`--trigger preSignUp=` says nobody to ask"),
    (
      ["--trigger", "preSignUp=a", "--trigger", "PreSignUp=b"],
      "`--trigger preSignUp` is given twice"
    ),
  ])
  func `what it could not use is refused at the start`(options: [String], said: String) throws {
    let folder = try Folder([
      "desk.yaml": "pool: desk\nconfiguration: { selfSignUp: false, flows: [userPassword] }\n"
    ])
    let output = WaymarkTool.output(
      for: ["serve", folder["desk.yaml"], "--port", "0"] + options, in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(output.stderr.contains(said), "\(output.stderr)")
  }
}
