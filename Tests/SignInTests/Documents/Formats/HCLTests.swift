import SignIn
import Testing
import TransitionTables

/// Terraform's own language, as far as literal blocks go.
@Suite struct HCLTests {
  private func pool(_ body: String) -> String {
    "resource \"aws_cognito_user_pool\" \"main\" {\n\(body)\n}\n"
  }

  /// An app client of the pool, to stand behind it.
  private let client = """
    resource "aws_cognito_user_pool_client" "web" {
      name         = "web"
      user_pool_id = aws_cognito_user_pool.main.id
    }

    """

  @Test func `a text with lines of its own ends where lines end as in Windows, too`() throws {
    let text = pool(
      """
        sms_authentication_message = <<-EOT
          Your code is {####}
        EOT
        mfa_configuration = "OFF"
      """)
    let read = try read([("main.tf", (text + client).replacing("\n", with: "\r\n"))])
    #expect(read["mfa"]?.value == .choice("off"))
  }

  @Test func `an argument that stands twice is refused, unless in a resource of another service`()
    throws
  {
    let twice = "  name = \"shop\"\n  name = \"store\"\n"
    #expect(
      #expect(throws: DiagnosticList.self) { try read([("main.tf", pool(twice) + client)]) }?
        .diagnostics.map(\.code) == ["document.duplicate-key"])
    let bucket = "resource \"aws_s3_bucket\" \"logs\" {\n\(twice)}\n"
    let text = bucket + pool("  name = \"shop\"") + client
    #expect(try read([("main.tf", text)]).name == "shop")
  }

  @Test(arguments: [
    (#""COGNITO", aws_cognito_identity_provider.google.provider_name"#, true),
    (#""COGNITO", """#, false),
  ])
  func `the providers of a client are read without the empty texts that a function leaves out`(
    providers: String, isExternal: Bool
  ) throws {
    let text = client.replacing(
      "\n}",
      with: "\n  allowed_oauth_flows_user_pool_client = true"
        + "\n  supported_identity_providers = compact([\(providers)])\n}")
    let more = ParameterDeclaration(name: "externalProvider", kind: .bool)
    let read = try read(
      pool("  mfa_configuration = \"OFF\"") + text, parameters: cognitoParameters + [more])
    #expect(read["externalProvider"]?.value == .bool(isExternal))
  }

  @Test(arguments: [
    (#"var.google ? ["Google"] : []"#, true), (#"var.google ? ["Google"] : ["Apple"]"#, true),
    (#"var.google ? ["Google"] : ["COGNITO"]"#, false), (#"var.google ? [] : []"#, false),
  ])
  func `a client none of whose choices names the pool's own users is for others`(
    providers: String, isForOthers: Bool
  ) throws {
    let text = client.replacing("\n}", with: "\n  supported_identity_providers = \(providers)\n}")
    let read = try read(
      "variable \"google\" {}\n" + pool("  mfa_configuration = \"OFF\"") + text)
    #expect(
      read["selfSignUp"]?.value == (isForOthers ? nil : .bool(true)), "\(providers)")
  }

  @Test func `a number is the key of an object`() throws {
    let page = """
      module "page" {
        source = "example/page/aws"
        errors = {
          403 = { code = 200 }
          404 = { code = 200 }
        }
      }
      """
    let read = try read([("main.tf", pool("  mfa_configuration = \"OFF\"\n") + client + page)])
    #expect(read["mfa"]?.value == .choice("off"))
  }

  @Test func readsLiteralBlocks() throws {
    let text =
      #"""
      # the pool
      variable "mfa" {
        type = string
      }

      """#
      + pool(
        #"""
          name                     = "shop" // here
          mfa_configuration        = "ON"
          auto_verified_attributes = ["email", ]
          /* two
             lines */
          software_token_mfa_configuration {
            enabled = true
          }
          schema {
            name     = "email"
            required = true
          }
          schema {
            name     = "phone_number"
            required = true
          }
          account_recovery_setting {
            recovery_mechanism {
              name     = "admin_only"
              priority = 1
            }
          }
          lambda_config {
            pre_sign_up = aws_lambda_function.pre.arn
          }
          sms_authentication_message = <<-EOT
            Your code is {####} }
          EOT
          lifecycle { ignore_changes = [schema] }
        """#)
        + #"""
        resource "aws_cognito_user_pool_client" "web" {
          name                = "web"
          user_pool_id        = aws_cognito_user_pool.main.id
          explicit_auth_flows = [
            "ALLOW_USER_SRP_AUTH", # one
            "ALLOW_REFRESH_TOKEN_AUTH",
          ]
          token_validity_units { access_token = "minutes" }
        }
        """#
    let read = try read(text)
    #expect(read.format == .terraformConfiguration)
    #expect(read.name == "shop")
    #expect(
      read.statedLines == [
        "mfa = required", "mfaMethods = [totp]", "autoVerified = [email]",
        "requiredAttributes = [email, phone]", "recovery = adminOnly", "triggers = [preSignUp]",
        "flows = [refresh, userSRP]",
      ])
    #expect(read.openParameters.isEmpty)
    #expect(read.complaints.isEmpty)
    #expect(
      read["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 7, column: 30)))
  }

  @Test func `an empty list that a person wrote is a setting with a place`() throws {
    let text = pool("  name = \"shop\"\n  auto_verified_attributes = []")
    let setting = try read([("main.tf", text)])["autoVerified"]
    #expect(setting?.value == .set([]))
    #expect(
      setting?.origin == .document(SourceLocation(file: "main.tf", line: 3, column: 30)))
    // A state has an empty list for whatever is not set.
    let state = """
      {"version": 4, "terraform_version": "1.9.0", "resources": [
       {"mode": "managed", "type": "aws_cognito_user_pool", "name": "main", "instances": [
        {"attributes": {"name": "shop", "auto_verified_attributes": []}}]}]}
      """
    let stored = try read([("terraform.tfstate", state)])["autoVerified"]
    #expect(stored?.value == .set([]))
    #expect(
      stored?.origin == .serviceDefault("AutoVerifiedAttributes absent: none"), "\(stored as Any)")
  }

  @Test func leavesVariablesAndExpressionsOpen() throws {
    let text = pool(
      """
        mfa_configuration = var.mfa
        user_pool_tier    = var.plus ? "PLUS" : "LITE"
        alias_attributes  = concat(["email"], local.more)
        dynamic "lambda_config" {
          for_each = var.lambdas
          content {
            pre_sign_up = lambda_config.value
          }
        }
      """)
    let read = try read(text)
    #expect(
      read.openParameters == [
        "mfa", "aliasAttributes", "tier", "triggers", "flows", "clientSecret", "existenceErrors",
      ])
    #expect(read["mfa"] == .open("the variable mfa is given at deployment"))
    #expect(read["triggers"] == .open("a dynamic block computes it from var.lambdas"))
    #expect(
      read["flows"] == .open("the Terraform configuration has no app client of this pool"))
    #expect(read.notes.first?.code == "document.no-client")
    #expect(
      read.notes.map { "\($0.location.line) \($0.message)" }.dropFirst().first
        == "2 mfa_configuration stays open: the variable mfa is given at deployment")
  }

  /// What modules write most of their settings with.
  private var choices: String {
    ["strict", "names", "totp", "triggers"].map { "variable \"\($0)\" {}\n" }.joined()
      + pool(
        """
          mfa_configuration   = var.strict ? "ON" : "OPTIONAL"
          username_attributes = contains(var.names, "email") ? ["email"] : null
          dynamic "software_token_mfa_configuration" {
            for_each = (var.totp != "") ? [var.totp] : []
            content {
              enabled = software_token_mfa_configuration.value
            }
          }
          dynamic "lambda_config" {
            for_each = !var.triggers ? [] : [1]
            content {
              pre_sign_up = "arn:aws:lambda:eu-west-1:1:function:f"
            }
          }
        """)
  }

  @Test func `choices and dynamic blocks are decided by the variables that are known`() throws {
    func found(_ given: [String: String]) throws -> [ParameterValue?] {
      let read = try read(choices, given: given)
      return ["mfa", "mfaMethods", "usernameAttributes", "triggers"].map { read[$0]?.value }
    }
    #expect(
      try found(["strict": "true", "names": "[email]", "totp": "true", "triggers": "false"])
        == [.choice("required"), .set(["totp"]), .set(["email"]), .set([])])
    #expect(
      try found(["strict": "false", "names": "[phone_number]", "totp": "true", "triggers": "true"])
        == [.choice("optional"), .set(["totp"]), .set([]), .set(["preSignUp"])])
    #expect(try found([:]) == [nil, nil, nil, nil])
  }

  @Test(arguments: [
    (#"var.strict ? "OPTIONAL" : "OFF""#, ["optional", "off"]),
    (#"var.a == "x" ? "ON" : var.strict ? "OPTIONAL" : "OFF""#, ["required", "optional", "off"]),
    (#"var.strict ? local.weak : "OFF""#, ["optional", "off"]),
    (#"var.strict ? var.a : "OFF""#, []), ("var.a", []),
    (#"var.strict ? "ON" : null"#, ["required", "off"]),
  ])
  func `a choice leaves no word but its own`(expression: String, members: [String]) throws {
    let text =
      "variable \"strict\" {}\nvariable \"a\" {}\nlocals {\n  weak = \"OPTIONAL\"\n}\n"
      + pool("  mfa_configuration = \(expression)\n")
    let mfa = try #require(try read(text)["mfa"])
    #expect(mfa.value == nil)
    #expect(mfa.possible == members.map { .choice($0) })
  }

  @Test func `a set is open in those members alone that a variable decides`() throws {
    let text = pool(
      """
        mfa_configuration = "ON"
        software_token_mfa_configuration {
          enabled = true
        }
        dynamic "sms_configuration" {
          for_each = var.sms
          content {
            external_id    = "shop"
            sns_caller_arn = "arn:aws:iam::1:role/sms"
          }
        }
        lambda_config {
          pre_sign_up    = "arn:aws:lambda:eu-west-1:1:function:f"
          user_migration = var.moves ? "arn:aws:lambda:eu-west-1:1:function:g" : null
        }
      """)
    let read = try read("variable \"moves\" {}\n" + text)
    #expect(read["mfaMethods"]?.value == nil && read["triggers"]?.value == nil)
    #expect(read["mfaMethods"]?.bounds == SetBounds(given: ["totp"], undecided: ["sms"]))
    let triggers = [["preSignUp", "userMigration"], ["preSignUp"]]
    #expect(read["triggers"]?.possible == triggers.map { .set($0) })
    let decided = try SignInTests.read("variable \"moves\" {}\n" + text, given: ["moves": "true"])
    #expect(decided["triggers"]?.possible == [])
  }

  @Test(arguments: [
    ("var.a && var.b != \"\"", "true", "x", "ON"), ("var.a && var.b != \"\"", "true", "", "OFF"),
    ("(var.a || var.b == \"x\")", "false", "x", "ON"), ("var.a || !var.b", "true", "y", "ON"),
    ("var.a || var.b == \"x\"", "false", "y", "OFF"),
  ])
  func `a choice by several comparisons is decided`(
    condition: String, a: String, b: String, word: String
  ) throws {
    let text =
      "variable \"a\" {}\nvariable \"b\" {}\n"
      + pool("mfa_configuration = \(condition) ? \"ON\" : \"OFF\"")
    let found = try read(text, given: ["a": a, "b": b])
    #expect(found["mfa"]?.value == .choice(word == "ON" ? "required" : "off"))
    #expect(try read(text, given: ["b": b])["mfa"]?.value == nil)
  }

  @Test(arguments: [("[]", []), ("[email]", ["email"])])
  func `a list is compared with an empty one`(list: String, members: [String]) throws {
    let text =
      "variable \"a\" {}\n" + pool("auto_verified_attributes = var.a == [] ? [] : var.a")
    #expect(try read(text, given: ["a": list])["autoVerified"]?.value == .members(members))
    // Two empty lists need not be equal: one may be a tuple.
    let other = text.replacing("? []", with: "? [\"phone_number\"]")
    let found = try read(other, given: ["a": list])["autoVerified"]?.value
    #expect(found == (members.isEmpty ? nil : .members(members)))
  }

  @Test(arguments: [
    ("!var.a", "true", true), ("!var.a", "false", false), ("var.a == \"x\"", "x", false),
    ("var.a != \"x\" && var.a != \"y\"", "y", true), ("!upper(var.a)", "true", nil),
  ])
  func `a condition alone is a flag`(condition: String, a: String, selfSignUp: Bool?) throws {
    let text =
      "variable \"a\" {}\n"
      + pool("admin_create_user_config {\n allow_admin_create_user_only = \(condition)\n}")
    let found = try read(text, given: ["a": a])["selfSignUp"]?.value
    #expect(found == selfSignUp.map { .bool($0) })
    #expect(try read(text)["selfSignUp"]?.value == nil)
  }

  @Test(arguments: [
    (#"var.a ? (var.b ? "ON" : "OPTIONAL") : "OFF""#, "true", "true", "required"),
    (#"var.a ? (var.b ? "ON" : "OPTIONAL") : "OFF""#, "true", "false", "optional"),
    (#"var.a ? (var.b ? "ON" : "OPTIONAL") : "OFF""#, "false", "", "off"),
    (#"var.a == "x" ? "OFF" : var.b ? "ON" : "OPTIONAL""#, "y", "true", "required"),
    (#"var.a ? (trimspace(var.b)) : "OFF""#, "false", "", "off"),
    (#"var.a ? (trimspace(var.b)) : "OFF""#, "true", "", "open"),
  ])
  func `a choice within a choice is decided`(
    choice: String, a: String, b: String, mfa: String
  ) throws {
    let text = "variable \"a\" {}\nvariable \"b\" {}\n" + pool("mfa_configuration = \(choice)")
    let found = try read(text, given: ["a": a, "b": b])["mfa"]?.value
    #expect(found?.description ?? "open" == mfa)
  }

  @Test(arguments: [
    ("length(var.names) > 0", "[email]", "required"), ("length(var.names) == 0", "[email]", "off"),
    ("length(var.names) != 0", "[]", "off"), ("length(var.names) > 1", "[email]", "off"),
  ])
  func `how long a list is decides`(
    condition: String, names: String, mfa: String
  ) throws {
    let text =
      "variable \"names\" {}\n" + pool("mfa_configuration = \(condition) ? \"ON\" : \"OFF\"")
    let found = try read(text, given: ["names": names])["mfa"]?.value
    #expect(found?.description ?? "open" == mfa)
  }

  @Test func `a block for each of some attributes knows their names`() throws {
    let text = """
      locals {
        attributes = { email = true, tenant_id = false }
      }

      """
      + pool(
        """
          dynamic "schema" {
            for_each = local.attributes
            content {
              name                = schema.key
              attribute_data_type = "String"
              required            = schema.value
            }
          }
        """)
    let found = try read(text)
    #expect(found["requiredAttributes"]?.value == .set(["email"]))
    #expect(found.fixed.map(\.kind).contains(.attribute("tenant_id")))
  }

  /// Two resources of which a variable lets one be there.
  private let exclusive = """
    variable "strict" {}
    locals {
      strict = aws_cognito_user_pool.strict[0].id
    }
    resource "aws_cognito_user_pool" "strict" {
      count             = var.strict ? 1 : 0
      mfa_configuration = "ON"
    }
    resource "aws_cognito_user_pool" "plain" {
      count             = var.strict ? 0 : 1
      mfa_configuration = "OFF"
    }
    resource "aws_cognito_user_pool_client" "web" {
      user_pool_id        = var.strict ? local.strict : aws_cognito_user_pool.plain[0].id
      explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]
    }
    """

  @Test(arguments: [("true", "required"), ("false", "off")])
  func `a resource whose count is known to be 0 is not there`(strict: String, mfa: String) throws {
    let found = try read(exclusive, given: ["strict": strict])
    #expect(found["mfa"]?.value == .choice(mfa))
    #expect(found["flows"]?.value == .set(["userSRP"]))
    #expect(found.complaints.map(\.code) == [])
    #expect(codes(exclusive, given: [:]) == ["template.several-pools"])
  }

  @Test func takesGivenVariables() throws {
    let text =
      "variable \"mfa\" {}\n"
      + pool("mfa_configuration = var.mfa\nusername_attributes = var.names")
    let read = try read(text, given: ["mfa": "OFF"])
    #expect(read["mfa"]?.value == .choice("off"))
    #expect(codes(text, given: ["mfaa": "OFF"]) == ["template.unknown-parameter"])
  }

  private func codes(_ text: String, given: [String: String]) -> [String] {
    faults(text, given: given).filter { $0.severity == .error }.map(\.code)
  }

  @Test func namesTheNearestArgument() throws {
    let read = try read(pool("  mfa_configuraton = \"ON\"") + client)
    #expect(
      read.notes.map(\.rendered) == [
        """
        pool.yaml:2:3: warning: a user pool has no argument `mfa_configuraton`; it is not read, and a deployment fails at it \
        [document.unknown-property]
            mfa_configuraton = "ON"
            ^
          → did you mean `mfa_configuration`?

        """
      ])
  }

  @Test func `a provisioner is no argument of the pool`() throws {
    let command = "  provisioner \"local-exec\" {\n    command = \"make page\"\n  }"
    #expect(try read(pool(command) + client).notes.map(\.code) == [])
  }

  /// Modules switch their resources on and off this way.
  @Test(arguments: ["count = var.enable_auth ? 1 : 0", "count = (local.off) ? 0 : 1"])
  func `a pool that may be there is read as if it is`(count: String) throws {
    let read = try read(pool("  \(count)\n  mfa_configuration = \"OFF\"") + client)
    #expect(read["mfa"]?.value == .choice("off"))
    #expect(
      read.notes.map { "\($0.severity) \($0.code) \($0.location.line)" } == [
        "note terraform.conditional-resource 2"
      ])
  }

  @Test(arguments: [
    ("mfa_configuration = \"on\"", "document.unknown-value"),
    ("mfa_configuration", "terraform.not-hcl"), ("= 3", "terraform.not-hcl"),
    ("schema {", "terraform.not-hcl"),
    ("name = \"shop\"\nlifecycle {\nignore_changes = all\n}", "template.no-pool"),
  ])
  func refuses(body: String, code: String) {
    let found = faults(pool(body)).filter { $0.severity == .error }
    #expect(found.map(\.code) == [code])
    #expect(found.allSatisfy { $0.location.line > 1 && !$0.remedy.isEmpty })
  }

  @Test(arguments: [
    "count = 2", "count = var.auth ? 2 : 1", "count = length(var.pools)", "for_each = var.pools",
  ])
  func `one of several pools is read, and what they differ in stays open`(number: String) throws {
    let body =
      "  \(number)\n  mfa_configuration = \"OFF\"\n  username_attributes = each.value.names"
    let read = try read(pool(body) + client)
    #expect(read["mfa"]?.value == .choice("off"))
    #expect(read.openParameters == ["usernameAttributes"])
    #expect(
      read.notes.map { "\($0.severity) \($0.code) \($0.location.line)" } == [
        "note terraform.computed-resource 2", "note template.left-open 4",
      ])
  }

  @Test func readsOneOfTheAppClientsThatAreMultipliedAndLeavesOpenWhatTheyDifferIn() throws {
    let pool = try read(
      """
      resource "aws_cognito_user_pool" "this" {
        count = var.enabled ? 1 : 0
        name  = "shop"
      }
      resource "aws_cognito_user_pool_client" "apps" {
        for_each            = var.clients
        name                = each.key
        user_pool_id        = aws_cognito_user_pool.this[0].id
        generate_secret     = true
        explicit_auth_flows = each.value.flows
      }
      """)
    #expect(
      pool.notes.map { "\($0.location.line) \($0.severity.rawValue) \($0.code)" } == [
        "2 note terraform.conditional-resource", "6 note terraform.computed-resource",
        "10 note template.left-open",
      ])
    #expect(pool["clientSecret"]?.value == .bool(true))
    #expect(pool.openParameters == ["flows"])
  }
}
