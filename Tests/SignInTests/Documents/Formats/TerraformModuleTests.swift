import SignIn
import Testing
import TransitionTables

/// The files of a Terraform configuration together, with what their variables stand for.
@Suite struct TerraformModuleTests {
  private let variables = """
    variable "mfa" {
      type    = string
      default = "OPTIONAL"
    }
    locals {
      names    = ["email"]
      settings = { tier = "PLUS", names = local.names }
    }
    """
  private let pool = """
    resource "aws_cognito_user_pool" "main" {
      name                = "shop"
      mfa_configuration   = var.mfa
      username_attributes = local.settings.names
      user_pool_tier      = "${local.settings.tier}"
    }
    """

  private func read(
    _ values: String? = nil, defaults: Bool = false, given: [String: String] = [:]
  ) throws -> PoolDocument {
    var reader = PoolReader(parameters: cognitoParameters, templateParameters: given)
    reader.takesVariableDefaults = defaults
    if let values { reader.variableFiles = [("prod.tfvars", Array(values.utf8))] }
    return try reader.read([("a.tf", Array(variables.utf8)), ("b.tf", Array(pool.utf8))])
  }

  @Test func `an argument that is null is as if it were not there`() throws {
    let text =
      "resource \"aws_cognito_user_pool\" \"p\" {\n  custom_domain = null\n  domain = \"d\"\n}\n"
    let notes = try PoolReader(parameters: cognitoParameters).read([("a.tf", Array(text.utf8))])
      .notes
    let unknown = notes.filter { $0.code == "document.unknown-property" }
    #expect(unknown.map(\.location.line) == [3])
  }

