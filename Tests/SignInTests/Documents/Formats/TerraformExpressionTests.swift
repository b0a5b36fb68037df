import SignIn
import Testing
import TransitionTables

/// What modules make of their variables: `for`, `try`, `merge`, keys in brackets, and the types of
/// variables with the defaults of what an object leaves out.
@Suite struct TerraformExpressionTests {
  private func read(_ module: String, _ inputs: String = "") throws -> PoolDocument {
    let call = "module \"auth\" {\n  source = \"./auth\"\n\(inputs)\n}\n"
    return try PoolReader(parameters: cognitoParameters).read([
      ("main.tf", Array(call.utf8)), ("auth/main.tf", Array(module.utf8)),
    ])
  }

  /// A pool for all hosts, and one for each host that asks for its own.
  private let hosts = """
    variable "hosts" {
      type = map(object({
        own = optional(bool, false)
        mfa = optional(string, "OPTIONAL")
      }))
      default = {}
    }
    locals {
      own = [for name, host in var.hosts : name if host.own == true]
    }
    resource "aws_cognito_user_pool" "shared" {
      mfa_configuration = "OFF"
    }
    resource "aws_cognito_user_pool" "own" {
      for_each          = toset(local.own)
      mfa_configuration = var.hosts[each.value].mfa
    }
    """

