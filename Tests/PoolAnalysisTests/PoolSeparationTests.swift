import SignIn
import TestSupport
import Testing

@testable import PoolAnalysis

/// The pools of a folder, separated and joined by their ids and names.
@Suite struct PoolSeparationTests {
  @Test func `more pools than are read at a time are refused with their number`() throws {
    func load(_ count: Int) throws -> [String] {
      let pools = (1...count).map { "resource \"aws_cognito_user_pool\" \"p\($0)\" {}\n" }
      let folder = try Folder(["main.tf": pools.joined()])
      let loader = PoolLoader(
        model: try BundledTable.signIn(), request: PoolRequest(paths: [folder.path]))
      do throws(CommandFailure) {
        return ["\(try loader.load().count) pools"]
      } catch {
        return error.diagnostics.map { "\($0.code): \($0.message)" }
      }
    }
    #expect(try load(3) == ["3 pools"])
    #expect(
      try load(101) == [
        "template.several-pools: the documents make 101 pools; 100 are read at a time"
      ])
  }

  private func pools(_ files: [String: String], areNamed: Bool = false) throws -> [[String]] {
    let folder = try Folder(files)
    var request = PoolRequest(
      paths: areNamed ? files.keys.sorted().map { folder[$0] } : [folder.path])
    request.separatesPools = areNamed
    let loader = PoolLoader(model: try SmallTable.model(), request: request)
    return try loader.load().map { pool in
      pool.files.map { String($0.dropFirst(folder.path.count + 1)) }
    }
  }

  private func described(_ id: String, _ name: String) -> String {
    #"{"UserPool": {"Id": "us-east-1_\#(id)", "Name": "\#(name)", "MfaConfiguration": "OFF"}}"#
  }

  private func client(_ id: String) -> String {
    #"{"UserPoolClient": {"UserPoolId": "us-east-1_\#(id)", "ClientId": "\#(id)"}}"#
  }

  private func terraform(_ name: String) -> String {
    "variable \"name\" {}\nresource \"aws_cognito_user_pool\" \"main\" {\n  name = \(name)\n}\n"
  }

  private let script = """
    #!/bin/sh
    NAME=staff
    aws cognito-idp create-user-pool --pool-name "$NAME"
    """

  @Test func `answers of the service about two pools are two pools`() throws {
    let files = [
      "a.json": described("A", "a"), "b.json": described("B", "b"), "b-client.json": client("B"),
    ]
    #expect(try pools(files) == [["a.json"], ["b.json", "b-client.json"]])
    #expect(try pools(files, areNamed: true) == [["a.json"], ["b.json", "b-client.json"]])
  }

  @Test func `an answer about MFA, which names no pool, is read with that of its pool`() throws {
    let answer = #"{"MfaConfiguration": "ON", "SoftwareTokenMfaConfiguration": {"Enabled": true}}"#
    #expect(
      try pools(["a.json": described("A", "a"), "mfa.json": answer]) == [["a.json", "mfa.json"]])
  }

  @Test func `an answer of another name than the configuration is of another pool`() throws {
    let answer = described("A", "shop-v1")
    #expect(
      try pools(["main.tf": terraform("\"shop-v2\""), "pool.json": answer])
        == [["main.tf"], ["pool.json"]])
    #expect(
      try pools(["main.tf": terraform("\"shop-v1\""), "pool.json": answer])
        == [["main.tf", "pool.json"]])
    // What the configuration leaves to a variable may be that pool.
    #expect(
      try pools(["main.tf": terraform("var.name"), "pool.json": answer])
        == [["main.tf", "pool.json"]])
    #expect(
      try pools([
        "main.tf": terraform("var.name"), "a.json": answer, "b.json": described("B", "shop-v2"),
      ]) == [["a.json"], ["b.json"], ["main.tf"]])
  }

  /// A pool without a name that anybody knows, and what an app was given of a pool.
  private func project(_ names: String, mode: String = "NONE") -> [String: String] {
    [
      "main.tf": terraform("var.name").replacing(
        "\n}\n", with: "\n  username_attributes = [\"email\"]\n  mfa_configuration = \"OFF\"\n}\n"),
      "amplify_outputs.json": #"""
      {"version": "1", "auth": {"user_pool_id": "us-east-1_A", "aws_region": "us-east-1",
        "user_pool_client_id": "c", "username_attributes": [\#(names)],
        "mfa_configuration": "\#(mode)", "mfa_methods": ["TOTP"]}}
      """#,
    ]
  }

  private func loaded(_ files: [String: String]) throws -> [LoadedPool] {
    let folder = try Folder(files)
    return try PoolLoader(
      model: try BundledTable.signIn(), request: PoolRequest(paths: [folder.path])
    ).load()
  }

  @Test func `what an app is given of a pool with other user names is of another pool`() throws {
    let found = try loaded(project(#""phone_number""#))
    #expect(found.map(\.files.count) == [1, 1])
    #expect(
      found.map { $0.document?["usernameAttributes"]?.value }
        == [["phone"], ["email"]].map(ParameterValue.set))
    let warnings = found.map { $0.notes.filter { $0.code == "document.other-pool" } }
    #expect(warnings.map(\.count) == [1, 0])
    let warning = try #require(warnings[0].first)
    #expect(warning.severity == .warning)
    #expect(warning.location.line == 2)
    #expect(
      warning.message.contains("`usernameAttributes` is [phone] here but [email] at ")
        && warning.message.contains("main.tf:4:25, and no call"), "\(warning.message)")
  }

  @Test(arguments: [#""email""#, #""email", "phone_number""#])
  func `what an app is given of a pool in another mode of MFA is an older copy`(names: String)
    throws
  {
    let found = try loaded(project(names, mode: "REQUIRED"))
    #expect(found.map(\.files.count) == [2])
    let codes = found[0].notes.map(\.code)
    #expect(!codes.contains("document.other-pool"))
    let drift = try #require(
      found[0].notes.first { $0.code == "document.drift" && $0.message.hasPrefix("`mfa` is ") })
    #expect(drift.message.hasSuffix("main.tf:5:23"), "\(drift.message)")
  }

  @Test func `of two pools what an app is given is of the one with its user names`() throws {
    var files = project(#""phone_number""#)
    files["other/main.tf"] = files["main.tf"]?.replacing("\"email\"", with: "\"phone_number\"")
    let found = try loaded(files).map { pool in pool.files.map { $0.split(separator: "/").last } }
    #expect(found == [["main.tf", "amplify_outputs.json"], ["main.tf"]])
  }

  @Test func `of several pools in a document an answer is of the one with its name`() throws {
    let second = "resource \"aws_cognito_user_pool\" \"b\" {\n  name = \"b\"\n}\n"
    let files = [
      "main.tf": terraform("\"a\"") + second, "b.json": described("B", "b"),
    ]
    #expect(try pools(files) == [["main.tf"], ["main.tf", "b.json"]])
  }

  @Test func `a script that makes a pool of the same name is of the same pool`() throws {
    #expect(
      try pools(["pool.tf": terraform("\"staff\""), "setup.sh": script])
        == [["pool.tf", "setup.sh"]])
    #expect(
      try pools(["pool.tf": terraform("\"shop\""), "setup.sh": script])
        == [["pool.tf"], ["setup.sh"]])
  }

  @Test func `a pool of one name in two languages is one pool, in one language there are two`()
    throws
  {
    func sorted(_ files: [String: String]) throws -> [[String]] {
      try pools(files).map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }
    func template(_ name: String) -> String {
      "Resources: { P: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: \(name) } } }\n"
    }
    #expect(
      try sorted(["main.tf": terraform("\"staff\""), "pool.yaml": template("staff")])
        == [["main.tf", "pool.yaml"]])
    #expect(
      try sorted(["main.tf": terraform("\"staff\""), "pool.yaml": template("shop")])
        == [["main.tf"], ["pool.yaml"]])
    let files = [
      "a.yaml": template("staff"), "b.yaml": template("staff"), "main.tf": terraform("\"staff\""),
    ]
    #expect(try sorted(files) == [["a.yaml"], ["b.yaml"], ["main.tf"]])
  }

  @Test func `an answer that names no pool goes with the answers of its folder`() throws {
    let factors = #"""
      {"MfaConfiguration": "OFF",
        "SmsMfaConfiguration": {"SmsAuthenticationMessage": "Cognito: {####}"}}
      """#
    let files = [
      "a/pool.json": described("A", "a"), "b/pool.json": described("B", "b"),
      "b/mfa.json": factors,
    ]
    #expect(try pools(files) == [["a/pool.json"], ["b/pool.json", "b/mfa.json"]])
  }

  @Test func `a template that the manifest of the CDK does not name is left`() throws {
    let template = #"{"Resources": {"P": {"Type": "AWS::Cognito::UserPool"}}}"#
    let files = [
      "cdk.out/New.template.json": template, "cdk.out/Old.template.json": template,
      "cdk.out/NewNested.nested.template.json": template,
      "cdk.out/New.assets.json": #"{"files": {"1": {"path": "NewNested.nested.template.json"}}}"#,
      "cdk.out/Old.assets.json": #"{"files": {"1": {"path": "Old.template.json"}}}"#,
      "cdk.out/manifest.json": #"""
      {"artifacts": {"New.assets": {"properties": {"file": "New.assets.json"}},
        "New": {"properties": {"templateFile": "New.template.json"}}}}
      """#,
    ]
    #expect(
      try pools(files)
        == [["cdk.out/New.template.json"], ["cdk.out/NewNested.nested.template.json"]])
  }

  @Test func `a template is read where the manifest names the one stack of a later run`() throws {
    let files = [
      "cdk.out/Login.template.json":
        #"{"Resources": {"P": {"Type": "AWS::Cognito::UserPool"}}}"#,
      "cdk.out/manifest.json": #"""
      {"artifacts": {"Alarms": {"properties": {"templateFile": "Alarms.template.json"}}}}
      """#,
    ]
    #expect(try pools(files) == [["cdk.out/Login.template.json"]])
  }
}