  @Test func `what a misspelt list may mean is open, unless it is written too`() throws {
    func verified(_ more: String) throws -> Setting? {
      let text =
        "resource \"aws_cognito_user_pool\" \"p\" {\n  auto_verify_attributes = [\"email\"]\n"
        + "\(more)}\n"
      return try PoolReader(parameters: cognitoParameters).read([("a.tf", Array(text.utf8))])[
        "autoVerified"]
    }
    #expect(
      try verified("")
        == .open("`auto_verify_attributes` is not read, and may be `auto_verified_attributes`"))
    #expect(try verified("  auto_verified_attributes = []\n")?.value == .set([]))
  }

  @Test func `local values of another file are read in their place`() throws {
    let pool = try read()
    #expect(pool["tier"]?.value == .choice("plus"))
    #expect(
      pool["usernameAttributes"]?.origin
        == .document(SourceLocation(file: "a.tf", line: 6, column: 14)))
    #expect(pool["mfa"] == .open("the variable mfa is given at deployment"))
  }

  @Test func `a value given by name goes before a file of values, that before a default`() throws {
    #expect(try read("mfa = \"ON\"\n", defaults: true)["mfa"]?.value == .choice("required"))
    #expect(
      try read("mfa = \"ON\"\n")["mfa"]?.origin
        == .document(SourceLocation(file: "prod.tfvars", line: 1, column: 7)))
    #expect(try read("{\"mfa\": \"ON\"}")["mfa"]?.value == .choice("required"))
    #expect(
      try read("mfa = \"ON\"\n", given: ["mfa": "OFF"])["mfa"]?.value == .choice("off"))
    let byDefault = try read(defaults: true)
    #expect(byDefault["mfa"]?.value == .choice("optional"))
    #expect(byDefault.notes.map(\.code) == ["template.parameter-default", "document.no-client"])
  }

  @Test func `a fault of a file of values stands in its place`() throws {
    let error = try #require(throws: DiagnosticList.self) { try read("mfa = \"ON\"\n= 3\n") }
    #expect(
      error.diagnostics.map(\.rendered) == [
        """
        prod.tfvars:2:1: error: neither an attribute nor a block stands here [terraform.not-hcl]
          = 3
          ^
          → write one `name = value` a line

        """
      ])
  }

  @Test func `local values that double each other come to an end`() throws {
    let chain = (1...40).map { "  l\($0) = [local.l\($0 - 1), local.l\($0 - 1)]" }
      .joined(separator: "\n")
    let text = "locals {\n  l0 = \"email\"\n\(chain)\n}\n"
    let reader = PoolReader(parameters: cognitoParameters)
    let main = pool.replacing("local.settings.names", with: "local.l40")
    let texts = [(file: "a.tf", bytes: Array(text.utf8)), (file: "b.tf", bytes: Array(main.utf8))]
    let error = try #require(throws: DiagnosticList.self) { try reader.read(texts) }
    #expect(error.diagnostics.contains { $0.code == "document.wrong-type" })
  }

  /// The reference was once read from the forty characters that a message shows.
  @Test(arguments: [
    "aws_cognito_user_pool.a_pool_with_a_rather_long_name.id",
    "\"${aws_cognito_user_pool.a_pool_with_a_rather_long_name.id}\"",
    "try(aws_cognito_user_pool.a_pool_with_a_rather_long_name[0].id, \"\")",
    "one(aws_cognito_user_pool.a_pool_with_a_rather_long_name[*].id)",
  ])
  func `a client finds its pool by a long name`(reference: String) throws {
    let text = """
      resource "aws_cognito_user_pool" "a_pool_with_a_rather_long_name" {
        name = "one"
      }
      resource "aws_cognito_user_pool" "another" {
        name = "two"
      }
      resource "aws_cognito_user_pool_client" "web" {
        user_pool_id        = \(reference)
        explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]
      }
      """
    let pool = try SignInTests.read(text, pool: "one")
    #expect(pool["flows"]?.value == .set(["userSRP"]))
    #expect(try SignInTests.read(text, pool: "two")["flows"]?.value == nil)
  }

  @Test(arguments: [
    "{ for k, v in var.tags : k => v if v != \"\" }", "[for a in var.names : lower(a)]",
    "{\n    for k in [\"a\"] :\n    k => { a = k }...\n  }",
    "merge({ for k in x : k => 1 }, { (local.key) = 2, \"${var.a}\" = 3 })",
    "{ (local.key) = 2, \"${var.a}-b\" = 3 }",
  ])
  func `what Terraform computes is stepped over anywhere`(expression: String) throws {
    let text = """
      locals {
        map = \(expression)
      }
      resource "aws_cognito_user_pool" "main" {
        tags              = \(expression)
        mfa_configuration = "OFF"
        alias_attributes  = [for a in var.names : lower(a)]
      }
      """
    let pool = try SignInTests.read(text)
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool["aliasAttributes"]?.value == nil)
  }

  @Test func `an empty list of flows is a statement`() throws {
    let client = """
      resource "aws_cognito_user_pool" "main" {}
      resource "aws_cognito_user_pool_client" "web" {
        user_pool_id        = aws_cognito_user_pool.main.id
        explicit_auth_flows = []
      }
      """
    #expect(
      try SignInTests.read(client)["flows"] == .open("explicit_auth_flows is an empty list"))
  }

  @Test func `a state as Terraform stores it is read like what show prints`() throws {
    let state = #"""
      {"version": 4, "terraform_version": "1.9.0", "serial": 3, "outputs": {}, "resources": [
       {"module": "module.auth", "mode": "managed", "type": "aws_cognito_user_pool", "name": "main",
        "provider": "x", "instances": [{"schema_version": 0, "attributes": {
         "id": "eu-west-1_A", "name": "shop", "mfa_configuration": "ON",
         "software_token_mfa_configuration": [{"enabled": true}]}}]},
       {"mode": "data", "type": "aws_cognito_user_pool", "name": "other", "instances": [{}]},
       {"mode": "managed", "type": "aws_cognito_user_pool_client", "name": "web",
        "instances": [{"index_key": "a", "attributes": {"id": "c", "user_pool_id": "eu-west-1_A",
         "explicit_auth_flows": ["ALLOW_USER_SRP_AUTH"]}}]}]}
      """#
    let pool = try SignInTests.read(state)
    #expect(pool.format == .terraformState)
    #expect(pool.name == "shop")
    #expect(pool.statedLines == ["mfa = required", "mfaMethods = [totp]", "flows = [userSRP]"])
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 4, column: 62)))
    let empty = state.replacing(#"["ALLOW_USER_SRP_AUTH"]"#, with: "[]")
    #expect(try SignInTests.read(empty)["flows"]?.value == .set(["custom", "refresh", "userSRP"]))
  }

  private func read(files: [String: String], pool: String? = nil) throws -> PoolDocument {
    try PoolReader(parameters: cognitoParameters, poolName: pool).read(
      files.map { (file: $0.key, bytes: Array($0.value.utf8)) })
  }

  private let module = """
    variable "mfa" {
      default = "OPTIONAL"
    }
    variable "names" {
      default = ["email"]
    }
    resource "aws_cognito_user_pool" "this" {
      mfa_configuration   = var.mfa
      username_attributes = var.names
      alias_attributes    = var.aliases
    }
    resource "aws_cognito_user_pool_client" "this" {
      user_pool_id        = aws_cognito_user_pool.this.id
      explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]
    }
    """

  @Test func `a module's variables are what its call gives, else their defaults`() throws {
    let call = """
      variable "mfa" {
        default = "ON"
      }
      module "auth" {
        source    = "../modules/auth"
        providers = { aws.main = aws.east }
        mfa       = "OFF"
        aliases   = var.mfa
      }
      """
    let pool = try read(files: ["live/main.tf": call, "modules/auth/main.tf": module])
    #expect(
      pool["mfa"]?.origin
        == .document(SourceLocation(file: "live/main.tf", line: 7, column: 15)))
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    // The caller's variable of the same name is another one.
    #expect(pool["aliasAttributes"] == .open("the variable mfa is given at deployment"))
    #expect(pool["flows"]?.value == .set(["userSRP"]))
    #expect(pool.complaints.map(\.code) == ["template.left-open"])
  }

  @Test func `what is looked up in a map, and a name of each element, is what the call gives`()
    throws
  {
    let module = """
      variable "functions" {
        default = {}
      }
      variable "idps" {}
      resource "aws_cognito_user_pool" "this" {
        lambda_config {
          pre_sign_up       = lookup(var.functions, "pre_sign_up", null)
          post_confirmation = lookup(var.functions, "post_confirmation", null)
        }
      }
      resource "aws_cognito_user_pool_client" "this" {
        user_pool_id                         = aws_cognito_user_pool.this.id
        allowed_oauth_flows_user_pool_client = true
        supported_identity_providers         = var.idps[*].name
      }
      """
    let call = """
      module "auth" {
        source    = "./auth"
        functions = { pre_sign_up = aws_lambda_function.check.arn }
        idps      = [{ name = "COGNITO", id = var.id }, { name = "Google", id = var.id }]
      }
      """
    let provider = ParameterDeclaration(name: "externalProvider", kind: .bool)
    let reader = PoolReader(parameters: cognitoParameters + [provider])
    let files = [
      (file: "auth/main.tf", bytes: Array(module.utf8)),
      (file: "main.tf", bytes: Array(call.utf8)),
    ]
    let pool = try reader.read(files)
    #expect(pool["triggers"]?.value == .set(["preSignUp"]))
    #expect(pool["externalProvider"]?.value == .bool(true))
    // Without a call nobody knows whether there is one: none is taken for granted.
    let alone = try reader.read([files[0]])
    #expect(alone["triggers"]?.value == nil)
    #expect(alone["externalProvider"]?.value == nil)
  }

  @Test(arguments: [("true", ["preSignUp"]), ("false", [])])
  func `a trigger that a choice may leave out is there where the choice says so`(
    strict: String, triggers: [String]
  ) throws {
    let text = """
      variable "strict" {}
      resource "aws_cognito_user_pool" "this" {
        lambda_config {
          pre_sign_up = var.strict ? "arn:aws:lambda:eu-west-1:1:function:f" : null
        }
      }
      """
    var reader = PoolReader(parameters: cognitoParameters)
    let files = [(file: "main.tf", bytes: Array(text.utf8))]
    #expect(try reader.read(files)["triggers"]?.value == nil)
    reader.templateParameters = ["strict": strict]
    #expect(try reader.read(files)["triggers"]?.value == .set(triggers))
  }

  @Test func `a module that is called no times makes nothing`() throws {
    let call = """
      locals {
        hasGuests = false
      }
      module "staff" {
        source = "./auth"
        count  = local.hasGuests ? 0 : 1
        mfa    = "ON"
      }
      module "guests" {
        source = "./auth"
        count  = local.hasGuests ? 1 : 0
        mfa    = "OFF"
      }
      """
    let pool = try read(files: ["main.tf": call, "auth/main.tf": module])
    #expect(pool["mfa"]?.value == .choice("required"))
    #expect(pool.complaints.map(\.code) == ["template.left-open"])
  }

  @Test func `a module that is called twice makes two pools, each with its own client`() throws {
    let calls = """
      module "staff" {
        source = "./auth"
        mfa    = "ON"
      }
      module "guests" {
        source = "./auth"
        mfa    = "OFF"
      }
      """
    let files = ["main.tf": calls, "auth/main.tf": module]
    let error = #expect(throws: DiagnosticList.self) { try read(files: files) }
    #expect(
      error?.diagnostics.first { $0.code == "template.several-pools" }?.remedy
        == "choose one of them: `--pool module.staff.aws_cognito_user_pool.this`")
    let guests = try read(files: files, pool: "module.guests.aws_cognito_user_pool.this")
    #expect(guests["mfa"]?.value == .choice("off"))
    #expect(guests["flows"]?.value == .set(["userSRP"]))
  }

  @Test func `what is said of a module is said once, however often it stands`() throws {
    func call(_ name: String, _ folder: String, _ over: String) -> String {
      """
      module "\(name)" {
        source   = "\(folder)"
        for_each = \(over)
        mfa      = "OFF"
      }

      """
    }
    let files = [
      "main.tf": call("a", "./a", #"toset(["x", "y"])"#),
      "a/main.tf": call("b", "../b", #"toset(["v", "w"])"#),
      "b/main.tf": call("c", "../auth", "toset(data.names.all.ids)"),
      "auth/main.tf": module,
    ]
    let name = "module.a[y].module.b[w].module.c.aws_cognito_user_pool.this"
    let notes = try read(files: files, pool: name).notes
      .filter { $0.code == "terraform.conditional-resource" }
    #expect(
      notes.map(\.message) == [
        "module.a.module.b.module.c is called as often as `for_each` says; it is read once"
      ])
  }

  @Test(arguments: [
    "{ staff = { mfa = \"ON\" }, guests = { mfa = \"OFF\" } }", "local.pools", "tomap(local.pools)",
  ])
  func `a literal for_each makes a pool for each key`(over: String) throws {
    let text = """
      locals {
        pools = { staff = { mfa = "ON" }, guests = { mfa = "OFF" } }
      }
      resource "aws_cognito_user_pool" "main" {
        for_each          = \(over)
        name              = each.key
        mfa_configuration = each.value["mfa"]
      }
      resource "aws_cognito_user_pool_client" "web" {
        for_each            = toset(["staff", "guests"])
        name                = each.value
        user_pool_id        = aws_cognito_user_pool.main[each.key].id
        explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]
      }
      """
    #expect(codes(text) == ["template.several-pools"])
    let guests = try SignInTests.read(text, pool: "main[guests]")
    #expect(guests.name == "guests")
    #expect(guests["mfa"]?.value == .choice("off"))
    #expect(guests["flows"]?.value == .set(["userSRP"]))
    #expect(guests.complaints.isEmpty)
    #expect(try SignInTests.read(text, pool: "staff")["mfa"]?.value == .choice("required"))
  }

  @Test func `of the pools of a for_each that is computed one is read, with its client`() throws {
    let pool = try SignInTests.read(
      """
      resource "aws_cognito_user_pool" "main" {
        for_each          = toset(var.names)
        mfa_configuration = "OFF"
      }
      resource "aws_cognito_user_pool_client" "web" {
        for_each            = toset(var.names)
        user_pool_id        = aws_cognito_user_pool.main[each.key].id
        explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]
      }
      """)
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool["flows"]?.value == .set(["userSRP"]))
    #expect(
      pool.complaints.map { "\($0.severity) \($0.code) \($0.location.line)" } == [
        "note terraform.computed-resource 2", "note terraform.computed-resource 6",
      ])
  }

  @Test(arguments: [
    ("", ["module.auth leaves out `sender` and `names`"]), ("sender = \"a\"", ["`names`"]),
    ("sender = null\n  names = []", []), ("sender = var.x\n  names = local.y", []),
  ])
  func `a call without what a module demands is a warning`(
    inputs: String, expected: [String]
  ) throws {
    let module = """
      variable "sender" { type = string }
      variable "names" {}
      variable "tier" { default = null }
      resource "aws_cognito_user_pool" "main" {}
      """
    let call = """

      module "auth" {
        for_each = toset(["a"])
        source   = "./auth"
        \(inputs)
      }
      """
    let found = try SignInTests.read([("main.tf", call), ("auth/main.tf", module)]).notes
      .filter { $0.code == "terraform.missing-argument" }
    #expect(found.map(\.message).allSatisfy { $0.contains("Terraform makes no plan of it") })
    #expect(
      found.map { "\($0.severity) \($0.location)" }
        == expected.map { _ in
          "warning main.tf:2:1"
        })
    #expect(zip(found, expected).allSatisfy { $0.message.contains("\($1), for which") })
    // A deployment asks for the variables of a configuration that nothing calls.
    #expect(
      try !SignInTests.read([("main.tf", module)]).notes.map(\.code)
        .contains("terraform.missing-argument"))
  }
}