  @Test func `a for_each over nothing makes no pool, through local values and for`() throws {
    #expect(try read(hosts)["mfa"]?.value == .choice("off"))
    #expect(try read(hosts, "hosts = { shop = {} }")["mfa"]?.value == .choice("off"))
    let error = try #require(throws: DiagnosticList.self) {
      try read(hosts, "hosts = { shop = { own = true } }")
    }
    #expect(error.diagnostics.map(\.code) == ["template.several-pools"])
    #expect(error.diagnostics[0].message.contains("own[shop]"))
  }

  @Test(arguments: [
    ("", "optional"), ("auth = { mfa = \"ON\" }", "required"), ("auth = var.auth", "open"),
    ("auth = { other = 1 }", "optional"), ("auth = { mfa = null }", "optional"),
  ])
  func `what an object leaves out has the default of its type`(
    inputs: String, mfa: String
  ) throws {
    let module = """
      variable "auth" {
        type    = object({ mfa = optional(string, "OPTIONAL"), other = optional(number) })
        default = {}
      }
      resource "aws_cognito_user_pool" "main" {
        mfa_configuration = var.auth.mfa
      }
      """
    #expect(try read(module, inputs)["mfa"]?.value?.description ?? "open" == mfa)
  }

  /// How modules take a list of clients.
  @Test(arguments: [
    "count = length(var.clients)\n  generate_secret = try(var.clients[count.index].secret, null)\n"
      + "  explicit_auth_flows = lookup(element(var.clients, count.index), \"flows\", [])",
    "for_each = { for i, one in local.clients : local.keys[i] => one }\n"
      + "  generate_secret = each.value.secret\n  explicit_auth_flows = each.value[\"flows\"]",
    "count = length(local.clients)\n  generate_secret = local.clients[count.index][\"secret\"]\n"
      + "  explicit_auth_flows = local.clients[count.index].flows",
  ])
  func `the clients of a list are read one by one`(client: String) throws {
    let module = """
      variable "clients" {
        default = []
      }
      locals {
        clients = [for one in var.clients : {
          name   = try(one.name, null)
          secret = try(one.secret, try(one.generate_secret, false))
          flows  = coalesce(one.flows, [])
        }]
        keys = [for i, one in local.clients : one.name == null ? "client_${i}" : "${one.name}_${i}"]
      }
      resource "aws_cognito_user_pool" "main" {}
      resource "aws_cognito_user_pool_client" "web" {
        user_pool_id = aws_cognito_user_pool.main.id
        \(client)
      }
      """
    let inputs = """
      clients = [
        { name = "web", flows = ["ALLOW_USER_SRP_AUTH"], secret = true },
        { flows = ["ALLOW_CUSTOM_AUTH"] },
      ]
      """
    let found = try read(module, inputs)
    #expect(found["flows"]?.value == .set(["userSRP"]))
    #expect(found["clientSecret"]?.value == .bool(true))
    #expect(found.notes.contains { $0.code == "template.several-clients" })
    #expect(try read(module)["flows"]?.value == nil)
  }

  @Test(arguments: [
    (#"merge({ mfa = "ON" }, var.known).mfa"#, "off"),
    (#"merge(var.known, var.other).mfa"#, "open"),
    (#"can(var.known.mfa) ? "ON" : "OFF""#, "required"), (#"values(var.known)[0]"#, "off"),
    (#"can(var.known.tier) ? "ON" : "OFF""#, "off"), (#"try(var.known.x, "ON")"#, "required"),
    (#"try(var.other.x, "ON")"#, "open"), (#"coalesce(null, "", "ON")"#, "required"),
    (#"contains(keys(var.known), "mfa") ? "ON" : "OFF""#, "required"),
    (#"length(concat(["a"], keys(var.known))) >= 2 ? "ON" : "OFF""#, "required"),
    (#"length(var.known) < 1 ? "ON" : "OFF""#, "off"), (#"one(values(var.known))"#, "off"),
    (#"[for k, v in var.known : v if k != "mfa"] == [] ? "ON" : "OFF""#, "open"),
    (#"[for k, v in var.known : v][0]"#, "off"),
    (#"trimspace(var.known.mfa)"#, "open"),
  ])
  func `functions of what is known are known`(expression: String, mfa: String) throws {
    let module = """
      variable "known" {}
      variable "other" {}
      resource "aws_cognito_user_pool" "main" {
        mfa_configuration = \(expression)
      }
      """
    let inputs = "known = { mfa = \"OFF\" }\n  other = var.somewhere"
    let text = "variable \"somewhere\" {}\n"
    let found = try read(text + module, inputs)["mfa"]?.value
    #expect(found?.description ?? "open" == mfa, "\(expression)")
  }

  /// A `for` gives its names to what stands in it alone.
  @Test func `a name of a for is known nowhere else`() throws {
    let module = """
      variable "other" {}
      locals {
        inner = [for one in var.other : one.mfa]
        all   = [for one in [{ mfa = "ON" }] : local.inner[0]]
      }
      resource "aws_cognito_user_pool" "main" {
        mfa_configuration = local.all[0]
      }
      """
    #expect(try read(module, "other = [{ mfa = \"OFF\" }]")["mfa"]?.value == .choice("off"))
    #expect(try read(module, "other = var.somewhere")["mfa"]?.value == nil)
  }

  @Test(arguments: [
    ("aws_lambda_function.ask.arn", true), ("aws_lambda_function.ask[0].arn", true),
    ("module.functions.ask_arn", true), ("module.functions[\"ask\"].arn", true),
    ("\"arn:aws:lambda:x:1:function:${var.name}\"", true), ("\"\"", false),
    ("module.functions.ask", nil), ("aws_lambda_function.ask.description", nil),
    ("try(aws_lambda_function.ask[0].arn, \"\")", nil), ("var.ask_arn", nil),
    ("local.ask[0].arn", nil), ("aws_lambda_function.ask[*].arn", nil), ("\"${var.name}\"", nil),
  ])
  func `an ARN that only a deployment knows is neither empty nor null`(
    ask: String, isThere: Bool?
  ) throws {
    for test in ["var.ask != \"\"", "var.ask != null && var.ask != \"\""] {
      let module = """
        variable "ask" { default = "" }
        resource "aws_cognito_user_pool" "main" {
          dynamic "lambda_config" {
            for_each = \(test) ? [1] : []
            content { create_auth_challenge = var.ask }
          }
        }
        """
      let triggers = try read(module, "ask = \(ask)")["triggers"]
      #expect(
        triggers?.value == isThere.map { .set($0 ? ["createAuthChallenge"] : []) },
        "\(ask) \(test)")
    }
  }

  @Test(arguments: [
    ("all", ["mfaMethods", "triggers", "existenceErrors"], 2), ("[tags]", [], 0),
    ("[schema, lambda_config[0].pre_sign_up]", ["triggers"], 0),
    ("[ mfa_configuration, # by hand\n  name ]", [], 1),
  ])
  func `what Terraform ignores and a resource does not state is open, else it is said`(
    ignored: String, open: [String], notes: Int
  ) throws {
    let lifecycle = "lifecycle {\n  ignore_changes = \(ignored)\n  }"
    let found = try SignInTests.read(
      """
      resource "aws_cognito_user_pool" "main" {
        name              = "shop"
        mfa_configuration = "ON"
        schema {
          name     = "email"
          required = true
        }
        \(lifecycle)
      }
      resource "aws_cognito_user_pool_client" "web" {
        name                = "web"
        user_pool_id        = aws_cognito_user_pool.main.id
        explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]
        \(lifecycle)
      }
      """)
    for name in ["mfaMethods", "triggers", "existenceErrors"] {
      #expect((found[name]?.value == nil) == open.contains(name), "\(name)")
    }
    #expect(found["mfa"]?.value == .choice("required"))
    #expect(found["flows"]?.value == .set(["userSRP"]))
    #expect(found["requiredAttributes"]?.value == .set(["email"]))
    let said = found.notes.filter { $0.code == "terraform.ignored-changes" }
    #expect(said.count == notes)
    #expect(said.allSatisfy { $0.location.line > 8 && $0.severity == .note })
  }

  /// People name the schema because of the provider; attributes are required from the beginning.
  @Test func `what nobody changes of a pool that is made is not open`() throws {
    let found = try SignInTests.read(
      """
      resource "aws_cognito_user_pool" "main" {
        name = "shop"
        lifecycle { ignore_changes = [schema, username_attributes, account_recovery_setting] }
      }
      """)
    #expect(found["requiredAttributes"]?.value == .set([]))
    #expect(found["usernameAttributes"]?.value == .set([]))
    #expect(found["recovery"]?.value == nil)
  }
}
